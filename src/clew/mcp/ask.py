"""One call of a tool: what it was given, who asks, in which conversation and project, and what is said on the side."""

from __future__ import annotations

import os

from clew.callers import Called, client_process
from clew.errors import ClewError, Usage
from clew.language import language
from clew.library.conversation import checked_conversation_id, new_conversation_id
from clew.library.directories import absolute, is_foreign
from clew.mcp.paths import path_of_uri
from clew.values import Value
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clew.home import Home
    from clew.library.project import Project
    from clew.mcp.held import HeldHome
    from clew.mcp.protocol import Peer

    Said = Callable[[str, Mapping[str, object]], None]


class Needs(Exception):
    """The call goes on when the client has answered: requests by our own keys, and what we want back with the answers."""

    def __init__(self, requests: Mapping[str, Mapping[str, Any]], state: str = "") -> None:
        super().__init__(*requests)
        self.requests = requests
        self.state = state


class Answers(Value):
    """What the client answered to `Needs`; None stands for no answer: it cannot, it would not, it did not in time."""

    by_key: Mapping[str, Mapping[str, Any] | None] = {}
    state: str = ""


def brought(params: Mapping[str, Any]) -> Answers:
    """What a client of the newer protocol brings along that was asked before; it may hold anything."""
    responses, state = params.get("inputResponses"), params.get("requestState")
    if not isinstance(responses, dict):
        return Answers()
    by_key = {str(key): each if isinstance(each, dict) else None for key, each in responses.items()}
    return Answers(by_key, state if isinstance(state, str) else "")


def wanted(needs: Needs) -> dict[str, Any]:
    """The answer by which the newer protocol asks a client for something."""
    told = {"resultType": "input_required", "inputRequests": dict(needs.requests)}
    return {**told, **({"requestState": needs.state} if needs.state else {})}


class Own:
    """What this server knows beside the home: its own conversations, where a conversation was started, and the roots that
    its client named."""

    def __init__(self, agent: str | None) -> None:
        self.agent = agent
        self.roots: tuple[str, ...] | None = None
        self.dirs: dict[str, str] = {}  # by conversation: what a start was told
        self._ids: dict[str, str] = {}

    def conversation(self, home: Home, session: str) -> str:
        """The one of this process; over HTTP of this session. A chat bot's ends with the day."""
        id = self._ids.get(session)
        if id is None:
            id = self._ids[session] = new_conversation_id(home.clock())
        if self.agent is None:
            return id
        from clew.agents import conversation_of, find, names  # late: few are started with a name

        day = home.clock().date().isoformat()
        return conversation_of(find(self.agent), id, day) if self.agent in names() else id


class Ask:
    """What `run(ask)` of a tool gets."""

    def __init__(
        self,
        held: HeldHome,
        own: Own,
        peer: Peer,
        meta: Mapping[str, Any],
        given: Mapping[str, Any],
        answers: Answers,
        said: Said,
    ) -> None:
        self.home = held.home
        self.given = given
        self.peer = peer
        self.answers = answers
        self.notices: list[str] = []
        self._own = own
        self._meta = meta
        self._say = said
        self.lang = language(self.home.settings, self.home.path)
        self.called = self._called()

    @property
    def conversation(self) -> str:
        """The conversation that this call belongs to; never empty. Raises `Usage` for an id that cannot be one."""
        named = self.called.conversation
        return checked_conversation_id(named) if named else self._own.conversation(self.home, self.peer.session)

    @property
    def agent(self) -> str | None:
        """Who writes: the agent that a hook recorded, that started us, or as the client calls itself."""
        return self.called.agent or self._own.agent or _plain(self.peer.client) or None

    @property
    def dir(self) -> str:
        """The directory of the project, absolute. Raises `Usage` for what cannot be one, `Needs` for roots."""
        given: str | None = self.given.get("dir")
        if given is not None:
            given = path_of_uri(given) or given
            if os.path.isabs(given) or is_foreign(given) or given.startswith("~"):
                return absolute(given)
            return absolute(os.path.join(self._usual_dir(), given))
        return self._usual_dir()

    @property
    def project(self) -> Project:
        """The project of that directory."""
        return self.home.library.project(self.dir)

    def words(self, key: str, **data: object) -> str:
        """The words of `room.what` in the person's language."""
        return say(key, self.lang, **data)

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Says how far it is, where the client asked for that."""
        token = self._meta.get("progressToken")
        if isinstance(token, (str, int)) and not isinstance(token, bool):
            told = {"progressToken": token, "progress": done, "total": total, "message": message}
            self._say("notifications/progress", {key: value for key, value in told.items() if value not in (None, "")})

    def hear(self, key: str, data: Mapping[str, object]) -> None:
        """What a room says on the side: a log message, and a line below the answer."""
        line = say(key, self.lang, **data)
        if has(f"{key}.hint"):
            line = f"{line} ({say(f'{key}.hint', self.lang, **data)})"
        self.notices.append(line)
        if self.peer.wants("warning"):
            self._say("notifications/message", {"level": "warning", "logger": "clew", "data": line})

    def _called(self) -> Called:
        try:
            recorded = None if self.peer.session else self.home.sessions.of_process(client_process())
        except ClewError:  # a state that cannot be read; whoever needs it more will tell
            recorded = None
        return Called.of(self.given.get("conversation"), self._meta, recorded)

    def started_here(self) -> None:
        """What this call says of its directory holds for the conversation: a model need say it once."""
        if self.given.get("dir") is not None:
            self._own.dirs[self.conversation] = self.dir

    def _usual_dir(self) -> str:
        return self._own.dirs.get(self.conversation) or self.called.dir or self._root() or _where_we_are()

    def _root(self) -> str | None:
        """The first root of the client, or that of them in which we were started. Over HTTP nobody is asked."""
        if self._own.roots is None and "roots" in self.answers.by_key:
            self._own.roots = _directories(self.answers.by_key["roots"])
        if self._own.roots is None and self.peer.can("roots") and not self.peer.session and self._worth_asking():
            raise Needs({"roots": {"method": "roots/list"}})
        roots = self._own.roots or ()
        here = _here()
        return here if here in roots else next(iter(roots), None)

    def _worth_asking(self) -> bool:
        """A client without sessions is asked only where it started us nowhere: each question costs it a round."""
        return not self.peer.modern or _here() in ("", os.path.abspath(os.sep), os.path.expanduser("~"))


def _here() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return ""


def _where_we_are() -> str:
    here = _here()
    if not here:
        raise Usage("mcp.no-directory")
    return here


def _directories(answer: Mapping[str, Any] | None) -> tuple[str, ...]:
    roots = (answer or {}).get("roots")
    found = [each.get("uri") for each in roots if isinstance(each, dict)] if isinstance(roots, list) else []
    return tuple(path for uri in found if isinstance(uri, str) and (path := path_of_uri(uri)))


def _plain(name: str) -> str:
    """The name of a client, fit for a mark."""
    return "".join(char for char in name if char.isprintable())[:60].strip()
