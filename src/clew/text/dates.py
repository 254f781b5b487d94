"""Days written as people and programs write them: 20261130, 2026-11-30, 2026.11.30, 2026_11_30, 2026年11月30日.

By hand, for the lean path: `re` alone costs a third of an interpreter start.
"""

from __future__ import annotations

_DIGITS = tuple("0123456789")
_MARKS = tuple("-_./年月")
_DAY_MARKS = tuple("日号")
_BEFORE_TIME = tuple("T _-")
_IN_TIME = tuple("0123456789:.+Z")


def date_end(text: str, start: int) -> int:
    """Where the date that begins at `start` ends; `start` where none does."""
    year = _digits(text, start, 4)
    if not "1900" <= year <= "2199":
        return start
    at = start + 4
    marked = text[at : at + 1] in _MARKS
    month = _digits(text, at + marked, 2)
    at += marked + len(month)
    if marked and text[at : at + 1] not in _MARKS:
        return start
    day = _digits(text, at + marked, 2)
    at += marked + len(day)
    if not (month and day and 1 <= int(month) <= 12 and 1 <= int(day) <= 31) or text[at : at + 1] in _DIGITS:
        return start
    if not marked and len(month + day) < 4:
        return start
    return at + (text[at : at + 1] in _DAY_MARKS)


def without_dates(text: str) -> str:
    """`text` with a space for each date, and for the time of day that follows one."""
    kept, at = "", 0
    while at < len(text):
        in_word = at > 0 and text[at - 1].isascii() and text[at - 1].isalnum()
        end = at if in_word else date_end(text, at)
        if end == at:
            kept += text[at]
            at += 1
            continue
        if text[end : end + 1] in _BEFORE_TIME and text[end + 3 : end + 4] == ":":
            end += 1
            while text[end : end + 1] in _IN_TIME:
                end += 1
        kept += " "
        at = end
    return kept


def _digits(text: str, start: int, most: int) -> str:
    end = start
    while end - start < most and text[end : end + 1] in _DIGITS:
        end += 1
    return text[start:end]
