"""The days that a question names: `last week`, `in May`, `8 May 2023`, `2023-05-08`, 上周, 5月, 三天前.

A month or a day without its year is one of every year: which year is meant, the memories say better than the
calendar. What cannot be a day names none.
"""

from __future__ import annotations

from datetime import date

from clew.text.late import glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.recall.days import Days

_WORDS = """
january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec
spring summer autumn fall winter yesterday today tonight tomorrow night morning
day days week weeks weekend weekends month months year years
monday tuesday wednesday thursday friday saturday sunday
"""
# Without any of these no rule fits, and none has to be loaded.
SIGNS = frozenset((*"0123456789", *_WORDS.split(), *"月年天昨今明近去这前末周期拜上下本"))
_BINDING = frozenset(("in", "on", "the", "of", "since", "until", "from", "to", "by"))  # around a day
_BINDING_CHARACTERS = str.maketrans(dict.fromkeys("在自从到的起至以来", " "))


def days_in(text: str, today: int) -> tuple[Days, ...]:
    """All days that the text names, as seen from `today`."""
    return _read(text, today)[0]


def days_named(text: str, today: int) -> tuple[Days, ...]:
    """The same of a text that names days and says nothing else; none where it does, for it may say that no such day is meant."""
    found, rest = _read(text, today)
    said = "".join(char if char.isalnum() else " " for char in rest.lower()).translate(_BINDING_CHARACTERS)
    return found if _BINDING.issuperset(said.split()) else ()


def _read(text: str, today: int) -> tuple[tuple[Days, ...], str]:
    """The days, and what of the text names none."""
    seen = glance(text)
    if SIGNS.isdisjoint(seen):
        return (), text
    from clew.recall.date_rules import RULES

    found: list[Days] = []
    now = date.fromordinal(max(today, 1000))
    for sought, meaning in RULES:
        if sought.signs.isdisjoint(seen):
            continue
        for match in list(sought.pattern.finditer(text)):
            try:
                found += meaning(match, now)
            except (ValueError, OverflowError):  # 31 April; a million weeks ago
                continue
            text = f"{text[: match.start()]}{' ' * len(match[0])}{text[match.end() :]}"  # said once, read once
    return tuple(dict.fromkeys(found)), text
