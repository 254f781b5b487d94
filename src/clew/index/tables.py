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
from clew.index.rows import FILE, PINNED, SCHEMA, SUPERSEDED, TABLES, About, KnownFile
from clew.state.packing import pack, unpack
from clew.text.tags import tag_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from clew.index.contract import Entry
    from clew.index.rows import MadeFile, Run


_BUSY_SECONDS = 10.0
_NO_JOURNAL = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
_PARTS_REMEMBERED = 10_000
_OF_A_PART = ("store", "file", "kind", "project", "segment", "heading", "title", "time", "day", "label")
_MOST_ASKED, _STEP = 960, 64  # numbers in one query


class Tables:
    """One connection. Raises `sqlite3.Error`; the index knows what to do then."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._parts: dict[int, tuple[int, dict[str, Any]]] = {}  # with the number of its file
        self._revisions: dict[int, str] = {}  # of the files of these
        self._keys: dict[tuple[str, str], int] = {}
        self._named: set[tuple[str, str]] = set()  # words that surely have a number

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
        _tuned(connection)
        connection.execute("BEGIN IMMEDIATE")
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute("INSERT INTO about VALUES (?, ?, ?, 1, 1, 0, 0, 0, 0)", (rules, engine, engine))
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
                _tuned(connection)
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
        self._keys, self._named = {}, set()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    # Reading

    def about(self) -> About:
        return About(*self._connection.execute("SELECT * FROM about").fetchone())

    def dead(self) -> list[Run]:
        return self._connection.execute("SELECT first, last FROM dead").fetchall()

    def stores(self) -> set[str]:
        """All of which a folder is known, each found by one step through the index of folders."""
        found: set[str] = set()
        query, last = "SELECT min(store) FROM folder WHERE store > ?", ""
        while (row := self._connection.execute(query, (last,)).fetchone())[0] is not None:
            found.add(last := row[0])
        return found

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
        if file in self._revisions:
            return self._revisions[file]
        row = self._connection.execute("SELECT revision FROM file WHERE id = ?", (file,)).fetchone()
        return row and str(row[0])

    def problems(self) -> list[tuple[str, str, str, str]]:
        """Store, folder, name and words key of each file that could not be read."""
        query = "SELECT store, folder, name, problem FROM file INDEXED BY file_problem WHERE problem IS NOT NULL"
        return sorted(self._connection.execute(query))  # to sort them itself SQLite would go through all files

    def counts(self) -> dict[str, int]:
        """Store -> files."""
        return dict(self._connection.execute("SELECT store, count(*) FROM file WHERE revision <> '' GROUP BY store"))

    def key(self, kind: str, word: str) -> int | None:
        """The number under which a word can be asked for."""
        known = self._keys.get((kind, word))
        if known is None:
            row = self._connection.execute("SELECT id FROM key WHERE kind = ? AND word = ?", (kind, word)).fetchone()
            if row is None:
                return None
            known = self._keys[kind, word] = row[0]
        return known

    def numbers(self, after: int, most: int) -> list[int]:
        """The ids of so many passages behind a number, in their order."""
        rows = self._connection.execute("SELECT id FROM passage WHERE id > ? ORDER BY id LIMIT ?", (after, most))
        return [id for (id,) in rows]

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """In the order given, each once; numbers that are not here are left out."""
        ids = dict.fromkeys(ids)
        query = "SELECT id, part, first, last, start, end, flags, terms FROM passage WHERE id IN ({})"
        rows = list(self._of_ids(query, list(ids)))
        parts = self._parts
        missing = {row[1] for row in rows if row[1] not in parts}
        if missing:
            self._read_parts(missing)
        found = {}
        for id, part, first, last, start, end, flags, terms in rows:
            if part in parts:
                file, known = parts[part]
                found[id] = Passage.trusted(
                    known,
                    id=id,
                    place=id - file - 1,
                    lines=(first, last),
                    terms=terms,
                    start=start,
                    end=end,
                    pinned=bool(flags & PINNED),
                    superseded=bool(flags & SUPERSEDED),
                )
        return [found[id] for id in ids if id in found]

    def _read_parts(self, ids: Iterable[int]) -> None:
        if len(self._parts) > _PARTS_REMEMBERED:
            self._parts.clear()
            self._revisions.clear()
        query = (
            "SELECT part.id, file.id, revision, tags, store, CASE folder WHEN '' THEN name ELSE folder || '/' || name END, kind,"
            " project, segment, heading, title, time, day, label"
            " FROM part JOIN file ON file.id = part.file WHERE part.id IN ({})"
        )
        for id, file, revision, tags, *known in self._of_ids(query, list(ids)):
            self._revisions[file] = revision
            self._parts[id] = file, {"tags": unpack(tags), **dict(zip(_OF_A_PART, known))}

    def _of_ids(self, query: str, ids: list[int]) -> Iterator[tuple[Any, ...]]:
        """The rows of some numbers. Queries come in few lengths, so that SQLite need not read each anew."""
        for start in range(0, len(ids), _MOST_ASKED):
            some = ids[start : start + _MOST_ASKED]
            some += some[-1:] * (-len(some) % _STEP)
            yield from self._connection.execute(query.format("?, " * (len(some) - 1) + "?"), some).fetchall()

    # Writing, between `begin` and `commit`

    def take_numbers(self, count: int) -> int:
        """The first of so many numbers that nothing else ever has."""
        (first,) = self._connection.execute("SELECT next FROM about").fetchone()
        self._connection.execute("UPDATE about SET next = ?", (first + count,))
        return int(first)

    def ripen(self, until: int, dead: Iterable[Run]) -> None:
        """Every passage below a number is in the engine, and these runs are not any more."""
        self._connection.executemany("DELETE FROM dead WHERE first = ? AND last = ?", dead)
        self._connection.execute("UPDATE about SET ripe = ?, turn = turn + 1", (until,))

    def use_engine(self, engine: str, place: str, until: int) -> None:
        """Another one, which has all passages below a number and none that is dead."""
        self._connection.execute("DELETE FROM dead")
        self._connection.execute(
            "UPDATE about SET engine = ?, place = ?, ripe = ?, turn = turn + 1", (engine, place, until)
        )

    def whole(self) -> None:
        """Every source was looked at once."""
        self._connection.execute("UPDATE about SET whole = 1, turn = turn + 1")

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
        """Files with all that is known of them; those of their passages that the engine has are dead."""
        run = self._connection.executemany
        (ripe,) = self._connection.execute("SELECT ripe FROM about").fetchone()
        runs = [(file.id, file.id + file.passages) for file in files]
        run("DELETE FROM passage WHERE id BETWEEN ? AND ?", runs)
        run("DELETE FROM part WHERE id BETWEEN ? AND ?", runs)
        run("DELETE FROM file WHERE id = ?", ((file.id,) for file in files))
        dead = [(first + 1, last) for first, last in runs if first < last and first < ripe]
        run("INSERT OR REPLACE INTO dead VALUES (?, ?)", dead)
        self._count(-sum(file.passages for file in files), -sum(file.terms for file in files))

    def add(self, placed: Sequence[tuple[int, MadeFile]]) -> None:
        """Files under their numbers; their passages have the numbers behind."""
        files, parts, passages = [], [], []
        all_terms = 0
        for number, file in placed:
            terms, id = 0, number
            self._name_keys(file)
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

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """The passages from a number on, each as an engine is given it."""
        rows = self._connection.execute(
            "SELECT passage.id, part, passage.terms, label, day, project, tags, store, kind FROM passage"
            " JOIN part ON part.id = part JOIN file ON file.id = file WHERE passage.id >= ? ORDER BY passage.id",
            (start,),
        )
        last, keys = 0, ""
        for id, part, terms, label, day, project, tags, store, kind in rows:
            if part != last:
                last, keys = part, self._keys_of(store, kind, project, unpack(tags))
            yield id, _searched(terms, label), keys, day

    def entries_of(self, placed: Iterable[tuple[int, MadeFile]]) -> Iterator[Entry]:
        """The same of files that were just added, without reading them again."""
        for id, file in placed:
            for part in file.parts:
                keys = self._keys_of(file.store, file.kind, part.project, part.tags)
                for piece in part.pieces:
                    id += 1
                    yield id, _searched(piece[-1], part.label), keys, part.day

    def _keys_of(self, store: str, kind: str, project: str | None, tags: Iterable[str]) -> str:
        words = [("store", store), ("kind", kind), ("project", project or "")]
        numbers = [self.key(*word) for word in (*words, *(("tag", tag_key(tag)) for tag in tags))]
        return " ".join(str(number) for number in numbers if number is not None)

    def _name_keys(self, file: MadeFile) -> None:
        """Whatever a scope can ask for gets a number."""
        words = {("store", file.store), ("kind", file.kind)}
        for part in file.parts:
            words.add(("project", part.project or ""))
            words.update(("tag", tag_key(tag)) for tag in part.tags)
        words -= self._named
        if words:
            self._connection.executemany("INSERT OR IGNORE INTO key (kind, word) VALUES (?, ?)", words)
            self._named |= words

    def _count(self, passages: int, terms: int) -> None:
        self._connection.execute(
            "UPDATE about SET passages = passages + ?, terms = terms + ?, turn = turn + 1", (passages, terms)
        )


def _searched(terms: str, label: str) -> str:
    """An engine proposes by text and label alike."""
    return f"{terms} {label}" if label else terms


def _connected(path: str, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)


def _tuned(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes is made again: the engine's stamp tells
    connection.execute("PRAGMA journal_size_limit=4194304")  # the first index leaves one as large as itself


def _has_journal(path: str) -> bool:
    """Whether something that was committed may stand beside the file still."""
    try:
        return os.path.getsize(f"{path}-wal") > 0
    except OSError:
        return False
