"""Whether two passages say the same. Pure."""

from __future__ import annotations

from math import ceil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.index.contract import Passage

_FEW = 20  # different words: a copy of so short a text has the same ones
_ALIKE = 0.95  # part of the words that two longer copies have in common
_TURN = frozenset(("not", "no", "never", "t", "不", "没", "无", "别"))  # one such word more says the opposite


class Saying:
    """What a passage says, taken apart once."""

    __slots__ = ("few", "terms", "words")

    def __init__(self, passage: Passage) -> None:
        self.terms = passage.terms
        self.words = frozenset(passage.terms.split())
        self.few = _first_few(self.words)


class Copies:
    """Sayings, each with a number, to be asked for one that is the same.

    Who shares nearly all words shares one of the first few in any fixed order: so nobody compares all with all.
    """

    def __init__(self) -> None:
        self._same: dict[str, int] = {}
        self._by_word: dict[str, list[tuple[int, Saying]]] = {}

    def add(self, number: int, saying: Saying) -> None:
        """Numbers grow."""
        self._same.setdefault(saying.terms, number)
        for word in saying.few:
            self._by_word.setdefault(word, []).append((number, saying))

    def number_of(self, saying: Saying) -> int | None:
        """The least number of one that says the same."""
        least = self._same.get(saying.terms)
        size = len(saying.terms)
        for word in saying.few:
            for number, other in self._by_word.get(word, ()):
                if least is not None and number >= least:
                    break
                about_as_long = 0.9 * size <= len(other.terms) <= 1.1 * size  # a quick no for most
                if about_as_long and _alike(saying.words, other.words):
                    least = number
        return least


def are_copies(one: Passage, other: Passage) -> bool:
    """Whether both say the same. Two numbers, or a `not` more, are another statement, however long the rest is."""
    return one.terms == other.terms or _alike(frozenset(one.terms.split()), frozenset(other.terms.split()))


def _alike(here: frozenset[str], there: frozenset[str]) -> bool:
    differ = here ^ there
    if len(here) <= _FEW:
        return not differ
    return len(differ) <= (1 - _ALIKE) * len(here | there) and not any(map(_matters, differ))


def _first_few(words: frozenset[str]) -> list[str]:
    """Long words first, for few passages have the same ones."""
    count = len(words) - ceil(_ALIKE * len(words)) + 1
    return sorted(sorted(words), key=len, reverse=True)[:count]


def _matters(word: str) -> bool:
    return word in _TURN or any(map(str.isdigit, word))
