"""The days that a question names. Seen from Monday, 30 November 2026."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.recall.dates import days_in

TODAY = date(2026, 11, 30).toordinal()


def runs(text: str, today: int = TODAY) -> list[tuple[str, str]]:
    return [(str(date.fromordinal(first)), str(date.fromordinal(last))) for first, last in days_in(text, today)]


ONE_RUN = [
    ("what was decided on 2026-05-08?", "2026年5月8日决定了什么？", "2026-05-08", "2026-05-08"),
    ("the note of 8 May 2026", "2026年五月八号的笔记", "2026-05-08", "2026-05-08"),
    ("on May 8th, 2026", "2026年5月8号", "2026-05-08", "2026-05-08"),
    ("in May 2026", "2026年5月", "2026-05-01", "2026-05-31"),
    ("notes of 2026-05", "2026年5月份的笔记", "2026-05-01", "2026-05-31"),
    ("late February 2028", "2028年2月底", "2028-02-21", "2028-02-29"),
    ("early May 2026", "2026年5月初", "2026-05-01", "2026-05-10"),
    ("what happened in 2024?", "2024年发生了什么", "2024-01-01", "2024-12-31"),
    ("what did we do today", "今天做了什么", "2026-11-30", "2026-11-30"),
    ("yesterday's meeting", "昨天的会议", "2026-11-29", "2026-11-29"),
    ("the day before yesterday", "前天", "2026-11-28", "2026-11-28"),
    ("tomorrow", "明天", "2026-12-01", "2026-12-01"),
    ("three days ago", "三天前", "2026-11-27", "2026-11-27"),
    ("12 days ago", "十二天前", "2026-11-18", "2026-11-18"),
    ("two weeks ago", "两周前", "2026-11-13", "2026-11-19"),
    ("a couple of months ago", "两个月前", "2026-09-21", "2026-10-11"),
    ("two years ago", "两年前", "2024-01-01", "2024-12-31"),
    ("this week", "这周", "2026-11-30", "2026-12-06"),
    ("last week", "上周", "2026-11-23", "2026-11-29"),
    ("last week", "上个星期", "2026-11-23", "2026-11-29"),
    ("next week", "下周", "2026-12-07", "2026-12-13"),
    ("last weekend", "上周末", "2026-11-28", "2026-11-29"),
    ("last month", "上个月", "2026-10-01", "2026-10-31"),
    ("this month", "本月", "2026-11-01", "2026-11-30"),
    ("last year", "去年", "2025-01-01", "2025-12-31"),
    ("this year", "今年", "2026-01-01", "2026-12-31"),
    ("last Friday", "周五", "2026-11-27", "2026-11-27"),
    ("on Monday", "星期一", "2026-11-23", "2026-11-23"),
    ("the past three weeks", "最近三周", "2026-11-09", "2026-11-30"),
    ("the last few days", "最近几天", "2026-11-27", "2026-11-30"),
    ("last May", "今年5月", "2026-05-01", "2026-05-31"),
]


@pytest.mark.parametrize(("english", "chinese", "first", "last"), ONE_RUN)
def test_days_are_read_in_both_languages(english, chinese, first, last):
    assert runs(english) == [(first, last)]
    assert runs(chinese) == [(first, last)]


@pytest.mark.parametrize("text", ["in May", "what was it in may?", "since May", "5月", "五月", "5月份"])
def test_a_month_without_a_year_is_one_of_every_year(text):
    found = runs(text)
    assert {("2026-05-01", "2026-05-31"), ("2025-05-01", "2025-05-31"), ("2019-05-01", "2019-05-31")} <= set(found)
    assert all(first[5:] == "05-01" and last[5:] == "05-31" for first, last in found)


@pytest.mark.parametrize("text", ["29 February", "2月29日"])
def test_a_day_without_a_year_is_one_of_every_year_that_has_it(text):
    assert ("2024-02-29", "2024-02-29") in runs(text)
    assert all(
        first[:4] in {"2024", "2020", "2016", "2012", "2008", "2004", "2000", "1996", "1992", "1988"}
        for first, _ in runs(text)
    )


@pytest.mark.parametrize(
    ("text", "first"), [("上周三", "2026-11-25"), ("下周一", "2026-12-07"), ("上上周五", "2026-11-20")]
)
def test_a_day_of_another_week_is_counted_as_chinese_counts_it(text, first):
    assert runs(text) == [(first, first)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "may I march on?",
            "you may go",
            "the second of two",
            "python 3.11",
            "version 2020.1",
            "10.2026.1",
            "port 2000x",
        ),
        *("decembrist", "mar dec jan", "12 years old", "the year", "week", "a day in the life"),
        *("3个月", "十三月", "13月", "周而复始", "日子", "月亮", "三天打鱼", "上海", "下面", "", "   "),
    ],
)
def test_what_names_no_day_names_none(text):
    assert runs(text) == []


@pytest.mark.parametrize(
    "text", ["31 April 2020", "2020年4月31日", "2026-02-30", "9999 years ago", "999年前", "February 30"]
)
def test_a_day_that_no_calendar_has_does_no_harm(text):
    days_in(text, TODAY)


def test_two_that_are_named_are_both_meant():
    assert runs("between 3 May 2026 and 8 May 2026") == [("2026-05-03", "2026-05-03"), ("2026-05-08", "2026-05-08")]
    assert runs("2026年5月3日和5月8日")[0] == ("2026-05-03", "2026-05-03")


@given(
    st.text(alphabet="0123456789 年月日周天前上下last weekmonthyeragoMay-/.,三十二", max_size=40),
    st.integers(1, date.max.toordinal()),
)
def test_no_text_and_no_day_is_too_strange(text, today):
    for first, last in days_in(text, today):
        assert first <= last
