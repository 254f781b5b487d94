"""Texts by the columns that they take at a terminal, where a Chinese character takes two."""

from __future__ import annotations

import os
import sys
from unicodedata import combining, east_asian_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def terminal_width(least: int, most: int) -> int:
    """The columns of the terminal that the answer goes to, between `least` and `most`; `most` where there is none."""
    told = os.environ.get("COLUMNS", "")
    try:
        wide = int(told) if told.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):  # a pipe, a file, nobody, a stand-in
        wide = 0
    return max(least, min(most, wide or most))


def columns(text: str) -> int:
    """How many columns a text takes."""
    return sum(0 if combining(char) else 2 if _is_wide(char) else 1 for char in text)


def padded(text: str, width: int) -> str:
    """The text with spaces behind it, up to `width` columns."""
    return text + " " * (width - columns(text))


def fitted(text: str, width: int) -> str:
    """The text where it fits, else its beginning and `…`."""
    if columns(text) <= width:
        return text
    kept = ""
    for char in text:
        if columns(kept + char) >= width:
            break
        kept += char
    return f"{kept.rstrip()}…"


def aligned(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows of cells as lines, two spaces between the columns; the cells of the columns in `right` end together."""
    widths = [max(map(columns, cells)) for cells in zip(*rows, strict=True)]
    right = set(right)
    lines = []
    for row in rows:
        cells = [
            " " * (width - columns(cell)) + cell if at in right else padded(cell, width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces and between Chinese characters; a longer word stays whole."""
    lines: list[str] = []
    line = ""
    for word in _words_of(text):
        if line and columns(line) + columns(word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()] if line.strip() else lines


def _words_of(text: str) -> list[str]:
    """Where a line may break: behind a space, behind a wide character unless punctuation follows."""
    words = [""]
    for char in text:
        before = words[-1][-1:]
        between = before == " " or _is_wide(before or " ") or _is_wide(char)
        if before and between and char not in "，。；：、！？）” " and before not in "（“":
            words.append("")
        words[-1] += char
    return words


def _is_wide(char: str) -> bool:
    return east_asian_width(char) in "WF"
