"""One generation of the index: tables and an engine that know the same passages, whenever somebody dies.

The engine commits first, under the next stamp, and the tables after it. So whoever reads finds each passage that the
tables know in the engine, and what the engine has beyond is noted as on its way, or as dead:

    it dies                              the engine        the tables          afterwards
    before the engine commits            old               numbers taken       nothing happened; the numbers stay unused
    between the two commits              old and new       old                 the new ones are dead: taken out next time
    after a power cut that lost a commit other stamp       other stamp         the engine is filled anew from the tables
"""

from __future__ import annotations

import os

from clew.index.contract import EngineFailed
from clew.index.engines import best_engine, open_engine
from clew.index.place import remove
from clew.index.tables import Tables, searched
from clew.text.terms import fingerprint
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew.index.contract import Engine, Entry
    from clew.index.tables import About, KnownFile, MadeFile

FORMAT = 1  # of passages and labels: how texts are cut
_MOST_DEAD = 300  # passages: more are taken out at once, fewer with the next change


class Outdated(Exception):
    """Made by other rules, or not by these programs at all."""


class Batch(Value):
    """What changes at once."""

    gone: tuple[KnownFile, ...]
    made: tuple[MadeFile, ...]
    listed: tuple[tuple[str, str, str, str], ...]  # store, path, owner, listing
    forgotten: tuple[tuple[str, str], ...]  # store, path


class Generation:
    """Raises `sqlite3.Error` and `EngineFailed` wherever something is not as it was left."""

    def __init__(self, folder: str | None, tables: Tables, engine: Engine | None, about: About) -> None:
        self.folder = folder
        self.tables = tables
        self.about = about
        self._engine = engine  # None where its files cannot be opened

    @classmethod
    def make(cls, folder: str | None, engine: str | None = None) -> Generation:
        """An empty one in an empty folder, or in memory."""
        name = engine or best_engine()
        tables = Tables.make(folder, rules(), name)
        return cls(folder, tables, open_engine(name, folder and os.path.join(folder, name)), tables.about())

    @classmethod
    def open(cls, folder: str) -> Generation:
        """The one in a folder. Raises `Outdated`."""
        tables = Tables.open(folder)
        if tables is None:
            raise Outdated
        try:
            about = tables.about()
            if about.rules != rules():
                raise Outdated
            return cls(folder, tables, _engine_of(folder, about), about)
        except BaseException:  # nobody else can give it back
            tables.close()
            raise

    @property
    def engine(self) -> Engine:
        """Raises `EngineFailed` where its files cannot be opened."""
        if self._engine is None:
            raise EngineFailed(f"nothing can be opened in {self.folder}")
        return self._engine

    def close(self) -> None:
        """Gives files and memory back."""
        self.tables.close()
        if self._engine is not None:
            self._engine.close()

    def refresh(self) -> None:
        """What others changed counts from here on. The tables are asked first: the engine is never behind them."""
        before, self.about = self.about, self.tables.about()
        if self._engine is None or self.about.place != before.place:
            if self._engine is not None:
                self._engine.close()
            self._engine = _engine_of(self.folder or "", self.about)
        elif self.about.stamp != before.stamp:
            self._engine.refresh()

    def settle(self, engine: str | None = None) -> None:
        """What somebody who died left behind is put in order, and the best engine (or this one) is used from here on.

        For who holds the lock.
        """
        self.refresh()
        wanted = engine or best_engine()
        engine, about = self._engine, self.about
        stamp = -1 if engine is None or engine.name != wanted else engine.stamp()
        if stamp == about.stamp + 1 and about.flying is not None:
            self.tables.begin()
            self.tables.bury([(about.flying, about.next - 1)])
            self.tables.landed(stamp)
            self.tables.commit()
            self.about = self.tables.about()
        elif stamp != about.stamp:
            self._fill(wanted)

    def is_settled(self, engine: str | None = None) -> bool:
        """Whether nothing needs to be put in order before it can be searched."""
        known = self._engine
        return known is not None and known.name == (engine or best_engine()) and known.stamp() >= self.about.stamp

    def answer_from_tables(self) -> None:
        """Where the engine's files are of no use and cannot be made anew, one in memory takes their place."""
        if self._engine is not None and self._engine.stamp() >= self.about.stamp:
            return
        self._engine = open_engine(best_engine(), None)
        self._engine.change((), self.tables.entries())
        self._engine.commit(self.about.stamp)

    def take(self, batch: Batch) -> None:
        """Some files go, others come; one that changed does both. For who holds the lock."""
        try:
            self._take(batch)
        except BaseException:  # Ctrl-C too: nothing of it is seen, and the next one finds what to put in order
            self.tables.rollback()
            raise
        self.about = self.tables.about()

    def sweep(self) -> None:
        """Takes the dead out of the engine where they are many: they would crowd the candidates."""
        dead = self.tables.dead()
        if sum(last - first + 1 for first, last in dead) <= _MOST_DEAD:
            return
        stamp = self.about.stamp + 1
        self.engine.change(dead, ())
        self.tables.begin()
        self.tables.take_numbers(0)
        self.tables.commit()
        self.engine.commit(stamp)
        self.tables.begin()
        self.tables.unbury(dead)
        self.tables.landed(stamp)
        self.tables.commit()
        self.about = self.tables.about()

    def dead(self) -> list[tuple[int, int]]:
        """The runs of numbers that the engine may still give and nobody wants."""
        return self.tables.dead()

    def _take(self, batch: Batch) -> None:
        tables, stamp = self.tables, self.about.stamp
        coming = sum(file.passages for file in batch.made)
        tables.begin()
        first = tables.take_numbers(coming + len(batch.made))
        keys = [tables.keys_of(file) for file in batch.made]
        dead = tables.dead() if coming else []
        placed = _placed(first, batch.made)
        if coming:
            tables.commit()
            self.engine.change(dead, _entries(placed, keys))
            stamp += 1
            self.engine.commit(stamp)
            tables.begin()
        tables.unbury(dead)
        tables.remove(batch.gone)
        tables.add(placed)
        for folder in batch.listed:
            tables.list_folder(*folder)
        for path in batch.forgotten:
            tables.forget_folder(*path)
        tables.landed(stamp)
        tables.commit()

    def _fill(self, engine: str) -> None:
        """Another engine, or this one in a new folder, is given every passage."""
        old, name = self.about.place, engine
        if self.folder is not None:
            number = int(old.rpartition("-")[2]) + 1 if "-" in old else 2
            name = f"{engine}-{number}"
            remove(os.path.join(self.folder, name))  # of somebody who died at this very work
        new = open_engine(engine, self.folder and os.path.join(self.folder, name))
        new.change((), self.tables.entries())
        new.commit(1)
        self.tables.begin()
        self.tables.use_engine(engine, name, 1)
        self.tables.commit()
        if self._engine is not None:
            self._engine.close()
        self._engine = new
        self.about = self.tables.about()
        if self.folder is not None:
            remove(os.path.join(self.folder, old))


def rules() -> str:
    """By which a text becomes passages and terms; others make another index."""
    return f"{FORMAT}-{fingerprint()}"


def _engine_of(folder: str, about: About) -> Engine | None:
    try:
        return open_engine(about.engine, os.path.join(folder, about.place))
    except EngineFailed:
        return None


def _placed(first: int, made: Sequence[MadeFile]) -> list[tuple[int, MadeFile]]:
    placed = []
    for file in made:
        placed.append((first, file))
        first += 1 + file.passages
    return placed


def _entries(placed: Sequence[tuple[int, MadeFile]], keys: Sequence[Sequence[str]]) -> Iterator[Entry]:
    for (number, file), file_keys in zip(placed, keys):
        id = number
        for part, part_keys in zip(file.parts, file_keys):
            for *_, terms in part.pieces:
                id += 1
                yield id, searched(terms, part.label), part_keys, part.day
