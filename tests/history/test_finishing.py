"""What a writer had begun when it died is finished by the next one; what is not sure is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from clew.history.database import History
from clew.history.kept import Kept
from clew.history.records import Change, Origin
from clew.stores.folder import FolderStore
from clew.stores.lock import NAME
from tests.history.conftest import KEY

RENAME = Origin("rename")
DEAD = "clew (pid 0, nowhere, 2026-11-30T15:00:00+08:00)\n"  # before the first time of the test's clock


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    store = FolderStore(str(tmp_path / "library"), "library", makes_root=True)
    store.put("p/old.md", b"text\n")
    store.put(".clue", b"old.md\n")
    return store


def begun(store: FolderStore, history: History) -> None:
    """A rename stands in the history, whole; then its writer died, with the lock in hand."""
    changes = [
        Change("p/new.md", None, b"text\n", moved_from="p/old.md"),
        Change("p/old.md", b"text\n", None),
        Change(".clue", b"old.md\n", b"new.md\n"),
    ]
    history.record(KEY, changes, RENAME)
    Path(store.root, NAME).write_text(DEAD)


def files(store: FolderStore) -> dict[str, bytes]:
    return {
        stat.path: store.get(stat.path).data for stat in store.list(deep=True) if stat.path.endswith((".md", ".clue"))
    }


@pytest.mark.parametrize("done", [1, 2, 3])
@pytest.mark.parametrize("way", ["a look", "a write"])
def test_a_change_that_was_begun_is_finished(store, history, done, way):
    begun(store, history)
    steps = [
        lambda: store.put("p/new.md", b"text\n"),
        lambda: store.delete("p/old.md"),
        lambda: store.put(".clue", b"new.md\n"),
    ]
    written = Path(store.root, NAME).read_bytes()
    for step in steps[:done]:
        step()
    Path(store.root, NAME).write_bytes(written)
    kept = Kept(store, lambda: history, KEY)
    if way == "a look":
        kept.recover()
    else:
        kept.put("p/else.md", b"else\n")
        kept.delete("p/else.md")
    assert files(store) == {"p/new.md": b"text\n", ".clue": b"new.md\n"}
    assert len(history.versions(KEY, "p/new.md")) == 2, "it is in the history as it was"


def test_a_change_of_which_nothing_was_done_is_not_begun_now(store, history):
    begun(store, history)
    Kept(store, lambda: history, KEY).recover()
    assert files(store) == {"p/old.md": b"text\n", ".clue": b"old.md\n"}


@pytest.mark.parametrize("path", ["p/old.md", ".clue", "p/new.md"])
def test_what_another_hand_touched_since_is_left_as_it_is(store, history, path):
    begun(store, history)
    store.put("p/new.md", b"text\n")
    store.put(path, b"by hand\n")
    Path(store.root, NAME).write_text(DEAD)
    before = files(store)
    Kept(store, lambda: history, KEY).recover()
    assert files(store) == before


@pytest.mark.parametrize("since", ["2026-11-30T15:10:00+08:00", "2026-11-30T15:00:00", "then", ""])
def test_what_was_changed_before_the_dead_one_came_is_not_its_work(store, history, since):
    """Somebody put back the clue file by hand, and then a writer died before it had done anything."""
    begun(store, history)
    store.put("p/new.md", b"text\n")
    store.delete("p/old.md")
    Path(store.root, NAME).write_text(f"clew (pid 0, nowhere, {since})\n")
    Kept(store, lambda: history, KEY).recover()
    assert store.get(".clue").data == b"old.md\n"


def test_where_nobody_died_nothing_is_finished(store, history):
    begun(store, history)
    store.put("p/new.md", b"text\n")
    Path(store.root, NAME).write_bytes(b"")
    Kept(store, lambda: history, KEY).put("p/else.md", b"else\n")
    assert "p/old.md" in files(store)


def test_a_history_that_cannot_be_read_does_not_keep_others_from_their_work(store, tmp_path, history):
    begun(store, history)
    store.put("p/new.md", b"text\n")
    history.close()
    Path(history.path).write_bytes(b"no database" * 1000)
    Path(store.root, NAME).write_text(DEAD)
    Kept(store, lambda: history, KEY).recover()
    store.put("p/else.md", b"else\n")
    assert "p/old.md" in files(store)
