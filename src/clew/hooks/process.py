"""PicoClaw's hook: one process for as long as it runs, asked line by line in JSON-RPC before each call of the model.

What is answered there is not kept, so the block goes into every call; as long as nothing changed it is the same bytes,
and a prompt cache hits. Whatever goes wrong, the call goes on as it was.
"""

from __future__ import annotations

import json
import os

from clew.agents import conversation_of, find
from clew.agents.system import System
from clew.context.block import block_of
from clew.errors import ClewError
from clew.hooks.telling import BUDGET
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from clew.home import Home

_LONGEST = 1_000_000  # bytes of a line that PicoClaw reads
_GO_ON = {"action": "continue"}


def serve(home: Home, lang: str, source: BinaryIO, target: BinaryIO, tell: Callable[[str], None]) -> None:
    """Answers until the source ends. `tell` hears what went wrong."""
    for line in source:
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict):
                raise ValueError(type(asked).__name__)
        except (ValueError, RecursionError) as problem:
            tell(say("hooks.not-json", lang, reason=problem))
            continue
        if "id" not in asked:  # something to observe
            continue
        answer = _answered(home, lang, asked, tell)
        data = json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer}).encode()
        if len(data) > _LONGEST:
            data = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": _GO_ON}).encode()
        target.write(data + b"\n")
        target.flush()


def _answered(home: Home, lang: str, asked: dict[str, Any], tell: Callable[[str], None]) -> dict[str, Any]:
    method = asked.get("method")
    if method == "hook.hello":
        return {"result": {"ok": True, "name": "clew"}}
    if method != "hook.before_llm":
        known = isinstance(method, str) and method.startswith("hook.")
        return {"result": _GO_ON} if known else {"error": {"code": -32601, "message": f"no method {method!r}"}}
    try:
        request = _told(home, lang, asked.get("params"))
    except (ClewError, OSError) as problem:
        tell(problem.message(lang) if isinstance(problem, ClewError) else str(problem))
        request = None
    return {"result": _GO_ON if request is None else {"action": "modify", "request": request}}


def _told(home: Home, lang: str, request: Any) -> dict[str, Any] | None:
    """The request with our block in its system message; None where there is nothing to say, or nowhere to say it."""
    messages = request.get("messages") if isinstance(request, dict) else None
    if not isinstance(messages, list) or not all(isinstance(message, dict) for message in messages):
        return None
    text = _text(home, lang, _session(request.get("meta")))
    if not text:
        return None
    first = messages[0] if messages else {}
    if first.get("role") == "system" and isinstance(first.get("content"), str):
        first = {**first, "content": f"{first['content']}\n\n{text}"}
        if isinstance(first.get("system_parts"), list):  # the same once more, in pieces that a cache can hold
            first["system_parts"] = [*first["system_parts"], {"type": "text", "text": text}]
        messages = [first, *messages[1:]]
    else:
        messages = [{"role": "system", "content": text}, *messages]
    return {**request, "messages": messages}


def _session(meta: Any) -> str:
    found = (meta.get("SessionKey") or meta.get("session_key")) if isinstance(meta, dict) else None
    return found if isinstance(found, str) else ""


def _text(home: Home, lang: str, session: str) -> str:
    id = conversation_of(find("picoclaw"), session, f"{home.clock():%Y-%m-%d}") or None
    context = home.context(None, id, BUDGET, lang=lang)
    offers = list(context.offers)
    if _is_its_own(home):  # long-term memory and daily notes stand in its prompt already
        offers = [offer for offer in offers if offer.id in ("menu", "memory")]
    block = block_of(offers, BUDGET, f"{home.path}\n{context.dir}", lang)
    if id is not None and context.menu:
        home.library.choices.show(id, context.dir, context.menu, home.clock().isoformat())
    lines = [block.text.rstrip("\n")] if block.text else []
    if id is not None and context.dir:
        lines.append(say("hooks.conversation", lang, conversation=id))
    return "\n".join(lines)


def _is_its_own(home: Home) -> bool:
    """Whether our workspace is PicoClaw's own."""
    ours = home.settings.workspace or os.path.join(home.path, "workspace")
    return os.path.realpath(ours) == os.path.realpath(_workspace(System.here()))


def _workspace(system: System) -> str:
    agent = find("picoclaw")
    usual = str(system.at_home(".picoclaw", "workspace"))
    try:
        with open(agent.settings(system), "rb") as file:
            named = json.load(file)["agents"]["defaults"]["workspace"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return usual
    return os.path.expanduser(named) if isinstance(named, str) and named else usual
