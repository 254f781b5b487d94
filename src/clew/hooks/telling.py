"""What a conversation is told: all at its start, what changed since, where it stands after a compaction."""

from __future__ import annotations

import os

from clew.context.block import block_of
from clew.errors import ClewError
from clew.hooks import known, saying
from clew.hooks.hearing import count_saves, transcript_size
from clew.state.sessions import digest
from clew.stores.temporary import started
from clew.words import say
from clew.workspace.layout import days_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.context.values import Context
    from clew.home import Home
    from clew.hooks.known import Change
    from clew.library.conversation import Conversation
    from clew.library.project import Project
    from clew.state.sessions import Session, Sessions

BUDGET = 2000  # tokens of the block at a start; no client cuts an answer of this size
_CHANGED = 600  # of the block about changes
_LONGEST = 8900  # characters: at 10,000 some clients show the beginning only
_OFFERED = 2  # earlier conversations
_DAYS = 3  # of daily notes in a context


def whole(home: Home, project: Project, session: Session, lang: str) -> str:
    """The context and the menu, and what earlier conversations did not save. From now on this is what it knows."""
    context = _context(home, project, session, lang)
    bound = None if context.menu else _bound(project, session)  # who has a memory is shown no menu
    lines = [saying.at_start(context, bound, lang)]
    with home.state.writing():
        if context.menu:  # a number that the person says next is one of this menu
            library = project.library
            library.choices.show(session.conversation, context.dir, context.menu, library.now().isoformat())
        for earlier in _unsaved(home.sessions, project, session):
            offer = saying.tail(earlier, lang)
            if sum(map(len, lines)) + len(offer) > _LONGEST:  # it is for a start that has room
                break
            lines.append(offer)
            home.sessions.record(earlier.but(offered=session.conversation))
        home.sessions.record(session)
        home.sessions.forget_shown(session.conversation)
        home.sessions.show(session.conversation, known.known_of(context.offers, context.text))
    return "\n".join(filter(None, lines))


def changes(home: Home, project: Project, session: Session, lang: str) -> str:
    """What others wrote and took away since this conversation was last shown it."""
    before = home.sessions.shown(session.conversation)
    offers = _context(home, project, session, lang).offers
    days = {f"daily-{day.isoformat()}" for day in days_back(home.clock().date(), _DAYS)}
    found = known.changes_of(before, offers, days)
    told = known.told(found, _own(home, project, session, found)) if found else []
    with home.state.writing():
        home.sessions.record(session)
        if found or known.is_bound_anew(before, offers):
            home.sessions.show(session.conversation, known.after(before, offers, found))
    if not told:
        return ""
    block = block_of(known.offers_about(told, lang), _CHANGED, f"{project.dir}\nchanges", lang)
    return say("hooks.changed", lang) + "\n" + block.text.rstrip("\n")


def compacted(project: Project, session: Session, lang: str) -> str:
    """Which memory it is in, and what of it is not saved."""
    return saying.after_compaction(project.library, _bound(project, session), session, lang)


def reminder(session: Session, lang: str) -> str:
    """One line, at most 40 tokens."""
    return say("hooks.remind", lang, count=session.prompts)


def _context(home: Home, project: Project, session: Session, lang: str) -> Context:
    return home.context(project.dir, session.conversation, BUDGET, lang=lang, once=True)


def _bound(project: Project, session: Session) -> Conversation | None:
    try:
        return project.library.bound(project, session.conversation)
    except ClewError:  # the context says so
        return None


def _own(home: Home, project: Project, session: Session, found: Sequence[Change]) -> set[int]:
    """The digests of what the conversation wrote itself: it need not be told."""
    library, id = project.library, session.conversation
    lines: list[str] = []
    for path in library.catalog.paths_of(id, everywhere=False):
        lines += saying.own_lines(library, path, id)
    if any(change.part == "long-term" for change in found):
        lines += saying.own_facts(home.workspace.read_long_term(), id)
    return {digest(line) for line in lines}


def _unsaved(sessions: Sessions, project: Project, session: Session) -> list[Session]:
    """Conversations of this directory that are over and were not saved to their ends.

    Each is offered until somebody spoke in a conversation that it was offered to.
    """
    found = []
    for one in sessions.unsaved(project.dir):
        if one.conversation == session.conversation or not (one.over or _is_dead(one.process)):
            continue
        if one.offered and (seen := sessions.of(one.offered)) and seen.prompts + seen.saves > 0:
            continue
        if count_saves(project.library, one.conversation) != one.saves:  # meanwhile it was saved
            continue
        size = transcript_size(one.transcript)
        if size > one.offset or (one.transcript and not os.path.isabs(one.transcript)):
            found.append(one.but(size=size))
    return found[:_OFFERED]


def _is_dead(process: str) -> bool:
    pid, _, began = process.partition(":")
    now = started(int(pid)) if pid.isdecimal() else None
    return now is None or (began.isdecimal() and now != int(began) and 0 not in (now, int(began)))
