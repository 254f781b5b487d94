"""What speaks for a passage besides the words around it. Each signal is a function from the field to values.

A signal gives a value only to the passages that it has something to say about; where its cue is missing from the
question or from the texts, to none.
"""

from __future__ import annotations

from clew.recall import cues
from clew.recall.reading import fits
from clew.recall.weights import DAYS_AFTER
from clew.text.characters import caseless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.recall.reading import Field

    Values = dict[int, float]
    Signal = Callable[[Field], Values]
    Later = Callable[[Field, Sequence[int]], Values]  # of the numbers of the best so far

_PINS = frozenset(("pin", "pinned", "📌", "置顶"))
_AS_WELL = 0.7  # of the best one's words make another one that answers
_RIGHT_AFTER = 0.7  # of the value of the days themselves
_A_DAY_BEFORE = 0.7  # of the newest one's value is left to the one before it


def text(field: Field) -> Values:
    return {number: value for number, value in enumerate(field.text) if value}


def breadth(field: Field) -> Values:
    """Of the question's words, those that the passage itself holds, the rare ones first."""
    weights = [worth * worth / field.all for worth in field.idf]
    return {number: value for number, value in enumerate(fits(field.held, weights)) if value}


def segment(field: Field) -> Values:
    """How much of the question its conversation, or section, tells about."""
    values: Values = {}
    for members in field.segments:
        if len(members) == 1:
            value = field.fits[members[0]]
        else:
            held: dict[int, float] = {}
            for number in members:
                for asked, times in field.held[number].items():
                    if times > held.get(asked, 0.0):
                        held[asked] = times
            (value,) = fits([held], field.idf)
        if value:
            values.update(dict.fromkeys(members, value))
    return values


def best(field: Field) -> Values:
    """How well the best three passages of its segment fit: one good word may be chance, three are a topic."""
    values: Values = {}
    for members in field.segments:
        texts = [field.text[number] for number in members]
        if len(texts) > 3:
            texts = sorted(texts, reverse=True)[:3]
        values.update(dict.fromkeys(members, sum(texts) / 3))
    return values


def phrase(field: Field) -> Values:
    """Names what the question names in quotes."""
    values: Values = {}
    for sought in [f" {' '.join(terms)} " for terms in field.question.phrases]:
        for number, passage in enumerate(field.passages):
            if sought in field.spaced[number] or sought in f" {passage.label} ":
                values[number] = values.get(number, 0.0) + 1.0
    return values


def said(field: Field) -> Values:
    """Said by one whom the question names."""
    return dict.fromkeys(field.said, 1.0)


def own(field: Field) -> Values:
    """In a talk with one whom the question names: somebody tells of themselves."""
    talks = {field.segment_of[number] for number in field.said}
    return dict.fromkeys(field.holding(cues.own(), (number for talk in talks for number in field.segments[talk])), 1.0)


def opens(field: Field) -> Values:
    """In such a talk: the first two. What is new is told first. Around candidates all is known, around others it is not."""
    if not field.said:
        return {}
    return {
        number: 1.0
        for number in range(field.candidates)
        if field.beside(number, -2) is None
        and (field.beside(number, 1) is not None or field.beside(number, -1) is not None)
    }


def when(field: Field) -> Values:
    return dict.fromkeys(field.holding(cues.times()), 1.0) if field.question.when else {}


def amount(field: Field) -> Values:
    if not field.question.amount or field.question.when:
        return {}
    return dict.fromkeys(field.holding(cues.numbers()), 1.0)


def days(field: Field) -> Values:
    """Written on the days that the question names; less and less so in the days after them."""
    if not field.question.days:
        return {}
    known: dict[int, float] = {}
    for day in {passage.day for passage in field.passages}:
        known[day] = max(_near(day, *run) for run in field.question.days)
    return {number: known[passage.day] for number, passage in enumerate(field.passages) if known[passage.day]}


def _near(day: int, first: int, last: int) -> float:
    if first <= day <= last:
        return 1.0
    return _RIGHT_AFTER * max(0.0, 1 - (day - last) / DAYS_AFTER) if day > last else 0.0


def now(field: Field) -> Values:
    """The newest of those that answer about as well as the best, where it is asked how things are now.

    Day by day it falls fast: what matters is which is the last one, not how long ago it was. What fits clearly better
    than these wins all the same. No day is newer than today.
    """
    if not field.question.now:
        return {}
    best = max(field.fits)
    days = {
        number: min(passage.day, field.today)
        for number, passage in enumerate(field.passages)
        if field.fits[number] and field.fits[number] >= _AS_WELL * best
    }
    newest = {
        day: field.question.now * _A_DAY_BEFORE**place
        for place, day in enumerate(sorted({*days.values()}, reverse=True))
    }
    return {number: newest[day] for number, day in days.items()}


def pinned(field: Field) -> Values:
    """By its line, by a tag, or by the sign that people put there themselves."""
    known: dict[tuple[str, ...], bool] = {(): False}
    values: Values = {}
    for number, passage in enumerate(field.passages):
        tagged = known.get(passage.tags)
        if tagged is None:
            tagged = known[passage.tags] = not _PINS.isdisjoint(map(caseless, passage.tags))
        if tagged or passage.pinned or "📌" in passage.terms:
            values[number] = 1.0
    return values


def over(field: Field) -> Values:
    """Another fact stands in its place. What says so in words is seen when its text is read (`clew.recall.results`)."""
    return {number: 1.0 for number, passage in enumerate(field.passages) if passage.superseded}


def similar(field: Field) -> Values:
    """What a model finds alike, in standard deviations: scores of two models cannot be compared, ranks lose too much."""
    known = field.similarity
    if len(known) < 2:
        return {}
    mean = sum(known.values()) / len(known)
    spread = (sum((value - mean) ** 2 for value in known.values()) / len(known)) ** 0.5
    if not spread:
        return {}
    return {
        number: (known[passage.id] - mean) / spread
        for number, passage in enumerate(field.passages)
        if passage.id in known
    }


# Dear to compute, so only of those that the others put among the best; these are handed over best first.


def answers(field: Field, best: Sequence[int]) -> Values:
    """What the question before it asks for, an answer seldom says again."""
    values: Values = {}
    for number in best:
        before = field.beside(number, -1)
        if before is not None and field.fits[before] and cues.asks(field.passages[before].terms.split()):
            values[number] = field.fits[before]
    return values


def again(field: Field, best: Sequence[int]) -> Values:
    """Others of its segment stand before it: a question over several hops is answered from several."""
    values: Values = {}
    before: dict[int, int] = {}
    for number in best:
        here = field.segment_of[number]
        if here in before:
            values[number] = before[here] ** 0.5
        before[here] = before.get(here, 0) + 1
    return values
