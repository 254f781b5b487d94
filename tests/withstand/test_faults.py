"""Faults that users of other memory systems reported, each with what is right instead. Named after their numbers.

Those of the areas storage, naming and cli whose commands are here; what is about facts, daily notes, search and the
ways in comes with them. Where a report asks for what SPEC decides otherwise, the test says so.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import time

import pytest

import clew
from clew.errors import StorageFailed
from clew.library.moving import delete
from clew.text.clue import read_clue
from clew.text.names import STEM_BYTES, same_name_key
from tests.withstand.place import ROOT, tree


def names(place, *words, **named):
    return [one["name"] for one in place.done("list", *words, **named)["memories"]]


def test_r003_what_an_editor_added_since_the_last_look_survives_a_write(place):
    """A process that lives long has read the file; an editor makes it grow; the process writes again."""
    home = clew.open(place.home)
    conversation = home.library.project(place.project).start(0, "c1")
    conversation.save("one", tags=["one", "two"], title="Notes")
    memory = place.memories / "Notes.md"
    grown = memory.read_bytes() + b"## By hand\n\n" + b"an external line\n" * 500
    memory.write_bytes(grown)
    place.clue.write_bytes(place.clue.read_bytes() + b"# an external comment\n")
    conversation.save("two", tags=["one", "three"])
    assert memory.read_bytes().startswith(grown)
    assert b"# an external comment\n" in place.clue.read_bytes()
    assert grown in place.texts_ever(f"{place.slug}/Notes.md")
    home.close()


def test_r008_a_deletion_that_fails_half_way_changes_nothing_and_can_be_repeated(place, monkeypatch):
    place.save("the text", "--conversation", "c1", "--title", "Doomed")
    before = tree(place.library)
    home = clew.open(place.home)
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", refuse)
        patched.setattr(os, "replace", refuse)
        with pytest.raises(StorageFailed):
            delete(home.library, f"{place.slug}/Doomed.md")
    assert tree(place.library) == before
    delete(home.library, f"{place.slug}/Doomed.md")
    home.close()
    assert names(place) == []
    assert place.findings() == []


def refuse(*_given, **_named):
    raise OSError(5, os.strerror(5))


def test_r009_a_save_never_takes_anything_away_and_one_command_takes_it_back(place):
    place.save("## Ten sections\n\n" + "a long text\n" * 200, "--conversation", "c1", "--title", "Rules")
    memory = place.memories / "Rules.md"
    long = memory.read_bytes()
    place.save("one extra rule", "--conversation", "c1")
    assert memory.read_bytes().startswith(long)
    place.done("undo")
    assert memory.read_bytes() == long


def test_r013_what_is_kept_lies_in_a_folder_of_the_user_that_a_command_names(place):
    you = place.folder / "you"
    you.mkdir()
    environment = {"HOME": str(you), "CLEW_HOME": ""}
    place.save("the text", "--title", "Kept", **environment)
    assert (you / ".clew" / "memory" / ".clue").exists()
    doctor = place.clew("doctor", **environment)
    assert str(you / ".clew" / "memory") in doctor.text
    assert str(you / ".clew") not in clew.__file__


def test_r020_what_contradicts_is_added_and_the_earlier_stays_before_it(place):
    """Of the library; for single facts it comes with `remember`."""
    place.save("We use tool X.", "--conversation", "c1", "--title", "Tool", "--heading", "First")
    place.save("Stopped using X, now Y.", "--conversation", "c1", "--heading", "Then")
    text = place.done("show", "Tool")["text"]
    assert text.index("We use tool X.") < text.index("Stopped using X, now Y.")


def test_r022_directories_that_differ_by_a_separator_only_have_folders_of_their_own(place):
    directories = ["w/a-b", "w/a/b", "w/a b"]
    for number, name in enumerate(directories):
        place.save(f"word {number}", "--title", f"Word {number}", at=place.dir(name))
    for number, name in enumerate(directories):
        assert names(place, at=place.dir(name)) == [f"Word-{number}"]
    entries = read_clue(place.clue.read_bytes()).entries
    assert len({same_name_key(entry.dir_slug) for entry in entries}) == 3
    assert {entry.dir for entry in entries} == {str(place.dir(name)) for name in directories}


def test_r024_titles_that_come_out_alike_are_four_memories(place):
    for number, title in enumerate(["API plan", "api-plan", "API_plan", "API  plan "]):
        place.save(f"text {number}", "--title", title, "--conversation", f"c{number}")
    found = names(place)
    assert len(found) == 4
    assert len({same_name_key(name) for name in found}) == 4
    texts = [path.read_text() for path in place.memories.glob("*.md")]
    assert all(sum(f"text {number}\n" in text for text in texts) == 1 for number in range(4))


@pytest.mark.skipif(shutil.which("git") is None, reason="git makes the worktree")
def test_r025_a_worktree_shares_the_memories_of_its_main_checkout(place):
    main, beside = place.dir("main"), place.folder / "work" / "beside"
    git = ["git", "-c", "user.name=you", "-c", "user.email=you@example.org"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["worktree", "add", "-q", str(beside)]):
        subprocess.run([*git, *words], cwd=main, check=True, capture_output=True)
    place.save("found in the worktree", "--title", "Found", at=beside)
    assert names(place, at=beside) == names(place, at=main) == ["Found"]
    apart = {"CLEW_WORKTREES": "apart"}
    assert names(place, at=beside, **apart) == []
    place.save("of this one alone", "--title", "Apart", at=beside, **apart)
    assert names(place, at=main, **apart) == ["Found"]
    shutil.rmtree(beside)
    assert names(place, at=main) == ["Found"]


@pytest.mark.parametrize("new", ["new", "elsewhere/old"], ids=["renamed", "moved"])
def test_r026_a_directory_that_moved_is_recognised_and_relinked(place, new):
    old, moved = place.dir("old"), place.folder / "work" / new
    place.save("the text", "--title", "Kept", at=old)
    moved.parent.mkdir(exist_ok=True)
    old.rename(moved)
    menu = place.clew("menu", at=moved)
    assert str(old) in menu.text + menu.talk
    assert "clew relink" in menu.text + menu.talk
    (orphan,) = place.clew("check", "--json").json["orphans"]
    assert orphan["dir"] == str(old)
    place.done("relink", str(old), str(moved))
    assert names(place, at=moved) == ["Kept"]
    assert place.clew("check", "--json").json["orphans"] == []
    (entry,) = read_clue(place.clue.read_bytes()).entries
    assert entry.dir == str(moved)


def test_r029_the_check_names_and_mends_what_was_added_deleted_and_renamed_by_hand(place):
    for number in range(12):
        place.save(f"text {number}", "--title", f"Memory {number}", "--conversation", f"c{number}")
    (place.memories / "By hand.md").write_text("# By hand\n")
    (place.memories / "Memory-1.md").unlink()
    (place.memories / "Memory-2.md").rename(place.memories / "Renamed.md")
    bodies = tree(place.memories)
    found = {os.path.basename(path) for _, path in place.findings()}
    assert {"By hand.md", "Memory-1.md", "Memory-2.md", "Renamed.md"} <= found
    assert place.clew("check", "--fix").status == 0
    assert place.findings() == []
    assert tree(place.memories) == bodies


def test_r032_a_header_that_does_not_parse_costs_nothing(place):
    """A memory's own head is text to clew; a clue file that does not parse is not written."""
    place.save("the text", "--title", "Notes", "--conversation", "c1")
    memory = place.memories / "Notes.md"
    odd = b'---\ntitle: "a "quoted" word"\ntags: [x\n---\n' + memory.read_bytes()
    memory.write_bytes(odd)
    place.save("more", "--conversation", "c1")
    assert memory.read_bytes().startswith(odd)
    broken = place.clue.read_bytes().replace(b'name: "shop"', b'name: "the "shop""')
    place.clue.write_bytes(broken)
    before = tree(place.library)
    done = place.clew("save", "yet more", "--tag", "one", "--tag", "x", "--conversation", "c1", "--json")
    assert done.status == 1
    assert done.json["error"]["pending"]
    assert re.search(r"\b4\b", done.json["error"]["message"]), "the line"
    assert place.clew("check", "--fix").status == 1
    assert tree(place.library) == before


@pytest.mark.parametrize("damage", ["cut", "garbage"])
def test_r034_a_damaged_clue_file_leaves_the_rest_in_use(place, damage):
    for number in range(3):
        place.save(f"text {number}", "--title", f"Memory {number}", at=place.dir(f"p{number}"))
    data = place.clue.read_bytes()
    place.clue.write_bytes(data[:-10] if damage == "cut" else data.replace(b"    name:", b"}}} {{{\n    name:", 1))
    for fresh in (False, True):
        if fresh:
            (place.home / "state.db").unlink()
        assert names(place, at=place.dir("p2")) == ["Memory-2"]
        assert names(place, at=place.dir("p1")) == ["Memory-1"]
    assert ("clue-unreadable", ".clue") in place.findings()
    broken = place.clue.read_bytes()
    assert place.clew("save", "x", "--tag", "one", "--tag", "two").status == 1
    assert place.clue.read_bytes() == broken
    place.clue.rename(place.library / "aside")
    place.clew("check", "--fix")
    assert {entry.dir for entry in read_clue(place.clue.read_bytes()).entries} == {
        str(place.dir(f"p{number}")) for number in range(3)
    }


@pytest.mark.parametrize("ref", ["nothing", "7", "today", "long-term", "2026-01-01", "x/y.md", ".clue", "../out.md"])
def test_r037_a_deletion_of_nothing_is_no_success(place, ref):
    place.save("the text", "--title", "Kept")
    before = tree(place.library)
    done = place.clew("delete", ref, "--json")
    assert done.status in (1, 2)
    assert done.json["error"]["kind"] in ("not-found", "usage")
    assert tree(place.library) == before


HOLDING = "import sys; from clew.stores.folder import FolderStore\nwith FolderStore(sys.argv[1], 'library', makes_root=True).lock():\n    print('held', flush=True); sys.stdin.read()"  # fmt: skip


@pytest.mark.slow
def test_r046_a_lock_that_another_holds_is_waited_for_ten_seconds_and_its_holder_named(place):
    place.save("the text", "--title", "Kept", "--conversation", "c1")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(place.library)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    holder.stdout.readline()
    begun = time.monotonic()
    done = place.clew("save", "more", "--tag", "one", "--tag", "two", "--conversation", "c1", "--json")
    assert 9 < time.monotonic() - begun < 20
    assert done.status == 4
    assert str(holder.pid) in done.json["error"]["message"]
    assert done.json["error"]["pending"]
    assert place.clew("menu").status == 0
    holder.kill()
    holder.wait()
    assert place.clew("save", "--pending", done.json["error"]["pending"]).status == 0
    holder.stdout.close()
    holder.stdin.close()


ENCODED = {
    "with a byte-order mark": "# 标题\n".encode("utf-8-sig"),
    "UTF-16 LE": "# 标题\n".encode("utf-16"),
    "UTF-16 BE": b"\xfe\xff" + "# 标题\n".encode("utf-16-be"),
    "Latin-1": "# Köln\n".encode("latin-1"),
    "one invalid byte": b"# fine but\xff\n",
    "NUL": b"# fine but\0\n",
}


def test_r062_whatever_a_file_is_encoded_in_it_is_reported_or_read_and_stays_as_it_is(place):
    """SPEC wins over the report: a memory in UTF-16 can be read, but is reported as what it is, and not written into."""
    place.save("the text", "--title", "Good", "--conversation", "c1")
    for name, data in ENCODED.items():
        (place.memories / f"{name}.md").write_bytes(data)
    assert place.clew("menu").status == 0
    assert set(names(place)) == {"Good", *ENCODED}
    found = {os.path.basename(path): rule for rule, path in place.findings() if rule == "not-utf8"}
    assert found.keys() == {f"{name}.md" for name in ENCODED if name != "with a byte-order mark"}
    place.save("more", "--conversation", "c1")
    for name, data in ENCODED.items():
        assert (place.memories / f"{name}.md").read_bytes() == data
        shown = place.clew("show", name)
        assert shown.status == 0
        assert shown.out in (data, data.decode("utf-16", "replace").encode() if "UTF-16" in name else data)
    done = place.clew("start", "--pick", "Latin-1", "--conversation", "c9")
    refused = place.clew("save", "x", "--tag", "one", "--tag", "two", "--conversation", "c9", "--json")
    assert done.status in (0, 1)
    assert refused.status == (1 if done.status == 0 else 0)
    assert (place.memories / "Latin-1.md").read_bytes() == ENCODED["Latin-1"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_r062_a_clue_file_with_a_mark_or_in_utf_16_is_read_and_stays_what_it_is(place, encoding):
    place.save("正文", "--title", "标题", "--conversation", "c1")
    text = place.clue.read_text("utf-8")
    place.clue.write_bytes(text.encode(encoding))
    assert names(place) == ["标题"]
    place.save("more", "--conversation", "c1", tags=("one", "新的"))
    assert "新的" in place.clue.read_bytes().decode(encoding)
    assert place.findings() == []


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_r064_a_console_that_cannot_show_it_gets_something_else(place, encoding):
    place.save("正文 🎉", "--title", "标题 🎉", "--tag", "标签")
    before = tree(place.library)
    environment = {**place.whole_environment, "PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    for words in (["--help"], ["menu"], ["list"], ["show", "1"], ["doctor"], ["check"], ["menu", "--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "clew", *words], cwd=place.project, env=environment, capture_output=True, timeout=60
        )
        assert done.returncode in (0, 1), done.stderr
        assert b"Traceback" not in done.stderr
        assert b"bug" not in done.stderr
        said = done.stdout.decode(encoding)
        if words[0] in ("menu", "list"):
            assert "标题" in said if encoding == "utf-8" else "\\u6807\\u9898" in said
    assert tree(place.library) == before


def test_r064_a_process_that_takes_file_names_for_another_encoding_is_refused(place):
    """It would not find the memories, and would take them for gone."""
    environment = {**place.whole_environment, "LC_ALL": "C", "PYTHONUTF8": "0"}
    code = "import clew, clew.errors\ntry: clew.open()\nexcept clew.errors.Usage as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, timeout=60)
    assert b"UTF-8" in done.stdout, done.stderr


TITLES = {
    "100 Chinese characters": "数据库迁移方案" * 15,
    "300 letters": "a" * 300,
    "200 emoji": "🎉👩‍👩‍👧" * 100,
    "a pasted log": "2026-11-30T15:24:48 ERROR [main] com.example.Thing: no such thing\n" * 50,
    "a device": "CON",
    "a device with an ending": "aux.md",
    "a dot at the end": "notes about v2.",
    "spaces at the ends": "  notes  ",
    "what Windows forbids": 'a: b? c* "d" <e> |f|',
    "nothing that can stand in a name": "???",
    "only digits": "2026",
    "a date": "2026-11-30",
    "today": "today",
}


def test_r065_any_title_gives_a_name_that_is_legal_everywhere_and_one_of_its_own(place):
    for number, title in enumerate(TITLES.values()):
        place.save(f"text {number}", "--title", title, "--conversation", f"c{number}")
    found = names(place)
    assert len({same_name_key(name) for name in found}) == len(TITLES)
    for name in found:
        assert len(name.encode()) <= STEM_BYTES
        assert not set('<>:"/\\|?*') & set(name)
        assert name[-1] not in ". "
        assert name.partition(".")[0].upper() not in ("CON", "AUX")
        assert not name.isdigit()
        assert place.done("show", name)["text"].startswith("# ")
    assert place.findings() == []
    assert ("# " + "数据库迁移方案" * 15 + "\n") in "".join(path.read_text() for path in place.memories.glob("*.md"))


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_r071_new_files_are_the_users_alone_and_what_the_owner_shared_stays_shared(place, umask):
    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "clew", *words, "--tag", "one", "--tag", "two", "--conversation", "c1"],
            cwd=place.project,
            env=place.whole_environment,
            umask=umask,
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr

    run("save", "the text", "--title", "Notes")
    for above, folders, files in os.walk(place.home):
        assert stat.S_IMODE(os.stat(above).st_mode) == 0o700, above
        for name in files:
            assert stat.S_IMODE(os.stat(os.path.join(above, name)).st_mode) == 0o600, name
        assert folders is not None
    (place.memories / "Notes.md").chmod(0o640)
    place.clue.chmod(0o644)
    run("save", "more")
    assert stat.S_IMODE((place.memories / "Notes.md").stat().st_mode) == 0o640
    assert stat.S_IMODE(place.clue.stat().st_mode) == 0o644


def test_r097_tags_are_one_in_every_case_and_form_and_bounded(place):
    spelled = [("API", "db"), ("api", "db"), (" Api ", "DB"), ("caf\u00e9", "db"), ("cafe\u0301", "db")]
    for number, tags in enumerate(spelled):
        place.save(f"text {number}", "--conversation", f"c{number}", tags=tags)
    assert place.done("tags")["common_tags"] == ["API", "db", "caf\u00e9"]
    refused = [["x" * 200, "db"], ["db"], [f"t{number}" for number in range(50)], ["", " ", "，"], ["not", "in-common"]]
    for each in refused:
        words = [word for tag in each for word in ("--tag", tag)]
        done = place.clew("save", "a refused text", *words, "--conversation", "c99", "--json")
        assert done.status == 1, each
        error = done.json["error"]
        assert error["kind"] == "rule"
        passing = [word for tag in error["suggestions"] for word in ("--tag", tag)]
        assert place.clew("save", "--pending", error["pending"], *passing).status == 0
        place.done("undo")
    for number in range(12):
        more = [f"tag {number} {at}" for at in range(4)]
        place.save(f"text {number}", "--conversation", f"more {number}", tags=("db", *more))
    assert place.clew("tags").text.count(",") < 12
    assert place.findings() == []
