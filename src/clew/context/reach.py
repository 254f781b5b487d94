"""How much of a text is looked at: all of it, unless it is one that no person has."""

from __future__ import annotations

from clew.text.tokens import quarters
from clew.values import Value

_SHORT = 1 << 17  # characters; no such text is slow, and of a longer one at least so much is looked at
_MOST_LINES = 800_000  # more cannot be sorted out in a second
_MOST_MARKS = 20_000  # headings, fences, rules, comments
_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_MARKS = ("\n#", "\n`", "\n~", "\n<", "\n=", "\n-", "\n ")
_ITEMS = ("\n- ", "\n  ")  # which begin like a mark and are none


class Reach(Value):
    """What is looked at, and of the rest the lines and the cost in quarters of a token."""

    text: str
    lines: int = 0
    cost: int = 0


def reach(text: str, *, newest_last: bool = False) -> Reach:
    """The whole text, or its beginning; its end where the newest stands there. Cut at a line."""
    if len(text) <= _SHORT:
        return Reach(text)
    lines = sum(map(text.count, _ENDS))
    marks = sum(map(text.count, _MARKS)) - sum(map(text.count, _ITEMS))
    if lines <= _MOST_LINES and marks <= _MOST_MARKS:
        return Reach(text)
    if newest_last:
        at = text.find("\n", len(text) - _SHORT) + 1 or len(text) - _SHORT
        seen, rest = text[at:], text[:at]
    else:
        at = text.rfind("\n", 0, _SHORT) + 1 or _SHORT
        seen, rest = text[:at], text[at:]
    return Reach(seen, sum(map(rest.count, _ENDS)) + (rest[-1] not in _ENDS), quarters(rest))
