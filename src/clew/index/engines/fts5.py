"""SQLite's own full-text search: always there, and the reference that others are held to."""

from __future__ import annotations

import os
import sqlite3

from clew.history.file import to_wal
from clew.index.contract import EngineFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from clew.index.contract import Entry, Within

    T = TypeVar("T")

_FILE = "fts5.db"
_BUSY_SECONDS = 10.0
# Terms come ready made: only blanks part them, and every other sign of ASCII is a letter here.
_SIGNS = "".join(chr(code) for code in range(1, 128) if not chr(code).isalnum() and not chr(code).isspace())
_TABLES = f"""
CREATE VIRTUAL TABLE passage USING fts5(
    terms, keys, day UNINDEXED,
    tokenize = "ascii tokenchars '{_SIGNS.replace('"', '""').replace("'", "''")}'");
CREATE VIRTUAL TABLE term USING fts5vocab(passage, col);
CREATE TABLE about (stamp INTEGER NOT NULL);
INSERT INTO about VALUES (0);
"""


class Fts5:
    """One SQLite file, or none."""

    name = "fts5"

    def __init__(self, folder: str | None) -> None:
        self._connection = self._guarded(lambda: _connected(folder))

    def candidates(self, terms: Sequence[str], within: Within | None, limit: int, every: bool = False) -> list[int]:
        if not terms:
            return []
        match = "terms : (" + (" AND " if every else " OR ").join(map(_quoted, dict.fromkeys(terms))) + ")"
        values: list[object] = []
        days = ""
        if within is not None:
            groups = ["keys : (" + (" OR ".join(map(_quoted, group)) or '""') + ")" for group in within.groups]
            match = " AND ".join([match, *groups])
            for sign, day in ((">=", within.since), ("<=", within.until)):
                if day is not None:
                    days += f" AND day {sign} ?"
                    values.append(day)
        query = f"SELECT rowid FROM passage WHERE passage MATCH ?{days} ORDER BY bm25(passage, 1.0, 0.0), rowid LIMIT ?"
        return [id for (id,) in self._rows(query, match, *values, limit)]

    def frequency(self, terms: Iterable[str]) -> dict[str, int]:
        found = {}
        for term in terms:
            rows = self._rows("SELECT doc FROM term WHERE term = ? AND col = 'terms'", term)
            found[term] = rows[0][0] if rows else 0
        return found

    def change(self, gone: Iterable[tuple[int, int]], new: Iterable[Entry]) -> None:
        def act() -> None:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("DELETE FROM passage WHERE rowid BETWEEN ? AND ?", gone)
            self._connection.executemany(
                "INSERT INTO passage (rowid, terms, keys, day) VALUES (?, ?, ?, ?)",
                new,
            )

        self._guarded(act)

    def commit(self, stamp: int) -> None:
        def act() -> None:
            self._connection.execute("UPDATE about SET stamp = ?", (stamp,))
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")

        self._guarded(act)

    def stamp(self) -> int:
        return int(self._rows("SELECT stamp FROM about")[0][0])

    def refresh(self) -> None:
        """Each query sees what is there."""

    def close(self) -> None:
        self._connection.close()

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._guarded(lambda: self._connection.execute(query, values).fetchall())

    def _guarded(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except (sqlite3.Error, OSError, IndexError) as problem:
            raise EngineFailed(str(problem)) from problem


def _connected(folder: str | None) -> sqlite3.Connection:
    path = ":memory:" if folder is None else os.path.join(folder, _FILE)
    if folder is not None:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            to_wal(connection)
            connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT")
        connection.execute("PRAGMA synchronous=NORMAL")  # after a power cut the stamp tells what is missing
        connection.execute("SELECT stamp FROM about").fetchone()
    except BaseException:  # nobody else can give it back
        connection.close()
        raise
    return connection


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


ENGINE = Fts5
