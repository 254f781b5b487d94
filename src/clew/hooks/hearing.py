"""One event of an agent: what is noted of it, and what the agent is told.

A start tells the context and the menu. A prompt tells only what changed on disk since, and after some prompts without a
save one line reminds of it. After a compaction the agent hears which memory it is in. All else is only noted: where the
transcript stands, so that what was never saved can be offered to the next conversation of the same directory.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

from clew.agents import conversation_of, find
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP
from clew.errors import ClewError, RuleBroken, Usage
from clew.library.conversation import checked_conversation_id
from clew.state.sessions import Session
from clew.text.segments import segments_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from clew.agents.hooks import Heard
    from clew.home import Home
    from clew.library.library import Library
    from clew.library.project import Project

_PATIENCE = 6  # prompts without a save
_KEPT_DAYS = 60


class Hearing:
    """One event in one home. `process` is the client's; `tells` are the events at which a text reaches the model."""

    def __init__(
        self, home: Home, agent: str, process: str, lang: str, tells: Container[str] = (START, PROMPT)
    ) -> None:
        self.home = home
        self.agent = agent
        self.process = process
        self.lang = lang
        self.tells = tells

    def hear(self, event: str, said: Heard) -> str:
        """What the model is told, "" for nothing. Where clew is off nothing is noted either.

        Raises `Usage` for an id or a directory that cannot be one, and what a library raises that cannot be read.
        """
        try:
            project = self.home.library.project(said.dir or os.getcwd())
        except RuleBroken:
            return ""
        except FileNotFoundError as problem:  # of the working directory, which somebody deleted
            raise Usage("cli.no-directory", command="hook") from problem
        id = conversation_of(find(self.agent), said.session, f"{self.home.clock():%Y-%m-%d}")
        if not id:
            return self.home.context(project.dir, lang=self.lang).text if event == START else ""
        session = self._noted(self._session(checked_conversation_id(id), project, said), said)
        if event == PROMPT:
            return self._prompt(project, session, said)
        if event == START:
            return self._start(project, session, said)
        if event in (COMPACTING, STOP, END):
            self.home.sessions.record(session.but(over=event == END))
        return ""

    def _session(self, id: str, project: Project, said: Heard) -> Session:
        before = self.home.sessions.of(id)
        # What is new has saved nowhere, what we know saves through this home; any other may come from another device.
        self.home.library.widely = before is None and said.source not in ("startup", "clear")
        if before is None:
            return Session(id, self.agent, self.process, project.dir, _now(), said.transcript)
        transcript = said.transcript or before.transcript
        return before.but(agent=self.agent, process=self.process, dir=project.dir, time=_now(), transcript=transcript)

    def _noted(self, session: Session, said: Heard) -> Session:
        """With the size of its transcript; what stands there is saved where the conversation saved since the last look."""
        size = transcript_size(session.transcript) if said.transcript else session.size
        saves = count_saves(self.home.library, session.conversation)
        session = session.but(size=size, over=False)
        if saves != session.saves:
            return session.but(saves=saves, prompts=0, reminded=False, offset=size)
        return session

    def _start(self, project: Project, session: Session, said: Heard) -> str:
        sessions = self.home.sessions
        if said.source == "clear":
            self._leave(session)
        if START not in self.tells:  # the first prompt will tell it
            sessions.record(session)
            return ""
        from clew.hooks.telling import changes, compacted, whole  # late: most events tell nothing

        if said.source == "compact":
            sessions.record(session)
            return compacted(project, session, self.lang)
        sessions.forget_before(_now(-_KEPT_DAYS))
        keeps = said.source == "resume" and not getattr(find(self.agent), "FORGETS", False)
        known = keeps and sessions.shown(session.conversation)
        return (changes if known else whole)(self.home, project, session, self.lang)

    def _prompt(self, project: Project, session: Session, said: Heard) -> str:
        heard_before = not said.prompt.strip() or (said.turn != "" and said.turn == session.turn)
        if not heard_before:
            session = session.but(prompts=session.prompts + 1, turn=said.turn)
        if heard_before or PROMPT not in self.tells:
            self.home.sessions.record(session)
            return ""
        from clew.hooks.telling import changes, reminder, whole  # late, as above

        reminds = session.prompts >= _PATIENCE and not session.reminded
        session = session.but(reminded=session.reminded or reminds)
        known = self.home.sessions.shown(session.conversation)
        text = (changes if known else whole)(self.home, project, session, self.lang)
        return "\n".join(filter(None, (text, reminder(session, self.lang) if reminds else "")))

    def _leave(self, session: Session) -> None:
        """The process is in another conversation now; the one before is over."""
        before = self.home.sessions.of_process(self.process)
        if before is not None and before.conversation != session.conversation:
            self.home.sessions.record(before.but(over=True))


def count_saves(library: Library, conversation: str) -> int:
    """How often this conversation has saved, as its memories say."""
    count = 0
    for path in library.catalog.paths_of(conversation, everywhere=False):
        try:
            data = library.kept.get(path).data
        except ClewError:  # the context tells of it
            continue
        count += sum(segment.mark.conversation == conversation for segment in segments_of(data))
    return count


def transcript_size(path: str) -> int:
    """The bytes of a transcript; 0 for none."""
    try:
        return os.stat(path).st_size if os.path.isabs(path) else 0
    except (OSError, ValueError):
        return 0


def _now(days: int = 0) -> str:
    """In one zone, so that later ones sort behind earlier ones."""
    return (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="microseconds")
