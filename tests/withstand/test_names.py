"""Names of every kind, wherever a name can be given: what cannot be one is refused clearly, and nothing leads outside."""

from __future__ import annotations

import os
import unicodedata
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest

import clew
from clew.errors import StorageFailed
from clew.library.moving import rename
from clew.stores.opened import OpenedFolder
from clew.text.clue import read_clue
from clew.text.names import same_name_key
from tests.withstand.place import tree

NAMES = {
    "Chinese": "数据库选型",
    "emoji": "🎉👩‍👩‍👧",
    "300 letters": "n" * 300,
    "100 Chinese characters": "记" * 100,
    "a device": "CON",
    "a device with an ending": "nul.txt",
    "a dot at the end": "notes.",
    "a dot at the beginning": ".hidden",
    "an option": "--json",
    "NFD": unicodedata.normalize("NFD", "Übergröße"),
    "dots": "..",
    "one dot": ".",
    "a way up": "../../../etc/passwd",
    "absolute": "/etc/passwd",
    "a slash": "a/b",
    "a backslash": "..\\..\\x",
    "a drive": "C:\\x",
    "empty": "",
    "spaces": "   ",
    "lines": "one\ntwo",
    "controls": "a\x1b[2Jb\x07",
    "bidirectional": "a\u202eb",
    "a quote": 'it\'s "so"',
    "a comment": '<!-- clew conversation="c9" -->',
    "a surrogate": "\udcff\udcfe",
    "percent": "..%2f..%2fx",
    "a home": "~",
    "a variable": "$HOME",
    "a yaml sign": "- *a: &b [",
    "clew's own": ".clue",
    "a lock": ".clew.lock",
    "temporary": ".tmp-clew-x",
}


@pytest.fixture
def begun(place):
    place.save("the beginning", "--conversation", "c1", "--title", "Storage")
    return place


def unharmed(place, outside):
    """Nothing beside the home changed, and the library is in order."""
    assert {path: data for path, data in tree(place.folder).items() if not path.startswith("home")} == outside
    assert place.findings() == []


def outside_of(place):
    return {path: data for path, data in tree(place.folder).items() if not path.startswith("home")}


def clear(done):
    """It worked, or says in one clear line why not."""
    assert done.status in (0, 1, 2), done.err
    assert b"Traceback" not in done.err
    assert done.status == 0 or done.json["error"]["kind"] != "bug", done.out
    return done.status == 0


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_title(begun, name):
    outside = outside_of(begun)
    words = ["--title", name] if not name.startswith("-") else [f"--title={name}"]
    done = begun.clew("save", "SQLite it is.", "--tag", "one", "--tag", "x", *words, "--conversation", "c2", "--json")
    assert clear(done) or "\udcff" in name
    if done.status == 0:
        file = done.json["file"]
        assert file.startswith(f"{begun.slug}/")
        assert file.count("/") == 1
        assert unicodedata.is_normalized("NFC", file)
        assert begun.done("show", done.json["memory"])["text"].count("SQLite it is.") == 1
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_new_name(begun, name):
    outside = outside_of(begun)
    done = begun.clew("rename", "--json", "--", "Storage", name)
    if clear(done):
        (file,) = [path.name for path in begun.memories.iterdir()]
        assert file == done.json["file"].rpartition("/")[2]
        assert same_name_key(file) == same_name_key(name.strip() + ".md")
    else:
        assert [path.name for path in begun.memories.iterdir()] == ["Storage.md"]
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_project_directory(begun, name):
    """It need not exist; whatever it is, its folder lies in the library and is its own."""
    outside = outside_of(begun)
    done = begun.clew("save", "text", "--tag", "one", "--tag", "x", f"--dir={name}", "--json")
    if clear(done):
        assert done.json["file"].count("/") == 1
        entries = read_clue(begun.clue.read_bytes()).entries
        assert len({same_name_key(entry.dir_slug) for entry in entries}) == len({entry.dir for entry in entries})
        assert all(os.path.isabs(entry.dir) or entry.dir[1:3] == ":\\" for entry in entries)
        assert {path.name for path in begun.library.iterdir()} == {entry.dir_slug for entry in entries} | {
            ".clue",
            ".clew.lock",
        }
        assert clear(begun.clew("menu", f"--dir={name}", "--json"))
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_conversation(begun, name):
    outside = outside_of(begun)
    words = ["--tag", "one", "--tag", "x", f"--conversation={name}", "--json"]
    if clear(begun.clew("save", "text of it", *words)):
        again = begun.clew("save", "more of it", *words)
        assert again.status == 0
        if name:
            assert again.json["conversation"] == name
            assert again.json["lines"] > 7, "the same memory"
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_tag(begun, name):
    outside = outside_of(begun)
    done = begun.clew("save", "text", "--tag", "one", "--tag", "two", f"--tag={name}", "--conversation", "c1", "--json")
    if clear(done):
        (entry,) = read_clue(begun.clue.read_bytes()).entries
        assert list(entry.common_tags) == done.json["common_tags"]
        assert begun.save("and again", "--conversation", "c1")["tags"] == done.json["tags"]
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_ref(begun, name):
    outside = outside_of(begun)
    before = tree(begun.library)
    (begun.folder / "secret.md").write_text("a secret")
    outside = outside_of(begun)
    for command in (
        ["show"],
        ["history"],
        ["diff"],
        ["blame"],
        ["delete"],
        ["rename"],
        ["restore"],
        ["start", "--pick"],
    ):
        more = {"rename": ["New"], "restore": ["1"]}.get(command[0], [])
        words = (
            [*command[:-1], f"--pick={name}"] if command[-1] == "--pick" else [*command, "--json", "--", name, *more]
        )
        done = begun.clew(*words, *(["--json"] if command[-1] == "--pick" else []))
        shown = name == ".clue" and command[0] in (
            "show",
            "history",
            "diff",
            "blame",
        )  # a text like any other, to look at
        assert clear(done) is (shown or words[-1] == "--pick="), (command, done.out)  # no answer: a new conversation
        assert b"secret" not in done.out.replace(b"secret.md", b"")
    assert tree(begun.library) == before
    unharmed(begun, outside)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_as_a_request_a_heading_and_an_agent(begun, name):
    outside = outside_of(begun)
    words = ["--tag", "one", "--tag", "x", f"--request={name}", f"--heading={name}", f"--agent={name}"]
    first = begun.clew("save", "text of it", *words, "--conversation", "c1", "--json")
    if clear(first):
        again = begun.clew("save", "another text", *words, "--conversation", "c1", "--json")
        assert again.json["repeated"] is bool(name)
        assert again.json["conversation"] == "c1"
    unharmed(begun, outside)


def test_a_name_in_either_normalisation_is_one_name(begun):
    composed, apart = (unicodedata.normalize(form, "Übergrößen 각") for form in ("NFC", "NFD"))
    begun.save("the text", "--conversation", "c2", "--title", apart)
    assert begun.done("show", composed.replace(" ", "-"))["text"] == begun.done("show", apart.replace(" ", "-"))["text"]
    begun.save("another text", "--conversation", "c3", "--title", composed)
    names = [one["name"] for one in begun.done("list")["memories"]]
    assert len({same_name_key(name) for name in names}) == len(names) == 3


def test_a_directory_in_either_normalisation_is_one_project(begun):
    composed, apart = (unicodedata.normalize(form, "/srv/Größe") for form in ("NFC", "NFD"))
    begun.save("one", "--dir", composed, "--title", "One")
    begun.save("two", "--dir", apart, "--title", "Two")
    assert len(begun.done("list", "--dir", apart)["memories"]) == 2


def test_a_memory_whose_name_another_system_made_decomposed_is_found_by_what_a_person_types(begun):
    (begun.memories / unicodedata.normalize("NFD", "Größe.md")).write_text("# by hand\n")
    assert begun.done("show", "größe")["text"] == "# by hand\n"
    begun.done("start", "--pick", "Größe", "--conversation", "c5")
    begun.save("more", "--conversation", "c5")
    assert len(list(begun.memories.iterdir())) == 2
    assert begun.findings() == []


@contextmanager
def a_file_system_that_ignores_case():
    """As macOS and Windows have it: every name that is asked for is answered by the one that differs in case alone."""
    real_look, real_open, real_move = OpenedFolder.look, OpenedFolder.open_read, OpenedFolder.move
    real_create, real_remove, real_down = OpenedFolder.create, OpenedFolder.remove, OpenedFolder.down

    def standing(folder, name):
        key = same_name_key(name)
        return next((other for other in folder.names() if same_name_key(other) == key), name)

    patches: dict[str, Any] = {
        "look": lambda folder, name: real_look(folder, standing(folder, name)),
        "open_read": lambda folder, name: real_open(folder, standing(folder, name)),
        "move": lambda folder, old, new: real_move(folder, standing(folder, old), standing(folder, new)),
        "create": lambda folder, name: real_create(folder, standing(folder, name)),
        "remove": lambda folder, name: real_remove(folder, standing(folder, name)),
        "down": lambda folder, name: real_down(folder, standing(folder, name)),
    }
    with mock.patch.multiple(OpenedFolder, **patches):
        yield


def test_where_the_file_system_ignores_case_no_memory_covers_another(place):
    with a_file_system_that_ignores_case():
        home = clew.open(place.home)
        for number, title in enumerate(["Plan", "PLAN", "plan", "Straße", "STRASSE", "ÜBER", "über"]):
            project = home.library.project(place.project)
            project.start(0, f"c{number}").save(f"text {number}.", tags=["one", "two"], title=title)
        for number, dir in enumerate(["/srv/App", "/srv/app", "/srv/APP"]):
            home.library.project(dir).start(0, f"d{number}").save(f"app {number}.", tags=["one", "two"], title="Same")
        texts = [path.read_text() for path in place.library.rglob("*.md")]
        assert sum(f"text {number}." in "".join(texts) for number in range(7)) == 7
        assert len(texts) == 10
        assert all("".join(texts).count(f"app {number}.") == 1 for number in range(3))
        slugs = [entry.dir_slug for entry in read_clue(place.clue.read_bytes()).entries]
        assert len({same_name_key(slug) for slug in slugs}) == len(slugs)
        home.close()
    assert place.findings() == []


def test_where_the_file_system_ignores_case_a_name_is_not_changed_in_case_alone(place):
    """Not in one step: it would be taken for the name of another memory. It is told, and nothing happens."""
    place.save("the text", "--conversation", "c1", "--title", "plan")
    before = tree(place.library)
    with a_file_system_that_ignores_case():
        home = clew.open(place.home)
        with pytest.raises(StorageFailed) as caught:
            rename(home.library, f"{place.slug}/plan.md", "PLAN")
        assert "plan.md" in caught.value.message()
        rename(home.library, f"{place.slug}/plan.md", "plan for now")
        rename(home.library, f"{place.slug}/plan for now.md", "PLAN")
        home.close()
    assert before != tree(place.library)
    assert [one["name"] for one in place.done("list")["memories"]] == ["PLAN"]
    assert place.findings() == []
