"""What the index knows of files and passages, in one SQLite file (or in memory).

A file that changed is another file: it gets a new number, and its passages the numbers behind that, in their order.
No number is used twice. So what was read of a number stays true, neighbours stand side by side, and a number that an
engine gives and that is not here is one that nobody needs any more, or not yet.
"""

from __future__ import annotations

import os
import sqlite3

from clew.history.file import to_wal, uri_of
from clew.index.contract import Passage
from clew.state.packing import pack, unpack
from clew.text.tags import tag_key
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from clew.index.contract import Entry

    Run = tuple[int, int]  # the first and the last of some numbers
    PieceRow = tuple[int, int, int, int, int, str]  # first line, last line, start, end, flags, terms

FILE = "passages.db"
SCHEMA = 1
_BUSY_SECONDS = 10.0
_NO_JOURNAL = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
PINNED, SUPERSEDED = 1, 2  # flags
_PARTS_REMEMBERED = 20_000

_TABLES = """
CREATE TABLE about (
    rules TEXT NOT NULL,        -- by which texts were cut and made into terms
    engine TEXT NOT NULL, place TEXT NOT NULL,  -- its name, its folder beside this file
    stamp INTEGER NOT NULL,     -- of the engine's commit that goes with these rows
    next INTEGER NOT NULL,      -- the first number that is free
    flying INTEGER,             -- from here to `next`: on their way to the engine, not yet here
    passages INTEGER NOT NULL, terms INTEGER NOT NULL, whole INTEGER NOT NULL);
CREATE TABLE folder (
    id INTEGER PRIMARY KEY, store TEXT NOT NULL, path TEXT NOT NULL,
    owner TEXT NOT NULL, listing TEXT NOT NULL, UNIQUE (store, path));
CREATE TABLE file (
    id INTEGER PRIMARY KEY, store TEXT NOT NULL, folder TEXT NOT NULL, name TEXT NOT NULL,
    revision TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, problem TEXT,
    passages INTEGER NOT NULL, terms INTEGER NOT NULL, UNIQUE (store, folder, name));
CREATE INDEX file_problem ON file (problem) WHERE problem IS NOT NULL;
CREATE TABLE part (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, segment INTEGER NOT NULL, project TEXT, heading TEXT NOT NULL,
    tags TEXT NOT NULL, time TEXT NOT NULL, day INTEGER NOT NULL, label TEXT NOT NULL);
CREATE TABLE passage (
    id INTEGER PRIMARY KEY, part INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, flags INTEGER NOT NULL, terms TEXT NOT NULL);
CREATE TABLE dead (             -- not here any more, and perhaps in the engine
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE key (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, word TEXT NOT NULL, UNIQUE (kind, word));
"""


class About(Value):
    """The one row of that name."""

    rules: str
    engine: str
    place: str
    stamp: int
    next: int
    flying: int | None
    passages: int
    terms: int
    whole: int  # 1: every source was looked at once


class MadePart(Value):
    """Passages to be kept that share everything but their place."""

    segment: int
    project: str | None
    heading: str
    tags: tuple[str, ...]
    time: str
    day: int
    label: str
    pieces: tuple[PieceRow, ...]


class MadeFile(Value):
    """A file to be kept, as it was read; without parts where it has none, cannot be read or is nobody's business."""

    store: str
    folder: str
    name: str
    revision: str
    kind: str
    title: str
    problem: str | None
    parts: tuple[MadePart, ...]

    @property
    def passages(self) -> int:
        """How many."""
        return sum(len(part.pieces) for part in self.parts)


class KnownFile(Value):
    """What is known of a file without its passages."""

    id: int
    name: str
    revision: str
    passages: int
    terms: int
    problem: str | None


class Tables:
    """One connection. Raises `sqlite3.Error`; the index knows what to do then."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._parts: dict[int, tuple[Any, ...]] = {}
        self._keys: dict[tuple[str, str], int] = {}

    @classmethod
    def make(cls, folder: str | None, rules: str, engine: str) -> Tables:
        """New ones, empty, in a folder that has none; without a folder in memory."""
        path = ":memory:"
        if folder is not None:
            path = os.path.join(folder, FILE)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_EXCL, 0o600))  # its journal takes the mode over
        tables = cls(_connected(path))
        connection = tables._connection
        to_wal(connection)
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute("INSERT INTO about VALUES (?, ?, ?, 0, 1, NULL, 0, 0, 0)", (rules, engine, engine))
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        connection.execute("COMMIT")
        return tables

    @classmethod
    def open(cls, folder: str) -> Tables | None:
        """Those of a folder; None where there are none of this version."""
        path = os.path.join(folder, FILE)
        if not os.path.exists(path):
            return None
        try:
            return cls._opened(path)
        except sqlite3.OperationalError as problem:
            # Also a reader makes files beside it, which cannot be where nothing may be written or the disk is full.
            if problem.sqlite_errorcode & 0xFF not in _NO_JOURNAL or _has_journal(path):
                raise
            return cls._opened(path, at_rest=True)

    @classmethod
    def _opened(cls, path: str, at_rest: bool = False) -> Tables | None:
        connection = _connected(f"{uri_of(path)}?immutable=1" if at_rest else path, at_rest)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version == SCHEMA and connection.execute("SELECT count(*) FROM about").fetchone() == (1,):
                connection.execute("PRAGMA synchronous=NORMAL")
                return cls(connection)
        except BaseException:  # nobody else can give it back
            connection.close()
            raise
        connection.close()
        return None

    def close(self) -> None:
        self._connection.close()

    def begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """As if nothing since `begin` had been."""
        self._keys.clear()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    # Reading

    def about(self) -> About:
        return About(*self._connection.execute("SELECT * FROM about").fetchone())

    def dead(self) -> list[Run]:
        return self._connection.execute("SELECT first, last FROM dead").fetchall()

    def folders(self, store: str, paths: Sequence[str] | None) -> dict[str, tuple[str, str]]:
        """Path -> owner and listing, of all folders of a store or of these."""
        query = "SELECT path, owner, listing FROM folder WHERE store = ?"
        values: list[object] = [store]
        if paths is not None:
            query += f" AND path IN ({', '.join('?' * len(paths))})"
            values += paths
        return {path: (owner, listing) for path, owner, listing in self._connection.execute(query, values)}

    def files(self, store: str, folder: str) -> dict[str, KnownFile]:
        """Name -> what is known, of one folder."""
        rows = self._connection.execute(
            "SELECT id, name, revision, passages, terms, problem FROM file WHERE store = ? AND folder = ?",
            (store, folder),
        )
        return {row[1]: KnownFile(*row) for row in rows}

    def revision(self, file: int) -> str | None:
        """Of the bytes from which a file's passages were cut; None for one that is not here any more."""
        row = self._connection.execute("SELECT revision FROM file WHERE id = ?", (file,)).fetchone()
        return row and str(row[0])

    def problems(self) -> list[tuple[str, str, str, str]]:
        """Store, folder, name and words key of each file that could not be read."""
        return self._connection.execute(
            "SELECT store, folder, name, problem FROM file WHERE problem IS NOT NULL ORDER BY store, folder, name"
        ).fetchall()

    def counts(self) -> dict[str, int]:
        """Store -> files."""
        return dict(self._connection.execute("SELECT store, count(*) FROM file WHERE problem IS NULL GROUP BY store"))

    def key(self, kind: str, word: str) -> int | None:
        """The number under which a word can be asked for."""
        known = self._keys.get((kind, word))
        if known is None:
            row = self._connection.execute("SELECT id FROM key WHERE kind = ? AND word = ?", (kind, word)).fetchone()
            if row is None:
                return None
            known = self._keys[kind, word] = row[0]
        return known

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """In the order given, each once; numbers that are not here are left out."""
        ids = dict.fromkeys(ids)
        rows = self._connection.execute(
            "SELECT id, part, first, last, start, end, flags, terms FROM passage"
            f" WHERE id IN ({', '.join(map(str, ids))})"
        ).fetchall()
        parts = self._parts
        missing = {row[1] for row in rows if row[1] not in parts}
        if missing:
            self._read_parts(missing)
        found = {}
        for id, part, first, last, start, end, flags, terms in rows:
            known = parts.get(part)
            if known is not None:
                file_id, store, file, kind, project, segment, heading, title, tags, time, day, label = known
                found[id] = Passage(
                    *(id, store, file, kind, project, segment, id - file_id - 1, (first, last), heading, title, tags),
                    *(time, day, terms, label, start, end, bool(flags & PINNED), bool(flags & SUPERSEDED)),
                )
        return [found[id] for id in ids if id in found]

    def _read_parts(self, ids: Iterable[int]) -> None:
        if len(self._parts) > _PARTS_REMEMBERED:
            self._parts.clear()
        query = (
            "SELECT part.id, file.id, store, folder, name, kind, project, segment, heading, title, tags, time, day, label"
            f" FROM part JOIN file ON file.id = part.file WHERE part.id IN ({', '.join(map(str, ids))})"
        )
        for (
            id,
            file,
            store,
            folder,
            name,
            kind,
            project,
            segment,
            heading,
            title,
            tags,
            *rest,
        ) in self._connection.execute(query):
            path = f"{folder}/{name}" if folder else name
            self._parts[id] = (file, store, path, kind, project, segment, heading, title, unpack(tags), *rest)

    # Writing, between `begin` and `commit`

    def take_numbers(self, count: int) -> int:
        """The first of so many numbers, which are noted as on their way; durable with `commit`."""
        (first,) = self._connection.execute("SELECT next FROM about").fetchone()
        self._connection.execute("UPDATE about SET flying = ?, next = ?", (first, first + count))
        return int(first)

    def landed(self, stamp: int) -> None:
        """What was on its way is in the engine, under this stamp."""
        self._connection.execute("UPDATE about SET stamp = ?, flying = NULL", (stamp,))

    def use_engine(self, engine: str, place: str, stamp: int) -> None:
        """Another one, which has all passages and none that is dead."""
        self._connection.execute("DELETE FROM dead")
        self._connection.execute(
            "UPDATE about SET engine = ?, place = ?, stamp = ?, flying = NULL", (engine, place, stamp)
        )

    def bury(self, runs: Iterable[Run]) -> None:
        """These numbers may still be in the engine."""
        self._connection.executemany("INSERT OR REPLACE INTO dead VALUES (?, ?)", runs)

    def unbury(self, runs: Iterable[Run]) -> None:
        """These are in the engine no more."""
        self._connection.executemany("DELETE FROM dead WHERE first = ? AND last = ?", runs)

    def whole(self) -> None:
        """Every source was looked at once."""
        self._connection.execute("UPDATE about SET whole = 1")

    def list_folder(self, store: str, path: str, owner: str, listing: str) -> None:
        """What stands in a folder as it was looked at last."""
        self._connection.execute(
            "INSERT INTO folder (store, path, owner, listing) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (store, path) DO UPDATE SET owner = excluded.owner, listing = excluded.listing",
            (store, path, owner, listing),
        )

    def forget_folder(self, store: str, path: str) -> None:
        """It is gone; its files are removed one by one."""
        self._connection.execute("DELETE FROM folder WHERE store = ? AND path = ?", (store, path))

    def remove(self, files: Sequence[KnownFile]) -> None:
        """Files with all that is known of them; their passages are dead."""
        run = self._connection.executemany
        runs = [(file.id, file.id + file.passages) for file in files]
        run("DELETE FROM passage WHERE id BETWEEN ? AND ?", runs)
        run("DELETE FROM part WHERE id BETWEEN ? AND ?", runs)
        run("DELETE FROM file WHERE id = ?", ((file.id,) for file in files))
        self.bury((first + 1, last) for first, last in runs if last > first)
        self._count(-sum(file.passages for file in files), -sum(file.terms for file in files))

    def keys_of(self, file: MadeFile) -> list[str]:
        """For each part of a file what a scope can ask for; words that are new get a number."""
        around = [self._key_made("store", file.store), self._key_made("kind", file.kind)]
        found = []
        for part in file.parts:
            own = [self._key_made("project", part.project or "")]
            own += [self._key_made("tag", tag_key(tag)) for tag in part.tags]
            found.append(" ".join(map(str, (*around, *own))))
        return found

    def add(self, placed: Sequence[tuple[int, MadeFile]]) -> None:
        """Files under their numbers; their passages have the numbers behind."""
        files, parts, passages = [], [], []
        all_terms = 0
        for number, file in placed:
            terms, id = 0, number
            for part in file.parts:
                first = id + 1
                for piece in part.pieces:
                    id += 1
                    passages.append((id, first, *piece))
                    terms += piece[-1].count(" ") + 1 if piece[-1] else 0
                parts.append(
                    (
                        *(first, number, part.segment, part.project, part.heading),
                        *(pack(part.tags), part.time, part.day, part.label),
                    )
                )
            all_terms += terms
            files.append(
                (
                    *(number, file.store, file.folder, file.name, file.revision, file.kind, file.title),
                    *(file.problem, id - number, terms),
                )
            )
        self._connection.executemany("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", files)
        self._connection.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", parts)
        self._connection.executemany("INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?, ?, ?)", passages)
        self._count(len(passages), all_terms)

    def entries(self) -> Iterator[Entry]:
        """Every passage as an engine is given it."""
        rows = self._connection.execute(
            "SELECT passage.id, passage.terms, part.label, part.day, part.project, part.tags, file.store, file.kind"
            " FROM passage JOIN part ON part.id = passage.part JOIN file ON file.id = part.file ORDER BY passage.id"
        )
        for id, terms, label, day, project, tags, store, kind in rows:
            words = (("store", store), ("kind", kind), ("project", project or ""))
            keys = [self.key(*word) for word in (*words, *(("tag", tag_key(tag)) for tag in unpack(tags)))]
            yield id, searched(terms, label), " ".join(str(key) for key in keys if key is not None), day

    def _key_made(self, kind: str, word: str) -> int:
        known = self.key(kind, word)
        if known is None:
            known = self._connection.execute("INSERT INTO key (kind, word) VALUES (?, ?)", (kind, word)).lastrowid
            assert known is not None  # a row was inserted
            self._keys[kind, word] = known
        return known

    def _count(self, passages: int, terms: int) -> None:
        self._connection.execute("UPDATE about SET passages = passages + ?, terms = terms + ?", (passages, terms))


def searched(terms: str, label: str) -> str:
    """What an engine is given of a passage: it proposes by both alike."""
    return f"{terms} {label}" if label else terms


def _connected(path: str, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)


def _has_journal(path: str) -> bool:
    """Whether something that was committed may stand beside the file still."""
    try:
        return os.path.getsize(f"{path}-wal") > 0
    except OSError:
        return False
