"""Recall: what is known of a topic, put before the model with the question."""

from __future__ import annotations

from clew.mcp.answer import LIMIT
from clew.mcp.wire import dumped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.mcp.ask import Ask

ARGUMENTS = {"topic": False}


def text(ask: Ask, arguments: Mapping[str, str]) -> str:
    topic = arguments.get("topic", "").strip()[:500]
    asked = ask.words("mcp.recall-topic", topic=topic) if topic else ask.words("mcp.recall-all")
    budget = 1500
    while True:
        known = ask.home.context(ask.dir, ask.conversation, budget, topic or None, lang=ask.lang).text
        if len(dumped(known)) + len(asked) < LIMIT - 200:
            return f"{asked}\n\n{known}".rstrip()
        budget = budget * 2 // 3
