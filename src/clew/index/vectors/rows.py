"""`<home>/index/vectors/`: a vector for each text, under a key that is made of its terms. Derived, as all of the index.

    vectors.db   which row of which file is the vector of which text, and which passages have that text
    1f0c9a3e     the rows, one behind the other, read where they lie

A row is written and on the disk before `vectors.db` names it. So whoever dies leaves all that was embedded before, and a
text that did not change keeps its vector, wherever in the files it stands now.
"""

from __future__ import annotations

import os
import sqlite3
from hashlib import blake2b

from clew.index.vectors.arithmetic import row_type
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from clew.index.contract import Passage
    from clew.index.vectors.arithmetic import Kept
    from clew.index.vectors.contract import Floats

    Key = bytes

SCHEMA = 1
_RECIPE = 1  # of `clew.index.vectors.given`: what is given otherwise is another text
_FILE = "vectors.db"
_BUSY_SECONDS = 10.0
_AT_ONCE = 500  # values in one question
_TABLES = """
CREATE TABLE about (
    model TEXT NOT NULL,        -- as the settings name it
    fingerprint TEXT NOT NULL,  -- of the model
    width INTEGER NOT NULL,
    file TEXT NOT NULL,         -- of the rows
    rows INTEGER NOT NULL,
    generation TEXT NOT NULL,   -- of the index: `link` holds its numbers
    highest INTEGER NOT NULL,   -- of its passages that was looked at
    mean BLOB NOT NULL          -- of all rows
);
CREATE TABLE text (key BLOB PRIMARY KEY, row INTEGER NOT NULL UNIQUE) WITHOUT ROWID;
CREATE TABLE link (passage INTEGER PRIMARY KEY, row INTEGER NOT NULL);
CREATE INDEX link_row ON link (row);
CREATE TABLE free (row INTEGER PRIMARY KEY);
"""


class About(Value):
    """The one row of that name."""

    model: str
    fingerprint: str
    width: int
    file: str
    rows: int
    generation: str
    highest: int
    mean: bytes


class RowsBroken(Exception):
    """They are not as they were left, and have to be made anew."""


def key_of(passage: Passage, before: Passage | None) -> Key:
    """What the model is given of a passage, without its place: the same text below the same one has the same key."""
    above = before.terms if before is not None else ""
    return blake2b(f"{_RECIPE}\n{passage.heading}\n{above}\n{passage.terms}".encode(), digest_size=16).digest()


class Rows:
    """Raises `RowsBroken` wherever something is not as it was left, `sqlite3.OperationalError` where the disk refuses."""

    def __init__(self, folder: str, connection: sqlite3.Connection) -> None:
        self._folder = folder
        self._connection = connection
        self.about = self._about()

    @classmethod
    def open(cls, folder: str, busy_seconds: float = _BUSY_SECONDS) -> Rows | None:
        """Those of a folder; None where there are none. Raises `RowsBroken`."""
        path = os.path.join(folder, _FILE)
        if not os.path.exists(path):
            return None
        connection = _connected(path, busy_seconds)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version != SCHEMA:
                raise RowsBroken
            return cls(folder, connection)
        except sqlite3.DatabaseError as problem:
            connection.close()
            raise RowsBroken from problem
        except BaseException:  # nobody else can give it back
            connection.close()
            raise

    @classmethod
    def make(cls, folder: str, model: str, fingerprint: str, width: int) -> Rows:
        """Empty ones, in place of all that is there. For who holds the lock of the folder."""
        os.makedirs(folder, mode=0o700, exist_ok=True)
        clear(folder)
        path = os.path.join(folder, _FILE)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        file = os.urandom(4).hex()
        os.close(os.open(os.path.join(folder, file), os.O_CREAT | os.O_RDWR | os.O_EXCL, 0o600))
        connection = _connected(path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute("INSERT INTO about VALUES (?, ?, ?, ?, 0, '', 0, ?)", (model, fingerprint, width, file, b""))
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("COMMIT")
        return cls(folder, connection)

    def close(self) -> None:
        self._connection.close()

    def refresh(self) -> About:
        """As others left it by now."""
        self.about = self._about()
        return self.about

    def rows_of(self, keys: Iterable[Key]) -> dict[Key, int]:
        """The row of each text that has one."""
        return dict(self._in("SELECT key, row FROM text WHERE key IN", list(keys)))

    def rows_by_passage(self, passages: Sequence[int]) -> dict[int, int]:
        """The row of each passage that has one."""
        return dict(self._in("SELECT passage, row FROM link WHERE passage IN", passages))

    def passages_of(self, rows: Sequence[int]) -> dict[int, list[int]]:
        """Row -> the passages that have this text."""
        found: dict[int, list[int]] = {}
        for row, passage in self._in("SELECT row, passage FROM link WHERE row IN", rows):
            found.setdefault(row, []).append(passage)
        return found

    def linked(self) -> int:
        """How many passages have a vector."""
        return int(self._connection.execute("SELECT count(*) FROM link").fetchone()[0])

    def read(self) -> Kept:
        """All rows, where they lie on the disk; those that nobody has any more are of scale 0."""
        import numpy as np

        kind = row_type(self.about.width)
        if not self.about.rows:
            return np.zeros(0, kind)
        try:
            return np.memmap(os.path.join(self._folder, self.about.file), kind, "r", 0, (self.about.rows,))
        except (OSError, ValueError) as problem:  # gone, or shorter than it was
            raise RowsBroken from problem

    def mean(self) -> Floats:
        """Of all rows, as it was when somebody last counted."""
        import numpy as np

        found = np.frombuffer(self.about.mean, np.float32)
        return found if len(found) == self.about.width else np.zeros(self.about.width, np.float32)

    # Writing

    def put(self, vectors: dict[Key, Kept]) -> None:
        """Rows for texts that have none; durable when it returns."""
        with self._change():
            free = [row for (row,) in self._connection.execute("SELECT row FROM free LIMIT ?", (len(vectors),))]
            count = self.about.rows
            places = free + list(range(count, count + len(vectors) - len(free)))
            self._write(zip(places, (vector.tobytes() for vector in vectors.values())))
            self._connection.executemany("DELETE FROM free WHERE row = ?", ((row,) for row in free))
            self._connection.executemany("INSERT INTO text VALUES (?, ?)", zip(vectors, places))
            self._connection.execute("UPDATE about SET rows = ?", (max(count, max(places, default=-1) + 1),))

    def link(self, passages: Iterable[tuple[int, int]], generation: str, highest: int) -> None:
        """Passages with their rows; those of another generation of the index are forgotten."""
        with self._change():
            if generation != self.about.generation:
                self._connection.execute("DELETE FROM link")
            self._connection.executemany("INSERT OR REPLACE INTO link VALUES (?, ?)", passages)
            self._connection.execute("UPDATE about SET generation = ?, highest = ?", (generation, highest))

    def keep_only(self, keys: set[Key], passages: set[int]) -> int:
        """Everything else is gone, its numbers too. How many texts that were."""
        with self._change():
            run = self._connection.execute
            gone = [(key, row) for key, row in run("SELECT key, row FROM text") if key not in keys]
            stale = [(id,) for (id,) in run("SELECT passage FROM link") if id not in passages]
            self._connection.executemany("DELETE FROM link WHERE passage = ?", stale)
            self._connection.executemany("DELETE FROM link WHERE row = ?", ((row,) for _, row in gone))
            self._connection.executemany("DELETE FROM text WHERE key = ?", ((key,) for key, _ in gone))
            self._connection.executemany("INSERT INTO free VALUES (?)", ((row,) for _, row in gone))
            nothing = bytes(self._size)
            self._write((row, nothing) for _, row in gone)
        return len(gone)

    def scrub(self) -> None:
        """What was removed is not in the files any more either."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def set_mean(self, mean: Floats) -> None:
        """See `mean`."""
        with self._change():
            self._connection.execute("UPDATE about SET mean = ?", (mean.tobytes(),))

    def _change(self) -> _Change:
        return _Change(self, self._connection)

    @property
    def _size(self) -> int:
        """Bytes of a row: see `arithmetic.row_type`."""
        return 4 + self.about.width

    def _write(self, rows: Iterable[tuple[int, bytes]]) -> None:
        with open(os.path.join(self._folder, self.about.file), "r+b") as file:
            for row, data in rows:
                file.seek(row * self._size)
                file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _about(self) -> About:
        try:
            row = self._connection.execute("SELECT * FROM about").fetchone()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as problem:
            raise RowsBroken from problem
        if row is None:
            raise RowsBroken
        return About(*row)

    def _in(self, question: str, values: Sequence[object]) -> list[tuple[Any, int]]:
        found: list[tuple[Any, int]] = []
        for start in range(0, len(values), _AT_ONCE):
            some = values[start : start + _AT_ONCE]
            found += self._connection.execute(f"{question} ({', '.join('?' * len(some))})", some)
        return found


class _Change:
    """One transaction, from which others are kept out at once."""

    def __init__(self, rows: Rows, connection: sqlite3.Connection) -> None:
        self._rows = rows
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._rows.refresh()

    def __exit__(self, kind: object, *problem: object) -> None:
        self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
        self._rows.refresh()


def clear(folder: str) -> list[str]:
    """Removes all vectors of a folder; the paths that are left."""
    left = []
    for name in _names(folder):
        if name.startswith(_FILE) or (len(name) == 8 and not name.strip("0123456789abcdef")):
            path = os.path.join(folder, name)
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass
            except OSError:  # in use, on a system that minds
                left.append(path)
    return left


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _connected(path: str, busy_seconds: float = _BUSY_SECONDS) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA secure_delete=ON")
    return connection
