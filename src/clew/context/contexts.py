"""The contexts of one home: made from their sources, and kept as long as none of these changes."""

from __future__ import annotations

import os

from clew.context.budget import fitted
from clew.context.sources import Sources
from clew.context.values import Context, ContextPart
from clew.context.watch import Watch
from clew.errors import ClewError, RuleBroken, Usage
from clew.library import directories
from clew.text.fences import OMITTED, fence, head
from clew.text.slugs import project_name
from clew.text.tokens import QUARTERS, estimate, quarters, tokens_in
from clew.words import say
from clew.workspace.realms import Owner, owner_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from clew.config import Clock
    from clew.context.budget import Fitted
    from clew.context.values import Offer
    from clew.library.library import Library, Tell
    from clew.library.off import OffList
    from clew.library.project import Project
    from clew.workspace import MemoryStore

_Asked = tuple[str, "str | None", int, "str | None", str, "str | None"]

LEAST = 160  # tokens; what is said about the block, and about what is not in it, needs no more
_KEPT = 16  # contexts; each is a few kilobytes
NOTHING = Context("", 0, ())


class Contexts:
    """Asks `workspace` and `library` for the rooms when a context is made; one that is not there is told in the receipt."""

    def __init__(
        self,
        home: str,
        workspace: Callable[[], MemoryStore],
        library: Callable[[], Library],
        off: OffList,
        clock: Clock,
        tell: Tell,
    ) -> None:
        self._home = home
        self._workspace = workspace
        self._library = library
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
    ) -> Context:
        """See `Home.context`."""
        asked = (os.getcwd() if dir is None else dir, conversation, budget, query, lang, terminal)
        known = self._known.get(asked)
        today = self._clock().date()
        if known is not None and known[0] == today and known[1].stands():
            return known[2]
        watch = Watch()
        made, whole = self._made(*asked, watch)
        self._known.pop(asked, None)
        if whole and watch.sure:
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
        if budget < 0:
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
        if query:
            found.no_passages()
        for told in found.problems:
            self._tell(told.key, **told.data)
        where = project.dir if project else given
        seed = f"{self._home}\n{where}"  # no conversation in it: the next one begins with the same bytes
        block = block_of(found.offers, budget, seed, lang)
        withheld = [ContextPart(one.id, one.source, one.tokens, False, one.reason) for one in found.withheld]
        menu = found.menu if any(part.id == "menu" and part.included for part in block.parts) else ()
        return block.but(parts=(*block.parts, *withheld), dir=where, menu=menu), not found.problems

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


def block_of(offers: Sequence[Offer], budget: int, seed: str, lang: str) -> Context:
    """The block and the receipt. Pure, but for the words."""
    if not offers:
        return NOTHING
    if budget < LEAST:
        reason = say("context.too-small", lang, budget=budget, least=LEAST)
        return Context("", 0, _receipt(offers, [None] * len(offers), reason))
    notice = say("context.notice", lang)
    room = budget * QUARTERS - quarters(fence((), notice, seed))
    fits = fitted(offers, room, lang)
    omitted = ""
    if None in fits:
        fits = fitted(offers, room - quarters(_omission([offer.id for offer in offers], lang)), lang)
        omitted = ", ".join(offer.id for offer, fit in zip(offers, fits) if fit is None)
        omitted = omitted and say("context.omitted", lang, ids=omitted)
    text = fence([fit.part for fit in fits if fit is not None], notice, seed, omitted)
    return Context(text, estimate(text), _receipt(offers, fits, say("context.no-room", lang, budget=budget)))


def _omission(ids: list[str], lang: str) -> str:
    """The line at the end of a block, as long as it can become."""
    return head("0" * 12, OMITTED, say("context.omitted", lang, ids=", ".join(ids))) + "\n"


def _receipt(offers: Sequence[Offer], fits: Sequence[Fitted | None], reason: str) -> tuple[ContextPart, ...]:
    parts = []
    for offer, fit in zip(offers, fits):
        whole = offer.cost
        if offer.problem:
            parts.append(ContextPart(offer.id, offer.source, 0, False, offer.problem))
        elif fit is None:
            parts.append(ContextPart(offer.id, offer.source, tokens_in(whole), False, reason, tokens_in(whole)))
        else:
            left = tokens_in(max(whole - fit.cost, 0)) if fit.reason else 0
            parts.append(ContextPart(offer.id, offer.source, tokens_in(fit.cost), True, fit.reason, left))
    return tuple(parts)
