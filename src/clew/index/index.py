"""The index: passages of everything that is searched, as it stands on the disk now.

Opening costs nothing and makes nothing. Whatever is wrong with the index's own files, it answers: from a state that
is older than the disk, or from one that it makes in memory; `Seen.degraded` says so, and the next look mends it.
"""

from __future__ import annotations

import os
import sqlite3
from _thread import RLock
from time import monotonic

from clew.index.contract import Counts, EngineFailed, Seen, Status, Within
from clew.index.troubles import key_of
from clew.index.upkeep import Upkeep, quiet
from clew.text.tags import tag_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from clew.index.catching_up import Progress
    from clew.index.contract import Passage, Scope
    from clew.index.generation import Generation
    from clew.index.shelves import Source

    T = TypeVar("T")

_LOOK_SECONDS = 1.0  # between two looks of one process


class Index:
    """One home's. Any thread may ask; they take turns. `engine` names the one to be used instead of the best."""

    def __init__(self, home: str, sources: Sequence[Source], engine: str | None = None) -> None:
        self._upkeep = Upkeep(home, sources, engine)
        self._turn = RLock()
        self._looked_at = 0.0
        self._looked_within: Scope | None = None
        self._seen: Seen | None = None
        self.telling: Progress = quiet  # hears how far a look is for whose sake nobody else listens

    @property
    def path(self) -> str:
        """The folder in which its files lie."""
        return self._upkeep.place.path

    def look(self, scope: Scope | None = None, progress: Progress = quiet) -> Seen:
        """Takes note of each change on the disk, by whoever made it; at most once a second, but for own writes.

        With a scope it looks at least where that reaches. Raises nothing for what is wrong with files: `Seen` says it.
        """
        with self._turn:
            within = scope if scope is not None and scope.projects is not None else None
            if self._seen is None or not self._is_fresh(within):
                self._seen = self._upkeep.look(within, self.telling if progress is quiet else progress)
                self._looked_at, self._looked_within = monotonic(), within
            return self._seen

    def touched(self) -> None:
        """This process wrote something: the next look counts, however soon it comes."""
        self._seen = None

    def candidates(self, terms: Sequence[str], scope: Scope | None, limit: int) -> list[int]:
        """The ids of passages within the scope that hold one of the terms, the likeliest first: what is to be scored."""

        def answer(generation: Generation) -> list[int]:
            within = _within(generation, scope) if scope else None
            if within is not None and not all(within.groups):
                return []
            return generation.candidates(terms, within, limit)

        return self._answer(answer)

    def passages(self, ids: Iterable[int]) -> list[Passage]:
        """In the order given; those that are not there any more are left out."""
        wanted = list(ids)
        return self._answer(lambda generation: generation.tables.passages(wanted))

    def numbers(self, after: int, most: int) -> list[int]:
        """The ids of so many passages behind a number, in their order."""
        return self._answer(lambda generation: generation.tables.numbers(after, most))

    @property
    def generation(self) -> str:
        """In which the ids mean what they mean; "" while it is nowhere but in memory."""
        return self._answer(lambda generation: (generation.folder or "").rpartition(os.sep)[2])

    def around(
        self, passages: Iterable[Passage], reach: int, known: Mapping[int, Passage] | None = None
    ) -> list[Passage]:
        """The neighbours in the same file, up to `reach` before and behind, without those given; by id.

        `known`, by id, are those that need not be asked for.
        """
        given = {passage.id: passage.id - passage.place for passage in passages}  # and the first of its file
        wanted: dict[int, int] = {}
        for id, first in given.items():
            for near in range(max(id - reach, first), id + reach + 1):
                if near not in given:
                    wanted[near] = first
        known = known or {}
        found = {one.id: one for one in self.passages(id for id in wanted if id not in known)}
        both = [(known.get(id) or found.get(id), wanted[id]) for id in sorted(wanted)]
        return [one for one, first in both if one is not None and one.id - one.place == first]

    def data_of(self, passage: Passage) -> bytes | None:
        """The bytes of its file; None where they are not those any more from which it was cut.

        Raises `NotFound`, `Unreadable`.
        """
        revision = self._answer(lambda generation: generation.tables.revision(passage.id - passage.place - 1))
        folder, _, name = passage.file.rpartition("/")
        with self._upkeep.source(passage.store).reading(folder) as reading:
            read = reading.read(name)
        return read.data if read.revision == revision else None

    def path_of(self, passage: Passage) -> str:
        """The absolute path of its file."""
        folder, _, name = passage.file.rpartition("/")
        return self._upkeep.source(passage.store).path(folder, name)

    def counts(self, terms: Iterable[str]) -> Counts:
        """What a score needs to know of all passages."""
        asked = list(dict.fromkeys(terms))

        def answer(generation: Generation) -> Counts:
            about = generation.about
            return Counts(about.passages, about.terms, generation.frequency(asked))

        return self._answer(answer)

    def status(self) -> Status:
        """What the index holds, after a look."""
        seen = self.look()
        return self._answer(lambda generation: self._status(generation, seen))

    def standing(self) -> Status:
        """What its files hold, without a look at anything else. Without an engine: there is nothing to be used."""
        with self._turn:
            generation, degraded = self._upkeep.opened()
            try:
                if generation is not None:
                    return self._status(generation, Seen())
            except (sqlite3.Error, EngineFailed) as problem:
                degraded = key_of(problem)
            return Status("", 0, 0, {}, self._upkeep.place.size(), degraded, ())

    def _status(self, generation: Generation, seen: Seen) -> Status:
        files = generation.tables.counts()
        known = (generation.about.engine, generation.about.passages, sum(files.values()), files)
        return Status(*known, self._upkeep.place.size(), seen.degraded, seen.problems)

    def rebuild(self, progress: Progress = quiet) -> Seen:
        """Makes everything anew beside what is there, then puts it in its place.

        Raises `Locked` while another process is at it, `StorageFailed` where the disk refuses; all is as it was then.
        """
        with self._turn:
            self._seen = self._upkeep.rebuild(progress)
            self._looked_at, self._looked_within = monotonic(), None
            return self._seen

    def forget(self) -> list[str]:
        """Removes every file of the index, so that no text of it is left; the next look makes it anew.

        Says which could not be removed. Raises `Locked`, `StorageFailed`.
        """
        with self._turn:
            self._seen = None
            return self._upkeep.forget()

    def close(self) -> None:
        """Gives files and memory back; the next question opens them again."""
        with self._turn:
            self._seen = None
            self._upkeep.use(None)

    def _is_fresh(self, scope: Scope | None) -> bool:
        if monotonic() - self._looked_at > _LOOK_SECONDS:
            return False
        return self._looked_within is None or scope == self._looked_within

    def _answer(self, question: Callable[[Generation], T]) -> T:
        """From the generation in use; from one made anew where that turns out to be broken."""
        with self._turn:
            if self._upkeep.generation is None:
                self._seen = None
                self.look()
            try:
                return question(self._generation())
            except (sqlite3.Error, EngineFailed) as problem:
                self._seen = self._upkeep.mend(key_of(problem))
                return question(self._generation())

    def _generation(self) -> Generation:
        assert self._upkeep.generation is not None  # a look always leaves one
        return self._upkeep.generation


def _within(generation: Generation, scope: Scope) -> Within:
    """The scope in the engine's keys; a group without any is one that nothing is in."""
    asked = [("store", scope.stores), ("kind", scope.kinds)]
    if scope.projects is not None:
        asked.append(("project", ("", *scope.projects)))
    if scope.tags is not None:
        asked.append(("tag", tuple(map(tag_key, scope.tags))))
    groups = []
    for kind, words in asked:
        if words is not None:
            keys = (generation.tables.key(kind, word) for word in words)
            groups.append(tuple(str(key) for key in keys if key is not None))
    return Within(tuple(groups), scope.since, scope.until)
