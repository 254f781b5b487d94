"""A library that was moved keeps its history: one store's rows under another key."""

from __future__ import annotations

from itertools import pairwise

from clew.history.recording import bound, store_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3


def rehome(db: sqlite3.Connection, old: str, new: str) -> None:
    """`old` is called `new`; where `new` has a past of its own, both are joined, path by path, in the order of time."""
    source, target = store_id(db, old), store_id(db, new)
    if source is None or source == target:
        return
    if target is None:
        db.execute("UPDATE stores SET key = ? WHERE id = ?", (bound(new), source))
        return
    shared = db.execute(
        "SELECT a.id, b.id FROM files a JOIN files b ON b.path = a.path WHERE a.store = ? AND b.store = ?",
        (source, target),
    ).fetchall()
    for mine, theirs in shared:
        db.execute("UPDATE versions SET file = ? WHERE file = ?", (theirs, mine))
        db.execute("DELETE FROM files WHERE id = ?", (mine,))
        _thread(db, theirs)
    db.execute("UPDATE files SET store = ? WHERE store = ?", (target, source))
    db.execute("UPDATE entries SET store = ? WHERE store = ?", (target, source))
    db.execute("DELETE FROM stores WHERE id = ?", (source,))


def _thread(db: sqlite3.Connection, file: int) -> None:
    """Strings the versions of a file together again, each after the older one."""
    numbers = [number for (number,) in db.execute("SELECT id FROM versions WHERE file = ? ORDER BY id", (file,))]
    links = list(pairwise(numbers))
    db.executemany("UPDATE versions SET prev = ? WHERE id = ?", links)
    db.execute("UPDATE files SET first = min(first, ?), last = ? WHERE id = ?", (numbers[0], numbers[-1], file))
