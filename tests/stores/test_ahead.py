"""Texts on the disk before they have their names: nothing is seen of them until then, and nothing is left of them."""

from __future__ import annotations

import errno
import os

import pytest

from clew.errors import Conflict, StorageFailed
from clew.stores import ahead as module
from clew.stores import writing
from clew.stores.checked import CheckedFolder
from clew.stores.contract import ABSENT, revision_of
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder

OLD, NEW = b"the old text\n" * 50, b"the new text, longer\n" * 50


@pytest.fixture(params=[OpenedFolder, CheckedFolder])
def store(request, tmp_path):
    store = FolderStore(str(tmp_path / "root"), "library", makes_root=True, folders=request.param)
    store.put("p/a.md", OLD)
    store.put(".clue", OLD)
    return store


@pytest.fixture(params=[0, 1 << 30], ids=["large", "small"])
def texts(request, monkeypatch):
    monkeypatch.setattr(module, "_LARGE", request.param)
    return [("p/a.md", NEW, revision_of(OLD)), (".clue", NEW, revision_of(OLD)), ("p/b.md", NEW, ABSENT)]


def files(store):
    return {stat.path: store.get(stat.path).data for stat in store.list(deep=True) if stat.kind == "file"}


def temporaries(store):
    return [path for path in files(store) if path.rpartition("/")[2].startswith(".tmp")]


def test_each_gets_its_name_when_it_is_put(store, texts):
    with store.lock(), store.ahead(texts) as ahead:
        ahead.wait()
        now = files(store)
        assert (now.pop("p/a.md"), now.pop(".clue")) == (OLD, OLD)
        assert list(now.values()) == [NEW] * 3
        for number, (path, data, expect) in enumerate(texts, 1):
            store.put(path, data, expect)
            assert store.get(path).data == NEW
            assert len(temporaries(store)) == 3 - number
    assert files(store) == {"p/a.md": NEW, ".clue": NEW, "p/b.md": NEW}


def test_of_what_is_not_put_nothing_is_left(store, texts):
    before = files(store)
    with store.lock(), store.ahead(texts):
        pass
    assert files(store) == before
    with pytest.raises(KeyboardInterrupt), store.lock(), store.ahead(texts):
        raise KeyboardInterrupt
    assert files(store) == before


def test_a_stale_expectation_is_told_before_anything_is_done(store, texts):
    before = files(store)
    with store.lock(), pytest.raises(Conflict) as caught:
        store.ahead([*texts, ("p/a.md", b"mine", revision_of(b"what never was"))])
    assert (caught.value.mine, caught.value.theirs) == (b"mine", OLD)
    assert files(store) == before


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("call", ["create", "write", "fsync", "close"])
def test_a_text_that_does_not_fit_is_told_before_the_first_has_its_name(store, texts, monkeypatch, call, number):
    before, count = files(store), [0]
    there = {"create": store._at._folders, "write": writing, "fsync": os, "close": os}[call]
    name = {"write": "write_all"}.get(call, call)
    real = getattr(there, name)

    def full(*given):
        if call == "close" and not os.readlink(f"/proc/self/fd/{given[0]}").rpartition("/")[2].startswith(".tmp"):
            return real(*given)
        count[0] += 1
        if count[0] == number:
            if call == "close":
                real(*given)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*given)

    def wait():
        with store.lock(), store.ahead(texts) as ahead:
            ahead.wait()

    monkeypatch.setattr(there, name, full)
    with pytest.raises(StorageFailed) as caught:
        wait()
    monkeypatch.undo()
    assert caught.value.errno == errno.ENOSPC
    assert caught.value.path == store.path_of(texts[number - 1][0])
    assert files(store) == before


def test_an_edit_by_another_program_meanwhile_is_a_conflict(store, texts):
    path = os.path.join(store.root, "p", "a.md")
    with store.lock(), store.ahead(texts):
        with open(path + "~", "wb") as file:
            file.write(b"theirs")
        os.replace(path + "~", path)
        with pytest.raises(Conflict) as caught:
            store.put(*texts[0])
    assert (caught.value.mine, caught.value.theirs) == (NEW, b"theirs")
    assert files(store) == {"p/a.md": b"theirs", ".clue": OLD}


def test_a_folder_that_another_program_changed_for_another_one_gets_the_text(store, texts):
    """The temporary file is in the folder that was moved away."""
    with store.lock(), store.ahead(texts):
        os.rename(os.path.join(store.root, "p"), os.path.join(store.root, "q"))
        os.mkdir(os.path.join(store.root, "p"))
        store.put(*texts[2])
    assert store.get("p/b.md").data == NEW
    left = temporaries(store)
    assert left == [] or store._at._folders is CheckedFolder  # nobody holds that one open


def test_a_text_whose_folder_is_not_there_is_left_to_its_put(store, texts):
    with store.lock(), store.ahead([("new/c.md", NEW, ABSENT)]) as ahead:
        ahead.wait()
        assert store.list("new") == []
        store.put("new/c.md", NEW, ABSENT)
    assert store.get("new/c.md").data == NEW


def test_what_is_put_beside_is_written_as_ever(store, texts):
    with store.lock(), store.ahead(texts):
        store.put("p/a.md", b"another text")
        store.put("c.md", b"more")
    assert files(store) == {"p/a.md": b"another text", ".clue": OLD, "c.md": b"more"}
