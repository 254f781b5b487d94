"""The passages of one question, read once: which asked words each holds, who speaks, what stands around it."""

from __future__ import annotations

from math import log

from clew.recall.spelling import may_be_meant, meant_by
from clew.recall.talk import first_word, said_by_named
from clew.recall.weights import BESIDE, KIN, LABEL, LENGTH, MEANT, SATURATION, STRANGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clew.index.contract import Counts, Passage
    from clew.recall.question import Question

    Sought = tuple[str, int, float]

_AROUND = tuple((sign * away, worth) for away, worth in enumerate(BESIDE, 1) for sign in (1, -1))
_PLACES = 1 << 40  # more than a segment can have


class Reading:
    """One passage: how often it holds each asked word (by its number), and where it stands."""

    __slots__ = ("first", "held", "key", "length", "passage", "segment", "terms")

    def __init__(self, passage: Passage, segment: int, sought: Sequence[Sought]) -> None:
        terms = f" {passage.terms} "
        held: dict[int, float] = {}
        for needle, number, worth in sought:  # a search in the text is quicker than taking it apart
            if needle in terms:
                held[number] = held.get(number, 0.0) + worth * terms.count(needle)
        self.held = held
        self.passage = passage
        self.segment = segment
        self.key = segment * _PLACES + passage.place  # one more is the next one of the same segment
        self.terms = terms
        self.length = terms.count(" ") - 1
        self.first = first_word(passage.terms)


class Field:
    """All passages that may answer, with what is the same for each of them."""

    def __init__(
        self,
        question: Question,
        candidates: Sequence[Passage],
        neighbours: Sequence[Passage],
        counts: Counts,
        today: int,
        similarity: Mapping[int, float] | None,
    ) -> None:
        self.question = question
        self.today = today
        self.candidates = len(candidates)  # the first so many readings
        self.similarity = similarity or {}
        self.terms = question.terms
        self.idf = [weight * rarity(term, counts) for term, weight in question.weights.items()]
        self.passages = (*candidates, *neighbours)
        self.readings, self.segments = self._read(counts)
        held = {number for one in self.readings for number in one.held}
        self.all = sum([self.idf[number] for number in sorted(held)]) or 1.0  # a word that is nowhere says nothing
        self._at = {one.key: number for number, one in enumerate(self.readings)}
        self.fits = [
            sum([self.idf[number] * min(times, 1.0) for number, times in one.held.items()]) for one in self.readings
        ]
        self.said = said_by_named(self)
        self.text = self._texts(counts.terms / counts.passages if counts.terms and counts.passages else 1.0)

    def beside(self, one: Reading, away: int) -> Reading | None:
        """The passage so many places further in the same segment, where it is known."""
        number = self.place(one, away)
        return None if number is None else self.readings[number]

    def place(self, one: Reading, away: int) -> int | None:
        """Its number."""
        return self._at.get(one.key + away)

    def holding(self, words: Iterable[str]) -> list[int]:
        """The numbers of the passages that hold one of these words, which nobody asked for."""
        needles = [f" {word} " for word in words]
        return [number for number, one in enumerate(self.readings) if any(needle in one.terms for needle in needles)]

    def _read(self, counts: Counts) -> tuple[list[Reading], list[list[int]]]:
        """Each passage read, and for each segment (of a note: each section) the numbers of its passages."""
        sought = self._sought(counts)
        numbers: dict[tuple[str, str, int], int] = {}
        readings: list[Reading] = []
        segments: list[list[int]] = []
        for passage in self.passages:
            segment = numbers.setdefault((passage.store, passage.file, passage.segment), len(segments))
            if segment == len(segments):
                segments.append([])
            segments[segment].append(len(readings))
            readings.append(Reading(passage, segment, sought))
        return readings, segments

    def _sought(self, counts: Counts) -> list[Sought]:
        """Each term to look for between blanks, which of the asked ones it is or stands for, and how much of it."""
        known = counts.frequency
        numbers = {term: number for number, term in enumerate(self.terms)}
        sought = [(f" {term} ", number, 1.0) for term, number in numbers.items()]
        for term, stands_for in self.question.kin.items():
            if known.get(term, 1):
                number = numbers[stands_for]
                sought.append((f" {term} ", number, KIN * min(1.0, rarity(term, counts) / self.idf[number])))
        for number, term in self._meant(counts):
            sought.append((f" {term} ", number, MEANT))
        return sought

    def _meant(self, counts: Counts) -> list[tuple[int, str]]:
        """What stands in place of a word that is nowhere."""
        frequency = counts.frequency
        nowhere = [number for number, term in enumerate(self.terms) if not frequency.get(term) and may_be_meant(term)]
        if not nowhere:
            return []
        text = f" {' '.join([passage.terms for passage in self.passages])} "
        return [(number, word) for number in nowhere for word in meant_by(self.terms[number], text)]

    def _texts(self, mean: float) -> list[float]:
        """BM25 over each passage, what stands around it, and its label (several fields as one: BM25F)."""
        idf = self.idf
        norm, slope = SATURATION * (1 - LENGTH), SATURATION * LENGTH / mean
        texts: list[float] = []
        for one, held in zip(self.readings, self._with_label(self._with_beside())):
            most = norm + slope * one.length
            texts.append(sum([idf[number] * times / (times + most) for number, times in held.items()]))
        return texts

    def _with_beside(self) -> list[dict[int, float]]:
        """What each holds, with fractions of what its neighbours hold."""
        at = self._at
        wide = [one.held for one in self.readings]
        for members in self.segments:
            if len(members) == 1:
                continue
            for number in members:
                wide[number] = wide[number].copy()
            for one in [self.readings[number] for number in members if self.readings[number].held]:
                for away, worth in _AROUND:
                    number = at.get(one.key + away, -1)
                    if number >= 0:
                        other = wide[number]
                        for asked, times in one.held.items():
                            other[asked] = other.get(asked, 0.0) + worth * times
        return wide

    def _with_label(self, wide: Sequence[dict[int, float]]) -> Iterator[dict[int, float]]:
        needles = [f" {term} " for term in self.terms]
        for held, passage in zip(wide, self.passages):
            if passage.label:
                label = f" {passage.label} "
                named = [number for number, needle in enumerate(needles) if needle in label]
                if named:
                    held = held.copy()
                    for number in named:
                        held[number] = held.get(number, 0.0) + LABEL
            yield held


def rarity(term: str, counts: Counts) -> float:
    """What it says that a passage holds this term (BM25's idf)."""
    held = counts.frequency.get(term, 0)
    return log(1 + (max(counts.passages - held, 0) + STRANGERS + 0.5) / (held + 0.5))
