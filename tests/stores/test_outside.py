"""Nothing outside the root is opened, whatever stands in a path; what is no plain file is said to be none."""

from __future__ import annotations

import errno
import os
import socket
import threading
from contextlib import suppress
from itertools import count

import pytest

from clew.errors import ClewError, NotFound, StorageFailed, Unreadable
from clew.stores.checked import CheckedFolder
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder
from tests.stores.children import run_without_rights

SECRET = b"a secret outside"


@pytest.fixture(params=[OpenedFolder, CheckedFolder])
def store(request, tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.md").write_bytes(SECRET)
    return FolderStore(str(tmp_path / "root"), "library", makes_root=False, folders=request.param)


@pytest.fixture
def outside(tmp_path):
    return tmp_path / "outside"


def refused(store, path, *, writes=True):
    """`path` is refused as `Unreadable` by all that would open or replace it; the words name it, in both languages."""
    acts = [store.get, *([store.delete, lambda path: store.put(path, b"x")] if writes else [])]
    for act in acts:
        with pytest.raises(Unreadable) as caught:
            act(path)
        assert isinstance(caught.value, OSError)
        assert caught.value.errno
        assert caught.value.path
        assert caught.value.path.startswith(store.root)
        for lang in ("en", "zh"):
            assert caught.value.path in caught.value.message(lang)
    return caught.value


def test_a_linked_file_is_neither_read_nor_replaced_nor_removed(store, outside):
    os.symlink(outside / "a.md", os.path.join(store.root, "a.md"))
    refused(store, "a.md")
    assert store.stat("a.md").kind == "link"
    assert (outside / "a.md").read_bytes() == SECRET


def test_a_linked_folder_is_not_entered(store, outside):
    os.symlink(outside, os.path.join(store.root, "p"))
    error = refused(store, "p/a.md")
    assert error.path == os.path.join(store.root, "p")
    refused(store, "p/q/a.md")
    with pytest.raises(Unreadable):
        store.list("p")
    with pytest.raises(Unreadable):
        store.stat("p/a.md")
    assert [(stat.path, stat.kind) for stat in store.list(deep=True)] == [("p", "link")]
    assert os.listdir(outside) == ["a.md"]


def test_a_link_that_leads_nowhere_or_in_a_circle_is_said_to_be_a_link(store):
    os.symlink("nowhere", os.path.join(store.root, "nowhere.md"))
    os.symlink("circle.md", os.path.join(store.root, "circle.md"))
    for path in ("nowhere.md", "circle.md"):
        refused(store, path)


def test_a_root_may_be_reached_through_a_link(store, tmp_path):
    store.put("a.md", b"x")
    os.symlink(store.root, tmp_path / "link")
    assert FolderStore(str(tmp_path / "link"), "library", makes_root=False).get("a.md").data == b"x"


def test_a_pipe_does_not_block(store):
    os.mkfifo(os.path.join(store.root, "x.md"))
    refused(store, "x.md")
    assert store.stat("x.md").kind == "other"


def test_a_socket_is_said_to_be_special(store, monkeypatch):
    monkeypatch.chdir(store.root)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("x.md")
        refused(store, "x.md")


def test_a_folder_named_like_a_memory_is_said_to_be_a_folder(store):
    os.mkdir(os.path.join(store.root, "x.md"))
    assert refused(store, "x.md").errno == errno.EISDIR
    assert store.stat("x.md").kind == "folder"


def test_a_folder_swapped_for_a_link_at_any_moment_leads_nobody_outside(tmp_path, outside, store):
    """The race between a check and the opening: there is none."""
    if store._at._folders is CheckedFolder:
        pytest.skip("Windows cannot hold folders open; there the opened file is compared with the one looked at")
    store.put("p/a.md", b"inside")
    folder = os.path.join(store.root, "p")
    done = threading.Event()

    def swap():
        for number in count():
            aside = f"{folder}-{number}"
            steps = (
                (os.rename, folder, aside),
                (os.symlink, outside, folder),
                (os.unlink, folder),
                (os.rename, aside, folder),
            )
            for step, *given in steps:
                with suppress(OSError):  # a write made the folder anew in between
                    step(*given)
            if done.is_set():
                return

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        inside = 0
        for number in range(400):
            with suppress(ClewError):
                data = store.get("p/a.md").data
                assert data == b"inside"
                inside += 1
            if number % 10 == 0:
                store.sweep()
                with suppress(ClewError):
                    store.put("p/a.md", b"inside")
            for act in (lambda: store.delete("p/b.md"), lambda: store.list("p")):
                with suppress(ClewError):
                    act()
    finally:
        done.set()
        thread.join()
    assert inside
    assert [(path.name, path.read_bytes()) for path in outside.iterdir()] == [("a.md", SECRET)]


def test_what_nobody_may_read_is_unreadable_and_not_empty(public):
    root = public
    os.chmod(root, 0o777)
    for name in ("file.md", "folder/a.md", "ok.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(b"x")
    os.chmod(root / "file.md", 0)
    os.chmod(root / "folder", 0)
    said = run_without_rights(
        """
for act in (store.get, lambda path: store.put(path, b"new"), lambda path: store.put(path, b"new", ABSENT), store.delete):
    for path in ("file.md", "folder/a.md"):
        try:
            act(path)
            say(f"done {path}")
        except ClewError as error:
            say(f"{type(error).__name__} {error.errno} {error}")
for act in (lambda: store.list("folder"), lambda: store.list(deep=True), lambda: store.stat("folder/a.md")):
    try: say(act())
    except ClewError as error: say(type(error).__name__)
say(store.get("ok.md").data)
""",
        root,
    ).splitlines()
    os.chmod(root / "folder", 0o700)
    assert all(line.split()[:2] in (["Unreadable", "13"], ["StorageFailed", "13"]) for line in said[:8]), said
    assert all("permission" in line for line in said[:8])
    assert said[8:] == ["Unreadable", "Unreadable", "Unreadable", "b'x'"]
    assert (root / "file.md").read_bytes() == (root / "folder" / "a.md").read_bytes() == b"x"


def test_a_root_without_write_permission_is_read_and_a_write_says_why_not(public):
    root = public
    (root / "a.md").write_bytes(b"x")
    os.chmod(root / "a.md", 0o644)
    os.chmod(root, 0o555)
    said = run_without_rights(
        """
say(store.get("a.md").data)
store.recover()
for act in (lambda: store.put("a.md", b"new"), lambda: store.delete("a.md"), lambda: store.lock().__enter__()):
    try: act()
    except ClewError as error: say(f"{type(error).__name__} {error.errno} {error} / {error.hint()}")
""",
        root,
    ).splitlines()
    assert said[0] == "b'x'"
    assert len(said) == 4
    assert all(line.startswith(f"StorageFailed 13 {root}") and "no permission" in line for line in said[1:]), said
    assert os.listdir(root) == ["a.md"]


def test_a_set_root_that_is_not_there_is_an_error_and_is_not_made(tmp_path):
    store = FolderStore(str(tmp_path / "unmounted" / "disk"), "library", makes_root=False)
    for act in (lambda: store.get("a.md"), lambda: store.stat("a.md"), store.list):
        with pytest.raises(Unreadable):
            act()
    for act in (lambda: store.put("a.md", b""), lambda: store.put("a.md", b"", ""), lambda: store.lock().__enter__()):
        with pytest.raises(StorageFailed) as caught:
            act()
        assert "set by hand" in str(caught.value)
        assert "mount" in str(caught.value.hint())
    assert list(tmp_path.iterdir()) == []


def test_reading_a_default_root_that_is_not_there_makes_nothing(tmp_path):
    store = FolderStore(str(tmp_path / "home" / "memory"), "library", makes_root=True)
    assert store.list(deep=True) == []
    assert store.stat("a.md") is None
    store.recover()
    for act in (store.get, store.delete):
        with pytest.raises(NotFound):
            act("a.md")
    assert list(tmp_path.iterdir()) == []


def test_a_root_that_is_a_file_is_said_to_be_one(tmp_path):
    (tmp_path / "root").write_bytes(b"x")
    store = FolderStore(str(tmp_path / "root"), "library", makes_root=True)
    with pytest.raises(Unreadable):
        store.list()
    with pytest.raises(StorageFailed):
        store.put("a.md", b"")


def test_a_name_that_no_store_can_be_asked_for_is_listed_as_something_else(store):
    for name in (b"a\\b.md", b"\xff.md"):
        with open(os.fsencode(store.root) + b"/" + name, "wb"):
            pass
    assert [(stat.path, stat.kind) for stat in store.list()] == [("a\\b.md", "other"), ("\udcff.md", "file")]
    assert store.get("\udcff.md").data == b""


def test_names_that_a_person_made_are_read_and_edited_though_clew_would_not_make_them(store):
    for name in ("CON", "a?.md", "end."):
        with open(os.path.join(store.root, name), "wb"):
            pass
        assert store.get(name).data == b""
        store.put(name, b"more")
        store.delete(name)


def test_the_lock_is_no_file_of_the_store(store):
    store.put("a.md", b"")
    assert [stat.path for stat in store.list(deep=True)] == ["a.md"]
