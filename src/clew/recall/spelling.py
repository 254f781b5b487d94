"""A word that stands nowhere may be misspelt, or a longer form of one that does: what it probably means instead."""

from __future__ import annotations

_LEAST = 5  # letters: shorter words have too many that look like them
_SURE = 2  # letters at the beginning are seldom wrong
_BEGINNING = 4  # letters of a word that is the beginning of a longer one, and half of that


def may_be_meant(term: str) -> bool:
    """Whether it is a word that can be misspelt, in letters that this knows."""
    return len(term) >= _LEAST and term.isascii() and term.isalpha()


def meant_by(term: str, text: str) -> list[str]:
    """Those of the text's words (terms, with blanks around) that begin like it and look like it: one letter more, less
    or another, or two that changed places.

    Where there is none, those that it begins with: `mentorship` is about a mentor.
    """
    if not may_be_meant(term):
        return []
    begin_alike = sorted({term[:_SURE] + rest.partition(" ")[0] for rest in text.split(f" {term[:_SURE]}")[1:]})
    return [word for word in begin_alike if _is_near(term, word)] or [
        word for word in begin_alike if len(word) >= _BEGINNING and 2 * len(word) >= len(term) and term.startswith(word)
    ]


def _is_near(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    shorter = min(len(one), len(other))
    head = 0
    while head < shorter and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < shorter - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    mine, yours = one[head : len(one) - tail], other[head : len(other) - tail]
    return max(len(mine), len(yours)) <= 1 or (len(mine) == 2 and mine == yours[::-1])
