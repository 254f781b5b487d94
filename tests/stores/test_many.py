"""Many new files at once: each is there, whole and durable, or nothing of it."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from clew.stores import writing
from clew.stores.checked import CheckedFolder
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder

TEXTS = {
    **{f"p{number % 3}/记忆{number}.md": os.urandom(number * 100) for number in range(20)},
    "q/r/s/deep.md": b"deep",
    "q/r/also.md": b"also",
    ".clue": b"entries: []\n",
}


@pytest.fixture(params=[OpenedFolder, CheckedFolder])
def store(request, tmp_path):
    return FolderStore(str(tmp_path / "root"), "library", makes_root=True, folders=request.param)


def files(store):
    return {stat.path: store.get(stat.path).data for stat in store.list(deep=True) if stat.kind == "file"}


def folders(store):
    return {stat.path for stat in store.list(deep=True) if stat.kind == "folder"}


def test_all_come_whole_and_for_their_owner_alone(store):
    assert store.put_new([*TEXTS.items()]) == set(TEXTS)
    assert files(store) == TEXTS
    if os.name != "nt":
        modes = {stat.S_IMODE(os.stat(store.path_of(path)).st_mode) for path in TEXTS}
        assert modes == {0o600}


def test_what_is_there_stays_as_it_is(store):
    store.put("p1/记忆1.md", b"theirs")
    os.mkdir(store.path_of("p2"))
    os.mkdir(store.path_of("p2/记忆2.md"))
    there = store.put_new([*TEXTS.items()])
    assert there == set(TEXTS) - {"p1/记忆1.md", "p2/记忆2.md"}
    assert files(store) == {path: data for path, data in TEXTS.items() if path in there} | {"p1/记忆1.md": b"theirs"}


def test_what_cannot_be_keeps_no_other_from_coming(store):
    store.put("a", b"a file in the place of a folder")
    wished = [("CON.md", b"x"), ("a/b.md", b"x"), ("../out.md", b"x"), ("p/.tmp-clew-x-1-1-1", b"x"), ("new/aux", b"x")]
    assert store.put_new([*wished, ("b.md", b"b")]) == {"b.md"}
    assert files(store) == {"a": b"a file in the place of a folder", "b.md": b"b"}
    assert folders(store) == set()


@pytest.mark.parametrize("number", [1, 7, len(TEXTS)])
def test_a_text_that_has_no_room_leaves_nothing_and_the_others_are_there(store, monkeypatch, number):
    real, count = writing.make_last, [0]

    def make_last(fd):
        count[0] += 1
        mine = count[0] == number
        real(fd)
        if mine:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("clew.stores.ahead.make_last", make_last)
    there = store.put_new([*TEXTS.items()])
    assert len(there) == len(TEXTS) - 1
    assert files(store) == {path: TEXTS[path] for path in there}
    assert folders(store) == {"/".join(path.split("/")[:n]) for path in there for n in range(1, path.count("/") + 1)}


def test_names_that_might_not_last_are_taken_back(store, monkeypatch):
    def sync(folder):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    store.put("p1/theirs.md", b"theirs")
    monkeypatch.setattr(store._at._folders, "sync", sync)
    assert store.put_new([*TEXTS.items()]) == set()
    assert files(store) == {"p1/theirs.md": b"theirs"}
    assert folders(store) == {"p1"}


def test_ctrl_c_leaves_nothing_half(store, monkeypatch):
    real, count = writing.begin, [0]

    def begin(*given):
        count[0] += 1
        if count[0] == 9:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr("clew.stores.ahead.begin", begin)
    with pytest.raises(KeyboardInterrupt):
        store.put_new([*TEXTS.items()])
    assert files(store) == {}
    assert folders(store) == set()
