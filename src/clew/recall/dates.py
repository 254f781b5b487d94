"""The days that a question names: `last week`, `in May`, `8 May 2023`, `2023-05-08`, 上周, 5月, 三天前.

A month or a day without its year is one of every year: which year is meant, the memories say better than the
calendar. What cannot be a day names none.
"""

from __future__ import annotations

from datetime import date

from clew.recall import dates_chinese, dates_english, days
from clew.recall.signs import cue, glance

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from clew.recall.days import Days
    from clew.recall.signs import Cue

    Meaning = Callable[[re.Match[str], date], list[Days]]


def days_in(text: str, today: int) -> tuple[Days, ...]:
    """All days that the text names, as seen from `today`."""
    found: list[Days] = []
    now = date.fromordinal(max(today, 1000))
    seen = glance(text)
    for sought, meaning in _RULES:
        if sought.signs.isdisjoint(seen):
            continue
        for match in list(sought.pattern.finditer(text)):
            try:
                found += meaning(match, now)
            except (ValueError, OverflowError):  # 31 April; a million weeks ago
                continue
            text = f"{text[: match.start()]}{' ' * len(match[0])}{text[match.end() :]}"  # said once, read once
    return tuple(dict.fromkeys(found))


def _iso_day(match: re.Match[str], _now: date) -> list[Days]:
    return days.day(int(match["year"]), int(match["month"]), int(match["day"]))


def _iso_month(match: re.Match[str], _now: date) -> list[Days]:
    number = int(match["month"])
    return days.month(int(match["year"]), number) if 1 <= number <= 12 else []


def _year(match: re.Match[str], _now: date) -> list[Days]:
    return days.run(date(int(match["year"]), 1, 1), date(int(match["year"]), 12, 31))


_YEAR = r"(?<![\d.])(?P<year>(?:19|20)\d\d)"
_DIGITS = "0123456789"
# From what says most to what says least: a year stands in most of the others.
_RULES: tuple[tuple[Cue, Meaning], ...] = (
    (cue(rf"{_YEAR}(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)(?!\d)", "", _DIGITS), _iso_day),
    (cue(rf"{_YEAR}[-/](?P<month>\d\d?)(?![\d-])", "", _DIGITS), _iso_month),
    *dates_english.RULES,
    *dates_chinese.RULES,
    (cue(rf"{_YEAR}(?![\d.])", "", _DIGITS), _year),
)
