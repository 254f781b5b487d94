"""Who speaks: a talk of several is seen from the first words of its passages, few different ones, by turns.

So `Ann:`, `**Ann:**` and `[12:30] Ann:` are all read, a list that begins each item with `Redis:` is no talk, and a
question that names nobody who speaks is not answered differently.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.recall.reading import Field

_FEW = 3  # passages of one speaker that make a talk
_LABEL = 4  # words that may stand before a name: a time, the number of a turn
_KNOWN = 0.25  # of a speaker's passages have one beside them that is known, else nobody can say
_SEVERAL, _FEW_SAY = 3, 0.8  # so many say so much of what stands beside
_TALK = 0.4  # of a speaker's passages stand beside another speaker's, where two talk


def said_by_named(field: Field) -> list[int]:
    """The numbers of the passages that are said by one whom the question names."""
    firsts = [first_word(passage.terms) for passage in field.passages]
    if frozenset(field.terms).isdisjoint(firsts):
        return []
    led: dict[str, list[int]] = {}
    for number in range(len(firsts)):
        led.setdefault(firsts[_beginning(number, field)], []).append(number)
    speakers = {word for word, members in led.items() if word and len(members) >= _FEW}
    return [
        number
        for word in field.terms
        if word in speakers and _talks(led[word], speakers - {word}, firsts, field)
        for number in led[word]
    ]


def _beginning(number: int, field: Field) -> int:
    """The passage itself; of a paragraph that was cut because it is long, its first piece."""
    line = field.passages[number].lines[0]
    while (before := field.beside(number, -1)) is not None and field.passages[before].lines[1] >= line:
        number = before
    return number


def _talks(members: Sequence[int], others: set[str], firsts: Sequence[str], field: Field) -> bool:
    """Whether those who stand beside are few, and others than this one."""
    beside: dict[str, int] = {}
    known = answered = 0
    for number in members:
        around = [firsts[other] for other in (field.beside(number, -1), field.beside(number, 1)) if other is not None]
        known += bool(around)
        answered += not others.isdisjoint(around)
        for word in around:
            beside[word] = beside.get(word, 0) + 1
    few = sum(sorted(beside.values(), reverse=True)[:_SEVERAL])
    return (
        known >= max(_FEW, _KNOWN * len(members)) and answered > _TALK * known and few > _FEW_SAY * sum(beside.values())
    )


def first_word(terms: str) -> str:
    """The first word that is no number or label of a line; of a script without spaces the first two characters."""
    first = terms.partition(" ")[0]
    if first.isalpha() and first.isascii():
        return first
    words = terms.split(" ", _LABEL)[:_LABEL]
    for place, word in enumerate(words):
        if not word.isalpha():
            continue
        if len(word) == 1 and not word.isascii() and place + 1 < len(words) and words[place + 1][:1] == word:
            return words[place + 1]
        return word
    return ""
