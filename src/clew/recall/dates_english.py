"""How English names days. Each rule is a pattern and what it means as seen from a day."""

from __future__ import annotations

from datetime import date

from clew.recall import days
from clew.text.late import cue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from clew.recall.days import Days

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "few": 3, "four": 4, "several": 4}
_COUNTS |= {"five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_SIDES = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1, "upcoming": 1}
_PARTS = {"beginning of": "early", "start of": "early", "middle of": "mid", "end of": "late"}
_SPOKEN = {"yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0, "tomorrow": 1}
_SPOKEN |= {"the day before yesterday": -2, "the day after tomorrow": 2}

_SURE = "january|february|april|june|july|august|september|october|november|december"
_ANY = rf"{_SURE}|march|may|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
_MONTH = rf"(?P<month>{_ANY})\b\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_COUNT = rf"(?P<count>\d{{1,3}}|(?:a )?(?:couple|few)|{'|'.join(_COUNTS)})(?: of)?"
_UNIT = r"(?P<unit>day|weekend|week|month|year)"
_SIDE = r"(?P<side>last|past|previous|this|current|next|coming|upcoming)"
_PART = r"(?:(?P<part>early|mid|late|beginning of|start of|middle of|end of)[ -])?"
# `may` and `march` are verbs too, `dec` and `mar` nothing: alone they need a word that a time stands behind.
_BEHIND = r"(?:in|of|during|since|until|till|by|before|after|around|from|between|and|to|early|mid|late)[ -]"


def _month_number(match: re.Match[str]) -> int:
    return _MONTHS.index(match["month"][:3].lower()) + 1


def _side(match: re.Match[str]) -> int:
    return _SIDES.get(match["side"].lower(), 0)


def _count(match: re.Match[str]) -> int:
    words = match["count"].lower().split()
    return int(words[0]) if words[0].isdecimal() else _COUNTS[words[-1]]


def _day(match: re.Match[str], now: date) -> list[Days]:
    number, month = int(match["day"]), _month_number(match)
    if match["year"]:
        return days.day(int(match["year"]), month, number)
    return days.every_year(now, lambda year: days.day(year, month, number))


def _month(match: re.Match[str], now: date) -> list[Days]:
    found = match.groupdict()
    said = (found.get("part") or "").lower()
    month, part = _month_number(match), _PARTS.get(said, said)
    if found.get("year"):
        return days.month(int(match["year"]), month, part)
    return days.every_year(now, lambda year: days.month(year, month, part))


def _side_month(match: re.Match[str], now: date) -> list[Days]:
    """`last May` is the last one that has begun, `next May` the first one that has not."""
    month, side = _month_number(match), _side(match)
    begun = month <= now.month if side < 0 else month < now.month
    return days.month(now.year + (side < 0 and not begun) * -1 + (side > 0 and begun), month)


def _season(match: re.Match[str], now: date) -> list[Days]:
    name, found = match["season"].lower(), match.groupdict()
    if found.get("year"):
        return days.season(int(match["year"]), name)
    this = days.season(now.year, name)
    if _side(match) < 0 and this[0][1] >= now.toordinal():
        return days.season(now.year - 1, name)
    return days.season(now.year + 1, name) if _side(match) > 0 and this[0][0] <= now.toordinal() else this


def _stretch(match: re.Match[str], now: date) -> list[Days]:
    return days.stretch(now, match["unit"].lower(), _side(match))


def _past(match: re.Match[str], now: date) -> list[Days]:
    return days.past(now, match["unit"].lower(), _count(match))


def _ago(match: re.Match[str], now: date) -> list[Days]:
    return days.ago(now, match["unit"].lower(), _count(match))


def _weekday(match: re.Match[str], now: date) -> list[Days]:
    side = _side(match) if match["side"] else -1
    return days.weekday(now, _WEEKDAYS.index(match["weekday"][:3].lower()), side or -1)


def _spoken(match: re.Match[str], now: date) -> list[Days]:
    return days.stretch(now, "day", _SPOKEN[match["spoken"].lower()])


_M = f"{_ANY} {_SURE}".replace("sept?", "sep sept").replace("|", " ")
_S = "spring summer autumn fall winter"
_U = "day days weekend weekends week weeks month months year years"

RULES = tuple(
    (cue(rf"\b{pattern}", words), meaning)
    for pattern, words, meaning in (
        (rf"{_MONTH} {_DAY}(?!\d)(?:,? {_YEAR})?", _M, _day),
        (rf"{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _M, _day),
        (rf"{_PART}{_MONTH}(?: of|,)? {_YEAR}", _M, _month),
        (rf"{_SIDE} {_MONTH}", _M, _side_month),
        (rf"(?P<season>spring|summer|autumn|fall|winter)(?: of)? {_YEAR}", _S, _season),
        (rf"{_SIDE} (?P<season>spring|summer|autumn|fall|winter)\b", _S, _season),
        (rf"{_PART}(?P<month>{_SURE})\b", _M, _month),
        (rf"{_BEHIND}{_MONTH}", _M, _month),
        (
            rf"(?P<spoken>{'|'.join(sorted(_SPOKEN, key=len, reverse=True))})\b",
            "yesterday today tonight tomorrow night morning",
            _spoken,
        ),
        (rf"(?:last|past|previous) {_COUNT} {_UNIT}s?\b", _U, _past),
        (rf"{_COUNT} {_UNIT}s? (?:ago|earlier|back)\b", _U, _ago),
        (rf"{_SIDE} {_UNIT}\b", _U, _stretch),
        (
            rf"(?:{_SIDE}|on) (?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
            "monday tuesday wednesday thursday friday saturday sunday",
            _weekday,
        ),
    )
)
