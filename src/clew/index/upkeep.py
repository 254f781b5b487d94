"""Which generation is used, and how it comes to what stands on the disk; what is wrong with it is mended on the way."""

from __future__ import annotations

import os
import sqlite3

from clew.errors import ClewError, Locked
from clew.index.contract import EngineFailed, Seen
from clew.index.generation import Generation, Outdated
from clew.index.place import Place, remove
from clew.index.shelves import differences
from clew.index.troubles import BUSY, REFUSALS, key_of, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.index.catching_up import Progress
    from clew.index.contract import Scope
    from clew.index.shelves import Looked, Source

    Looks = Sequence[tuple[Source, Looked]]

_WAIT, _FIRST_WAIT = 2.0, 10.0  # seconds for another process to be done, where there is a whole index already or not
TROUBLES = (sqlite3.Error, EngineFailed, Outdated, OSError)


def quiet(_done: int, _total: int) -> None:
    """Tells nobody how far it is."""


class Upkeep:
    """`engine` names the one to be used instead of the best."""

    def __init__(self, home: str, sources: Sequence[Source], engine: str | None) -> None:
        self.place = Place(home)
        self._sources = tuple(sources)
        self._engine = engine
        self.generation: Generation | None = None

    def look(self, scope: Scope | None, progress: Progress) -> Seen:
        """Afterwards there is a generation; raises nothing for what is wrong with files."""
        looks = self._looks(scope)
        generation, degraded = self.opened()
        if generation is not None:
            try:
                if not self._is_behind(generation, looks):
                    return self._seen(generation, looks)
            except TROUBLES as problem:
                generation, degraded = None, key_of(problem)
        elif degraded is None:
            looks, scope = looks if scope is None else self._looks(None), None  # the first time at everything
            if not self._is_worth_a_file(looks):
                return self._in_memory(looks, progress)
        return self._catch_up(generation, looks, scope, degraded, progress)

    def rebuild(self, progress: Progress) -> Seen:
        """Everything anew beside what is there, then in its place. Raises `Locked`, `StorageFailed`."""
        with self.place.lock(_FIRST_WAIT):
            folder = self.place.new()
            try:
                generation = Generation.make(folder, self._engine)
                looks = self._looks(None)
                seen = self._fill(generation, looks, progress)
            except TROUBLES as problem:
                self.place.sweep(self.place.current())
                raise told(problem, self.place.path) from problem
            self.use(generation)
            self.place.publish(folder)
            return seen

    def forget(self) -> list[str]:
        """Removes all files; the paths of those that could not be. Raises `Locked`, `StorageFailed`."""
        self.use(None)
        if not os.path.isdir(self.place.path):
            return []
        with self.place.lock(_FIRST_WAIT):
            return self.place.clear()

    def mend(self, degraded: str) -> Seen:
        """The generation in use turned out to be broken: another one, in memory where there can be no other."""
        self.use(None)
        looks = self._looks(None)
        try:
            with self.place.lock(_FIRST_WAIT):
                return self._anew(looks, degraded, quiet)
        except (*TROUBLES, ClewError):
            return self._in_memory(looks, quiet).but(degraded=degraded)

    def source(self, store: str) -> Source:
        """The one of a store. Another process may have settings that name more than ours."""
        return next((source for source in self._sources if source.name == store), None) or _retired(store)

    def use(self, generation: Generation | None) -> None:
        """Gives the one before back."""
        if self.generation is not None and self.generation is not generation:
            self.generation.close()
        self.generation = generation

    def opened(self) -> tuple[Generation | None, str | None]:
        """The generation that counts, as it is now; or None, and what is wrong with it."""
        folder, known = self.place.current(), self.generation
        if folder is None:
            return None, None
        try:
            if known is not None and known.folder == folder:
                known.refresh()
                return known, None
            self.use(Generation.open(folder))
            return self.generation, None
        except TROUBLES as problem:
            return None, key_of(problem)

    def _looks(self, scope: Scope | None) -> list[tuple[Source, Looked]]:
        return [(source, source.look(scope)) for source in self._sources]

    def _is_behind(self, generation: Generation, looks: Looks) -> bool:
        if not generation.about.whole or not generation.is_settled(self._engine):
            return True
        return bool(differences(generation.tables, self._with_retired(generation, looks)))

    def _with_retired(self, generation: Generation, looks: Looks) -> Looks:
        """With the stores that the settings name no more."""
        retired = generation.tables.stores() - {source.name for source in self._sources}
        return [*looks, *((source, source.look(None)) for source in map(_retired, sorted(retired)))]

    def _is_worth_a_file(self, looks: Looks) -> bool:
        """A search makes no home, and nothing in one where there is nothing to be found: then memory will do."""
        return os.path.isdir(os.path.dirname(self.place.path)) and any(
            shelf.listing for _, looked in looks for shelf in looked.shelves
        )

    def _catch_up(
        self, generation: Generation | None, looks: Looks, scope: Scope | None, degraded: str | None, progress: Progress
    ) -> Seen:
        """Under the lock: what another process did meanwhile is taken over; what is broken is made anew."""
        patience = _WAIT if generation is not None and generation.about.whole else _FIRST_WAIT
        try:
            with self.place.lock(patience):
                try:
                    return self._brought_up_or_anew(looks, scope, degraded, progress)
                except TROUBLES:
                    self._give_back()
                    raise
        except Locked:
            return self._from_what_there_is(looks, scope, BUSY, progress)
        except (*TROUBLES, ClewError) as problem:
            self.use(None)  # what it had begun must not be committed with anything else
            return self._from_what_there_is(looks, scope, key_of(problem), progress)

    def _brought_up_or_anew(self, looks: Looks, scope: Scope | None, degraded: str | None, progress: Progress) -> Seen:
        generation, still = self.opened()
        if generation is not None:
            self.place.sweep(generation.folder)  # a rebuilding that was killed may have left gigabytes
            try:
                return self._brought_up(generation, looks, scope, progress)
            except TROUBLES as problem:
                still = key_of(problem)
                if still in REFUSALS:
                    raise
        return self._anew(looks if scope is None else self._looks(None), still or degraded, progress)

    def _give_back(self) -> None:
        """The disk is full: what was begun and cannot be ended makes room, which the notes themselves need more."""
        known = self.generation
        if known is not None and known.folder is not None and not known.about.whole:
            self.use(None)
            self.place.give_back()

    def _anew(self, looks: Looks, degraded: str | None, progress: Progress) -> Seen:
        """A new generation in the place of the one that counts. For who holds the lock."""
        folder = self.place.new()
        try:
            self.use(Generation.make(folder, self._engine))
            self.place.publish(folder)
        except BaseException:  # or each search would leave one more
            self.use(None)
            remove(folder)
            raise
        return self._brought_up(self._used(), looks, None, progress).but(degraded=degraded)

    def _brought_up(self, generation: Generation, looks: Looks, scope: Scope | None, progress: Progress) -> Seen:
        generation.settle(self._engine)
        if scope is not None and not generation.about.whole:
            looks = self._looks(None)
        return self._fill(generation, looks, progress)

    def _fill(self, generation: Generation, looks: Looks, progress: Progress) -> Seen:
        from clew.index.catching_up import catch_up  # late: most searches meet nothing that changed

        everything = self._with_retired(generation, looks)
        done = catch_up(generation, differences(generation.tables, everything), progress)
        if not generation.about.whole:
            generation.finish()
        return self._seen(generation, looks).but(changed=done.changed, gone=done.gone)

    def _from_what_there_is(self, looks: Looks, scope: Scope | None, degraded: str, progress: Progress) -> Seen:
        """An older state, or one that is being made; where there is none that can be read, all from the files."""
        try:
            generation, _ = self.opened()
            if generation is not None and (generation.about.whole or degraded == BUSY):
                generation.answer_from_tables()
                return self._seen(generation, looks).but(degraded=degraded)
        except TROUBLES:
            pass
        return self._in_memory(looks if scope is None else self._looks(None), progress).but(degraded=degraded)

    def _in_memory(self, looks: Looks, progress: Progress) -> Seen:
        """One that lasts as long as the process, and is kept up from look to look."""
        if self.generation is None or self.generation.folder is not None:
            self.use(Generation.make(None, self._engine))
        return self._brought_up(self._used(), looks, None, progress)

    def _seen(self, generation: Generation, looks: Looks) -> Seen:
        problems = [problem for _, looked in looks for problem in looked.problems]
        sources = {source.name: source for source, _ in looks}
        for store, folder, name, key in generation.tables.problems():
            if store in sources:
                problems.append((sources[store].path(folder, name), key))
        return Seen(problems=tuple(problems))

    def _used(self) -> Generation:
        assert self.generation is not None  # it was set before
        return self.generation


def _retired(store: str) -> Source:
    from clew.index.sources.retired import RetiredSource  # late: few take a folder out of their settings

    return RetiredSource(store)
