"""What the index knows of files and passages, in one SQLite file (or in memory).

A file that changed is another file: it gets a new number, and its passages the numbers behind that, in their order.
No number is used twice. So what was read of a number stays true, neighbours stand side by side, and a number that an
engine gives and that is not here is one that nobody needs any more, or not yet.
"""

from __future__ import annotations

import os
import sqlite3

from clew.history.file import uri_of
from clew.index.contract import Passage
from clew.index.rows import FILE, PINNED, SCHEMA, SUPERSEDED, About, KnownFile
from clew.state.packing import unpack
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
        self.connection = connection
        self._parts: dict[int, tuple[int, dict[str, Any]]] = {}  # with the number of its file
        self._revisions: dict[int, str] = {}  # of the files of these
        self._keys: dict[tuple[str, str], int] = {}

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
        connection = connected(f"{uri_of(path)}?immutable=1" if at_rest else path, at_rest)
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version == SCHEMA and connection.execute("SELECT count(*) FROM about").fetchone() == (1,):
                tuned(connection)
                return cls(connection)
        except BaseException:  # nobody else can give it back
            connection.close()
            raise
        connection.close()
        return None

    def close(self) -> None:
        self.connection.close()

    def about(self) -> About:
        return About(*self.connection.execute("SELECT * FROM about").fetchone())

    def dead(self) -> list[Run]:
        return self.connection.execute("SELECT first, last FROM dead").fetchall()

    def stores(self) -> set[str]:
        """All of which a folder is known, each found by one step through the index of folders."""
        found: set[str] = set()
        query, last = "SELECT min(store) FROM folder WHERE store > ?", ""
        while (row := self.connection.execute(query, (last,)).fetchone())[0] is not None:
            found.add(last := row[0])
        return found

    def folders(self, store: str, paths: Sequence[str] | None) -> dict[str, tuple[str, str]]:
        """Path -> owner and listing, of all folders of a store or of these."""
        query = "SELECT path, owner, listing FROM folder WHERE store = ?"
        values: list[object] = [store]
        if paths is not None:
            query += f" AND path IN ({', '.join('?' * len(paths))})"
            values += paths
        return {path: (owner, listing) for path, owner, listing in self.connection.execute(query, values)}

    def files(self, store: str, folder: str) -> dict[str, KnownFile]:
        """Name -> what is known, of one folder."""
        rows = self.connection.execute(
            "SELECT id, name, revision, passages, terms, problem FROM file WHERE store = ? AND folder = ?",
            (store, folder),
        )
        return {row[1]: KnownFile(*row) for row in rows}

    def revision(self, file: int) -> str | None:
        """Of the bytes from which a file's passages were cut; None for one that is not here any more."""
        if file in self._revisions:
            return self._revisions[file]
        row = self.connection.execute("SELECT revision FROM file WHERE id = ?", (file,)).fetchone()
        return row and str(row[0])

    def problems(self) -> list[tuple[str, str, str, str]]:
        """Store, folder, name and words key of each file that could not be read."""
        query = "SELECT store, folder, name, problem FROM file INDEXED BY file_problem WHERE problem IS NOT NULL"
        return sorted(self.connection.execute(query))  # to sort them itself SQLite would go through all files

    def counts(self) -> dict[str, int]:
        """Store -> files."""
        return dict(self.connection.execute("SELECT store, count(*) FROM file WHERE revision <> '' GROUP BY store"))

    def key(self, kind: str, word: str) -> int | None:
        """The number under which a word can be asked for."""
        known = self._keys.get((kind, word))
        if known is None:
            row = self.connection.execute("SELECT id FROM key WHERE kind = ? AND word = ?", (kind, word)).fetchone()
            if row is None:
                return None
            known = self._keys[kind, word] = row[0]
        return known

    def numbers(self, after: int, most: int) -> list[int]:
        """The ids of so many passages behind a number, in their order."""
        rows = self.connection.execute("SELECT id FROM passage WHERE id > ? ORDER BY id LIMIT ?", (after, most))
        return [id for (id,) in rows]

    def forget_keys(self) -> None:
        """What was written was taken back: other words may get these numbers."""
        self._keys = {}

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
            yield from self.connection.execute(query.format("?, " * (len(some) - 1) + "?"), some).fetchall()

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """The passages from a number on, each as an engine is given it."""
        rows = self.connection.execute(
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


def _searched(terms: str, label: str) -> str:
    """An engine proposes by text and label alike."""
    return f"{terms} {label}" if label else terms


def connected(path: str, uri: bool = False) -> sqlite3.Connection:
    """To such a file, or to memory; transactions are begun and ended by hand."""
    return sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)


def tuned(connection: sqlite3.Connection) -> None:
    """As each connection is that may write."""
    connection.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes is made again: the engine's stamp tells
    connection.execute("PRAGMA journal_size_limit=4194304")  # the first index leaves one as large as itself


def _has_journal(path: str) -> bool:
    """Whether something that was committed may stand beside the file still."""
    try:
        return os.path.getsize(f"{path}-wal") > 0
    except OSError:
        return False
