"""Another program deletes the library, in the middle of everything: every byte comes back from the history."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time

import pytest

from clew.text.clue import read_clue
from tests.withstand.place import ROOT, Place, tree

SAVING = """
import sys
import clew
from clew.errors import ClewError
home = clew.open(sys.argv[1])
conversation = home.library.project(sys.argv[2]).start(0, "c" + sys.argv[3])
for number in range(10_000):
    try:
        conversation.save(f"text {number} of {sys.argv[3]}.", tags=["one", "two"], request=str(number))
    except ClewError:
        continue  # the ground went from under it; it says so and stays able to go on
    print(number, flush=True)
"""


@pytest.fixture
def grown(place: Place) -> Place:
    """A library with a past: two projects, several saves each, Chinese, a rename, a deletion, an edit by hand."""
    place.save("第一段：用 SQLite。", "--title", "数据库选型", "--conversation", "c1")
    place.save("and a second one", "--conversation", "c1")
    place.save("to be renamed", "--title", "Old name", "--conversation", "c2")
    place.save("to be deleted", "--title", "Gone", "--conversation", "c3")
    place.save("of another project", "--title", "Elsewhere", "--conversation", "c4", at=place.dir("other"))
    place.done("rename", "Old-name", "New name")
    place.done("delete", "Gone")
    memory = place.memories / "数据库选型.md"
    memory.write_bytes(memory.read_bytes().replace(b"SQLite", "SQLite（WAL）".encode()) + b"\r\nno newline at the end")
    place.clue.write_bytes(place.clue.read_bytes().replace(b"entries:", b"# mine\nentries:") + b"mine: true\n")
    place.done("menu")
    return place


def test_every_byte_comes_back(grown):
    before = tree(grown.library)
    shutil.rmtree(grown.library)
    back = grown.done("restore", "--all")
    assert tree(grown.library) == before
    assert len(back["restored"]) == 4
    assert grown.findings() == []
    assert grown.done("restore", "--all")["restored"] == []


def test_what_was_deleted_with_clew_stays_deleted(grown):
    shutil.rmtree(grown.library)
    grown.done("restore", "--all")
    assert not (grown.memories / "Gone.md").exists()
    assert not (grown.memories / "Old-name.md").exists()


@pytest.mark.parametrize(
    "emptied", ["", "folder", "clue", "one"], ids=["all", "a project", "the clue file", "a memory"]
)
def test_a_part_comes_back_too(grown, emptied):
    before = tree(grown.library)
    place = {"": grown.library, "folder": grown.memories, "clue": grown.clue, "one": grown.memories / "New name.md"}
    (shutil.rmtree if place[emptied].is_dir() else type(grown.clue).unlink)(place[emptied])
    grown.done("restore", "--all")
    assert tree(grown.library) == before


def test_nothing_is_made_in_the_place_of_a_deleted_library(grown):
    shutil.rmtree(grown.library)
    looking = (
        "menu",
        "list --all",
        "tags",
        "check",
        "show 1",
        "history New-name",
        "diff New-name",
        "blame New-name",
        "doctor",
    )
    changing = (
        "check --fix",
        "undo",
        "delete New-name",
        "rename New-name X",
        "move New-name --dir /srv",
        "relink . /srv/x",
    )
    for words in (each.split() for each in (*looking, *changing, "start --pick 0", "start")):
        done = grown.clew(*words)
        assert done.status in (0, 1, 3), done.err
        assert b"bug" not in done.err
        assert not grown.library.exists(), words
    grown.done("restore", "--all")
    assert grown.findings() == []


def gone(library):
    shutil.rmtree(library)


def emptied(library):
    """As one is that lies on a disk which is not mounted."""
    gone(library)
    library.mkdir()
    library.joinpath(".DS_Store").touch()


@pytest.mark.parametrize("away", [gone, emptied])
def test_a_save_into_the_void_is_refused_and_finished_once_all_is_back(grown, away):
    """Nothing new is begun where a library was: the old one would have to be joined with it."""
    before = tree(grown.library)
    away(grown.library)
    void = tree(grown.library)
    words = ("save", "and more of c1", "--tag", "one", "--tag", "new", "--conversation", "c1")
    done = grown.clew(*words, "--json")
    assert done.status == 1
    assert done.json["error"]["rule"] == "library-vanished"
    assert "clew restore --all" in done.json["error"]["hint"]
    assert tree(grown.library) == void
    assert b"clew restore --all" in grown.clew("menu").err
    assert grown.findings() == [("library-vanished", str(grown.library))]
    grown.done("restore", "--all")
    assert tree(grown.library) == before | void
    assert grown.clew("save", "--pending", done.json["error"]["pending"]).status == 0
    assert grown.findings() == []


def test_what_was_saved_into_an_emptied_library_is_kept_and_the_rest_comes_back(grown):
    """Something stands there, so that nobody can see what is missing."""
    before = tree(grown.library)
    emptied(grown.library)
    grown.library.joinpath("of another program").mkdir()
    grown.save("saved into the void", "--title", "Meanwhile", "--conversation", "c9", tags=("one", "new"))
    meanwhile = tree(grown.library)
    grown.done("restore", "--all")
    after = tree(grown.library)
    for path in (before.keys() | meanwhile.keys()) - {".clue"}:
        assert after[path] == meanwhile.get(path, before.get(path)), path
    grown.clew("check", "--fix")
    entries = {entry.dir: entry for entry in read_clue(grown.clue.read_bytes()).entries}
    assert entries.keys() == {str(grown.project), str(grown.dir("other"))}
    listed = {memory.file for entry in entries.values() for memory in entry.memories}
    assert listed == {path.name for path in grown.library.rglob("*.md")}


def test_the_first_save_of_all_that_died_behind_the_history_is_no_library_that_vanished(place):
    saved = place.save("the only one", "--conversation", "c1", "--request", "r1")
    emptied(place.library)
    again = place.save("the only one", "--conversation", "c1", "--request", "r1")
    assert again["revision"] == saved["revision"] or again["lines"] == saved["lines"]
    assert place.findings() == []


def test_a_library_that_was_adopted_comes_back_too(place):
    """Other programs wrote it; clew has looked at it, and no more."""
    place.memories.mkdir(parents=True)
    (place.memories / "of goose.md").write_bytes("# 手写\r\n\r\nno segment at all".encode())
    (place.memories / "another.md").write_bytes(b"\n\n# Another\n")
    place.clue.write_bytes(
        f'entries:\n- dir: {place.project}\n  dir_slug: "{place.slug}"\n  name: shop\n  common_tags: [a]\n'
        f"  memories: # by hand\n  - file: of goose.md\n    tags: [a]\n".encode()
    )
    place.home.joinpath("config.toml").write_text('lang = "zh"\n')
    assert place.clew("check", "--fix").status == 0
    before = tree(place.library)
    shutil.rmtree(place.library)
    place.done("restore", "--all")
    assert tree(place.library) == before


@pytest.mark.parametrize("rounds", [2, pytest.param(12, marks=pytest.mark.slow)])
def test_deleted_while_others_save_nothing_that_was_acknowledged_is_lost(place, rounds):
    place.save("the beginning", "--title", "Beginning", "--conversation", "c0")
    command = [sys.executable, "-c", SAVING, str(place.home), str(place.project)]
    pipe = subprocess.PIPE
    writers = [
        subprocess.Popen([*command, str(who)], stdout=pipe, stderr=pipe, text=True, cwd=ROOT) for who in range(3)
    ]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    for _ in range(rounds):
        time.sleep(0.5)
        shutil.rmtree(place.library, ignore_errors=True)
        assert place.clew("restore", "--all").status in (0, 1)  # a writer may have a file half in its place
    time.sleep(0.3)
    told = {}
    for who, writer in enumerate(writers):
        writer.kill()
        out, errors = writer.communicate()
        assert errors == ""
        told[who] = [0, *(int(line) for line in out.splitlines())]
    assert sum(map(len, told.values())) > 10
    assert place.clew("restore", "--all").status == 0
    texts = [data.decode() for path, data in tree(place.library).items() if data and path.endswith(".md")]
    ever = [data.decode() for name in place.files_ever() for data in place.texts_ever(name) if data]
    for who, numbers in told.items():
        for number in numbers:
            assert any(f"text {number} of {who}." in text for text in (*texts, *ever)), (who, number)
    assert place.clew("check", "--fix").status in (0, 1)
