"""All rules by which days are read, those that say most first."""

from __future__ import annotations

from datetime import date

from clew.recall import dates_chinese, dates_english, days
from clew.text.late import cue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from clew.recall.days import Days
    from clew.text.late import Cue

    Meaning = Callable[[re.Match[str], date], list[Days]]


def _iso_day(match: re.Match[str], _now: date) -> list[Days]:
    return days.day(int(match["year"]), int(match["month"]), int(match["day"]))


def _iso_month(match: re.Match[str], _now: date) -> list[Days]:
    number = int(match["month"])
    return days.month(int(match["year"]), number) if 1 <= number <= 12 else []


def _year(match: re.Match[str], _now: date) -> list[Days]:
    return days.run(date(int(match["year"]), 1, 1), date(int(match["year"]), 12, 31))


_YEAR = r"(?<![0-9A-Za-z_.])(?P<year>(?:19|20)\d\d)"  # by ASCII: a character before it is no part of it
_DIGITS = "0123456789"
# From what says most to what says least: a year stands in most of the others.
RULES: tuple[tuple[Cue, Meaning], ...] = (
    (cue(rf"{_YEAR}(?P<mark>[-/.])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)(?!\d)", "", _DIGITS), _iso_day),
    (cue(rf"{_YEAR}[-/](?P<month>\d\d?)(?![\d-])", "", _DIGITS), _iso_month),
    *dates_english.RULES,
    *dates_chinese.RULES,
    (cue(rf"{_YEAR}(?![0-9A-Za-z_]|\.\d)", "", _DIGITS), _year),
)
