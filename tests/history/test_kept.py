"""A store that remembers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.errors import ClewError, Conflict, NotFound, StorageFailed, Unreadable
from clew.history.changing import Edit
from clew.history.kept import Kept
from clew.history.records import SEEN, Origin
from clew.stores.contract import ABSENT, revision_of
from clew.stores.folder import FolderStore
from clew.stores.ram import RamStore
from tests.history.conftest import KEY

SAVE = Origin("save", "goose", "01JCONV", "laptop")


def told(kept: Kept, path: str) -> list[tuple[str, bytes | None]]:
    versions = reversed(kept.history.versions(KEY, path))
    return [(each.what, kept.history.content(each.id)) for each in versions]


def test_every_write_is_a_version(kept):
    kept.put("p/a.md", b"one", ABSENT)
    kept.put("p/a.md", b"two", revision_of(b"one"))
    kept.delete("p/a.md", revision_of(b"two"))
    assert told(kept, "p/a.md") == [("write", b"one"), ("write", b"two"), ("write", None)]


def test_without_an_expectation_nothing_is_lost_either(kept):
    kept.store.put("a.md", b"by hand")
    kept.put("a.md", b"ours")
    assert told(kept, "a.md") == [(SEEN, b"by hand"), ("write", b"ours")]


def test_a_stale_expectation_writes_nothing_anywhere(kept):
    kept.put("a.md", b"one")
    kept.store.put("a.md", b"by hand")
    for stale in (revision_of(b"one"), ABSENT):
        with pytest.raises(Conflict) as caught:
            kept.put("a.md", b"two", stale)
        assert (caught.value.mine, caught.value.theirs) == (b"two", b"by hand")
    with pytest.raises(Conflict) as caught:
        kept.put("new.md", b"two", revision_of(b"what never was"))
    assert caught.value.theirs is None
    with pytest.raises(Conflict):
        kept.delete("a.md", revision_of(b"one"))
    assert told(kept, "a.md") == [("write", b"one")]
    assert kept.get("a.md").data == b"by hand"


def test_what_is_not_there_cannot_be_deleted(kept):
    for expect in ("*", ABSENT, revision_of(b"x")):
        with pytest.raises(NotFound):
            kept.delete("a.md", expect)
    assert kept.history.entries() == []


def test_several_files_change_as_one_entry(kept):
    kept.put(".clue", b"old")
    blobs = kept.change([Edit("p/a.md", b"text", ABSENT), Edit(".clue", b"new", revision_of(b"old"))], SAVE)
    assert [blob.data for blob in blobs] == [b"text", b"new"]
    entry = kept.history.entries(KEY)[0]
    assert (entry.what, entry.agent, entry.conversation) == ("save", "goose", "01JCONV")
    assert [each.path for each in entry.versions] == ["p/a.md", ".clue"]


def test_one_stale_expectation_among_several_writes_none(kept):
    kept.put(".clue", b"old")
    with pytest.raises(Conflict):
        kept.change([Edit("a.md", b"text", ABSENT), Edit(".clue", b"new", revision_of(b"other"))], SAVE)
    assert kept.stat("a.md") is None
    assert len(kept.history.entries()) == 1


def test_a_file_that_the_caller_has_read_is_not_read_again(kept, monkeypatch):
    kept.put("a.md", b"text")
    stat = kept.stat("a.md")
    before = kept.get("a.md").but(fingerprint=stat.fingerprint)  # as it is once the file is older than a clock tick
    monkeypatch.setattr(type(kept.store), "get", lambda *_: pytest.fail("read"))
    kept.change([Edit("a.md", b"new", before.revision, before)])
    assert told(kept, "a.md") == [("write", b"text"), ("write", b"new")]


def test_what_the_caller_has_read_is_not_believed_once_the_file_changed(kept):
    kept.put("a.md", b"text")
    before = kept.get("a.md").but(fingerprint=kept.stat("a.md").fingerprint)
    kept.store.put("a.md", b"by hand")
    with pytest.raises(Conflict):
        kept.change([Edit("a.md", b"new", before.revision, before)])
    kept.change([Edit("a.md", b"new", before=before)])
    assert told(kept, "a.md") == [("write", b"text"), (SEEN, b"by hand"), ("write", b"new")]


def test_a_rename_goes_on_with_the_old_past(kept):
    kept.put("a.md", b"text")
    kept.change([Edit("b.md", b"text", ABSENT, moved_from="a.md"), Edit("a.md", None)], Origin("rename"))
    assert told(kept, "b.md") == [("write", b"text"), ("rename", b"text")]


def test_noticing_keeps_what_other_programs_wrote(kept):
    kept.store.put("a.md", b"by hand")
    assert kept.notice([("a.md", kept.get("a.md"))]) == 1
    assert told(kept, "a.md") == [(SEEN, b"by hand")]


class Failing(RamStore):
    """Fails at the write of certain paths; `after` says whether the bytes are there all the same."""

    def __init__(self, problem: BaseException, paths: set[str], after: bool = False) -> None:
        super().__init__()
        self.problem, self.paths, self.after = problem, paths, after

    def put(self, path, data, expect="*"):
        if path in self.paths and not self.after:
            raise self.problem
        blob = super().put(path, data, expect)
        if path in self.paths:
            self.paths.discard(path)
            raise self.problem
        return blob


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize(
    "problem", [StorageFailed("stores.write-ENOSPC", path="/ram/.clue"), KeyboardInterrupt(), Conflict()]
)
def test_where_a_later_file_fails_the_earlier_ones_are_put_back(history, problem, after):
    store = Failing(problem, set(), after)
    kept = Kept(store, lambda: history, KEY)
    kept.change([Edit("a.md", b"old a"), Edit(".clue", b"old clue"), Edit("gone.md", b"old gone")])
    store.paths.add(".clue")
    with pytest.raises(type(problem)) as caught:
        kept.change([Edit("a.md", b"a"), Edit("b.md", b"b"), Edit("gone.md", None), Edit(".clue", b"clue")])
    assert caught.value is problem
    assert {stat.path: kept.get(stat.path).data for stat in kept.list()} == {
        "a.md": b"old a",
        ".clue": b"old clue",
        "gone.md": b"old gone",
    }
    assert len(history.entries()) == 1
    assert told(kept, "b.md") == []


def test_what_cannot_be_put_back_is_named(history, monkeypatch):
    store = Failing(StorageFailed("stores.write-ENOSPC", path="/ram/.clue"), set())
    kept = Kept(store, lambda: history, KEY)
    kept.change([Edit("a.md", b"old a"), Edit(".clue", b"old clue")])
    store.paths |= {".clue"}

    def put(path, data, expect="*"):
        if data != b"a":
            raise store.problem
        return RamStore.put(store, path, data, expect)

    monkeypatch.setattr(store, "put", put)
    with pytest.raises(StorageFailed) as caught:
        kept.change([Edit("a.md", b"a"), Edit(".clue", b"clue")])
    assert caught.value.key == "history.half-done"
    assert caught.value.path == "/ram/.clue"
    assert "/ram/a.md" in caught.value.message()
    assert told(kept, "a.md")[-1] == ("write", b"a")


def test_an_edit_by_another_hand_in_the_middle_is_not_put_back_over(history, monkeypatch):
    store = Failing(StorageFailed("stores.write-EIO", path="/ram/.clue"), {".clue"})
    kept = Kept(store, lambda: history, KEY)

    def put(path, data, expect="*"):
        if path == ".clue":
            RamStore.put(store, "a.md", b"by hand")
        return Failing.put(store, path, data, expect)

    monkeypatch.setattr(store, "put", put)
    with pytest.raises(StorageFailed):
        kept.change([Edit("a.md", b"a"), Edit(".clue", b"clue")])
    assert kept.get("a.md").data == b"by hand"


def test_where_the_history_cannot_be_written_nothing_is(tmp_path, kept):
    kept.put("a.md", b"old")
    kept.history.close()
    for end in ("", "-wal", "-shm"):
        Path(kept.history.path + end).unlink(missing_ok=True)
    os.mkdir(kept.history.path)
    with pytest.raises(ClewError) as caught:
        kept.change([Edit("a.md", b"new"), Edit("b.md", b"new")])
    assert caught.value.path == kept.history.path
    assert kept.get("a.md").data == b"old"
    assert kept.stat("b.md") is None


def test_what_cannot_be_read_is_not_replaced(history, tmp_path):
    kept = Kept(FolderStore(str(tmp_path / "library"), "library", makes_root=True), lambda: history, KEY)
    kept.put("x.md", b"x")
    os.mkdir(tmp_path / "library" / "a.md")
    with pytest.raises(Unreadable):
        kept.put("a.md", b"text")
    os.symlink(tmp_path / "library" / "x.md", tmp_path / "library" / "b.md")
    with pytest.raises(Unreadable):
        kept.put("b.md", b"text")
    assert len(history.entries()) == 1


def test_a_refused_name_leaves_no_trace(kept):
    with pytest.raises(ClewError):
        kept.put("CON", b"text")
    assert kept.history.paths(KEY) == []
    assert kept.history.entries() == []


@pytest.mark.parametrize(
    ("edits", "waits"),
    [
        ([Edit("a.md", b"old and new")], False),
        ([Edit("c.md", b"made")], False),
        ([Edit("a.md", b"new")], True),
        ([Edit("a.md", None)], True),
        ([Edit("a.md", b"old and new"), Edit("b.md", b"old and new")], True),
    ],
)
def test_only_what_adds_to_one_file_does_not_wait_for_the_disk(kept, edits, waits):
    """A power cut can take no more from the history than what stands in that file."""
    kept.change([Edit("a.md", b"old"), Edit("b.md", b"old")])
    kept.change(edits)
    with kept.history.file.reading() as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2 if waits else 1,)
    assert kept.history.content(kept.history.versions(KEY, edits[0].path)[0].id) == edits[0].data
