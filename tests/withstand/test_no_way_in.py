"""A library, a home or a file that cannot be written, or is not there: told, nothing made, and reading goes on."""

from __future__ import annotations

import errno
import os

import pytest

from tests.withstand.conftest import watched
from tests.withstand.place import Done, Place, tree
from tests.withstand.system_calls import Fault

SAVE = ("save", "more text", "--tag", "one", "--tag", "db", "--conversation", "c1", "--json")
READING = (
    ["menu"],
    ["show", "Storage"],
    ["list", "--all"],
    ["tags"],
    ["history", "Storage"],
    ["diff", "Storage"],
    ["check"],
)


def begun(place: Place) -> Place:
    place.save("the beginning", "--conversation", "c1", "--title", "Storage")
    place.done("menu")
    return place


def forbid(folder: os.PathLike[str]) -> None:
    """Nothing can be written there any more."""
    for above, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = os.path.join(above, name)
            os.chmod(path, 0o500 if os.path.isdir(path) else 0o400)
    os.chmod(folder, 0o500)


def allow(folder: os.PathLike[str]) -> None:
    os.chmod(folder, 0o700)
    for above, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = os.path.join(above, name)
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)


def refused(done: Done, path: object, kind: str = "storage") -> str | None:
    """A clear error about the path; the id under which the text is kept."""
    assert done.status == 1, done
    error = done.json["error"]
    assert error["kind"] == kind
    assert str(path) in error["path"]
    assert error["path"] in error["message"]
    pending = error["pending"]
    return None if pending is None else str(pending)


def reading_goes_on(place: Place, said: str = "") -> None:
    for words in READING:
        done = place.clew(*words)
        assert done.status == 0, (words, done)
        assert b"bug" not in done.err
        if words[0] in ("menu", "show", "list"):
            assert b"Storage" in done.out, words


def test_a_library_that_cannot_be_written(nobodys):
    place = begun(nobodys)
    before = tree(place.library)
    forbid(place.library)
    pending = refused(place.clew(*SAVE), place.library)
    for words in (["rename", "Storage", "New"], ["delete", "Storage"], ["undo"], ["restore", "Storage", "1"]):
        refused(place.clew(*words, "--json"), place.library)
    reading_goes_on(place)
    assert tree(place.library) == before
    allow(place.library)
    assert pending
    assert place.clew("save", "--pending", pending).status == 0
    assert "more text" in (place.memories / "Storage.md").read_text()
    assert place.findings() == []


def test_a_home_that_cannot_be_written(nobodys):
    place = nobodys
    place.library = place.folder / "library"
    place.library.mkdir()
    place.own(place.library)
    place.environment["CLEW_LIBRARY"] = str(place.library)
    begun(place)
    before = tree(place.folder)
    forbid(place.home)
    assert refused(place.clew(*SAVE), place.home) is None
    reading_goes_on(place)
    assert place.clew("start").status == 1  # what was chosen could not be remembered
    assert tree(place.folder) == before
    allow(place.home)
    assert place.clew(*SAVE).status == 0


@pytest.mark.parametrize("name", ["history.db", "state.db"])
def test_a_database_that_cannot_be_read(nobodys, name):
    place = begun(nobodys)
    os.chmod(place.home / name, 0)
    for words in READING:
        if words[0] in ("history", "diff") and name == "history.db":
            refused(place.clew(*words, "--json"), place.home / name, "unreadable")
        else:
            done = place.clew(*words)
            assert done.status == 0, (words, done)
    before = tree(place.library)
    done = place.clew(*SAVE)
    if name == "history.db":
        assert refused(done, place.home / name, done.json["error"]["kind"])
        assert tree(place.library) == before
    else:
        assert done.status == 0, done
        assert str(place.home / name) in done.talk


def test_a_library_that_was_set_and_is_not_there(place):
    """It may be on a disk that is not mounted: nothing is made in its place, and the text is kept."""
    place.home.mkdir()
    root = place.folder / "mnt" / "library"
    place.home.joinpath("config.toml").write_text(f'library = "{root}"\n')
    for words in READING:
        refused(place.clew(*words, "--json"), root, "not-found")
    pending = refused(place.clew(*SAVE), root, "not-found")
    assert not root.parent.exists()
    assert not (place.home / "memory").exists()
    root.mkdir(parents=True)
    assert pending
    assert place.clew("save", "--pending", pending).status == 0
    assert place.done("list")["memories"][0]["name"]


def test_a_library_that_goes_away_between_two_commands(place):
    root = place.folder / "library"
    root.mkdir()
    place.environment["CLEW_LIBRARY"] = str(root)
    place.save("the beginning", "--conversation", "c1", "--title", "Storage")
    root.rename(place.folder / "elsewhere")
    refused(place.clew(*SAVE), root, "not-found")
    assert not root.exists()
    (place.folder / "elsewhere").rename(root)
    assert place.clew(*SAVE).status == 0
    assert place.done("list")["memories"][0]["lines"] > 10


@watched
def test_a_disk_that_is_full_for_the_history_alone(place):
    begun(place)
    before = tree(place.library)
    full = Fault(1, str(errno.ENOSPC), True, file="history.db")
    pending = refused(place.clew(*SAVE, fault=full), place.home / "history.db")
    assert tree(place.library) == before
    for words in READING:
        assert place.clew(*words, fault=full).status == 0, words
    assert pending
    assert place.clew("save", "--pending", pending).status == 0
    assert place.findings() == []


@watched
def test_a_disk_that_is_full_for_the_history_alone_and_an_edit_by_hand(place):
    """The edit cannot be kept yet, so it is not overwritten either; once there is room it is."""
    begun(place)
    memory = place.memories / "Storage.md"
    edited = memory.read_bytes() + b"by hand\n"
    memory.write_bytes(edited)
    full = Fault(1, str(errno.ENOSPC), True, file="history.db")
    assert place.clew("menu", fault=full).status == 0
    assert place.clew(*SAVE, fault=full).status == 1
    assert memory.read_bytes() == edited
    assert place.clew(*SAVE).status == 0
    assert edited in place.texts_ever(f"{place.slug}/Storage.md")


@watched
def test_a_disk_that_is_full_for_the_state_alone(place):
    """What it holds can be derived again: a save goes on, and says so; a refused text cannot be kept, and that is said too."""
    begun(place)
    full = Fault(1, str(errno.ENOSPC), True, file="state.db")
    done = place.clew(*SAVE, fault=full)
    assert done.status == 0, done
    assert str(place.home / "state.db") in done.talk
    alone = place.clew("save", "a text", "--tag", "alone", "--conversation", "c1", "--json", fault=full)
    assert alone.status == 1
    assert alone.json["error"]["pending"] is None
    assert place.findings() == []


def test_a_damaged_state_is_derived_anew(place):
    """Pages of it are rubbish, which shows only in the middle of a command."""
    for number in range(12):
        place.save(f"text {number} " * 20, "--conversation", f"c{number}", "--title", f"Memory {number}")
    whole = place.home.joinpath("state.db").read_bytes()
    for page in range(1, len(whole) // 4096):
        place.home.joinpath("state.db").write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        assert place.clew("menu").status == 0, page
        done = place.clew("save", f"page {page}", "--tag", "one", "--tag", "x", "--conversation", "c7", "--json")
        assert done.status == 0, (page, done)
        assert done.json["memory"] == "Memory-7", page
        assert len(list(place.memories.glob("*.md"))) == 12
    place.home.joinpath("state.db").unlink()
    assert place.findings() == []


@pytest.mark.parametrize("name", ["history.db", "state.db"])
def test_a_database_that_could_not_be_written_for_a_while_can_be_written_again(nobodys, name):
    """Whoever read it meanwhile had SQLite make files beside it, which could not be written either."""
    place = begun(nobodys)
    os.chmod(place.home / name, 0o400)
    for words in READING:
        assert place.clew(*words).status == 0, words
    place.clew(*SAVE)
    os.chmod(place.home / name, 0o600)
    assert place.clew(*SAVE).status == 0
    assert place.clew("undo").status == 0
    assert place.findings() == []
    left = {path.name: path.stat().st_mode & 0o777 for path in place.home.glob("*.db*")}
    assert set(left.values()) == {0o600}, left
