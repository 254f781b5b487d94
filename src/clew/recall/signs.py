"""What is seen of a question at a glance: a pattern is dear to compile, and most questions hold no word that it needs."""

from __future__ import annotations

from clew.text.late import late
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

_IGNORE_CASE = 2  # re.IGNORECASE
_MARKS = {ord(mark): " " for mark in "\t\n\r!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~’“”"}


def glance(text: str) -> frozenset[str]:
    """Its words in small letters, and its characters."""
    return frozenset((*text.lower().translate(_MARKS).split(), *text))


class Cue(Value):
    """A pattern, and words or characters of which a text that it fits has at least one."""

    pattern: re.Pattern[str]
    signs: frozenset[str]

    def stands(self, text: str, seen: frozenset[str]) -> bool:
        """Whether it fits; `seen` is a glance at the text."""
        return not self.signs.isdisjoint(seen) and self.pattern.search(text) is not None


def cue(pattern: str, words: str, characters: str = "") -> Cue:
    """Words with spaces between. Case does not count."""
    return Cue(late(pattern, _IGNORE_CASE), frozenset((*words.split(), *characters)))
