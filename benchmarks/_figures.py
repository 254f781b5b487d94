"""What is counted of an answer, and how it is printed: each figure with its number of questions and standard error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from clew.text.tokens import estimate

BUDGETS = (300, 600, 1500)


@dataclass(frozen=True)
class Found:
    """One hit: which piece of evidence it may be, of which session, and its text."""

    piece: str | None
    session: int
    text: str


@dataclass(frozen=True)
class Answered:
    """One question with what was found for it, best first."""

    category: int
    evidence: frozenset[str]
    sessions: frozenset[int]
    found: Sequence[Found]

    def recall(self, most: int) -> float:
        """How much of the evidence is among the first so many."""
        return self._part(one.piece for one in self.found[:most])

    def whole(self, most: int) -> float:
        return float(self.recall(most) == 1)

    def within(self, tokens: int) -> float:
        """How much of the evidence is in the first so many tokens; a hit that does not fit whole does not count."""
        held: list[str | None] = []
        for one in self.found:
            tokens -= estimate(one.text)
            if tokens < 0:
                break
            held.append(one.piece)
        return self._part(held)

    def session_recall(self, most: int) -> float:
        """How many of the sessions with evidence are among the first so many different ones."""
        first = list(dict.fromkeys(one.session for one in self.found))[:most]
        return len(self.sessions & set(first)) / len(self.sessions)

    def _part(self, pieces: Iterable[str | None]) -> float:
        return len(self.evidence & set(pieces)) / len(self.evidence)


@dataclass(frozen=True)
class Figure:
    """A mean in per cent."""

    mean: float
    error: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        count = len(values)
        if not count:
            return cls(0, 0, 0)
        mean = sum(values) / count
        spread = sqrt(sum((value - mean) ** 2 for value in values) / max(count - 1, 1))
        return cls(100 * mean, 100 * spread / sqrt(count), count)

    def __str__(self) -> str:
        return f"{self.mean:.1f} ±{self.error:.1f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    shown = [
        "  ".join(
            cell.ljust(width) if not column else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        )
        for line in lines
    ]
    return "\n".join([shown[0], "  ".join("-" * width for width in widths), *shown[1:]])
