"""The passages of one question, read once: which asked words each holds, who speaks, what stands around it."""

from __future__ import annotations

from math import log

from clew.recall.cues import NUMBERS, OWN, TIMES
from clew.recall.spelling import meant_by
from clew.recall.talk import first_word, said_by_named
from clew.recall.weights import BESIDE, KIN, LABEL, LENGTH, MEANT, SATURATION, STRANGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.index.contract import Counts, Passage
    from clew.recall.question import Question

_OWN, _CUE = -1, -2  # codes of words that are not asked for but looked for
_AROUND = tuple((sign * away, part) for away, part in enumerate(BESIDE, 1) for sign in (1, -1))
_PLACES = 1 << 40  # more than a part can have


class Reading:
    """One passage: how often it holds each asked word (by its number), and what else was seen in passing."""

    __slots__ = ("cue", "first", "held", "key", "length", "own", "part", "passage")

    def __init__(
        self, passage: Passage, part: int, codes: Mapping[str, int], worth: Sequence[tuple[int, float]]
    ) -> None:
        words = passage.terms.split()
        held: dict[int, float] = {}
        own = cue = False
        for code in [codes[word] for word in words if word in codes]:
            if code >= 0:
                number, times = worth[code]
                held[number] = held.get(number, 0.0) + times
            elif code == _OWN:
                own = True
            else:
                cue = True
        self.held, self.own, self.cue = held, own, cue
        self.passage = passage
        self.part = part
        self.key = part * _PLACES + passage.place  # one more is the next one of the same part
        self.length = len(words)
        self.first = words[0] if words and words[0].isalpha() and words[0].isascii() else first_word(words)


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
        self.readings, self.parts = self._read(counts)
        held = {number for one in self.readings for number in one.held}
        self.all = sum([self.idf[number] for number in sorted(held)]) or 1.0  # a word that is nowhere says nothing
        self._at = {one.key: number for number, one in enumerate(self.readings)}
        self.said = said_by_named(self)
        self.text = self._texts(counts.terms / counts.passages if counts.terms and counts.passages else 1.0)

    def beside(self, one: Reading, away: int) -> Reading | None:
        """The passage so many places further in the same part, where it is known."""
        number = self._at.get(one.key + away)
        return None if number is None else self.readings[number]

    def held(self, one: Reading) -> float:
        """How much of the question stands in it, the rare words first."""
        return sum([self.idf[number] * min(times, 1.0) for number, times in one.held.items()])

    def _read(self, counts: Counts) -> tuple[list[Reading], list[list[int]]]:
        """Each passage read, and for each part (a segment, a section) the numbers of its passages."""
        codes, worth = self._codes(counts)
        numbers: dict[tuple[str, str, int], int] = {}
        readings: list[Reading] = []
        parts: list[list[int]] = []
        for passage in self.passages:
            part = numbers.setdefault((passage.store, passage.file, passage.segment), len(parts))
            if part == len(parts):
                parts.append([])
            parts[part].append(len(readings))
            readings.append(Reading(passage, part, codes, worth))
        return readings, parts

    def _codes(self, counts: Counts) -> tuple[dict[str, int], list[tuple[int, float]]]:
        """Each word to look for -> its code; of an asked one, which it is and how much of it it is worth."""
        question = self.question
        codes = dict.fromkeys(OWN, _OWN)
        if question.when or question.amount:
            codes.update(dict.fromkeys(TIMES if question.when else NUMBERS, _CUE))
        worth = [(number, 1.0) for number in range(len(self.terms))]
        numbers = {term: number for number, term in enumerate(self.terms)}
        for term, stands_for in question.kin.items():
            number = numbers[stands_for]
            codes[term] = len(worth)
            worth.append((number, KIN * min(1.0, rarity(term, counts) / self.idf[number])))
        for number, term in self._meant(counts):
            codes[term] = len(worth)
            worth.append((number, MEANT))
        codes.update(numbers)
        return codes, worth

    def _meant(self, counts: Counts) -> list[tuple[int, str]]:
        """What stands in place of a word that is nowhere."""
        nowhere = [number for number, term in enumerate(self.terms) if not counts.frequency.get(term)]
        if not any(len(self.terms[number]) > 1 for number in nowhere):
            return []
        words = {word for passage in self.passages for word in passage.terms.split()}
        return [(number, word) for number in nowhere for word in meant_by(self.terms[number], words)]

    def _texts(self, mean: float) -> list[float]:
        """BM25 over each passage, what stands around it, and its label (several fields as one: BM25F)."""
        idf = self.idf
        norm, slope = SATURATION * (1 - LENGTH), SATURATION * LENGTH / mean
        return [
            sum([idf[number] * times / (times + norm + slope * one.length) for number, times in held.items()])
            for one, held in zip(self.readings, self._with_beside())
        ]

    def _with_beside(self) -> list[dict[int, float]]:
        """What each holds, with parts of what its neighbours and its label hold."""
        at = self._at
        wide = [dict(one.held) for one in self.readings]
        for one in self.readings:
            if one.held:
                for away, part in _AROUND:
                    number = at.get(one.key + away)
                    if number is not None:
                        other = wide[number]
                        for asked, times in one.held.items():
                            other[asked] = other.get(asked, 0.0) + part * times
        named: dict[str, list[int]] = {}  # a file's passages often share their label
        for held, passage in zip(wide, self.passages):
            label = passage.label
            if label:
                if label not in named:
                    words = set(label.split())
                    named[label] = [number for number, term in enumerate(self.terms) if term in words]
                for number in named[label]:
                    held[number] = held.get(number, 0.0) + LABEL
        return wide


def rarity(term: str, counts: Counts) -> float:
    """What it says that a passage holds this term (BM25's idf)."""
    held = counts.frequency.get(term, 0)
    return log(1 + (max(counts.passages - held, 0) + STRANGERS + 0.5) / (held + 0.5))
