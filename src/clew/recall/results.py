"""From ranked passages to what is shown: overlapping ones as one, near-copies once, what is over below what holds now.

Pure but for `read`, which gives the lines of a passage as they stand in its file.
"""

from __future__ import annotations

from clew.recall.copies import Copies, Saying
from clew.recall.superseded import is_over, may_replace
from clew.recall.weights import OVER
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clew.index.contract import Passage
    from clew.recall.ranking import Ranked

    Read = Callable[[Passage, tuple[int, int]], str | None]

_SPARE = 3  # results beyond the asked number that may still come up when others go down


class Result(Value):
    """One hit to be: the best passage of its lines, and the lines of all that overlap with it."""

    passage: Passage
    lines: tuple[int, int]
    text: str
    score: float
    signals: tuple[tuple[str, float], ...]
    copies: tuple[Passage, ...] = ()  # that say the same elsewhere


def arranged(ranked: Iterable[Ranked], read: Read, limit: int) -> list[Result]:
    """At most `limit` results, best first. A passage whose lines cannot be read is left out."""
    gathering = _Gathering(ranked, read)
    results = gathering.first(limit)
    if not any(is_over(result.text) or may_replace(result.text) for result in results):
        return results
    return successors_first(_judged(gathering.first(limit + _SPARE)))[:limit]


class _Gathering:
    """Takes from what is ranked as much as is needed, and joins what belongs together."""

    def __init__(self, ranked: Iterable[Ranked], read: Read) -> None:
        self._ranked = iter(ranked)
        self._read = read
        self._next: Ranked | None = None  # was taken, and nobody needed it yet
        self._results: list[Result] = []
        self._of_file: dict[tuple[str, str], list[int]] = {}
        self._copies = Copies()

    def first(self, count: int) -> list[Result]:
        """So many; those that were here before come back with what was joined to them."""
        while (one := self._next or next(self._ranked, None)) is not None:
            self._next = one
            if not self._overlaps(one.passage):
                saying = Saying(one.passage)
                if not self._is_copy(one.passage, saying):
                    if len(self._results) >= count:
                        break
                    self._add(one, saying)
            self._next = None
        return list(self._results)

    def _overlaps(self, passage: Passage) -> bool:
        results = self._results
        for at in self._of_file.get((passage.store, passage.file), ()):
            if _overlap(passage, results[at]):
                results[at] = _widened(results[at], passage, self._read)
                return True
        return False

    def _is_copy(self, passage: Passage, saying: Saying) -> bool:
        at = self._copies.number_of(saying)
        if at is None:
            return False
        result = self._results[at]
        self._results[at] = result.but(copies=(*result.copies, passage))
        return True

    def _add(self, one: Ranked, saying: Saying) -> None:
        passage, at = one.passage, len(self._results)
        text = self._read(passage, passage.lines)
        if text is not None:
            self._of_file.setdefault((passage.store, passage.file), []).append(at)
            self._copies.add(at, saying)
            self._results.append(Result(passage, passage.lines, text, one.score, one.signals))


def _overlap(passage: Passage, result: Result) -> bool:
    """Whether they have lines in common, of one file."""
    return passage.lines[0] <= result.lines[1] and result.lines[0] <= passage.lines[1]


def _widened(result: Result, passage: Passage, read: Read) -> Result:
    lines = (min(result.lines[0], passage.lines[0]), max(result.lines[1], passage.lines[1]))
    if lines == result.lines:
        return result
    text = read(result.passage, lines)
    return result if text is None else result.but(lines=lines, text=text)


def _judged(results: Iterable[Result]) -> list[Result]:
    """With what only the text itself tells: that it is over."""
    judged = [
        result
        if result.passage.superseded or not is_over(result.text)
        else result.but(score=result.score + OVER, signals=(*result.signals, ("over", OVER)))
        for result in results
    ]
    return sorted(judged, key=lambda result: -result.score)


def successors_first(results: Sequence[Result]) -> list[Result]:
    """Of two that cannot both hold, the later one stands right before the earlier one."""
    if not any(may_replace(result.text) for result in results):
        return list(results)
    from clew.recall.successors import replaces, statement_of, talkative  # late: few texts claim that much

    order: list[Result] = []
    says = {result.passage.id: statement_of(result.text) for result in results}
    talking = talkative(says.values())
    for result in results:
        new = says[result.passage.id]
        place = len(order)
        if new is not None and new.claim.subject not in talking:
            for at, other in enumerate(order):
                old = says[other.passage.id]
                if old is not None and _is_later(result.passage, other.passage) and replaces(new, old):
                    place = at
                    break
        order.insert(place, result)
    return order


def _is_later(one: Passage, other: Passage) -> bool:
    """Of the same project, and written after it: below it in one file, later where there are two."""
    if one.project != other.project:
        return False
    if (one.store, one.file) == (other.store, other.file):
        return one.place > other.place
    return one.time > other.time
