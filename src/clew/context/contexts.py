"""The contexts of one home: made from their sources, and kept as long as none of these changes."""

from __future__ import annotations

import os

from clew.context.block import NOTHING, block_of
from clew.context.sources import Sources
from clew.context.values import ContextPart
from clew.context.watch import Watch
from clew.errors import ClewError, RuleBroken, Usage
from clew.library import directories
from clew.text.slugs import project_name
from clew.workspace.realms import Owner, owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from clew.config import Clock
    from clew.context.values import Context
    from clew.library.library import Library, Tell
    from clew.library.off import OffList
    from clew.library.project import Project
    from clew.recall.hits import Hit, Hits
    from clew.workspace import MemoryStore

    Search = Callable[[str, "Project | None"], Hits]

_Asked = tuple[str, "str | None", int, "str | None", str, "str | None"]

_KEPT = 16  # contexts; each is a few kilobytes


class Contexts:
    """Asks `workspace` and `library` for the rooms when a context is made; one that is not there is told in the receipt.

    `search` answers a question for a project; for None, from what belongs to no project.
    """

    def __init__(
        self,
        home: str,
        workspace: Callable[[], MemoryStore],
        library: Callable[[], Library],
        search: Search,
        off: OffList,
        clock: Clock,
        tell: Tell,
    ) -> None:
        self._home = home
        self._workspace = workspace
        self._library = library
        self._search = search
        self._off = off
        self._clock = clock
        self._tell = tell
        self._known: dict[_Asked, tuple[date, Watch, Context]] = {}

    def context(
        self,
        dir: str | None,
        conversation: str | None,
        budget: int,
        query: str | None,
        lang: str,
        terminal: str | None = None,
        *,
        once: bool = False,
    ) -> Context:
        """See `Home.context`."""
        asked = (os.getcwd() if dir is None else dir, conversation, budget, query, lang, terminal)
        known = self._known.get(asked)
        today = self._clock().date()
        if known is not None and known[0] == today and known[1].stands():
            return known[2]
        watch = Watch(blind=once)
        made, whole = self._made(*asked, watch)
        self._known.pop(asked, None)
        if whole and watch.sure and not query:  # an answer may come from any file; the index looks at them all
            self._known[asked] = (today, watch, made)
            if len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]
        return made

    def sources_of(self, dir: str | None = None, conversation: str | None = None) -> list[str]:
        """The paths that decide whether the last context for this directory still stands."""
        where = os.getcwd() if dir is None else dir
        for asked, (_, watch, _) in reversed(self._known.items()):
            if asked[:2] == (where, conversation):
                return watch.paths()
        return []

    def _made(
        self,
        dir: str,
        conversation: str | None,
        budget: int,
        query: str | None,
        lang: str,
        terminal: str | None,
        watch: Watch,
    ) -> tuple[Context, bool]:
        """The context, and whether every source could be read."""
        if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
            raise Usage("context.bad-budget", budget=budget)
        given = directories.absolute(dir)
        watch.look(self._off.path)
        watch.look(given)
        for name in ("state.db", "state.db-wal"):  # what conversations chose
            watch.look(os.path.join(self._home, name))
        found = Sources(watch, lang)
        try:
            project, no_library = self._project(given, watch)
        except RuleBroken:  # clew is off here
            return NOTHING, True
        self._of_workspace(found, given, project)
        if project is not None:
            _of_library(found, project, conversation, terminal)
        elif no_library is not None:
            found.unreadable("menu", "library", no_library)
        hits = self._answers(found, query, project) if query else []
        for told in found.problems:
            self._tell(told.key, **told.data)
        where = project.dir if project else given
        seed = f"{self._home}\n{where}"  # no conversation in it: the next one begins with the same bytes
        block = block_of(found.offers, budget, seed, lang, hits)
        withheld = [ContextPart(one.id, one.source, one.tokens, False, one.reason) for one in found.withheld]
        menu = found.menu if any(part.id == "menu" and part.included for part in block.parts) else ()
        parts, offers = (*block.parts, *withheld), tuple(found.offers)
        return block.but(parts=parts, dir=where, menu=menu, offers=offers), not found.problems

    def _answers(self, found: Sources, query: str, project: Project | None) -> Sequence[Hit]:
        """What answers the question; why there is nothing, or something may be missing, stands in the receipt."""
        try:
            hits = self._search(query, project)
        except Usage as problem:  # nothing in it can be looked for, which is no reason to give no context
            found.no_passages(problem.key, **problem.data)
            return ()
        except ClewError as problem:
            found.problems.append(problem)
            found.no_passages(problem.key, **problem.data)
            return ()
        if hits.degraded:
            self._tell(hits.degraded)
            found.no_passages(hits.degraded)
        elif not hits:
            found.no_passages("context.no-passages")
        return hits

    def _of_workspace(self, found: Sources, dir: str, project: Project | None) -> None:
        try:
            store = self._workspace()
        except ClewError as problem:
            found.unreadable("long-term", "workspace", problem)
            return
        real = directories.real(dir)
        found.long_term(store, owner_of(project) if project else Owner(project_name(real), real, lambda: False))
        found.daily(store)

    def _project(self, dir: str, watch: Watch) -> tuple[Project | None, ClewError | None]:
        """The project, or why the library cannot be used. Raises `RuleBroken` where clew is off."""
        try:
            library = self._library()
            watch.look(library.root)
            watch.look(library.path(".clue"))
            return library.project(dir), None
        except RuleBroken:
            raise
        except ClewError as problem:
            real = directories.real(dir)
            self._off.refuse(dir, real, directories.main_checkout(real) or real)
            return None, problem


def _of_library(found: Sources, project: Project, conversation: str | None, terminal: str | None) -> None:
    """The conversation's memory, nothing where it is to be a new one, else the menu."""
    library = project.library
    if conversation is None and terminal is not None:
        conversation = library.choices.last_started(terminal, project.dir)
    bound = None
    if conversation is not None:
        try:
            bound = library.bound(project, conversation)
        except Usage:
            raise
        except ClewError as problem:
            found.unreadable("memory", conversation, problem)
            return
    if bound is None:
        found.menu_lines(project, everywhere=conversation is not None)
    elif bound.file is None:
        found.new_conversation()
    else:
        found.memory(library, bound.file)
