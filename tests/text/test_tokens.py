"""The token estimate: four ASCII characters, or one other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clew.text.tokens import estimate, quarters


def test_four_ascii_characters_are_a_token_and_each_other_character_is_one():
    assert estimate("") == 0
    assert estimate("a") == 1
    assert estimate("abcd") == 1
    assert estimate("abcde") == 2
    assert estimate("决定") == 2
    assert estimate("决定 SQLite") == 2 + 2
    assert estimate("é") == 1
    assert estimate("\U0001f600") == 1


def test_a_byte_that_is_no_utf8_is_a_character_like_any_other():
    assert estimate("abc\udcff") == 2


@given(st.text(), st.text())
def test_costs_add_up_where_tokens_do_not(one, other):
    assert quarters(one + other) == quarters(one) + quarters(other)
    assert estimate(one + other) <= estimate(one) + estimate(other)
