"""The server: what each method of the protocol answers. It knows no transport; two of them call it.

What needs no home is answered at once (`at_once`): a client waits for it before its first turn. The rest is answered in
turn (`in_turn`), one request at a time: all effects happen once, and none in the middle of another.
"""

from __future__ import annotations

from clew.language import language
from clew.mcp.protocol import (
    INVALID_PARAMS,
    LASTING,
    LEVELS,
    METHOD_NOT_FOUND,
    MODERN,
    Refused,
    capabilities,
    server_info,
    shaped,
)
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.mcp.ask import Answers, Said
    from clew.mcp.protocol import Peer
    from clew.mcp.rooms import Rooms

_GONE = frozenset(("logging/setLevel", "resources/subscribe", "resources/unsubscribe"))  # since 2026-07-28


class Server:
    """One server for one home, however many clients it has. `agent` is who started it, where that was said."""

    def __init__(self, home: str | None, agent: str | None = None) -> None:
        self._path = home
        self._agent = agent
        self._rooms: Rooms | None = None

    @property
    def lang(self) -> str:
        """The language of the person, asked anew: settings change while a server runs."""
        return language(None, self._path)

    @property
    def rooms(self) -> Rooms:
        """What needs a home; made when the first request asks for it."""
        if self._rooms is None:
            from clew.mcp.rooms import Rooms  # late: a client waits for the handshake

            self._rooms = Rooms(self._path, self._agent)
        return self._rooms

    def at_once(self, method: str, params: Mapping[str, Any], peer: Peer) -> dict[str, Any] | None:
        """The answer, where no home is needed for it; None where it is. Raises `Refused`."""
        if peer.modern and method in _GONE:
            raise Refused(METHOD_NOT_FOUND, f"Method not found: {method}")
        if method == "initialize":
            told = {"protocolVersion": peer.version, "capabilities": capabilities(), "serverInfo": server_info()}
            return {**told, "instructions": say("mcp.instructions", self.lang)}
        if method == "server/discover":  # who asks what there is need not know yet how to ask
            told = {"supportedVersions": list(MODERN), "capabilities": capabilities()}
            known = peer if peer.modern else peer.but(version=MODERN[0])
            return shaped({**told, "instructions": say("mcp.instructions", self.lang)}, known, LASTING)
        if method == "ping":
            return shaped({}, peer)
        if method == "logging/setLevel":
            if params.get("level") not in LEVELS:
                raise Refused(INVALID_PARAMS, f"Unknown log level; there are {', '.join(LEVELS)}")
            return {}
        found = self._listed(method)
        return None if found is None else shaped(found, peer, LASTING)

    def in_turn(
        self, method: str, params: Mapping[str, Any], peer: Peer, answers: Answers, said: Said
    ) -> dict[str, Any]:
        """The answer. `said` hears notifications that go out before it. Raises `Refused`, and `Needs` where the client
        must say something first: the same request again, with `answers`, goes on."""
        return self.rooms.answered(method, params, peer, answers, said)

    def close(self) -> None:
        """Gives the home's databases back."""
        if self._rooms is not None:
            self._rooms.held.close()

    def _listed(self, method: str) -> dict[str, Any] | None:
        if method == "tools/list":
            from clew.mcp.tools import all_listed

            return {"tools": all_listed(self.lang)}
        if method == "prompts/list":
            from clew.mcp import prompts

            return {"prompts": prompts.listed(self.lang)}
        if method == "resources/templates/list":
            from clew.mcp.uris import templates

            return {"resourceTemplates": templates(self.lang)}
        return None
