"""The passages of one question, read once: which asked words each holds, who speaks, what stands around it."""

from __future__ import annotations

from math import log

from clew.recall.cues import COURTESIES, NUMBERS, OWN, TIMES
from clew.recall.weights import BESIDE, KIN, LABEL, LENGTH, SATURATION, STRANGERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.index.contract import Counts, Passage
    from clew.recall.question import Question

    Part = tuple[str, str, int]

_OWN, _CUE = -1, -2  # codes of words that are not asked for but looked for


class Reading:
    """One passage: how often it holds each asked word (by its number), and what else was seen in passing."""

    __slots__ = ("cue", "first", "held", "length", "own", "part", "passage", "thanks")

    def __init__(self, passage: Passage, codes: Mapping[str, int], worth: Sequence[tuple[int, float]]) -> None:
        words = passage.terms.split()
        held: dict[int, float] = {}
        own = cue = False
        for code in [codes[word] for word in words if word in codes]:
            if code >= 0:
                number, part = worth[code]
                held[number] = held.get(number, 0.0) + part
            elif code == _OWN:
                own = True
            else:
                cue = True
        self.passage = passage
        self.part = (passage.store, passage.file, passage.segment)
        self.held = held
        self.length = len(words)
        self.own, self.cue = own, cue
        self.first = first_word(words)
        self.thanks = not COURTESIES.isdisjoint(words[1:3])


class Field:
    """All passages that may answer, with what is the same for each of them."""

    def __init__(
        self,
        question: Question,
        passages: Sequence[Passage],
        counts: Counts,
        today: int,
        similarity: Mapping[int, float] | None,
    ) -> None:
        self.question = question
        self.today = today
        self.similarity = similarity or {}
        self.idf = [rarity(term, counts) for term in question.terms]
        self.all = sum(self.idf)
        codes, worth = self._codes(counts)
        self.readings = [Reading(passage, codes, worth) for passage in passages]
        mean = counts.terms / counts.passages if counts.passages else 0.0
        self._norm = SATURATION * (1 - LENGTH)
        self._slope = SATURATION * LENGTH / (mean or 1.0)
        self.at = {(one.part, one.passage.place): number for number, one in enumerate(self.readings)}
        self.parts: dict[Part, list[int]] = {}
        for number, one in enumerate(self.readings):
            self.parts.setdefault(one.part, []).append(number)
        self.text = [self._text(one) for one in self.readings]

    def _codes(self, counts: Counts) -> tuple[dict[str, int], list[tuple[int, float]]]:
        """Each word to look for -> its code; of an asked one, which it is and how much of it it is worth."""
        question = self.question
        codes = dict.fromkeys(OWN, _OWN)
        if question.when or question.amount:
            codes.update(dict.fromkeys(TIMES if question.when else NUMBERS, _CUE))
        worth = [(number, 1.0) for number in range(len(question.terms))]
        numbers = {term: number for number, term in enumerate(question.terms)}
        for term, stands_for in question.kin.items():
            number = numbers[stands_for]
            codes[term] = len(worth)
            worth.append((number, KIN * min(1.0, rarity(term, counts) / self.idf[number])))
        codes.update(numbers)
        return codes, worth

    def beside(self, one: Reading, away: int) -> Reading | None:
        """The passage so many places further in the same part, where it is known."""
        number = self.at.get((one.part, one.passage.place + away))
        return None if number is None else self.readings[number]

    def _text(self, one: Reading) -> float:
        """BM25 over the passage, what stands around it, and its label (several fields as one: BM25F)."""
        held = dict(one.held)
        for away, part in enumerate(BESIDE, 1):
            for other in (self.beside(one, away), self.beside(one, -away)):
                if other is not None:
                    for number, times in other.held.items():
                        held[number] = held.get(number, 0.0) + part * times
        label = one.passage.label
        if label:
            for number, term in enumerate(self.question.terms):
                if term in label and f" {term} " in f" {label} ":
                    held[number] = held.get(number, 0.0) + LABEL
        if not held:
            return 0.0
        norm = self._norm + self._slope * one.length
        idf = self.idf
        return sum([idf[number] * times / (times + norm) for number, times in held.items()])


def rarity(term: str, counts: Counts) -> float:
    """What it says that a passage holds this term (BM25's idf)."""
    held = counts.frequency.get(term, 0)
    return log(1 + (max(counts.passages - held, 0) + STRANGERS + 0.5) / (held + 0.5))


def first_word(words: Sequence[str]) -> str:
    """The first word that is no number or label of a line; of a script without spaces the first two characters."""
    for place, word in enumerate(words[:4]):
        if not word.isalpha():
            continue
        if len(word) == 1 and not word.isascii() and place + 1 < len(words) and words[place + 1][:1] == word:
            return words[place + 1]
        return word
    return ""
