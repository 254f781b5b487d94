"""What a tool is: the arguments it takes, the keys of its answer, what it may do to what is stored.

The words are elsewhere, found by the tool's name: `title`, `help`, and `@` before an argument's own name, in
`clew.words.tools.NAME`, for a person's client and for the model that decides whether to call it.
"""

from __future__ import annotations

from clew.values import Value
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol

    from clew.mcp.answer import Answer
    from clew.mcp.ask import Ask

    class ToolModule(Protocol):
        """What a file in `clew.mcp.tools` holds."""

        TOOL: Tool

        def run(self, ask: Ask, /) -> Answer:
            """Do it. Errors are raised, and told by whoever called."""


PREFIX = "clew_"
ALWAYS_SHOWN = {"anthropic/alwaysLoad": True}  # else a client with many tools hides ours behind a search


class Param(Value):
    """One argument. `kind` is `text`, `list` (of texts), `number` (a whole one, at least 1) or `choice` (a number or a text).

    What is not `listed` is taken all the same: a model pays for each word of the list, and seldom needs it.
    """

    name: str
    kind: str = "text"
    required: bool = False
    listed: bool = True


class Hints(Value):
    """What a client may tell its person before a call."""

    reads: bool = False  # changes nothing
    destroys: bool = False  # takes something away
    repeats: bool = False  # the same call again changes nothing more


class Tool(Value):
    """One tool. `keys` are the main ones of its structured answer, with the type of each: `text`, `list`, `number` or
    `flag`. It has all those of the command's JSON; what may be null stands in no schema, some clients know no such types."""

    params: tuple[Param, ...]
    keys: Mapping[str, str]
    hints: Hints


READS = Hints(reads=True, repeats=True)
ADDS = Hints()
REPEATS = Hints(repeats=True)
DESTROYS = Hints(destroys=True, repeats=True)

# What many tools take.
TEXT = Param("text")
CONVERSATION = Param("conversation")
DIR = Param("dir")
WHERE = (CONVERSATION, DIR)
UNLISTED = (CONVERSATION.but(listed=False), DIR.but(listed=False))

_TYPES: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": "string"},
    "list": {"type": "array", "items": {"type": "string"}},
    "number": {"type": "integer", "minimum": 1},
    "choice": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
}
_KEYS: Mapping[str, Mapping[str, Any]] = {
    "text": {"type": "string"},
    "list": {"type": "array"},
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
}


def listed(name: str, tool: Tool, lang: str) -> dict[str, Any]:
    """The tool as `tools/list` has it. No key of an answer is required: an error has others."""
    properties = {
        param.name: {**_TYPES[param.kind], **_described(name, param, lang)} for param in tool.params if param.listed
    }
    needed = [param.name for param in tool.params if param.required]
    schema = {"type": "object", "properties": properties, **({"required": needed} if needed else {})}
    return {
        "name": PREFIX + name,
        "title": say(f"tools.{name}.title", lang),
        "description": say(f"tools.{name}.help", lang),
        "inputSchema": schema,
        "outputSchema": {"type": "object", "properties": {key: _KEYS[kind] for key, kind in tool.keys.items()}},
        "annotations": _annotations(tool.hints),
        "_meta": ALWAYS_SHOWN,
    }


def _annotations(hints: Hints) -> dict[str, bool]:
    """The hints; of what changes nothing the others would say nothing."""
    told = {"readOnlyHint": hints.reads}
    if not hints.reads:
        told.update(destructiveHint=hints.destroys, idempotentHint=hints.repeats)
    return {**told, "openWorldHint": False}


def _described(name: str, param: Param, lang: str) -> dict[str, str]:
    key = f"tools.{name}.@{param.name}"
    return {"description": say(key, lang)} if has(key) else {}
