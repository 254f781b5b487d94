"""Lines of a text without their ends: what is compared and merged is what stands in a line, not what ends it."""

from __future__ import annotations

from clew.text.matching import blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def lines_of(text: str) -> list[str]:
    """The lines; the last one is "" where the text ends with a newline. A `\\r` before a newline belongs to the end."""
    return text.replace("\r\n", "\n").split("\n")


def text_of(lines: Iterable[str], ending: str = "\n") -> str:
    """The lines as a text with these ends."""
    return ending.join(lines)


def ending_of(text: str) -> str:
    """The end that most lines of a text have."""
    windows = text.count("\r\n")
    return "\r\n" if windows and windows * 2 >= text.count("\n") else "\n"


def without_trailing_blanks(lines: list[str]) -> list[str]:
    """The lines up to the last one that says something."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def trimmed(lines: list[str]) -> list[str]:
    """The lines from the first to the last one that says something."""
    start = 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    return without_trailing_blanks(lines[start:])


def rewritten(text: str, lines: list[str]) -> str:
    """A text with these lines: one that stays keeps its own end, a new one gets that of most."""
    if "\r" not in text:
        return "\n".join(lines)
    ending = "\r" if ending_of(text) == "\r\n" else ""
    raw = text.split("\n")
    raw[-1] += ending
    made: list[str] = []
    to = 0
    for here, there, size in blocks([line.removesuffix("\r") for line in raw], lines):
        made += [line + ending for line in lines[to:there]]
        made += raw[here : here + size]
        to = there + size
    made[-1] = made[-1].removesuffix("\r")  # what stands behind the last end has none
    return "\n".join(made)
