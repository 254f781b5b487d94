"""The arguments of a tool call, read once, at the edge.

Models give a list as a list, as a string with commas, or as JSON in a string; a number as a number or as its digits.
All of these are what they mean. What means nothing is refused with the name of the argument.
"""

from __future__ import annotations

import json

from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.mcp.tool import Param, Tool

# Every name that an argument of ours can have; one that a tool has no use for does no harm.
KNOWN = frozenset(
    (
        *("text", "tags", "title", "heading", "conversation", "dir", "pick", "query", "limit", "section", "line"),
        *("ref", "budget", "pending", "request"),
    )
)
_TRIMMED = frozenset(("pick", "ref", "line", "section", "pending", "request", "conversation"))


def given(tool: Tool, name: str, raw: object) -> dict[str, Any]:
    """The arguments by name; those that were not given are None, a list ()."""
    if raw is None:
        raw = {}
    if not isinstance(raw, dict):
        raise Usage("mcp.bad-arguments", tool=name)
    takes = {param.name: param for param in tool.params}
    for key in raw:
        if key not in takes and key not in KNOWN:
            raise _unknown(name, str(key), takes)
    read = {key: _read(param, raw.get(key)) for key, param in takes.items()}
    for param in tool.params:
        if param.required and read[param.name] in (None, ()):
            raise Usage("mcp.missing", tool=name, name=param.name)
    return read


def texts(value: object) -> tuple[str, ...]:
    """A list, a string, or a list as JSON in a string, as texts. Raises `TypeError` for anything else."""
    if value is None:
        return ()
    if isinstance(value, str):
        inner = _from_json(value)
        return (value,) if inner is None else texts(inner)
    if isinstance(value, (list, tuple)):
        return tuple(_text(each) for each in value if each is not None)
    return (_text(value),)


def _read(param: Param, value: object) -> Any:
    try:
        if param.kind == "list":
            return tuple(each for each in texts(value) if each.strip())
        if value is None or (isinstance(value, str) and not value.strip() and param.name != "text"):
            return None
        if param.kind == "number":
            return _number(value)
        return _text(value).strip() if param.name in _TRIMMED else _text(value)
    except (TypeError, ValueError):
        key = "mcp.not-a-number" if param.kind == "number" else "mcp.not-a-text"
        raise Usage(key, name=param.name, value=repr(value)[:60]) from None


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise TypeError
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _number(value: object) -> int:
    number = int(_text(value).strip())
    if number < 1:
        raise ValueError
    return number


def _from_json(text: str) -> list[object] | None:
    if not text.lstrip().startswith("["):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def _unknown(tool: str, name: str, takes: Mapping[str, object]) -> Usage:
    from difflib import get_close_matches  # late: only a mistake pays for it

    problem = Usage("mcp.unknown-argument", tool=tool, name=name[:60], takes=list(takes))
    problem.suggestions = get_close_matches(name, takes)
    return problem
