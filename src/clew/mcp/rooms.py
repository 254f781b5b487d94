"""The part of the server that has a home: its tools, resources, prompts and completions."""

from __future__ import annotations

from clew.errors import ClewError
from clew.language import language
from clew.mcp import completing, prompts, resources
from clew.mcp.answer import as_result
from clew.mcp.ask import Ask, Needs, Own
from clew.mcp.given import given
from clew.mcp.held import HeldHome
from clew.mcp.protocol import INVALID_PARAMS, METHOD_NOT_FOUND, Refused, shaped
from clew.mcp.refusals import refused
from clew.mcp.tools import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from clew.mcp.answer import Answer
    from clew.mcp.ask import Answers, Said
    from clew.mcp.protocol import Peer
    from clew.mcp.tool import ToolModule

    Turn = tuple[Peer, Mapping[str, Any], Answers, Said]

_METHODS: Mapping[str, Callable[[Ask, Mapping[str, Any]], dict[str, Any]]] = {
    "resources/list": lambda ask, params: resources.listed(ask, params.get("cursor")),
    "resources/read": lambda ask, params: resources.read(ask, params.get("uri")),
    "prompts/get": lambda ask, params: prompts.got(ask, params.get("name"), params.get("arguments")),
    "completion/complete": completing.completed,
}


class Rooms:
    """See `Server`, which makes it late."""

    def __init__(self, path: str | None, agent: str | None) -> None:
        self.held = HeldHome(path, self._hear)
        self.own = Own(agent)
        self._path = path
        self._ask: Ask | None = None
        self._early: list[tuple[str, Mapping[str, object]]] = []

    def answered(
        self, method: str, params: Mapping[str, Any], peer: Peer, answers: Answers, said: Said
    ) -> dict[str, Any]:
        """See `Server.in_turn`."""
        meta = params.get("_meta")
        turn = (peer, meta if isinstance(meta, dict) else {}, answers, said)
        try:
            if method == "tools/call":
                return self._called(params, turn)
            answer = _METHODS.get(method)
            if answer is None:
                raise Refused(METHOD_NOT_FOUND, f"Method not found: {method}")
            return answer(self._begun({}, turn), params)
        except ClewError as problem:
            raise Refused(INVALID_PARAMS, problem.message(language(None, self._path))) from problem
        finally:
            self._ask = None
            self.held.settle()

    def _called(self, params: Mapping[str, Any], turn: Turn) -> dict[str, Any]:
        """The answer to `tools/call`. Whatever a tool refuses is an answer too, which the model can read."""
        name = params.get("name")
        module = find(name) if isinstance(name, str) else None
        if module is None:
            raise Refused(INVALID_PARAMS, f"Unknown tool: {str(name)[:60]}")
        try:
            answer = self._carried_out(module, given(module.TOOL, str(name), params.get("arguments")), turn)
        except Needs:
            raise
        except Exception as error:  # noqa: BLE001  # for what nobody foresaw the model gets words too, and the server lives on
            answer = refused(error, self._ask.lang if self._ask else language(None, self._path))
        notices = self._ask.notices if self._ask else []
        return shaped(as_result(answer.with_notices(notices)), turn[0])

    def _carried_out(self, module: ToolModule, read: Mapping[str, Any], turn: Turn) -> Answer:
        try:
            return module.run(self._begun(read, turn))
        except ClewError as problem:
            if not self.held.goes_on_without(problem):
                raise
        return module.run(self._begun(read, turn))

    def _begun(self, read: Mapping[str, Any], turn: Turn) -> Ask:
        peer, meta, answers, said = turn
        self._ask = Ask(self.held, self.own, peer, meta, read, answers, said)
        early, self._early = self._early, []
        for key, data in early:
            self._ask.hear(key, data)
        return self._ask

    def _hear(self, key: str, **data: object) -> None:
        if self._ask is None:  # the home is just being opened
            self._early.append((key, data))
        else:
            self._ask.hear(key, data)
