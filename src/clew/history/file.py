"""The SQLite file behind the history: opened late, made by the first write, its failures in clew's words.

What else must be as safe as the history (the common states of a sync) is kept in such a file too, of another shape.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from _thread import RLock
from time import monotonic, sleep

from clew.errors import ClewError, Locked, StorageFailed, Unreadable
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

SCHEMA = 1  # in user_version; an older clew refuses a newer file
MARK = 0x636C6577  # "clew", in application_id: a database of another program is not ours to fill
_BUSY_SECONDS = 10.0


class Shape(Value):
    """What is in such a file, and the words that tell what is wrong with it."""

    schema: int
    mark: int
    tables: str
    failed: str
    full: str
    damaged: str
    foreign: str
    newer: str


# Rows are narrow and `data` stands last, so that listing versions never reads their texts.
_TABLES = """
CREATE TABLE stores (id INTEGER PRIMARY KEY, key NOT NULL UNIQUE);

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    store INTEGER NOT NULL,
    path NOT NULL,          -- text, or a blob where a name is not UTF-8
    first INTEGER,          -- its first version ever, thinned or not
    last INTEGER,           -- its newest version
    UNIQUE (store, path));

CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    store INTEGER NOT NULL,
    time TEXT NOT NULL,
    what TEXT NOT NULL,
    agent TEXT, conversation TEXT, device TEXT,
    first INTEGER NOT NULL, -- its versions are those from here on,
    parts INTEGER NOT NULL, -- so many: one transaction makes them all
    undoes INTEGER          -- the entry that this one takes back
);
CREATE INDEX entry_undoes ON entries (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL,
    file INTEGER NOT NULL,
    prev INTEGER,           -- the version of the same path before this one
    kin INTEGER,            -- of a rename: the version that this continues, of its gone-mark: where it went
    revision BLOB,          -- sha256, NULL where the file is gone
    bytes INTEGER NOT NULL,
    base INTEGER,           -- NULL: data is the whole text. Else it stands between the first `head`
    head INTEGER NOT NULL,  -- and the last `tail` bytes of version `base`
    tail INTEGER NOT NULL,
    depth INTEGER NOT NULL, -- splices between this and a whole text
    spent INTEGER NOT NULL, -- and their bytes together
    zipped INTEGER NOT NULL,
    data BLOB);
CREATE INDEX version_base ON versions (base) WHERE base IS NOT NULL;

CREATE TABLE thinned (
    used INTEGER NOT NULL   -- bytes that were left when nothing more could go
);
"""


HISTORY = Shape(
    *(SCHEMA, MARK, _TABLES),
    *("history.failed", "history.full", "history.damaged", "history.foreign", "history.newer"),
)


class File:
    """One connection, taken by one thread at a time. `reading` and `writing` are the only ways in."""

    def __init__(self, path: str, shape: Shape = HISTORY) -> None:
        self.path = path
        self._shape = shape
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._turn = RLock()

    def reading(self) -> Reading:
        """A steady look at the file; yields None where there is none, and makes none."""
        return Reading(self)

    def writing(self, lasting: bool = True) -> Writing:
        """A transaction that makes the file if need be: durable when the block ends, or nothing of it happened.

        Without `lasting` it outlives the process, but a power cut only with the next one that is.
        """
        return Writing(self, lasting)

    def close(self) -> None:
        """Gives the file back; the next use opens it again."""
        with self._turn:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def scrub(self) -> None:
        """Rewrites the whole file, so that what was removed is gone from its free pages and its journal too.

        Raises `Locked` while another process reads: what it reads must stay in the journal. Repeat it then.
        """
        with self._turn:
            try:
                connection = self._opened(create=False)
                if connection is None:
                    return
                connection.execute("VACUUM")
                (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as problem:
                raise self._failure(problem, writing=True) from problem
        if busy:
            raise Locked(path=self.path, holder="?", seconds=_BUSY_SECONDS)

    def _opened(self, create: bool) -> sqlite3.Connection | None:
        """The connection, or None when there is no history and none is to be made."""
        identity = _identity(self.path)
        if self._connection is not None and identity == self._identity:
            return self._connection
        self.close()  # moved aside under a process that lives long: it must not write into a file without a name
        if identity is None:
            if not create:
                return None
            self._make()
        try:
            connection = self._connected(self.path, create)
        except sqlite3.OperationalError as problem:
            if create or problem.sqlite_errorcode & 0xFF not in _NO_JOURNAL or not self._is_at_rest():
                raise
            connection = self._connected(f"{uri_of(self.path)}?immutable=1", create)
        if connection is not None:
            self._connection, self._identity = connection, _identity(self.path)
        return connection

    def _connected(self, to: str, create: bool) -> sqlite3.Connection | None:
        free_journal(self.path)
        connection = sqlite3.connect(
            to, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=to != self.path
        )
        try:
            ready = self._prepare(connection, create)
        except BaseException:  # whatever it is, nobody else can give the connection back
            connection.close()
            raise
        if not ready:
            connection.close()
            return None
        return connection

    def _is_at_rest(self) -> bool:
        """Whether the file alone says all: nothing is in its journal, which cannot be opened where nothing can be written."""
        try:
            return os.path.getsize(f"{self.path}-wal") == 0
        except FileNotFoundError:
            return os.access(self.path, os.R_OK)
        except OSError:
            return False

    def _make(self) -> None:
        try:
            os.makedirs(os.path.dirname(self.path) or ".", mode=0o700, exist_ok=True)
            # Made 0600 before SQLite opens it: its -wal and -shm take the mode over.
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as problem:
            raise StorageFailed(
                self._shape.failed, path=self.path, errno=problem.errno, reason=problem.strerror
            ) from problem

    def _prepare(self, connection: sqlite3.Connection, create: bool) -> bool:
        """Whether the file holds a history now."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > self._shape.schema:
            raise Unreadable(self._shape.newer, path=self.path, version=version, known=self._shape.schema)
        if version == 0:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables:
                raise Unreadable(self._shape.foreign, path=self.path)
            if not create:
                return False  # a writer died, or is, between making the file and filling it
            to_wal(connection)
            connection.execute("BEGIN IMMEDIATE")
            if connection.execute("PRAGMA user_version").fetchone() == (0,):  # another process may have been first
                for statement in self._shape.tables.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id={self._shape.mark}")
                connection.execute(f"PRAGMA user_version={self._shape.schema}")
            connection.execute("COMMIT")
        elif connection.execute("PRAGMA application_id").fetchone() != (self._shape.mark,):
            raise Unreadable(self._shape.foreign, path=self.path)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA journal_size_limit=16777216")
        return True

    def _is_damaged(self) -> bool:
        with self._turn:
            try:
                connection = self._opened(create=False)
                return connection is not None and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",)
            except (sqlite3.Error, ClewError):
                return True

    def _failure(self, problem: sqlite3.Error, writing: bool) -> ClewError:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Locked(path=self.path, holder="?", seconds=_BUSY_SECONDS)
        self.close()  # after any other failure the connection is not to be trusted
        if code == sqlite3.SQLITE_FULL:
            return StorageFailed(self._shape.full, path=self.path, errno=errno.ENOSPC)
        if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH):
            return Unreadable(self._shape.damaged, path=self.path, reason=str(problem))
        kind = StorageFailed if writing else Unreadable
        return kind(self._shape.failed, path=self.path, errno=_ERRNO.get(code, errno.EIO), reason=str(problem))


_ERRNO = {
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_TOOBIG: errno.EFBIG,
}


# Also a reader makes files beside the database, which cannot be where the folder is read-only or the disk is full.
_NO_JOURNAL = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)


# What code does with rows that are not as it wrote them. It may be a mistake of ours too: the file is asked.
_PUZZLED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Reading:
    """The block of `File.reading`. One snapshot: nothing that others write meanwhile is seen."""

    _create = False

    def __init__(self, file: File) -> None:
        self._file = file

    def _begin(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")

    def __enter__(self) -> sqlite3.Connection | None:
        file = self._file
        file._turn.acquire()
        try:
            connection = file._opened(self._create)
            if connection is not None:
                self._begin(connection)
            return connection
        except BaseException as problem:  # whatever it is, the turn must be given back
            file._turn.release()
            if isinstance(problem, sqlite3.Error):
                raise file._failure(problem, self._create) from problem
            raise

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        file = self._file
        try:
            connection = file._connection
            if connection is not None and connection.in_transaction:
                connection.execute("COMMIT" if kind is None else "ROLLBACK")
        except sqlite3.Error as failed:
            if problem is None:
                _roll_back(file._connection)
                problem = failed
        finally:
            file._turn.release()
        if isinstance(problem, sqlite3.Error):
            raise file._failure(problem, self._create) from problem
        if isinstance(problem, _PUZZLED) and file._is_damaged():
            raise Unreadable(file._shape.damaged, path=file.path, reason=str(problem)) from problem


class Writing(Reading):
    """The block of `File.writing`."""

    _create = True

    def __init__(self, file: File, lasting: bool = True) -> None:
        super().__init__(file)
        self._lasting = lasting

    def _begin(self, connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA synchronous={'FULL' if self._lasting else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")

    def __enter__(self) -> sqlite3.Connection:
        connection = super().__enter__()
        assert connection is not None  # it was made if there was none
        return connection


def damaged(db: sqlite3.Connection, reason: str) -> Unreadable:
    """For rows that contradict each other though SQLite finds nothing wrong."""
    return Unreadable("history.damaged", path=db.execute("PRAGMA database_list").fetchone()[2], reason=reason)


def _roll_back(connection: sqlite3.Connection | None) -> None:
    try:
        if connection is not None and connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        pass  # the failure of the commit is the one to tell; the connection is closed next


def uri_of(path: str) -> str:
    """As SQLite wants a path that more is to be said of."""
    for sign in "%?#":
        path = path.replace(sign, f"%{ord(sign):02x}")
    return "file:///" + path.replace(os.sep, "/").lstrip("/")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def free_journal(path: str) -> None:
    """SQLite makes its files beside the database with the rights of that moment. Where it could not be written then and
    can be now, they would keep everybody from writing for good."""
    for beside in (f"{path}-wal", f"{path}-shm"):
        try:
            if not os.stat(beside).st_mode & 0o200 and (mode := os.stat(path).st_mode & 0o777) & 0o200:
                os.chmod(beside, mode)
        except OSError:  # nothing is there, or it is another user's: who writes will tell
            pass


def to_wal(connection: sqlite3.Connection) -> None:
    """Waits its turn like any write: SQLite itself refuses this one at once while another process makes the file."""
    deadline = monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(0.005)
