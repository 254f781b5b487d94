"""Runs of days as the calendar has them, as ordinals: this week, last May, about three weeks ago.

A day that the calendar does not have raises ValueError, one beyond its ends OverflowError.
"""

from __future__ import annotations

from datetime import date, timedelta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Days = tuple[int, int]  # first and last, inclusive

_YEARS_BACK = 40
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # three months from here on, in the north
_GIVE = {"week": 3, "month": 10}  # days by which what was said to be so long ago may be off


def run(first: date, last: date) -> list[Days]:
    return [(first.toordinal(), last.toordinal())]


def day(year: int, month: int, number: int) -> list[Days]:
    return run(date(year, month, number), date(year, month, number))


def month(year: int, number: int, part: str = "") -> list[Days]:
    """A month, or its `early`, `mid` or `late` part. Numbers below 1 and above 12 lead into other years."""
    year, number = year + (number - 1) // 12, (number - 1) % 12 + 1
    last = (date(year + number // 12, number % 12 + 1, 1) - timedelta(1)).day  # `calendar` would cost five milliseconds
    first, last = {"early": (1, 10), "mid": (11, 20), "late": (21, last)}.get(part, (1, last))
    return run(date(year, number, first), date(year, number, last))


def season(year: int, name: str) -> list[Days]:
    first = _SEASONS[name]
    ends = month(year, first + 2)[0][1]
    return [(date(year, first, 1).toordinal(), ends)]


def every_year(now: date, of_year: Callable[[int], list[Days]]) -> list[Days]:
    """Of all years that somebody may have kept a note of."""
    found: list[Days] = []
    for year in range(now.year + 1, now.year - _YEARS_BACK, -1):
        try:
            found += of_year(year)
        except ValueError:  # 29 February
            continue
    return found


def stretch(now: date, unit: str, away: int) -> list[Days]:
    """This day, week, weekend, month or year, or one so many of them away."""
    monday = now - timedelta(now.weekday()) + timedelta(7 * away)
    if unit == "week":
        return run(monday, monday + timedelta(6))
    if unit == "weekend":
        return run(monday + timedelta(5), monday + timedelta(6))
    if unit == "month":
        return month(now.year, now.month + away)
    if unit == "year":
        return run(date(now.year + away, 1, 1), date(now.year + away, 12, 31))
    return run(now + timedelta(away), now + timedelta(away))


def ago(now: date, unit: str, count: int) -> list[Days]:
    """About then."""
    if unit == "year":
        return stretch(now, "year", -count)
    then = now - timedelta(count * _length(unit))
    give = timedelta(_GIVE.get(unit, 0))
    return run(then - give, then + give)


def past(now: date, unit: str, count: int) -> list[Days]:
    """So many up to today."""
    return run(now - timedelta(count * _length(unit)), now)


def weekday(now: date, number: int, side: int = -1) -> list[Days]:
    """The last such day before today, or the first one after it. 0 is Monday."""
    away = (number - now.weekday()) % 7 or 7
    then = now + timedelta(away if side > 0 else away - 7 if away < 7 else -7)
    return run(then, then)


def weekday_of(now: date, number: int, weeks: int) -> list[Days]:
    """That day of the week so many weeks away, as Chinese says it: 上周三."""
    then = now - timedelta(now.weekday()) + timedelta(7 * weeks + number)
    return run(then, then)


def _length(unit: str) -> int:
    return {"week": 7, "weekend": 7, "month": 30, "year": 365}.get(unit, 1)
