"""What a person sees of a text, and where it may be cut."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.characters import caseless, cut, visible

FAMILY = "👨\u200d👩\u200d👧"
FLAG = "🇩🇪"
E_ACUTE = "e\u0301"
ANY_TEXT = st.text() | st.text(
    alphabet=st.sampled_from([*"ab 字é", *FAMILY, *FLAG, "\u0301", "\ufe0f", "\u200b", "\u1100", "\u1161"])
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Plan", "PLAN"),
        ("é", E_ACUTE),
        ("É", E_ACUTE),
        ("Straße", "STRASSE"),
        ("한글", unicodedata.normalize("NFD", "한글")),
    ],
)
def test_case_and_normalisation_make_no_difference(one, other):
    assert caseless(one) == caseless(other)


@pytest.mark.parametrize(("one", "other"), [("plan", "plán"), ("a-b", "a_b"), ("字", "子"), ("1", "１")])
def test_other_differences_stay(one, other):
    assert caseless(one) != caseless(other)


@given(ANY_TEXT)
def test_a_text_and_its_decomposed_upper_case_form_are_caselessly_equal(text):
    assert caseless(unicodedata.normalize("NFD", text)) == caseless(unicodedata.normalize("NFC", text))
    assert caseless(text.casefold()) == caseless(text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb", "ab"),  # zero width
        ("\u202egnp.exe\u202c", "gnp.exe"),  # right to left
        ("a\u2066b\u2069", "ab"),
        ("tab\there\r\nand\u3000there", "tab here and there"),
        ("\x00\x1b[31mred", "[31mred"),
        ("\ufeffstart", "start"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("\udcff", ""),  # a byte that was no UTF-8
        ("\u0301alone", "alone"),  # an accent on nothing
        ("\u3164", ""),  # a letter that draws nothing
        (E_ACUTE, "é"),
        (FAMILY, FAMILY),
        ("❤\ufe0f", "❤\ufe0f"),
        ("a\u200db", "ab"),  # a joiner outside of an emoji
        (f"{FAMILY}\u200d", FAMILY),
        ("自建\u200b启动", "自建启动"),
    ],
)
def test_only_what_can_be_seen_stays(text, seen):
    assert visible(text) == seen


@given(ANY_TEXT)
def test_seeing_twice_changes_nothing(text):
    assert visible(visible(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "limit", "left"),
    [
        ("abc", 3, "abc"),
        ("abc", 2, "ab"),
        ("字字", 5, "字"),
        (f"a{FAMILY}", 18, "a"),
        (FLAG + FLAG, 9, FLAG),
        (f"xx{E_ACUTE}", 3, "xx"),
        ("👍🏽👍🏽", 15, "👍🏽"),
        ("\u1112\u1161\u11ab\u1112\u1161\u11ab", 12, "\u1112\u1161\u11ab"),
        ("e" + "\u0301" * 9, 5, "e\u0301\u0301"),  # one character alone too long: cut inside
        ("abc", 0, ""),
    ],
)
def test_a_cut_never_splits_a_character_that_a_person_sees(text, limit, left):
    assert cut(text, limit) == left


@given(ANY_TEXT.filter(lambda text: text.isprintable()), st.integers(0, 40), st.integers(0, 20))
def test_a_cut_is_a_beginning_within_both_limits(text, limit_bytes, limit_characters):
    left = cut(text, limit_bytes, limit_characters)
    assert text.startswith(left)
    assert len(left.encode()) <= limit_bytes
    assert len(left) <= limit_characters
