"""The score of a passage: a sum of signals. Pure: the same question and passages give the same order, by any engine."""

from __future__ import annotations

from clew.recall import signals, weights
from clew.recall.reading import Field
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from clew.index.contract import Counts, Passage
    from clew.recall.question import Question
    from clew.recall.signals import Later, Signal, Values

    Given = Sequence[tuple[str, float, Values]]

SIGNALS: tuple[tuple[str, float, Signal], ...] = (
    ("text", weights.TEXT, signals.text),
    ("breadth", weights.BREADTH, signals.breadth),
    ("segment", weights.SEGMENT, signals.segment),
    ("best", weights.BEST, signals.best),
    ("phrase", weights.PHRASE, signals.phrase),
    ("said", weights.SAID, signals.said),
    ("own", weights.OWN, signals.own),
    ("opens", weights.OPENS, signals.opens),
    ("when", weights.WHEN, signals.when),
    ("amount", weights.AMOUNT, signals.amount),
    ("days", weights.DAYS, signals.days),
    ("now", weights.NOW, signals.now),
    ("pinned", weights.PINNED, signals.pinned),
    ("over", weights.OVER, signals.over),
    ("similar", weights.SIMILAR, signals.similar),
)
LATER: tuple[tuple[str, float, Later], ...] = (
    ("answers", weights.ANSWERS, signals.answers),
    ("again", weights.AGAIN, signals.again),
)
_BEST = 25  # are looked at twice


class Ranked(Value):
    """A passage with its score, and what each signal gave to it, the largest first."""

    passage: Passage
    score: float
    signals: tuple[tuple[str, float], ...]


class Judged(Value):
    """All passages of a question with what each signal gives to them."""

    passages: Sequence[Passage]
    given: Given
    scores: Sequence[float]
    order: Sequence[int]  # places in the above, best first


def rank(
    question: Question,
    candidates: Sequence[Passage],
    neighbours: Sequence[Passage],
    counts: Counts,
    today: int,
    similarity: Mapping[int, float] | None = None,
) -> Iterator[Ranked]:
    """Candidates and neighbours, best first; of equals the newer, then the one that stands first."""
    if candidates and question.weights:
        judged = judge(Field(question, candidates, neighbours, counts, today, similarity))
        for number in judged.order:
            yield Ranked(judged.passages[number], judged.scores[number], _told(judged.given, number))


def judge(field: Field) -> Judged:
    passages = field.passages
    given = [(name, weight, signal(field)) for name, weight, signal in SIGNALS]
    scores = [0.0] * len(passages)
    _add(scores, given)
    order = sorted(range(len(passages)), key=lambda number: _tie(passages[number]))
    order.sort(key=scores.__getitem__, reverse=True)
    later = [(name, weight, signal(field, order[:_BEST])) for name, weight, signal in LATER]
    _add(scores, later)
    order.sort(key=scores.__getitem__, reverse=True)
    return Judged(passages, [*given, *later], scores, order)


def _add(scores: list[float], given: Given) -> None:
    for _, weight, values in given:
        for number, value in values.items():
            scores[number] += weight * value


def _tie(passage: Passage) -> tuple[int, str, str, int]:
    return -passage.day, passage.store, passage.file, passage.place


def _told(given: Given, number: int) -> tuple[tuple[str, float], ...]:
    found = [(name, weight * values[number]) for name, weight, values in given if values.get(number)]
    return tuple(sorted(found, key=lambda pair: -abs(pair[1])))
