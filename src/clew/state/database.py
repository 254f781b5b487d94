"""`<home>/state.db`: what clew remembers between two commands, beside the truth.

Two kinds of things lie here. Derived ones (the parsed clue file, facts about memories, settings) may
vanish at any time and are read again. Kept ones (a choice before the first save, a refused text, the
menu that was shown) live nowhere else; a refused text is durable before the refusal is told.
"""

from __future__ import annotations

import os
import sqlite3
from _thread import RLock

from clew.errors import ClewError, Locked, StorageFailed, Unreadable
from clew.history.file import free_journal, to_wal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Any

SCHEMA = 2
_BUSY_SECONDS = 10.0

_TABLES = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE clue (root TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, revision TEXT NOT NULL, canonical INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE clue_entry (
    root TEXT NOT NULL, position INTEGER NOT NULL,
    dir TEXT NOT NULL, dir_slug TEXT NOT NULL, name TEXT NOT NULL, common_tags TEXT NOT NULL,
    PRIMARY KEY (root, position)) WITHOUT ROWID;
CREATE INDEX clue_dir ON clue_entry (root, dir);
CREATE INDEX clue_slug ON clue_entry (root, dir_slug);
CREATE TABLE clue_memory (
    root TEXT NOT NULL, entry INTEGER NOT NULL, position INTEGER NOT NULL, file TEXT NOT NULL, tags TEXT NOT NULL,
    PRIMARY KEY (root, entry, position)) WITHOUT ROWID;

CREATE TABLE folder (root TEXT NOT NULL, folder TEXT NOT NULL, fingerprint TEXT NOT NULL, PRIMARY KEY (root, folder))
    WITHOUT ROWID;
CREATE TABLE memory (
    root TEXT NOT NULL, path TEXT NOT NULL, fingerprint TEXT NOT NULL, revision TEXT NOT NULL,
    lines INTEGER NOT NULL, time TEXT, dir TEXT, tags TEXT NOT NULL, problem TEXT,
    PRIMARY KEY (root, path)) WITHOUT ROWID;
CREATE TABLE said (root TEXT NOT NULL, conversation TEXT NOT NULL, path TEXT NOT NULL,
    PRIMARY KEY (root, conversation, path)) WITHOUT ROWID;
CREATE INDEX said_path ON said (root, path);
CREATE TABLE asked (root TEXT NOT NULL, request TEXT NOT NULL, conversation TEXT NOT NULL, path TEXT NOT NULL,
    times INTEGER NOT NULL, PRIMARY KEY (root, request, conversation, path)) WITHOUT ROWID;
CREATE INDEX asked_path ON asked (root, path);

CREATE TABLE choice (conversation TEXT NOT NULL, root TEXT NOT NULL, dir TEXT NOT NULL, path TEXT, time TEXT NOT NULL,
    PRIMARY KEY (conversation, root)) WITHOUT ROWID;
CREATE TABLE terminal (terminal TEXT NOT NULL, dir TEXT NOT NULL, conversation TEXT NOT NULL, time TEXT NOT NULL,
    PRIMARY KEY (terminal, dir)) WITHOUT ROWID;
CREATE TABLE shown (viewer TEXT PRIMARY KEY, dir TEXT NOT NULL, paths TEXT NOT NULL, time TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE pending (
    id TEXT PRIMARY KEY, conversation TEXT NOT NULL, dir TEXT NOT NULL, text TEXT NOT NULL, tags TEXT NOT NULL,
    title TEXT, heading TEXT, agent TEXT, request TEXT, reason TEXT NOT NULL, time TEXT NOT NULL) WITHOUT ROWID;
"""

_SESSIONS = """
CREATE TABLE session (
    conversation TEXT PRIMARY KEY, agent TEXT NOT NULL, process TEXT NOT NULL, dir TEXT NOT NULL, time TEXT NOT NULL,
    transcript TEXT NOT NULL, size INTEGER NOT NULL, offset INTEGER NOT NULL, prompts INTEGER NOT NULL,
    saves INTEGER NOT NULL, turn TEXT NOT NULL, reminded INTEGER NOT NULL, over INTEGER NOT NULL,
    offered TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX session_process ON session (process);
CREATE INDEX session_dir ON session (dir);
CREATE TABLE session_shown (
    conversation TEXT NOT NULL, part TEXT NOT NULL, source TEXT NOT NULL, stamp INTEGER NOT NULL,
    lines TEXT NOT NULL, known BLOB NOT NULL, PRIMARY KEY (conversation, part)) WITHOUT ROWID;
"""

_STEPS = (_TABLES, _SESSIONS)  # what each schema added to the one before

_KEPT = ("choice", "terminal", "pending", "session")  # what lives nowhere else
_DERIVED = (
    "setting",
    "clue",
    "clue_entry",
    "clue_memory",
    "folder",
    "memory",
    "said",
    "asked",
    "shown",
    "session_shown",
)


class State:
    """One connection to a home's state.

    Derived things never fail: where there is no home yet, or the file cannot be used (`problem` says why, and
    `troubled` hears it), they last as long as the process and are read again from the files they come from. What must
    be kept (`writing(kept=True)`) makes the home, or raises a ClewError that names the file.
    """

    def __init__(self, path: str, troubled: Callable[[ClewError], None] = lambda _: None) -> None:
        self.path = path
        self.problem: ClewError | None = None
        self._troubled = troubled
        self._lock = RLock()  # one connection serves all threads of a process
        self._depth = 0
        self._done: list[tuple[str, list[tuple[object, ...]]]] | None = None  # by the transaction that is open
        self._keeping = False
        self._lasting = os.path.isdir(os.path.dirname(path))
        self._connection = self._open()

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of one query."""
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.Error as problem:
                self._forgo(self._failure(problem))
                return self._connection.execute(query, values).fetchall()

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """The first row, or None."""
        found = self.rows(query, *values)
        return found[0] if found else None

    def run(self, statement: str, *values: object) -> int:
        """One statement inside `writing`; the number of rows that it changed."""
        with self._lock:
            try:
                changed = self._connection.execute(statement, values).rowcount
            except sqlite3.Error as problem:
                self._forgo(self._failure(problem))
                changed = self._connection.execute(statement, values).rowcount
            if self._done is not None:
                self._done.append((statement, [values]))
            return changed

    def run_many(self, statement: str, values: Iterable[tuple[object, ...]]) -> None:
        """One statement for each tuple of values, inside `writing`."""
        values = list(values)
        with self._lock:
            try:
                self._connection.executemany(statement, values)
            except sqlite3.Error as problem:
                self._forgo(self._failure(problem))
                self._connection.executemany(statement, values)
            if self._done is not None:
                self._done.append((statement, values))

    def writing(self, *, kept: bool = False, durable: bool = False) -> Writing:
        """A transaction; nested ones join the outer.

        `kept` is for what lives nowhere else; `durable` returns only when the disk has it.
        """
        return Writing(self, kept, durable)

    def refuse_newer(self) -> None:
        """Raises `Unreadable` where a newer clew keeps this home: it may know of things that we would not heed."""
        if self.problem is not None and self.problem.key == "state.newer":
            raise self.problem

    def close(self) -> None:
        """Gives the file back; optional, the operating system does it as well."""
        self._connection.close()

    def forget_derived(self) -> None:
        """Empties every derived table and rewrites the file, so that what stood in it is gone from its bytes too."""
        with self.writing():
            for table in _DERIVED:
                self.run(f"DELETE FROM {table}")
        try:
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as problem:
            raise self._failure(problem) from problem

    def _end(self, how: str) -> None:
        """Ends the transaction: `COMMIT` or `ROLLBACK`, which is all that is left after some failures."""
        if how == "ROLLBACK":
            self._done = []
        try:
            if self._connection.in_transaction:
                self._connection.execute(how)
        except sqlite3.Error as problem:
            self._forgo(self._failure(problem))
            self._connection.execute(how)
        finally:
            self._done = None

    def _open(self) -> sqlite3.Connection:
        if self._lasting:
            try:
                return self._connected()
            except ClewError as problem:  # a newer clew's
                self.problem = problem
            except (sqlite3.Error, OSError) as problem:
                self.problem = self._failure(problem)
            self._troubled(self.problem)
        self._lasting = False
        return self._in_memory()

    def _in_memory(self) -> sqlite3.Connection:
        return _prepared(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False), self.path)

    def _forgo(self, problem: ClewError) -> None:
        """Goes on without the file: full, damaged, or locked for too long. Raises where something must be kept.

        What was known stays known, for whoever is in the middle of a decision has asked already. Where not even that
        can be read any more, it raises too; said once more, everything is derived anew.
        """
        if self._keeping or not self._lasting:
            raise problem
        file, self._connection = self._connection, self._in_memory()
        self.problem, self._lasting = problem, False
        self._troubled(problem)
        kept = [_copied(file, self._connection, [table]) for table in _KEPT]  # as much as can still be read
        known = _copied(file, self._connection, _DERIVED) and all(kept)
        file.close()
        if not known:
            raise problem
        if self._done is not None:
            self._connection.execute("BEGIN")
            for statement, values in self._done:
                self._connection.executemany(statement, values)

    def _connected(self) -> sqlite3.Connection:
        if not os.path.exists(self.path):
            # Created 0600 before SQLite opens it; its -wal and -shm take the mode over.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        free_journal(self.path)
        return _prepared(
            sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False), self.path
        )

    def _last(self) -> None:
        """From here on the state is a file. What was derived meanwhile is derived again."""
        with self._lock:
            if self._lasting:
                return
            if self.problem is not None:
                raise self.problem
            try:
                os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
                self._connection = self._connected()
            except (sqlite3.Error, OSError) as problem:
                raise self._failure(problem) from problem
            self._lasting = True

    def _failure(self, problem: sqlite3.Error | OSError) -> ClewError:
        path = self.path
        if isinstance(problem, OSError):
            return StorageFailed("state.failed", path=path, errno=problem.errno, reason=problem.strerror)
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Locked(path=path, holder="?", seconds=_BUSY_SECONDS)
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return Unreadable("state.damaged", path=path)
        return StorageFailed("state.failed", path=path, reason=str(problem))


class Writing:
    """The transaction of `State.writing`: all of it or nothing."""

    def __init__(self, state: State, kept: bool, durable: bool) -> None:
        self._state = state
        self._kept = kept
        self._durable = durable

    def __enter__(self) -> None:
        state = self._state
        state._lock.acquire()
        try:
            if self._kept:
                state._last()
                state._keeping = True
            if state._depth == 0:
                if self._durable:
                    state.run("PRAGMA synchronous=FULL")
                state.run("BEGIN IMMEDIATE")
                state._done = []
            state._depth += 1
        except BaseException:  # whatever it is, the lock is given back
            state._keeping = False
            state._lock.release()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        state = self._state
        state._depth -= 1
        try:
            if state._depth == 0:
                state._end("COMMIT" if kind is None else "ROLLBACK")
            if state._depth == 0 and self._durable:
                state.run("PRAGMA synchronous=NORMAL")
        finally:
            if state._depth == 0:
                state._keeping = False
            state._lock.release()


def _prepared(connection: sqlite3.Connection, path: str) -> sqlite3.Connection:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:
        raise Unreadable("state.newer", path=path, schema=version, known=SCHEMA)
    if version < SCHEMA:
        if version == 0:
            to_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()  # another process may have been first
        for step in _STEPS[version:]:
            for statement in step.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("COMMIT")
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _copied(source: sqlite3.Connection, target: sqlite3.Connection, tables: Iterable[str]) -> bool:
    """Whether all of the tables could be read; none of them is copied otherwise."""
    try:
        if source.in_transaction:  # what it wrote is said again
            source.execute("ROLLBACK")
        found = {table: source.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    except sqlite3.Error:
        return False
    for table, rows in found.items():
        if rows:
            target.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    return True
