"""Who speaks: a talk of several is seen from the first words of its passages, few different ones, by turns.

So `Ann:`, `**Ann:**` and `[12:30] Ann:` are all read, a list that begins each item with `Redis:` is no talk, and a
question that names nobody who speaks is not answered differently.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.recall.reading import Field, Reading

_FEW = 3  # passages of one speaker that make a talk
_LABEL = 4  # words that may stand before a name: a time, the number of a turn
_TALK = 0.4  # of a speaker's passages stand beside another speaker's, where two talk


def said_by_named(field: Field) -> list[int]:
    """The numbers of the passages that are said by one whom the question names."""
    led: dict[str, list[int]] = {}
    for number, one in enumerate(field.readings):
        led.setdefault(_who(one, field), []).append(number)
    speakers = {word for word, members in led.items() if word and len(members) >= _FEW}
    return [
        number
        for word in field.terms
        if word in speakers and _talks([field.readings[number] for number in led[word]], speakers - {word}, field)
        for number in led[word]
    ]


def _who(one: Reading, field: Field) -> str:
    """The first word; of a paragraph that was cut because it is long, that of its beginning."""
    line = one.passage.lines[0]
    while (before := field.beside(one, -1)) is not None and before.passage.lines[1] >= line:
        one = before
    return one.first


def _talks(members: Sequence[Reading], others: set[str], field: Field) -> bool:
    beside = answered = 0
    for one in members:
        around = [other.first for other in (field.beside(one, -1), field.beside(one, 1)) if other is not None]
        beside += bool(around)
        answered += not others.isdisjoint(around)
    return answered > _TALK * beside


def first_word(words: Sequence[str]) -> str:
    """The first word that is no number or label of a line; of a script without spaces the first two characters."""
    for place, word in enumerate(words[:_LABEL]):
        if not word.isalpha():
            continue
        if len(word) == 1 and not word.isascii() and place + 1 < len(words) and words[place + 1][:1] == word:
            return words[place + 1]
        return word
    return ""
