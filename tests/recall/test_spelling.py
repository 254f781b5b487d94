"""What a word that stands nowhere may mean instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.recall.spelling import meant_by

WORDS = " databas port receiv recept mentor men music festiv from the 数据 café da "


@pytest.mark.parametrize(
    ("term", "meant"),
    [
        ("datbas", ["databas"]),
        ("databaas", ["databas"]),
        ("databax", ["databas"]),
        ("reciev", ["receiv"]),
        ("fesetiv", ["festiv"]),
        ("mentorship", ["mentor"]),
        ("musician", ["music"]),
    ],
)
def test_it_is_one_that_looks_like_it_or_that_it_begins_with(term, meant):
    assert meant_by(term, WORDS) == meant


@pytest.mark.parametrize("term", ["prot", "xatabas", "recipe", "menu", "数据库存", "cafés", "1234567", "a-b-c-d", ""])
def test_short_words_other_scripts_and_other_beginnings_mean_nothing_else(term):
    assert meant_by(term, WORDS) == []


@given(st.text(max_size=12), st.lists(st.text(max_size=12)))
def test_any_word_may_be_asked(term, words):
    text = f" {' '.join(words)} "
    assert set(meant_by(term, text)) <= set(text.split(" "))
