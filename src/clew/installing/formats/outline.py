"""A JSON text with comments, as values that know where they stand. Comments and a comma behind the last one are allowed,
as in the settings of many programs; nothing else that JSON does not know."""

from __future__ import annotations

import json
import re

from clew.installing.formats import Unfit
from clew.values import Value
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DEEPEST = 200
_BETWEEN = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


class Part(Value):
    """One member of an object, or one item of a list (then `key` is None)."""

    key: str | None
    start: int  # of the key, or of the item
    node: Node


class Node(Value):
    """A value from `start` to `end`; `value` is what it means."""

    start: int
    end: int
    value: Any
    parts: tuple[Part, ...] = ()
    trailing: bool = False  # a comma stands behind the last part

    @property
    def is_object(self) -> bool:
        """Whether its parts have names."""
        return isinstance(self.value, dict)

    def under(self, key: str) -> Node | None:
        """The member of this name; the last one, where there are several."""
        return next((part.node for part in reversed(self.parts) if part.key == key), None)


def outline(text: str) -> Node:
    """The one value of a text. Raises `Unfit` with the line where it is none."""
    start = between(text, 0)
    if start == len(text):
        raise Unfit(Phrase("installing.why-empty"), _line(text, start))
    node = _node(text, start, 0)
    rest = between(text, node.end)
    if rest != len(text):
        raise Unfit(Phrase("installing.why-behind"), _line(text, rest))
    return node


def between(text: str, at: int) -> int:
    """Where the next thing begins that is no white space and no comment."""
    found = _BETWEEN.match(text, at)
    end = found.end() if found else at
    if text.startswith("/*", end):
        raise Unfit(Phrase("installing.why-comment"), _line(text, end))
    return end


def _node(text: str, at: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise Unfit(Phrase("installing.why-deep"), _line(text, at))
    sign = text[at : at + 1]
    if sign in ("{", "["):
        return _container(text, at, depth, "}" if sign == "{" else "]")
    found = _STRING.match(text, at) or _PLAIN.match(text, at)
    if not found:
        raise Unfit(Phrase("installing.why-no-value"), _line(text, at))
    try:
        return Node(at, found.end(), json.loads(found.group()))
    except ValueError as problem:  # a number of more digits than anybody reads
        raise Unfit(str(problem), _line(text, at)) from problem


def _container(text: str, at: int, depth: int, closing: str) -> Node:
    parts: list[Part] = []
    place, trailing = between(text, at + 1), False
    while text[place : place + 1] != closing:
        if parts and not trailing:
            raise Unfit(Phrase("installing.why-comma"), _line(text, place))
        part = _member(text, place, depth) if closing == "}" else Part(None, place, _node(text, place, depth + 1))
        parts.append(part)
        place = between(text, part.node.end)
        trailing = text[place : place + 1] == ","
        if trailing:
            place = between(text, place + 1)
    named = {part.key: part.node.value for part in parts}
    value = named if closing == "}" else [part.node.value for part in parts]
    return Node(at, place + 1, value, tuple(parts), trailing)


def _member(text: str, at: int, depth: int) -> Part:
    found = _STRING.match(text, at)
    if not found:
        raise Unfit(Phrase("installing.why-no-name"), _line(text, at))
    place = between(text, found.end())
    if text[place : place + 1] != ":":
        raise Unfit(Phrase("installing.why-colon"), _line(text, place))
    return Part(json.loads(found.group()), at, _node(text, between(text, place + 1), depth + 1))


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
