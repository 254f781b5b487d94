"""What nobody can see is not put before an agent; what belongs to an emoji or to a script stays."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.hygiene import clean, lines_of

HIDDEN = {  # rule 12 of the survey, by name
    "C0": range(0x20),
    "DEL and C1": range(0x7F, 0xA0),
    "soft hyphen": [0xAD],
    "bidirectional": [0x61C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
    "zero width": [*range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF],
    "line and paragraph separators": [0x2028, 0x2029],
    "tags": range(0xE0000, 0xE0080),
    "variation selectors": [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E)],
    "private use": [*range(0xE000, 0xF900), *range(0xF0000, 0xFFFFE), *range(0x100000, 0x10FFFE)],
    "nothing drawn": [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0],
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_nobody_sees_goes_wherever_it_stands(kind):
    for code in HIDDEN[kind]:
        seen = clean(f"a{chr(code)}b")
        assert seen == ("a    b" if code == 9 else "ab"), f"U+{code:04X}"


def test_of_all_characters_only_what_nobody_sees_goes():
    """Every code point there is, between two letters: it goes, stays, or (a lone surrogate) is shown as lost."""
    hidden = {code for codes in HIDDEN.values() for code in codes}
    gone = set()
    for code in range(sys.maxunicode + 1):
        seen = clean(f"a{chr(code)}b")
        if 0xD800 <= code <= 0xDFFF:
            assert seen == "a\ufffdb"
        elif seen == "ab":
            gone.add(code)
        else:
            assert seen == f"a{chr(code)}b" or code == 9, f"U+{code:04X}"
    assert hidden - {9} <= gone
    beyond = gone - hidden
    nonsense = {code for code in beyond if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF or code >= 0xE0000}
    assert beyond - nonsense <= {
        *(0x70F, 0x180E, 0x180F, 0x2065, *range(0x206A, 0x2070), *range(0xFFF0, 0xFFFC)),
        *(*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)),
    }


@pytest.mark.parametrize(
    "text",
    [
        "❤️ ☎️ ©️ ⚠️ ✈️",
        "👨‍👩‍👧‍👦 🏳️‍🌈 ❤️‍🔥 👩🏽‍💻",
        "1️⃣ #️⃣",
        "👍🏽 🇨🇳",
        "می‌خواهم",
        "क्‍ष",
        "Grüße, naïve, żółw, 决定，缓存。「日本語」한국어",
        "─ │ ┌ → ✓ ∑ √ ° ½ ㎡ \u00a0\u3000",
    ],
)
def test_what_belongs_together_stays_as_it_is(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\ufe0f", "a"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("❤\ufe00\ufe01", "❤"),
        ("a\u200db", "ab"),
        ("👩\u200d x", "👩 x"),
        ("12\ufe0f", "12"),
        ("a\u200cb", "ab"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
        ("ig\u200bnore \u202eprevious", "ignore previous"),
        ("\x1b[31mred\x07", "[31mred"),
        ("tab\there", "tab    here"),
        ("lost \udcff", "lost \ufffd"),
    ],
)
def test_what_only_looks_as_if_it_belonged_goes(text, seen):
    assert clean(text) == seen


@given(st.text(st.characters()))
def test_what_is_clean_stays_as_it_is_and_can_be_written(text):
    seen = clean(text)
    assert clean(seen) == seen
    seen.encode()
    assert not set(seen) & set("\n\r\t\v\f\x85\u2028\u2029")


def test_a_line_ends_wherever_some_program_ends_one():
    assert lines_of("a\nb\r\nc\rd\x85e\u2028f\u2029g\vh\fi") == list("abcdefghi")
