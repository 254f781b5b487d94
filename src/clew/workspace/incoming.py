"""A text on its way into the workspace by a command or a tool: without keys, without comments that pass for ours."""

from __future__ import annotations

import re

from clew.text.secrets import MASK, Found, find
from clew.values import Value

_COMMENT = re.compile(r"<!--(?=\s*clew\b)", re.IGNORECASE)


class Incoming(Value):
    """The text as it will stand there, and what was done to it."""

    text: str
    masked: tuple[str, ...] = ()  # secrets that were taken out, as they are shown
    escaped: int = 0  # comments that could have passed for clew's


def cleaned(text: str, allow_secret: bool = False, known: str = "") -> Incoming:
    """What is in `known`, the text that this one replaces, may stay: it was allowed, or written by a person."""
    found = [] if allow_secret else [each for each in find(text) if text[each.start : each.end] not in known]
    text, count = _escaped(_masked(text, found), known)
    return Incoming(text, tuple(each.shown for each in found), count)


def _masked(text: str, found: list[Found]) -> str:
    pieces, at = [], 0
    for each in found:
        pieces += [text[at : each.start], MASK]
        at = each.end
    return "".join((*pieces, text[at:]))


def _escaped(text: str, known: str) -> tuple[str, int]:
    """As `clew.text.segments.escaped`, but for comments that are in the known text."""
    count = 0

    def harmless(match: re.Match[str]) -> str:
        nonlocal count
        stop = text.find("-->", match.start()) + 3
        if stop >= 3 and text[match.start() : stop] in known:
            return match.group()
        count += 1
        return "&lt;!--"

    return _COMMENT.sub(harmless, text), count
