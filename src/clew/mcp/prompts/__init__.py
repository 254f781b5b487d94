"""One file a prompt, found by its name: what a person picks in a client to start something.

A file declares `ARGUMENTS` (a name, and whether it is needed) and `text(ask, arguments)`, what is then said in the
person's place. Its words are `prompt-NAME`, and `prompt-NAME-ARGUMENT`, in `clew.words.mcp`.
"""

from __future__ import annotations

import os

from clew.mcp.protocol import INVALID_PARAMS, Refused, shaped
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol

    from clew.mcp.ask import Ask

    class PromptModule(Protocol):
        """What a file in this folder holds."""

        ARGUMENTS: Mapping[str, bool]

        def text(self, ask: Ask, arguments: Mapping[str, str], /) -> str:
            """What is said."""


def names() -> list[str]:
    """All prompts."""
    found = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if file.endswith(".py")}
    return sorted(name for name in found if not name.startswith("_"))


def find(name: object) -> PromptModule:
    """The prompt of this name. Raises `Refused`."""
    if not isinstance(name, str) or name not in names():
        raise Refused(INVALID_PARAMS, f"Unknown prompt: {str(name)[:60]}")
    module: PromptModule = __import__(f"{__name__}.{name}", fromlist=["text"])
    return module


def listed(lang: str) -> list[dict[str, Any]]:
    """All prompts, as they are shown to a person."""
    return [_described(name, lang) for name in names()]


def got(ask: Ask, name: object, given: object) -> dict[str, Any]:
    """The answer to `prompts/get`. Raises `Refused`."""
    prompt = find(name)
    arguments = given if isinstance(given, dict) else {}
    for argument, needed in prompt.ARGUMENTS.items():
        if needed and not str(arguments.get(argument) or "").strip():
            raise Refused(INVALID_PARAMS, f"Missing argument: {argument}")
    text = prompt.text(ask, {key: str(value) for key, value in arguments.items()})
    told = {
        "description": ask.words(f"mcp.prompt-{name}-help"),
        "messages": [{"role": "user", "content": {"type": "text", "text": text}}],
    }
    return shaped(told, ask.peer)


def _described(name: str, lang: str) -> dict[str, Any]:
    arguments = [
        {"name": argument, "description": say(f"mcp.prompt-{name}-{argument}", lang), "required": needed}
        for argument, needed in find(name).ARGUMENTS.items()
    ]
    return {
        "name": name,
        "title": say(f"mcp.prompt-{name}", lang),
        "description": say(f"mcp.prompt-{name}-help", lang),
        "arguments": arguments,
    }
