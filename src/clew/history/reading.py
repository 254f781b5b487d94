"""Rows of the history file as values."""

from __future__ import annotations

from clew.history.file import damaged
from clew.history.recording import store_id, unbound
from clew.history.records import CHECK, PURGE, SEEN, Entry, Version
from clew.stores.contract import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

_VERSIONS = """SELECT v.id, v.entry, f.path, v.revision, v.bytes, e.time, e.what, e.agent, e.conversation, e.device, m.path
    FROM versions v JOIN files f ON f.id = v.file JOIN entries e ON e.id = v.entry
    LEFT JOIN versions k ON k.id = v.kin LEFT JOIN files m ON m.id = k.file """

_ENTRIES = """SELECT e.id, s.key, e.time, e.what, e.agent, e.conversation, e.device, e.undoes,
    (SELECT max(u.id) FROM entries u WHERE u.undoes = e.id) AS undone, e.first, e.parts
    FROM entries e JOIN stores s ON s.id = e.store """


def version(db: sqlite3.Connection, number: int) -> Version:
    """One version, which must be there."""
    row = db.execute(_VERSIONS + "WHERE v.id = ?", (number,)).fetchone()
    if row is None:
        raise damaged(db, f"version {number}")
    return _version(row)


def newest(db: sqlite3.Connection, store: str) -> list[Version]:
    """The last version of every path of a store, by path."""
    rows = db.execute(_VERSIONS + "WHERE v.id = f.last AND f.store = ?", (store_id(db, store),))
    return sorted(map(_version, rows), key=lambda each: each.path)


def entries(
    db: sqlite3.Connection, store: str | None, limit: int, below: int | None = None, ours: bool = False
) -> list[Entry]:
    """Newest first, older than `below`; `ours`: what can be taken back and was not yet."""
    conditions: list[str] = []
    values: list[int | None] = []
    if store is not None:
        conditions.append("e.store = ?")
        values.append(store_id(db, store))
    if below is not None:
        conditions.append("e.id < ?")
        values.append(below)
    if ours:
        conditions.append(f"e.what NOT IN ('{SEEN}', '{CHECK}', '{PURGE}') AND e.undoes IS NULL AND undone IS NULL")
    where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
    rows = db.execute(f"{_ENTRIES}{where}ORDER BY e.id DESC LIMIT ?", (*values, limit)).fetchall()
    return [_entry(db, row) for row in rows]


def births(db: sqlite3.Connection, store: str) -> dict[str, tuple[int, bool]]:
    """Of each path: the number of its first version, thinned or not, and whether another hand made it."""
    rows = db.execute(
        f"SELECT f.path, f.first, coalesce(e.what = '{SEEN}', 0) FROM files f LEFT JOIN versions v ON v.id = f.first"
        " LEFT JOIN entries e ON e.id = v.entry WHERE f.store = ?",
        (store_id(db, store),),
    )
    return {unbound(path): (first, bool(seen)) for path, first, seen in rows}


def trail(db: sqlite3.Connection, last: int | None) -> set[int]:
    """The versions of a path, from its last one back, and of the names that the file had before.

    Under an older name only what belongs to the renamed file: it ends where another one had been renamed away.
    """
    found: set[int] = set()
    starts = [(last, True)]
    while starts:
        at, own = starts.pop()
        while at is not None and at not in found:
            row = db.execute("SELECT prev, kin, revision IS NULL FROM versions WHERE id = ?", (at,)).fetchone()
            if row is None:
                break  # forgotten, and all before it
            prev, kin, gone = row
            if gone and kin is not None and not own:
                break
            found.add(at)
            if kin is not None and not gone:
                starts.append((kin, False))
            at = prev
    return found


def before(db: sqlite3.Connection, number: int) -> tuple[int | None, bool]:
    """The version that stood at the same path before, None where there was no file; and whether that is known still."""
    row = db.execute(
        "SELECT v.prev, p.id, p.revision IS NULL FROM versions v LEFT JOIN versions p ON p.id = v.prev WHERE v.id = ?",
        (number,),
    ).fetchone()
    prev, there, gone = row
    return (None if gone else prev), prev is None or there is not None


def _version(row: tuple[Any, ...]) -> Version:
    number, entry, path, revision, size, time, what, agent, conversation, device, other = row
    moved = None if other is None else unbound(other)
    revision = revision.hex() if revision else ABSENT
    return Version(number, entry, unbound(path), revision, size, time, what, agent, conversation, device, moved)


def _entry(db: sqlite3.Connection, row: tuple[Any, ...]) -> Entry:
    number, store, time, what, agent, conversation, device, undoes, undone, first, parts = row
    made = db.execute(
        _VERSIONS + "WHERE v.id >= ? AND v.id < ? AND v.entry = ? ORDER BY v.id", (first, first + parts, number)
    ).fetchall()
    versions = tuple(map(_version, made))
    whole = len(made) == parts
    who = (agent, conversation, device)
    return Entry(number, unbound(store), time, what, *who, undoes, undone is not None, whole, versions)
