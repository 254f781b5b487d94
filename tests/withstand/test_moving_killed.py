"""Killed at each system call of a move: one library is whole and named by the settings, and the same command ends it."""

from __future__ import annotations

import errno
import signal
from pathlib import Path

import pytest

from clew.config import read_config
from clew.setup.moving import MARK
from tests.withstand.acts import telling
from tests.withstand.conftest import watched
from tests.withstand.place import LOCK, Place, temporaries, tree
from tests.withstand.system_calls import Fault

pytestmark = watched

WRITING = ("write", "pwrite", "ftruncate", "fsync", "fdatasync", "rename", "create", "mkdir", "unlink", "rmdir")


@pytest.fixture
def notes(place: Place) -> Path:
    """Where the library goes; it holds two memories, one with a past, a picture, and a choice not yet saved into."""
    place.environment["HOME"] = str(place.folder / "you")
    place.done("init")
    place.save("the beginning", "--conversation", "c1", "--title", "Storage")
    place.save("more of it", "--conversation", "c1")
    place.save("另一个决定", "--conversation", "c2", "--title", "别的", at=place.dir("other"))
    (place.memories / "plan.png").write_bytes(b"\x89PNG")
    place.done("start", "--pick", "Storage", "--conversation", "c3")
    return place.folder / "notes"


def test_killed_at_a_call_the_library_is_whole_and_the_move_is_finished(place, notes):
    """At every third of those calls that leave different disks behind."""
    deaths(place, notes, few=True)


@pytest.mark.slow
def test_killed_at_each_call_the_library_is_whole_and_the_move_is_finished(place, notes):
    deaths(place, notes, few=False)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("lasting", [False, True])
def test_where_the_disk_fails_the_library_is_whole_and_the_move_is_finished_later(place, notes, code, lasting):
    words = ("init", "--library", str(notes), "--move")
    old = plain(place.library)
    with place.again() as backup:
        calls = place.clew(*words, fault=Fault(names=WRITING)).calls
        for number in range(1 + lasting, len(calls) + 1, 11):
            backup.restore()
            done = place.clew(*words, "--json", fault=Fault(number, str(code), lasting, names=WRITING))
            assert done.status in (0, 1), done.err
            assert ("error" in done.json) == bool(done.status)
            assert plain(named(place)) == old, f"not whole at call {number} ({calls[number - 1]})"
            assert place.clew(*words).status == 0
            finished(place, notes, old)


def deaths(place: Place, notes: Path, few: bool) -> None:
    words = ("init", "--library", str(notes), "--move")
    old = plain(place.library)
    texts = place.texts_ever(f"{place.slug}/Storage.md")
    with place.again() as backup:
        done = place.clew(*words, fault=Fault())
        assert done.status == 0, done.err
        assert plain(notes) == old
        before, behind = 0, 0
        numbers = list(range(1, len(done.calls) + 1))
        if few:
            numbers = [number for number in numbers if telling(done.calls, number)][::3]
        for number in numbers:
            backup.restore()
            died = place.clew(*words, fault=Fault(number, "kill"))
            assert died.status in (-signal.SIGKILL, 0), died.err
            root = named(place)
            before, behind = before + (root != notes), behind + (root == notes)
            assert plain(root) == old, f"not whole at call {number} ({done.calls[number - 1]})"
            if number % 2:  # life goes on before anybody says it again
                place.save(f"said at call {number}", "--conversation", "c3")
                assert f"said at call {number}".encode() in plain(root)[f"{place.slug}/Storage.md"]
            now = plain(root)
            again = place.clew(*words)
            assert again.status == 0, again.err
            finished(place, notes, now)
            place.library = notes
            assert place.texts_ever(f"{place.slug}/Storage.md")[-len(texts) :] == texts
            assert place.findings() == []
            receipt = place.save("and later", "--conversation", "c3")
            assert receipt["memory"] == "Storage"
            place.library = place.home / "memory"
        assert before > 5
        assert behind > 5


def finished(place: Place, notes: Path, now: dict[str, bytes]) -> None:
    assert named(place) == notes
    assert plain(notes) == now
    assert tree(place.library) == {}, "but the empty folder itself may stay, where the disk would not let it go"
    assert not (notes / MARK).exists()
    assert temporaries(place.folder) == []


def named(place: Place) -> Path:
    """The library that the settings name."""
    return Path(read_config(str(place.home)).get("library", str(place.home / "memory")))


def plain(root: Path) -> dict[str, bytes]:
    """Every file of a library, the marks of a move and of a lock aside."""
    found = tree(root, but=(LOCK, MARK))
    return {path: data for path, data in found.items() if data is not None and "/.tmp-" not in f"/{path}"}
