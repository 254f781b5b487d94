"""Many at once, clew and others: nothing lost, nothing torn, no change unseen."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import threading
import time

import pytest

from clew.errors import Conflict, StorageFailed
from clew.stores import swapping, writing
from clew.stores.contract import ABSENT
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder
from tests.stores.children import finish, start


@pytest.fixture
def store(tmp_path):
    return FolderStore(str(tmp_path / "root"), "library", makes_root=True)


def test_eight_processes_edit_one_file_and_no_edit_is_lost(store):
    code = """
for number in range(50):
    edit(store, "p/a.md", lambda old: (old or b"") + f"{sys.argv[2]} {number}\\n".encode())
"""
    for child in [start(code, store.root, writer) for writer in range(8)]:
        finish(child)
    lines = store.get("p/a.md").data.decode().splitlines()
    assert len(lines) == 400
    for writer in range(8):
        assert [line for line in lines if line.startswith(f"{writer} ")] == [f"{writer} {n}" for n in range(50)]
    assert [stat.path for stat in store.list(deep=True)] == ["p", "p/a.md"]


def test_processes_that_make_and_remove_the_same_folder_do_not_disturb_one_another(store):
    code = """
for number in range(40):
    store.put(f"p/q/{sys.argv[2]}.md", b"x", ABSENT)
    store.delete(f"p/q/{sys.argv[2]}.md")
"""
    for child in [start(code, store.root, writer) for writer in range(3)]:
        finish(child)
    assert store.list() == []


def test_a_reader_never_sees_half_a_write(store):
    texts = [bytes([letter]) * 100_000 for letter in b"abc"]
    store.put("a.md", texts[0])
    done = threading.Event()

    def write():
        for number in range(60):
            store.put("a.md", texts[number % 3])
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    while not done.is_set():
        assert store.get("a.md").data in texts
    thread.join()


def test_equal_fingerprints_mean_equal_bytes(store):
    """An editor that writes into the file, keeps its size and puts its time back is noticed even in the same tick."""
    path = os.path.join(store.root, "a.md")
    store.put("a.md", b"0000")
    for number in range(300):
        blob = store.get("a.md")
        before = os.stat(path)
        with open(path, "r+b") as file:
            file.write(f"{number % 10000:04}".encode())
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        now = store.get("a.md")
        assert now.data != blob.data or number == 0
        assert not blob.fingerprint or store.stat("a.md").fingerprint != blob.fingerprint


def test_a_file_that_rests_has_a_fingerprint_and_a_young_one_has_none(store):
    assert store.put("a.md", b"x").fingerprint == ""
    time.sleep(0.03)
    blob = store.get("a.md")
    assert blob.fingerprint == store.stat("a.md").fingerprint != ""


def test_a_file_that_was_given_an_old_time_a_moment_ago_is_young(store):
    """As rsync, git and an unpacked archive give it."""
    store.put("a.md", b"x")
    os.utime(os.path.join(store.root, "a.md"), (1_000_000_000, 1_000_000_000))
    assert store.get("a.md").fingerprint == ""


def test_a_file_from_the_future_is_looked_at_again_each_time(store, monkeypatch):
    store.put("a.md", b"x")
    monkeypatch.setattr("clew.stores.fingerprint.time_ns", lambda: time.time_ns() - 3_600_000_000_000)
    assert store.get("a.md").fingerprint == ""


def changed_by_another_hand(store, monkeypatch, times, data=b"theirs"):
    """Right before the file is replaced, an editor saves it; `times` in a row."""
    real, left = writing._still, [times]

    def still(folder, name, before):
        if left[0]:
            left[0] -= 1
            path = os.path.join(store.root, "a.md")
            with open(path + "~", "wb") as file:
                file.write(data + str(left[0]).encode())
            os.replace(path + "~", path)
        real(folder, name, before)

    monkeypatch.setattr(writing, "_still", still)


def test_an_edit_by_another_program_during_a_write_is_a_conflict(store, monkeypatch):
    revision = store.put("a.md", b"one").revision
    changed_by_another_hand(store, monkeypatch, 1)
    with pytest.raises(Conflict) as caught:
        store.put("a.md", b"mine", revision)
    assert (caught.value.mine, caught.value.theirs) == (b"mine", b"theirs0")
    assert store.get("a.md").data == b"theirs0"


def test_a_deletion_does_not_take_an_edit_along(store, monkeypatch):
    revision = store.put("a.md", b"one").revision
    changed_by_another_hand(store, monkeypatch, 1)
    with pytest.raises(Conflict):
        store.delete("a.md", revision)
    assert store.get("a.md").data == b"theirs0"


def test_without_an_expectation_a_write_tries_again_but_not_for_ever(store, monkeypatch):
    store.put("a.md", b"one")
    changed_by_another_hand(store, monkeypatch, 2)
    store.put("a.md", b"mine")
    assert store.get("a.md").data == b"mine"
    changed_by_another_hand(store, monkeypatch, 1000)
    with pytest.raises(Conflict):
        store.put("a.md", b"mine again")
    assert [stat.path for stat in store.list()] == ["a.md"]


def saved_by_an_editor(monkeypatch, *texts):
    """Between the last look and the swap, and then before each further one, an editor saves the next of `texts`."""
    real, left = OpenedFolder.swap, list(texts)

    def swap(folder, one, other):
        if left:
            fd = os.open("a.md~", os.O_WRONLY | os.O_CREAT, dir_fd=folder.fd)
            os.write(fd, left.pop(0))
            os.close(fd)
            os.replace("a.md~", other, src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
        return real(folder, one, other)

    monkeypatch.setattr(OpenedFolder, "swap", swap)


@pytest.mark.skipif(sys.platform != "linux", reason="names change places on Linux and macOS only")
@pytest.mark.parametrize("expected", [True, False])
def test_an_edit_in_the_moment_of_replacing_is_not_lost(store, monkeypatch, expected):
    revision = store.put("a.md", b"one").revision
    saved_by_an_editor(monkeypatch, b"theirs")
    with pytest.raises(Conflict) as caught:
        store.put("a.md", b"mine", *([revision] if expected else []))
    assert (caught.value.mine, caught.value.theirs) == (b"mine", b"theirs")
    assert store.get("a.md").data == b"theirs"
    assert [stat.path for stat in store.list()] == ["a.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_of_two_edits_in_that_moment_the_later_one_stays_and_the_other_one_is_in_the_conflict(store, monkeypatch):
    revision = store.put("a.md", b"one").revision
    saved_by_an_editor(monkeypatch, b"theirs", b"theirs again")
    with pytest.raises(Conflict) as caught:
        store.put("a.md", b"mine", revision)
    assert caught.value.theirs == b"theirs"
    assert store.get("a.md").data == b"theirs again"
    assert [stat.path for stat in store.list()] == ["a.md"]


def test_a_new_file_does_not_replace_one_that_appeared_in_that_moment(store, monkeypatch):
    store.put("b.md", b"")
    real = OpenedFolder.appear

    def appear(folder, old, new):
        with open(os.path.join(store.root, "a.md"), "ab") as file:
            file.write(b"theirs")
        real(folder, old, new)

    monkeypatch.setattr(OpenedFolder, "appear", appear)
    with pytest.raises(Conflict) as caught:
        store.put("a.md", b"mine", ABSENT)
    assert caught.value.theirs == b"theirs"
    assert store.get("a.md").data == b"theirs"
    assert [stat.path for stat in store.list()] == ["a.md", "b.md"]


def test_a_deletion_does_not_take_an_edit_along_that_came_in_that_moment(store, monkeypatch):
    revision = store.put("a.md", b"one").revision
    real, left = OpenedFolder.move, [b"theirs"]

    def move(folder, old, new):
        if left:
            with open(os.path.join(store.root, "a.md~"), "wb") as file:
                file.write(left.pop())
            os.replace(file.name, os.path.join(store.root, "a.md"))
        real(folder, old, new)

    monkeypatch.setattr(OpenedFolder, "move", move)
    with pytest.raises(Conflict):
        store.delete("a.md", revision)
    assert store.get("a.md").data == b"theirs"


@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_a_disk_that_fails_in_that_moment_has_the_old_text_or_it_is_told_that_nobody_knows(store, monkeypatch):
    store.put("a.md", b"one")

    def remove(folder, name):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(OpenedFolder, "remove", remove)
    with pytest.raises(StorageFailed) as caught:
        store.put("a.md", b"mine")
    assert caught.value.key == "stores.write-EIO"
    assert store.get("a.md").data == b"one"
    left = [True]  # one more swap, and then none to undo it

    def swap(folder, one, other):
        if not left:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        left.clear()
        return swapping.swap(folder.fd, one, other)

    monkeypatch.setattr(OpenedFolder, "swap", swap)
    with pytest.raises(StorageFailed) as caught:
        store.put("a.md", b"mine")
    assert caught.value.key == "stores.write-unsure"


@pytest.mark.parametrize("code", [errno.ENOSYS, errno.EINVAL, errno.EPERM])
def test_where_names_cannot_change_places_the_file_is_moved_as_ever(store, monkeypatch, code):
    def refused(*_):
        ctypes.set_errno(code)
        return -1

    store.put("a.md", b"one")
    monkeypatch.setattr(swapping, "_call", refused)
    store.put("a.md", b"two")
    assert store.get("a.md").data == b"two"


class FoldingFolder(OpenedFolder):
    """A file system on which `A.md` is `a.md`."""

    def entry(self, name):
        return next((each for each in os.listdir(self.fd) if each.casefold() == name.casefold()), name)

    def down(self, name):
        return super().down(self.entry(name))

    def open_read(self, name):
        return super().open_read(self.entry(name))

    def look(self, name):
        return super().look(self.entry(name))

    def move(self, old, new):
        super().move(self.entry(old), self.entry(new))

    def swap(self, one, other):
        return super().swap(self.entry(one), self.entry(other))

    def remove(self, name):
        super().remove(self.entry(name))


@pytest.fixture
def folding(tmp_path):
    return FolderStore(str(tmp_path / "root"), "library", makes_root=True, folders=FoldingFolder)


@pytest.mark.parametrize(("there", "asked"), [("a.md", "A.md"), ("p/x.md", "P/x.md"), ("p/x.md", "P/new.md"), ("Ä.md", "ä.md")])  # fmt: skip
def test_where_case_does_not_count_another_spelling_overwrites_nothing(folding, there, asked):
    folding.put(there, b"theirs")
    for act in (lambda: folding.put(asked, b"mine"), lambda: folding.put(asked, b"mine", "")):
        with pytest.raises(StorageFailed) as caught:
            act()
        assert caught.value.errno
        assert repr(there.split("/")[0]) in caught.value.message("en")
        assert repr(there.split("/")[0]) in caught.value.message("zh")
    if there != "p/x.md":
        with pytest.raises(StorageFailed):
            folding.delete(asked)
    assert [(stat.path) for stat in folding.list(deep=True) if stat.kind == "file"] == [there]
    assert folding.get(there).data == b"theirs"


def test_where_case_does_not_count_the_same_spelling_is_written_as_ever(folding):
    for data in (b"one", b"two"):
        folding.put("Projekt/A.md", data)
    assert folding.get("Projekt/A.md").data == b"two"
    folding.delete("Projekt/A.md")
    assert folding.list() == []


def test_where_case_counts_both_spellings_are_files(store):
    store.put("a.md", b"small")
    store.put("A.md", b"big")
    store.put("a.md", b"small again")
    assert [stat.path for stat in store.list()] == ["A.md", "a.md"]
