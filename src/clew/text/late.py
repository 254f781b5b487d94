"""Regular expressions that are compiled when they are first used: a question in English needs no class of Chinese.

A cue has words besides, one of which stands in whatever it fits: most questions hold none, and nothing is compiled.
"""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any

_IGNORE_CASE = 2  # re.IGNORECASE
_MARKS = {ord(mark): " " for mark in "\t\n\r!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~’“”"}


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        import re  # late: it costs a quarter of an interpreter, and a question of plain words needs none of it

        found = getattr(re.compile(self._pattern, self._flags), name)  # `re` keeps what it compiled
        setattr(self, name, found)
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Used like what `re.compile` gives. What is wrong with the pattern comes out at its first use."""
    return _Late(pattern, flags)  # type: ignore[return-value]


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
