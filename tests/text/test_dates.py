"""Days, however they are written."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.dates import date_end, without_dates


@given(
    st.dates(datetime.date(1900, 1, 1), datetime.date(2199, 12, 31)),
    st.sampled_from(
        [
            "{:%Y%m%d}",
            "{:%Y-%m-%d}",
            "{:%Y.%m.%d}",
            "{:%Y_%m_%d}",
            "{:%Y/%m/%d}",
            "{0.year}-{0.month}-{0.day}",
            "{0.year}年{0.month}月{0.day}日",
        ]
    ),
)
def test_every_day_in_every_form_is_a_date(day, form):
    written = form.format(day)
    assert date_end(written, 0) == len(written)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026",
        "2026-11",
        "202611",
        "2026-13-01",
        "2026-11-32",
        "20261345",
        "202611301",
        "1200-01-01",
        "11-30-2026",
        "v2.0.1",
    ],
)
def test_other_numbers_are_none(text):
    assert date_end(text, 0) == 0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("plan 2026-11-30 done", "plan done"),
        ("log 2026-11-30T15:24:48+08:00", "log"),
        ("20261130 部署", "部署"),
        ("2026年11月30日部署", "部署"),
        ("build20261130", "build20261130"),
        ("IPv6 in 2026", "IPv6 in 2026"),
    ],
)
def test_dates_go_and_the_rest_stays(text, left):
    assert " ".join(without_dates(text).split()) == left
