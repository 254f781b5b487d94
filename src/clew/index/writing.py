"""What is written into the tables of the index, between `begin` and `commit`. For who holds the lock."""

from __future__ import annotations

import os

from clew.history.file import to_wal
from clew.index.rows import FILE, SCHEMA, TABLES
from clew.index.tables import Tables, connected, tuned
from clew.state.packing import pack
from clew.text.tags import tag_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.index.rows import KnownFile, MadeFile, Run


def make(folder: str | None, rules: str, engine: str) -> Tables:
    """New ones, empty, in a folder that has none; without a folder in memory."""
    path = ":memory:"
    if folder is not None:
        path = os.path.join(folder, FILE)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_EXCL, 0o600))  # its journal takes the mode over
    tables = Tables(connected(path))
    connection = tables.connection
    to_wal(connection)
    tuned(connection)
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO about VALUES (?, ?, ?, 1, 1, 0, 0, 0, 0)", (rules, engine, engine))
    connection.execute(f"PRAGMA user_version={SCHEMA}")
    connection.execute("COMMIT")
    return tables


class Writer:
    """Raises `sqlite3.Error`, as the tables do."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._connection = tables.connection
        self._named: set[tuple[str, str]] = set()  # words that surely have a number

    def begin(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """As if nothing since `begin` had been."""
        self._named = set()
        self._tables.forget_keys()
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

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
