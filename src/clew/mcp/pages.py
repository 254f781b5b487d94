"""A stored text as a page of an answer: fenced lines, as many as fit, and where to read on.

A place in a text is `LINE` or `LINE:CHARACTER`, both from 1: a line that is longer than a page is read in pieces.
"""

from __future__ import annotations

from clew.errors import NotFound, Usage
from clew.mcp.answer import visible_lines
from clew.mcp.wire import dumped
from clew.text.characters import belongs_together
from clew.text.fact_lines import without_comments
from clew.text.fences import Part, barred, fence
from clew.text.hygiene import clean
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ROOM = 7600  # characters of a page; the rest of an answer is what is said around it
_COMMENT = "<!-- clew "


class Page(Value):
    """Lines of a text from one place on; `next` is the place behind them, "" where they are the last."""

    lines: tuple[str, ...]
    first: int
    last: int
    next: str
    ended: bool  # with a newline

    @property
    def text(self) -> str:
        """The lines as they stand there, without what nobody sees."""
        return "\n".join(self.lines) + ("\n" if self.ended else "")

    @property
    def shown(self) -> list[str]:
        """The lines without clew's own comments, which tell a model nothing."""
        return [without_comments(line) for line in self.lines if not line.startswith(_COMMENT)]


def page(text: str, place: str | None = None, room: int = ROOM) -> Page:
    """What of the text fits, from this place on. Raises `Usage` for what is no place, `NotFound` for one behind the end."""
    lines = text.removesuffix("\n").split("\n") if text else []
    at, character = _place(place)
    if not 0 < at <= max(len(lines), 1):
        raise NotFound("mcp.no-line", line=at, lines=len(lines))
    taken: list[str] = []
    left = room
    for number in range(at, len(lines) + 1):
        line = visible_lines(lines[number - 1].removesuffix("\r"))
        start = character - 1 if number == at else 0
        cost = _cost(line[start:])
        if cost > left:
            if taken:
                return Page(tuple(taken), at, number - 1, str(number), True)
            piece = _piece(line, start, left)
            rest = start + len(piece)
            behind = f"{number}:{rest + 1}" if rest < len(line) else str(number + 1) if number < len(lines) else ""
            return Page((piece,), at, number, behind, False)
        taken.append(line[start:])
        left -= cost
    return Page(tuple(taken), at, len(lines), "", text.endswith("\n"))


def fenced(id: str, title: str, lines: Sequence[str], notice: str, seed: str) -> str:
    """The lines as a block of data, whatever stands in them; the title too is one line that nobody can break."""
    return fence((Part(id, clean(title), tuple(lines)),), notice, seed)


def _place(place: str | None) -> tuple[int, int]:
    line, _, character = (place or "1").strip().partition(":")
    if not (line.isascii() and line.isdecimal() and (not character or (character.isascii() and character.isdecimal()))):
        raise Usage("mcp.no-place", value=repr(place)[:60])
    return int(line[:12]), max(int(character[:12] or 1), 1)


def _cost(line: str) -> int:
    """The larger of what it takes in the text and in the data."""
    return max(len(barred(line)) + 1, len(dumped(line)))


def _piece(line: str, start: int, room: int) -> str:
    """As much of one line as fits, cut between two characters that a person sees."""
    size = min(len(line) - start, room)
    while size > 1 and _cost(line[start : start + size]) > room:
        size = size * 9 // 10
    end = start + size
    while start + 1 < end < len(line) and belongs_together(line, end):
        end -= 1
    return line[start:end]
