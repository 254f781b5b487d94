"""A library moves with everything that is its own, and with nothing else; whoever writes meanwhile loses nothing."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from clew.config import read_config
from clew.errors import Conflict, NotFound, StorageFailed, Unreadable, Usage
from clew.home import Home
from clew.library.check import check
from clew.library.wish import Wish
from clew.setup import moving, settings_file
from clew.setup.begin import begin
from clew.setup.moving import MARK, unfinished
from clew.stores.folder import FolderStore
from clew.stores.lock import NAME as LOCK
from tests.setup.test_begin import files, seed_library

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes, links and open files of POSIX")


@pytest.fixture
def library(you: Path) -> Path:
    """Two projects with memories, in the usual place."""
    begin(None, None, None, "en")
    home = Home()
    for dir, conversation in (("/home/you/shop", "c1"), ("/home/you/船", "c2")):
        home.library.project(dir).start(0, conversation).save(f"decided in {dir}", tags=["one", "二"])
    home.library.project("/home/you/shop").start(1, "c3")  # chose, and has not saved yet
    home.close()
    return you / ".clew/memory"


def move(to: Path | None = None) -> moving.Moved:
    moved = begin(None, None if to is None else str(to), None, "en", moves=True).moved
    assert moved is not None
    return moved


def content(library: Path) -> dict[str, bytes]:
    """What counts: no lock, and not what a home remembers of a look."""
    return {path: data for path, data in files(library).items() if path != LOCK and "state.db" not in path}


def test_every_byte_moves_and_the_old_place_is_gone(library, you):
    before = content(library)
    moved = move(you / "notes")
    assert content(you / "notes") == before
    assert (moved.files, moved.changed, moved.left) == (len(before), (), ())
    assert read_config(str(you / ".clew")) == {"library": str(you / "notes")}
    assert library.exists() == (os.name == "nt")


def test_history_and_choices_move_along(library, you):
    home = Home()
    key = home.library.kept.key
    before = {
        version.path: [each.id for each in home.history.versions(key, version.path)]
        for version in home.history.paths(key)
    }
    home.close()
    move(you / "notes")
    home = Home()
    kept = home.library.kept
    assert kept.key != key
    assert {path: [each.id for each in home.history.versions(kept.key, path)] for path in before} == before
    saved = home.library.save(home.library.project("/home/you/shop"), Wish("and later", ("one", "two"), "c3"))
    assert not saved.created
    assert check(home.library) == []
    home.close()


def test_there_and_back_again(library, you):
    before = content(library)
    move(you / "notes")
    assert move().new == str(library)  # without a folder: the usual place
    assert content(library) == before
    assert read_config(str(you / ".clew")) == {}
    assert not begin(None, None, None, "en", moves=True).changed


def test_a_library_that_is_not_there_yet_is_only_set(you):
    begun = begin(None, str(you / "notes"), None, "en", moves=True)
    assert begun.moved is None
    assert read_config(str(you / ".clew")) == {"library": str(you / "notes")}
    assert not (you / ".clew/memory").exists()


def test_a_library_that_was_set_and_is_not_there_does_not_move(library, you):
    """It may be on a disk that is not mounted."""
    move(you / "notes")
    os.rename(you / "notes", you / "unmounted")
    with pytest.raises(NotFound, match="notes"):
        move(you / "more")
    assert read_config(str(you / ".clew")) == {"library": str(you / "notes")}


def test_out_of_gooses_folder_gooses_own_texts_stay(you):
    library = seed_library(you / ".config/goose/memory")
    (library / ".stfolder").mkdir()
    (library / "pictures").mkdir()
    (library / "pictures/cat.png").write_bytes(b"\x89PNG")
    begin(None, str(library), None, "en")
    moved = move()
    assert moved.left == (".stfolder", "pictures", "prefs.txt")
    assert set(content(library)) == {"prefs.txt", "pictures/cat.png"}
    assert set(content(you / ".clew/memory")) == {".clue", "home-project/自建goose启动规则.md"}


def test_all_that_a_person_put_into_a_projects_folder_moves_but_not_what_is_hidden(library, you):
    shop = library / "home-you-shop"
    (shop / "plan.png").write_bytes(b"\x89PNG")
    (shop / "old").mkdir()
    (shop / "old/sketch.md").write_text("by hand")
    (shop / "x.sync-conflict-20261130-152448-ABCDEFG.md").write_text("the other side")
    (shop / ".DS_Store").write_bytes(b"\0")
    moved = move(you / "notes")
    assert {"plan.png", "old/sketch.md", "x.sync-conflict-20261130-152448-ABCDEFG.md"} <= {
        path.removeprefix("home-you-shop/") for path in content(you / "notes")
    }
    assert moved.left == ("home-you-shop",)
    assert set(content(library)) == {"home-you-shop/.DS_Store"}


@POSIX
def test_times_and_modes_move_along(library, you):
    (by_hand,) = (library / "home-you-shop").iterdir()
    os.utime(by_hand, (1_600_000_000, 1_600_000_000))
    by_hand.chmod(0o640)
    move(you / "notes")
    seen = (you / "notes/home-you-shop" / by_hand.name).stat()
    assert (seen.st_mtime, seen.st_mode & 0o777) == (1_600_000_000, 0o640)


@pytest.mark.parametrize("to", [".clew", ".clew/memory/below", ".", "file", "full", ".clew/workspace"])
def test_a_place_that_cannot_be_is_refused_and_nothing_changes(library, you, to):
    (you / "file").write_text("mine")
    seed_library(you / "full")
    before = content(you)
    with pytest.raises((Usage, Unreadable)):
        move(you / to)
    assert content(you) == before


@POSIX
def test_what_cannot_be_read_stops_the_move_before_anything_moved(library, you):
    before = content(library)
    begun: list[str] = []
    real = FolderStore.get

    def get(self, path):
        begun.append(path)
        if self.root == str(library) and path.endswith(".clue"):
            raise Unreadable("stores.read-EIO", path=path, errno=5)
        return real(self, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FolderStore, "get", get)
        with pytest.raises(Unreadable):
            move(you / "notes")
    assert begun
    assert content(library) == before
    assert not (you / "notes").exists()
    assert read_config(str(you / ".clew")) == {}
    move(you / "notes")


def test_a_full_disk_leaves_no_half_copy(library, you, monkeypatch):
    before, room = content(library), [2]
    real = FolderStore.put

    def put(self, path, data, expect="*"):
        if self.root == str(you / "notes") and not path.startswith("."):
            room[0] -= 1
            if not room[0]:
                raise StorageFailed("stores.write-ENOSPC", path=path, errno=28)
        return real(self, path, data, expect)

    monkeypatch.setattr(FolderStore, "put", put)
    with pytest.raises(StorageFailed, match="disk is full"):
        move(you / "notes")
    assert content(library) == before
    assert not (you / "notes").exists()


def test_an_interruption_right_behind_the_switch_takes_nothing_away(library, you, monkeypatch):
    before = content(library)

    def settle(*arguments):
        settings_file.settle(*arguments)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "settle", settle)
        with pytest.raises(KeyboardInterrupt):
            move(you / "notes")
    assert content(you / "notes").items() >= before.items()
    move(you / "notes")
    assert content(you / "notes") == before
    assert not (library / ".clue").exists()


def test_what_another_program_writes_meanwhile_moves_too(library, you, monkeypatch):
    (memory,) = (library / "home-you-shop").iterdir()
    real = moving._copy

    def copy(here, there, path):
        real(here, there, path)
        if path == ".clue" and not (library / "home-you-shop/new.md").exists():  # the last one
            memory.write_text("edited while it moved")
            (library / "home-you-shop/new.md").write_text("made while it moved")

    monkeypatch.setattr(moving, "_copy", copy)
    move(you / "notes")
    assert (you / "notes/home-you-shop" / memory.name).read_text() == "edited while it moved"
    assert (you / "notes/home-you-shop/new.md").read_text() == "made while it moved"


def test_a_library_that_is_never_at_rest_does_not_move(library, you, monkeypatch):
    real, times = moving._copy, [0]

    def copy(here, there, path):
        real(here, there, path)
        times[0] += 1
        (library / "home-you-shop/busy.md").write_text("again " * times[0])

    monkeypatch.setattr(moving, "_copy", copy)
    with pytest.raises(Conflict):
        move(you / "notes")
    assert not (you / "notes").exists()
    assert read_config(str(you / ".clew")) == {}


def test_an_edit_behind_the_switch_stays_where_it_was_made(library, you, monkeypatch):
    (memory,) = (library / "home-you-shop").iterdir()

    def settle(*arguments):
        settings_file.settle(*arguments)
        memory.write_text("edited in the last moment")
        return True

    monkeypatch.setattr(moving, "settle", settle)
    moved = move(you / "notes")
    assert moved.changed == (str(memory),)
    assert memory.read_text() == "edited in the last moment"


def test_who_waits_for_the_lock_meanwhile_writes_nothing_and_loses_nothing(library, you):
    """A save that began before the move would otherwise make the old library anew."""
    waiting = Home()
    project = waiting.library.project("/home/you/shop")
    told: list[Conflict] = []

    def save():
        try:
            waiting.library.save(project, Wish("said while it moved", ("one", "two"), "c9"))
        except Conflict as problem:
            told.append(problem)

    with FolderStore(str(library), "library", makes_root=False).lock():
        saver = threading.Thread(target=save)
        saver.start()
        move(you / "notes")
    saver.join(20)
    (problem,) = told
    assert problem.path == str(you / "notes")
    waiting.close()
    home = Home()
    home.library.finish(problem.pending or "", ())
    texts = [path.read_text("utf-8") for path in (you / "notes/home-you-shop").iterdir()]
    assert sum("said while it moved" in text for text in texts) == 1
    home.close()
    assert not (library / ".clue").exists()


def test_a_copy_that_was_not_finished_is_no_library(library, you):
    (you / "notes").mkdir()
    (you / "notes" / MARK).write_text(f"{library}\n")
    assert unfinished(str(you / "notes")) == str(library)
    with pytest.raises(Usage, match="not finished"):
        begin(None, str(you / "notes"), None, "en")
    move(you / "notes")
    assert unfinished(str(you / "notes")) is None
    (you / "more").mkdir()
    (you / "more" / MARK).write_text("/from/elsewhere\n")
    with pytest.raises(Usage, match="/from/elsewhere"):
        move(you / "more")


def test_a_stale_copy_of_an_earlier_try_is_made_anew(library, you):
    (memory,) = (library / "home-you-shop").iterdir()
    before = content(library)
    stale = you / "notes/home-you-shop"
    stale.mkdir(parents=True)
    (you / "notes" / MARK).write_text(f"{library}\n")
    (stale / memory.name).write_text("an older text")
    (stale / "renamed-since.md").write_text("an older name")
    move(you / "notes")
    assert content(you / "notes") == before
    home = Home()
    kept = home.library.kept
    texts = [home.history.content(each.id) for each in home.history.versions(kept.key, f"home-you-shop/{memory.name}")]
    assert b"an older text" in texts, "whoever wrote it, the history has it"
    home.close()
