"""The marked block in a file of rules: put in, brought up to date, taken out; every other byte stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.installing import guidance
from clew.installing.formats import rules

BLOCK = f"{rules.BEGIN}\n## Memory\nSave often.\n{rules.END}"
NEWER = f"{rules.BEGIN}\n## Memory\nSave.\n\nAlways.\n{rules.END}"


@given(st.text(st.sampled_from("ab# \n键"), max_size=40), st.booleans())
def test_without_the_block_it_is_what_it_was(text, windows):
    text = text.replace("\n", "\r\n") if windows else text
    assert rules.take(rules.put(text, BLOCK)) == text
    assert rules.take(rules.put(rules.put(text, BLOCK), NEWER)) == text


@given(st.text(st.sampled_from("ab \n"), max_size=20), st.text(st.sampled_from("ab \n"), max_size=20))
def test_what_stands_around_it_stays_when_it_is_brought_up_to_date(before, behind):
    text = before + BLOCK + behind
    assert rules.put(text, NEWER) == before + NEWER + behind


def test_it_takes_the_newlines_of_the_file():
    put = rules.put("# Rules\r\n", BLOCK)
    assert "\n" not in put.replace("\r\n", "")


@pytest.mark.parametrize("text", [rules.BEGIN, rules.END, f"{rules.END}\n{rules.BEGIN}", f"{BLOCK}\n{BLOCK}"])
def test_marks_that_somebody_tore_apart_are_told(text):
    assert rules.is_broken(text)
    assert not rules.is_broken(BLOCK)
    assert not rules.is_broken("")


@pytest.mark.parametrize("odd", ["\u2028", "\x0b", "\x0c", "\x85", "\x1c"])
@pytest.mark.parametrize("order", ["block first", "block last"])
def test_only_the_lines_that_were_shown_go_whatever_stands_in_the_others(odd, order):
    mine = f"# A{odd}B\n\nBe{odd}brief.\n\n## Memory\n- save everything to memory\n\n## Style\nTabs.\n"
    text = f"{BLOCK}\n\n{mine}" if order == "block first" else f"{mine}\n{BLOCK}\n"
    shown = guidance.doubled(text)
    assert [each.text for each in shown] == ["## Memory\n- save everything to memory"]
    left = guidance.without(text, shown)
    assert left == text.replace("## Memory\n- save everything to memory\n", "")
