"""Texts by their columns: what is aligned, cut and wrapped stays so where Chinese stands in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clew.cli.columns import aligned, columns, fitted, padded, wrapped

texts = st.text(st.sampled_from("ab 记忆，。é\u0301…（"), max_size=30)


def test_a_chinese_character_takes_two_columns_and_an_accent_none():
    assert columns("记忆ab") == 6
    assert columns("e\u0301") == 1


def test_chinese_is_wrapped_by_columns():
    assert wrapped("一二三，四五 six seven", 6) == ["一二", "三，四", "五 six", "seven"]


def test_a_word_is_never_broken():
    assert wrapped("an extraordinary word", 6) == ["an", "extraordinary", "word"]


def test_columns_of_mixed_rows_begin_together():
    rows = aligned([("记忆", "7", "one"), ("memory", "120", "二")], right=[1])
    assert rows == ["记忆      7  one", "memory  120  二"]


@given(texts, st.integers(1, 40))
def test_what_was_cut_fits_and_what_fits_is_not_cut(text, width):
    assert columns(fitted(text, width)) <= width
    assert (fitted(text, width) == text) == (columns(text) <= width) or text.endswith("…")


@given(texts)
def test_padding_only_adds_spaces_up_to_the_width(text):
    assert columns(padded(text, 70)) == 70
    assert padded(text, 70).startswith(text)


@given(texts, st.integers(4, 40))
def test_wrapping_loses_nothing_but_spaces(text, width):
    assert "".join("".join(wrapped(text, width)).split()) == "".join(text.split())
