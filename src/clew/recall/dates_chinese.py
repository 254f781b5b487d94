"""How Chinese names days: 2026年5月3日, 去年5月, 上周三, 三天前, 最近两个月."""

from __future__ import annotations

from datetime import date

from clew.recall import days
from clew.text.late import cue

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

    from clew.recall.days import Days

_DIGITS = {char: number for number, char in enumerate("零一二三四五六七八九十")} | {"两": 2, "几": 3, "日": 7, "天": 7}
_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
_YEARS = {"前": -2, "去": -1, "今": 0, "明": 1}
_SPOKEN = {"大前天": -3, "前天": -2, "昨": -1, "今": 0, "明": 1, "后天": 2}

_NUMBER = r"\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九两几]"
_UNIT = "(?P<unit>天|日|周|星期|礼拜|月|年)"
_YEAR = r"(?:(?P<year>(?:19|20)\d\d)年|(?P<side>[今去前明])年)"
_MONTH = rf"(?P<month>{_NUMBER})月(?:份)?"
_DAY = rf"(?P<day>{_NUMBER})[日号]"


def _count(text: str) -> int:
    """3, 三, 十二, 二十."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.partition("十")
    return _DIGITS.get(tens, 1) * 10 + _DIGITS.get(ones, 0) if ten else _DIGITS[text]


def _year_of(match: re.Match[str], now: date) -> int | None:
    if match["year"]:
        return int(match["year"])
    return now.year + _YEARS[match["side"]] if match["side"] else None


def _day(match: re.Match[str], now: date) -> list[Days]:
    year, month, number = _year_of(match, now), _count(match["month"]), _count(match["day"])
    if year:
        return days.day(year, month, number)
    return days.every_year(now, lambda year: days.day(year, month, number))


def _month(match: re.Match[str], now: date) -> list[Days]:
    year, month = _year_of(match, now), _count(match["month"])
    part = {"初": "early", "中": "mid", "底": "late", "末": "late"}.get(match["part"] or "", "")
    if not 1 <= month <= 12:
        return []
    return days.month(year, month, part) if year else days.every_year(now, lambda year: days.month(year, month, part))


def _year(match: re.Match[str], now: date) -> list[Days]:
    year = _year_of(match, now) or now.year
    return days.run(date(year, 1, 1), date(year, 12, 31))


def _side(match: re.Match[str]) -> int:
    side = match["side"] or ""
    return side.count("下") - side.count("上")


def _weekday(match: re.Match[str], now: date) -> list[Days]:
    number = _DIGITS[match["weekday"]] - 1
    return days.weekday_of(now, number, _side(match)) if match["side"] else days.weekday(now, number)


def _weekend(match: re.Match[str], now: date) -> list[Days]:
    return days.stretch(now, "weekend", _side(match))


def _stretch(match: re.Match[str], now: date) -> list[Days]:
    return days.stretch(now, _UNITS[match["unit"]], _side(match))


def _ago(match: re.Match[str], now: date) -> list[Days]:
    return days.ago(now, _UNITS[match["unit"]], _count(match["count"]))


def _past(match: re.Match[str], now: date) -> list[Days]:
    return days.past(now, _UNITS[match["unit"]], _count(match["count"]))


def _spoken(match: re.Match[str], now: date) -> list[Days]:
    word = match["spoken"]
    return days.stretch(now, "day", _SPOKEN[word] if word in _SPOKEN else _SPOKEN[word[0]])


RULES = tuple(
    (cue(pattern, "", characters), meaning)
    for pattern, characters, meaning in (
        (rf"(?:{_YEAR}的?)?(?<!\d){_MONTH}{_DAY}", "月", _day),
        (rf"(?:{_YEAR}的?)?(?<!\d){_MONTH}(?P<part>[初中底末])?(?![前后内])", "月", _month),
        (_YEAR, "年", _year),
        (r"(?P<spoken>大前天|前天|后天|[昨今明][天晚早日])", "天昨今明", _spoken),
        (rf"(?:最近|过去|近|这)(?:的)?(?P<count>{_NUMBER})个?{_UNIT}", "近去这", _past),
        (rf"(?P<count>{_NUMBER})个?半?{_UNIT}(?:多|左右)?(?:以前|之前|前)", "前", _ago),
        (r"(?P<side>上+|下+|这|本)?个?(?:周|星期|礼拜)末", "末", _weekend),
        (r"(?P<side>上+|下+|这|本)?个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", "周期拜", _weekday),
        (r"(?P<side>上+|下+|这|本)个?(?P<unit>周|星期|礼拜|月)", "上下这本", _stretch),
    )
)
