"""One generation of the index: tables and an engine that know the same passages, whenever somebody dies.

What changed lies in the tables alone at first: the few young passages are looked through by hand, which is cheaper than
a commit of an engine. Once they are many the engine is given all of them, under a stamp that says up to which number it
has everything, and the tables say so too:

    it dies                              stamp of the engine     afterwards
    before the engine commits            as the tables say       the young ones are looked through, and given again
    between the two commits              beyond                  the tables follow; nobody misses or sees double
    after a power cut that lost commits  anything else           the engine is filled anew from the tables
"""

from __future__ import annotations

import os
from functools import cached_property

from clew.index.contract import EngineFailed
from clew.index.engines import best_engine, open_engine
from clew.index.place import remove
from clew.index.tables import Tables
from clew.index.young import Young
from clew.text.terms import fingerprint
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clew.index.contract import Engine, Entry, Within
    from clew.index.rows import About, KnownFile, MadeFile, Run
    from clew.index.writing import Writer

FORMAT = 1  # of passages and labels: how texts are cut
_MOST_YOUNG = _MOST_DEAD = 300  # passages that the engine does not have yet, or has for nothing


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
        self._young: tuple[int, Young] | None = None  # and of which turn of the tables

    @classmethod
    def make(cls, folder: str | None, engine: str | None = None) -> Generation:
        """An empty one in an empty folder, or in memory."""
        from clew.index.writing import make  # late, as in `_writer`

        name = engine or best_engine()
        tables = make(folder, rules(), name)
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

    @cached_property
    def _writer(self) -> Writer:
        from clew.index.writing import Writer  # late: most searches meet nothing that changed

        return Writer(self.tables)

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
        elif self.about.ripe != before.ripe:
            self._engine.refresh()

    def settle(self, engine: str | None = None) -> None:
        """What somebody who died left behind is put in order, and the best engine (or this one) is used from here on.

        For who holds the lock.
        """
        self.refresh()
        wanted = engine or best_engine()
        known = self._engine
        stamp = 0 if known is None or known.name != wanted else max(known.stamp(), 1)
        if stamp > self.about.ripe:
            self._write(lambda: self._writer.ripen(stamp, ()))
        elif stamp < self.about.ripe:
            self._fill(wanted)
        self._ripen()

    def is_settled(self, engine: str | None = None) -> bool:
        """Whether nothing needs to be put in order before it can be searched."""
        known = self._engine
        if known is None or known.name != (engine or best_engine()) or max(known.stamp(), 1) < self.about.ripe:
            return False
        return self.about.next - self.about.ripe <= 2 * _MOST_YOUNG

    def answer_from_tables(self) -> None:
        """Where the engine's files are of no use and cannot be made anew, one in memory takes their place."""
        if self._engine is not None and max(self._engine.stamp(), 1) >= self.about.ripe:
            return
        self._engine = open_engine(best_engine(), None)
        self._engine.change((), self.tables.entries())
        self._engine.commit(self.about.next)

    def take(self, batch: Batch) -> None:
        """Some files go, others come; one that changed does both. For who holds the lock."""
        placed: list[tuple[int, MadeFile]] = []
        others = self.about.next > self.about.ripe

        def act() -> None:
            writer = self._writer
            placed.extend(_placed(writer.take_numbers(sum(1 + file.passages for file in batch.made)), batch.made))
            writer.remove(batch.gone)
            writer.add(placed)
            for folder in batch.listed:
                writer.list_folder(*folder)
            for path in batch.forgotten:
                writer.forget_folder(*path)

        self._write(act)
        self._ripen(None if others else self.tables.entries_of(placed))

    def finish(self) -> None:
        """Every source was looked at once."""
        self._write(self._writer.whole)

    def candidates(self, terms: Sequence[str], within: Within | None, limit: int) -> list[int]:
        """As of an engine, of young and old passages together; of those that hold every term at least the likeliest,
        however many shorter ones hold nearly all."""
        dead = self.tables.dead()
        young, few = self._all_young().candidates(terms, within, limit), limit // 4
        found = self.engine.candidates(terms, within, limit + _length(dead))
        if len(found) >= limit and len(terms) > 1:
            found = [*self.engine.candidates(terms, within, limit // 4, every=True), *found]
        if dead:
            found = _alive(found, dead)
        return list(dict.fromkeys([*young[:few], *found, *young[few:]]))[:limit]

    def frequency(self, terms: Iterable[str]) -> dict[str, int]:
        """As of an engine. The dead are left out where they would make a rare term a common one."""
        terms, dead = list(terms), self.tables.dead()
        young, old = self._all_young().frequency(terms), self.engine.frequency(terms)
        few = 4 * _length(dead)
        return {
            term: young[term] + (self._living(term, count, dead) if 0 < count < few else count)
            for term, count in old.items()
        }

    def _living(self, term: str, count: int, dead: Sequence[Run]) -> int:
        return len(_alive(self.engine.candidates([term], None, count), dead))

    def _all_young(self) -> Young:
        if self._young is None or self._young[0] != self.about.turn:
            # What the engine has already, of a commit that the tables do not know of yet, is not young any more.
            start = max(self.about.ripe, self.engine.stamp())
            young = Young(self.tables.entries(start) if start < self.about.next else ())
            self._young = self.about.turn, young
        return self._young[1]

    def _ripen(self, young: Iterable[Entry] | None = None) -> None:
        """The engine is given what is young, where that is much; with `young` nobody need read it."""
        dead, about = self.tables.dead(), self.about
        if about.next - about.ripe <= _MOST_YOUNG and _length(dead) <= _MOST_DEAD:
            return
        self.engine.change(dead, self.tables.entries(about.ripe) if young is None else young)
        self.engine.commit(about.next)
        self._write(lambda: self._writer.ripen(about.next, dead))

    def _fill(self, engine: str) -> None:
        """Another engine, or this one in a new folder, is given every passage."""
        old, name, until = self.about.place, engine, self.about.next
        if self.folder is not None:
            number = int(old.rpartition("-")[2]) + 1 if "-" in old else 2
            name = f"{engine}-{number}"
            remove(os.path.join(self.folder, name))  # of somebody who died at this very work
        new = open_engine(engine, self.folder and os.path.join(self.folder, name))
        new.change((), self.tables.entries())
        new.commit(until)
        self._write(lambda: self._writer.use_engine(engine, name, until))
        if self._engine is not None:
            self._engine.close()
        self._engine = new
        if self.folder is not None:
            remove(os.path.join(self.folder, old))

    def _write(self, act: Callable[[], object]) -> None:
        """All of it or nothing."""
        self._writer.begin()
        try:
            act()
            self._writer.commit()
        except BaseException:  # Ctrl-C too
            self._writer.rollback()
            raise
        self.about = self.tables.about()


def rules() -> str:
    """By which a text becomes passages and terms; others make another index."""
    return f"{FORMAT}-{fingerprint()}"


def _engine_of(folder: str, about: About) -> Engine | None:
    try:
        return open_engine(about.engine, os.path.join(folder, about.place))
    except EngineFailed:
        return None


def _length(runs: Iterable[Run]) -> int:
    return sum(last - first + 1 for first, last in runs)


def _alive(ids: Iterable[int], dead: Sequence[Run]) -> list[int]:
    return [id for id in ids if not any(first <= id <= last for first, last in dead)]


def _placed(first: int, made: Sequence[MadeFile]) -> list[tuple[int, MadeFile]]:
    placed = []
    for file in made:
        placed.append((first, file))
        first += 1 + file.passages
    return placed
