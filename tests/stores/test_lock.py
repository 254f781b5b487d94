"""One writer at a time, who may die at any moment."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
import threading
import time

import pytest

from clew.errors import Locked, StorageFailed
from clew.stores import lock
from clew.stores.folder import FolderStore
from clew.stores.lock import holder_died
from tests.stores.children import finish, run, start

HOLD = """
with store.lock():
    say("held")
    sys.stdin.readline()
"""


@pytest.fixture
def store(tmp_path):
    return FolderStore(str(tmp_path / "root"), "library", makes_root=True)


def hold(store):
    child = start(HOLD, store.root)
    assert first_word(child) == "held"
    return child


def first_word(child):
    return child.stdout.readline().strip()


def let_go(child):
    child.communicate("\n", timeout=20)


def die(child):
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=20)


def content(store):
    with open(os.path.join(store.root, ".clew.lock"), encoding="utf-8") as file:
        return file.read()


def test_a_lock_held_by_another_process_fails_in_its_time_and_names_the_holder(store):
    child = hold(store)
    began = time.monotonic()
    with pytest.raises(Locked) as caught, store.lock(0.3):
        pass
    assert 0.3 <= time.monotonic() - began < 8
    assert f"pid {child.pid}" in caught.value.holder
    assert os.uname().nodename[:5] in caught.value.holder
    assert time.strftime("%Y-%m-%dT") in caught.value.holder
    for lang in ("en", "zh"):
        assert str(child.pid) in caught.value.message(lang)
        assert caught.value.hint(lang)
    let_go(child)
    with store.lock(0.0):
        pass


def test_everybody_waits_ten_seconds_by_contract(store, monkeypatch):
    def take(root, opened, seconds, clean):
        raise Locked(path=root, holder="?", seconds=seconds)

    monkeypatch.setattr(lock, "take", take)
    for act in (lambda: store.put("a.md", b""), store.lock().__enter__):
        with pytest.raises(Locked, match="10 seconds"):
            act()


def test_a_write_waits_until_the_lock_is_free(store):
    child = hold(store)
    timer = threading.Timer(0.2, let_go, [child])
    timer.start()
    assert store.put("a.md", b"x").data == b"x"
    timer.join()


def test_reading_never_waits(store):
    store.put("p/a.md", b"x")
    child = hold(store)
    began = time.monotonic()
    assert store.get("p/a.md").data == b"x"
    assert len(store.list(deep=True)) == 2
    store.recover()
    assert time.monotonic() - began < 5
    let_go(child)


def test_a_dead_holder_holds_nothing_and_what_it_left_is_swept(store):
    store.put("p/a.md", b"old")
    code = """
from clew.stores import writing
with store.lock():
    os.link = os.rename = lambda *a, **k: (say("writing"), time.sleep(60))
    store.put("p/q/a.md", b"new")
"""
    child = start(code, store.root)
    assert first_word(child) == "writing"
    assert not holder_died(store.root), "it lives"
    die(child)
    assert holder_died(store.root)
    assert len(store.leftovers()) == 1
    with store.lock(0.5):
        assert store.leftovers() == []
        assert str(os.getpid()) in content(store)
    assert content(store) == ""
    assert not holder_died(store.root)
    assert store.get("p/a.md").data == b"old"


def test_a_reader_cleans_up_after_the_dead(store):
    die(hold(store))
    left = os.path.join(store.root, ".tmp-clew-host-1-1-x")
    shutil.copy(os.path.join(store.root, ".clew.lock"), left)
    dead = FolderStore(store.root, "library", makes_root=False)
    dead.recover()
    assert not holder_died(store.root)
    assert os.path.exists(left), "another host's is not ours to sweep"


def test_the_name_of_the_dead_stays_until_its_traces_are_gone(store, monkeypatch):
    die(hold(store))

    def killed(root):
        assert holder_died_by_content(store)
        raise KeyboardInterrupt

    monkeypatch.setattr("clew.stores.temporary.sweep", killed)
    with pytest.raises(KeyboardInterrupt), store.lock(0.5):
        pass
    monkeypatch.undo()
    assert holder_died(store.root), "the next one must clean"


def holder_died_by_content(store):
    return content(store) != ""


def test_a_root_that_is_deleted_and_made_anew_has_a_new_lock(store, tmp_path):
    child = hold(store)
    shutil.rmtree(store.root)
    os.mkdir(store.root)
    with store.lock(0.5):
        assert os.path.exists(os.path.join(store.root, ".clew.lock"))
    let_go(child)


def test_whoever_waits_notices_that_the_root_was_made_anew(store):
    child = hold(store)

    def remake():
        os.rename(store.root, store.root + "-old")
        os.mkdir(store.root)

    timer = threading.Timer(0.2, remake)
    timer.start()
    store.put("a.md", b"x")
    timer.join()
    assert os.listdir(store.root + "-old") == [".clew.lock"]
    assert FolderStore(store.root, "library", makes_root=False).get("a.md").data == b"x"
    let_go(child)


def test_a_thread_reaches_its_lock_by_any_spelling_of_the_root(store, tmp_path):
    store.put("a.md", b"one")
    os.symlink(store.root, tmp_path / "other")
    other = FolderStore(str(tmp_path / "other"), "library", makes_root=False)
    with store.lock(), other.lock(0.0):
        other.put("a.md", b"two")
        store.put("a.md", b"three")
    assert other.get("a.md").data == b"three"


def test_a_forked_child_does_not_let_go_of_its_parents_lock(store):
    code = """
import warnings
with store.lock():
    if os.fork() == 0:
        sys.exit()  # through the `with`
    os.wait()
    say(os.path.getsize(os.path.join(root, ".clew.lock")) > 0)
    if os.fork() == 0:
        try:
            with store.lock(0.1): say("taken")
        except Exception as error: say(type(error).__name__)
        os._exit(0)
    os.wait()
"""
    assert run(code, store.root).split() == ["True", "Locked"]


def test_a_set_root_that_is_missing_cannot_be_locked_and_is_not_made(tmp_path):
    store = FolderStore(str(tmp_path / "unmounted"), "library", makes_root=False)
    with pytest.raises(StorageFailed) as caught, store.lock():
        pass
    assert str(tmp_path / "unmounted") in str(caught.value)
    assert not holder_died(store.root)
    assert os.listdir(tmp_path) == []


def test_a_lock_that_leads_away_is_not_followed(store, tmp_path):
    os.mkdir(store.root)
    os.symlink(tmp_path / "elsewhere", os.path.join(store.root, ".clew.lock"))
    with pytest.raises(StorageFailed), store.lock():
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_sixteen_processes_each_get_their_turns(store):
    """Also against those who let go and come back at once."""
    code = """
turns, end = 0, time.monotonic() + 2
while time.monotonic() < end:
    with store.lock():
        turns += 1
        time.sleep(0.002)
say(turns)
"""
    children = [start(code, store.root) for _ in range(16)]
    turns = [int(finish(child)) for child in children]
    assert min(turns) >= 5, turns
    assert content(store) == ""


def test_where_a_folder_cannot_be_locked_there_is_no_line_and_still_a_lock(store, monkeypatch):
    real = fcntl.flock

    def flock(fd, how):
        if os.path.isdir(f"/proc/self/fd/{fd}"):
            raise OSError(errno.EBADF, "as on NFS")
        return real(fd, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    child = hold(store)
    with pytest.raises(Locked), store.lock(0.05):
        pass
    let_go(child)
    with store.lock(0.0):
        pass


def test_the_holder_is_shown_without_what_could_disturb_a_terminal(store):
    child = hold(store)
    with open(os.path.join(store.root, ".clew.lock"), "r+b") as file:
        file.write(b"evil\x1b[2J\nname \xff" + b"x" * 1000)
    with pytest.raises(Locked) as caught, store.lock(0.0):
        pass
    assert caught.value.holder.startswith("evil [2J name")
    assert len(caught.value.holder) <= 300
    let_go(child)
