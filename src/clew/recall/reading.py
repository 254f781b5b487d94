"""The passages of one question, read once: which asked words each holds, who speaks, what stands around it."""

from __future__ import annotations

from math import log

from clew.recall.talk import said_by_named
from clew.recall.weights import BESIDE, KIN, LABEL, LENGTH, MEANT, SATURATION, STRANGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clew.index.contract import Counts, Passage
    from clew.recall.question import Question

    Sought = tuple[str, int, float]

_AROUND = tuple((sign * away, worth) for away, worth in enumerate(BESIDE, 1) for sign in (1, -1))


class Field:
    """All passages that may answer, each with a number, and what was read of them once."""

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
        self.candidates = len(candidates)  # the first so many passages
        self.similarity = similarity or {}
        self.terms = question.terms
        self.idf = [weight * rarity(term, counts) for term, weight in question.weights.items()]
        self.passages = (*candidates, *neighbours)
        self.spaced = [f" {passage.terms} " for passage in self.passages]  # each term with a blank on either side
        self.segments, self.segment_of = self._segments()
        self.held = self._held(self._sought(counts))  # for each passage the number of each asked word, and how often
        held = {asked for one in self.held for asked in one}
        self.all = sum([self.idf[asked] for asked in sorted(held)]) or 1.0  # a word that is nowhere says nothing
        self._at = {passage.id: number for number, passage in enumerate(self.passages)}
        self.fits = fits(self.held, self.idf)
        self.said = said_by_named(self)
        self.text = self._texts(counts.terms / counts.passages if counts.terms and counts.passages else 1.0)

    def beside(self, number: int, away: int) -> int | None:
        """The passage so many places further in the same segment, where it is known."""
        other = self._at.get(self.passages[number].id + away)  # neighbours have ids side by side
        return None if other is None or self.segment_of[other] != self.segment_of[number] else other

    def holding(self, words: Iterable[str], among: Iterable[int] | None = None) -> list[int]:
        """The numbers of the passages (of all, or among these) that hold one of these words, which nobody asked for."""
        needles = [f" {word} " for word in words]
        found = []
        for number in range(len(self.spaced)) if among is None else among:
            terms = self.spaced[number]
            for needle in needles:
                if needle in terms:
                    found.append(number)
                    break
        return found

    def _segments(self) -> tuple[list[list[int]], list[int]]:
        """The passages of each segment (of a note: section), and the segment of each passage."""
        numbers: dict[tuple[int, int], int] = {}
        members: list[list[int]] = []
        segment_of: list[int] = []
        for number, passage in enumerate(self.passages):
            segment = numbers.setdefault((passage.id - passage.place, passage.segment), len(members))
            if segment == len(members):
                members.append([])
            members[segment].append(number)
            segment_of.append(segment)
        ids = [passage.id for passage in self.passages]
        for together in members:  # in one order, however they were found: sums of the same in another differ by a hair
            together.sort(key=ids.__getitem__)
        return members, segment_of

    def _held(self, sought: Sequence[Sought]) -> list[dict[int, float]]:
        found: list[dict[int, float]] = []
        for terms in self.spaced:
            held: dict[int, float] = {}
            for needle, asked, worth in sought:  # a search in the text is quicker than taking it apart
                if needle in terms:
                    held[asked] = held.get(asked, 0.0) + worth * terms.count(needle)
            found.append(held)
        return found

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
        nowhere = [number for number, term in enumerate(self.terms) if not frequency.get(term)]
        if not nowhere:
            return []
        from clew.recall.spelling import may_be_meant, meant_by  # late: most words that are asked for stand somewhere

        nowhere = [number for number in nowhere if may_be_meant(self.terms[number])]
        if not nowhere:
            return []
        text = f" {' '.join([passage.terms for passage in self.passages])} "
        return [(number, word) for number in nowhere for word in meant_by(self.terms[number], text)]

    def _texts(self, mean: float) -> list[float]:
        """BM25 over each passage, what stands around it, and its label (several fields as one: BM25F)."""
        idf = self.idf
        norm, slope = SATURATION * (1 - LENGTH), SATURATION * LENGTH / mean
        texts: list[float] = []
        for terms, held in zip(self.spaced, self._wide()):
            text, most = 0.0, norm + slope * (terms.count(" ") - 1)
            for asked, times in held.items():
                text += idf[asked] * times / (times + most)
            texts.append(text)
        return texts

    def _wide(self) -> list[dict[int, float]]:
        """What each holds, with fractions of what its neighbours and its label hold."""
        wide = [held.copy() for held in self.held]
        for segment, members in enumerate(self.segments):
            for number in members if len(members) > 1 else ():
                self._lend(number, segment, wide)
        needles = [f" {term} " for term in self.terms]
        known: dict[str, list[int]] = {"": []}
        for passage, held in zip(self.passages, wide):
            named = known.get(passage.label)
            if named is None:
                label = f" {passage.label} "
                named = known[passage.label] = [asked for asked, needle in enumerate(needles) if needle in label]
            for asked in named:
                held[asked] = held.get(asked, 0.0) + LABEL
        return wide

    def _lend(self, number: int, segment: int, wide: Sequence[dict[int, float]]) -> None:
        """A fraction of what it holds, to those beside it."""
        if held := self.held[number]:
            id = self.passages[number].id
            for away, worth in _AROUND:
                place = self._at.get(id + away)
                if place is not None and self.segment_of[place] == segment:
                    other = wide[place]
                    for asked, times in held.items():
                        other[asked] = other.get(asked, 0.0) + worth * times


def fits(held: Iterable[Mapping[int, float]], worth: Sequence[float]) -> list[float]:
    """How much of the question stands in each, every asked word once."""
    found: list[float] = []
    for one in held:
        fit = 0.0
        for asked, times in one.items():
            fit += worth[asked] if times >= 1.0 else worth[asked] * times
        found.append(fit)
    return found


def rarity(term: str, counts: Counts) -> float:
    """What it says that a passage holds this term (BM25's idf)."""
    held = counts.frequency.get(term, 0)
    return log(1 + (max(counts.passages - held, 0) + STRANGERS + 0.5) / (held + 0.5))
