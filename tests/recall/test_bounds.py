"""Days, tags and kinds as somebody types them."""

from __future__ import annotations

from datetime import date

import pytest

from clew.errors import Usage
from clew.recall.bounds import days_of, scope_of

TODAY = date(2026, 11, 30).toordinal()  # a Monday


def between(value):
    return tuple(date.fromordinal(day).isoformat() for day in days_of(value, TODAY))


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2026-11-30", "2026-11-30", "2026-11-30"),
        (" 2026-11-30 ", "2026-11-30", "2026-11-30"),
        ("2026-11-30T15:24:48+08:00", "2026-11-30", "2026-11-30"),
        ("2026-11", "2026-11-01", "2026-11-30"),
        ("2026-12", "2026-12-01", "2026-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026", "2026-01-01", "2026-12-31"),
        ("9999", "9999-01-01", "9999-12-31"),
        (date(2026, 5, 7), "2026-05-07", "2026-05-07"),
        ("yesterday", "2026-11-29", "2026-11-29"),
        ("昨天", "2026-11-29", "2026-11-29"),
        ("today", "2026-11-30", "2026-11-30"),
        ("今天", "2026-11-30", "2026-11-30"),
    ],
)
def test_a_day_a_month_a_year_and_a_word_for_one_are_runs_of_days(value, first, last):
    assert between(value) == (first, last)


def test_a_month_without_its_year_is_the_last_one_that_has_begun():
    assert between("May")[0] == "2026-05-01"
    assert between("5月")[0] == "2026-05-01"
    assert between("December")[0] == "2025-12-01"


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("in May", "2026-05-01", "2026-05-31"),
        ("since 5 May 2026", "2026-05-05", "2026-05-05"),
        ("2026/11/05", "2026-11-05", "2026-11-05"),
        ("2026-11-30 10:00", "2026-11-30", "2026-11-30"),
        ("2026年11月5日", "2026-11-05", "2026-11-05"),
        ("从上周三起", "2026-11-25", "2026-11-25"),
        ("last week", "2026-11-23", "2026-11-29"),
    ],
)
def test_what_stands_around_a_day_and_says_nothing_is_no_matter(value, first, last):
    assert between(value) == (first, last)


@pytest.mark.parametrize(
    "value",
    [
        *("2026-02-30T10:00", "2026-11-30Tfoo", "30 February 2026", "11/05/2026", "Q3 2026", "2026-W05", "today 5pm"),
        *("foo yesterday bar", "not May", "2026年2月30日", "昨天以外", "2026-1²"),
    ],
)
def test_a_day_is_never_read_out_of_what_says_another_one(value):
    with pytest.raises(Usage):
        days_of(value, TODAY)


@pytest.mark.parametrize("value", [1, True, 1e9, b"2026", ["2026"], object()])
def test_what_is_no_text_is_no_day_no_tag_and_no_kind(value):
    with pytest.raises(Usage):
        scope_of(None, TODAY, since=value)
    for given in (value, [value]):
        if given != ["2026"]:
            with pytest.raises(Usage):
                scope_of(None, TODAY, tags=given)
        with pytest.raises(Usage):
            scope_of(None, TODAY, kinds=given)


@pytest.mark.parametrize("tags", ["", [""], " , ", ["\0", "，"]])
def test_tags_of_nothing_do_not_find_everything(tags):
    with pytest.raises(Usage) as told:
        scope_of(None, TODAY, tags=tags)
    assert told.value.hint("en")


@pytest.mark.parametrize("value", ["", "soon enough", "2026-13", "2026-11-31", "26-11-30", "2026-11-30-1", "٢٠٢٦"])
def test_what_is_no_day_is_told(value):
    with pytest.raises(Usage) as told:
        days_of(value, TODAY)
    assert repr(value) in told.value.message("en")
    assert told.value.hint("zh")


def test_tags_are_split_as_those_of_a_save_and_a_text_is_one_of_them():
    assert scope_of(None, TODAY, tags="a，b").tags == ("a", "b")
    assert scope_of(None, TODAY, tags=["a,b", "A", "c"]).tags == ("a", "b", "c")
    assert scope_of(None, TODAY, tags=[]).tags is None


def test_a_kind_that_is_none_is_told_with_those_that_are():
    assert scope_of(None, TODAY, kinds="daily").kinds == ("daily",)
    with pytest.raises(Usage) as told:
        scope_of(None, TODAY, kinds=["notes"])
    assert "long-term" in (told.value.hint("en") or "")


def test_without_a_wish_everything_is_looked_through():
    assert not scope_of(None, TODAY)
    assert scope_of((), TODAY)
