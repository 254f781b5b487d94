"""Changes to a text of YAML, collected by their place and made all at once; the comments between are kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator


class Overlap(Exception):
    """Two changes want the same place."""


class Cuts:
    """What is cut out of a text and what is put in instead. `scalars` are the places where a `#` is no comment."""

    def __init__(self, text: str, scalars: Iterable[tuple[int, int]]) -> None:
        self.text = text
        self.newline = "\r\n" if text[: text.find("\n")].endswith("\r") else "\n"
        self._cuts: dict[tuple[int, int], str] = {}
        spans = sorted(span for span in scalars if span[0] < span[1])
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def cut(self, start: int, end: int, written: str = "", *, again: bool = True) -> None:
        """Puts `written` in the place of `start` to `end`; `again` says whether it counts over an earlier one there."""
        if start == end:
            self.insert(start, written)
        elif again or (start, end) not in self._cuts:
            self._cuts[(start, end)] = written

    def insert(self, at: int, written: str) -> None:
        """Puts text in, behind what was put in at the same place before."""
        self._cuts[(at, at)] = self._cuts.get((at, at), "") + written

    def take(self, start: int, end: int) -> str:
        """The text from `start` to `end` with its changes, which are not made at their place any more.

        What was put in at `start` belongs to what stands before it, and stays.
        """
        within = [span for span in self._cuts if start <= span[0] and start < span[1] <= end]
        inner = {span: self._cuts.pop(span) for span in within}
        return self._made(inner, start, end)

    def result(self) -> str:
        """The whole text with its changes. Raises `Overlap`."""
        return self._made(self._cuts, 0, len(self.text))

    def _made(self, cuts: dict[tuple[int, int], str], start: int, end: int) -> str:
        parts: list[str] = []
        for (cut, behind), written in sorted(cuts.items()):
            if cut < start:
                raise Overlap
            parts += (self.text[start:cut], written)
            start = behind
        return "".join([*parts, self.text[start:end]])

    # Places

    def column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    def before(self, at: int) -> int:
        """The place of the last character before `at` that is no white space."""
        at -= 1
        while at > 0 and self.text[at] in " \t\r\n":
            at -= 1
        return at

    def line_end(self, at: int) -> int:
        """Where the newline of the line stands on which something ends at `at`."""
        if self.text[at - 1 : at] == "\n":  # a block scalar ends behind its newline
            at -= 1
        end = self.text.find("\n", at)
        if end < 0:
            return len(self.text)
        return end - 1 if self.text[end - 1] == "\r" else end

    # Comments

    def comments(self, start: int = 0, end: int | None = None) -> list[str]:
        """The comments that begin between the two places."""
        return list(self._comments(start, len(self.text) if end is None else end))

    def comment_lines(self, start: int, end: int) -> str:
        """The comments of lines that go, each on a line of its own; `start` is the end of the line before."""
        lines = self.text[start:end].lstrip("\r\n")
        indent = " " * (len(lines) - len(lines.lstrip(" ")))
        return "".join(f"{self.newline}{indent}{comment}" for comment in self.comments(start, end))

    def _comments(self, start: int, end: int) -> Iterator[str]:
        at = self.text.find("#", start, end)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            behind = at + 1
            if number >= 0 and at < self._ends[number]:
                behind = self._ends[number]
            elif at == 0 or self.text[at - 1] in " \t\r\n":
                behind = self.text.find("\n", at)
                if behind < 0:
                    behind = len(self.text)
                yield self.text[at:behind].rstrip("\r")
            at = self.text.find("#", behind, end)
