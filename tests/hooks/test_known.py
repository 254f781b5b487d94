"""What a conversation knows of a text, whatever becomes of the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clew.context.block import block_of
from clew.context.values import Offer
from clew.hooks.known import after, changes_of, known_of, told
from clew.state.sessions import digest
from clew.text.hygiene import clean
from clew.text.tokens import quarters

LINES = st.lists(st.text(st.sampled_from("ab |#\t键\u200b\udcff"), max_size=6), max_size=8)
BUDGETS = st.sampled_from([0, 160, 170, 200, 2000])


def offer(lines: list[str], id: str = "long-term", source: str = "memory/MEMORY.md") -> Offer:
    cost = sum(quarters(line) + 3 for line in lines)
    return Offer(id, source, "Title", tuple(lines), tuple(range(len(lines))), cost)


def bare(lines: list[str]) -> set[str]:
    return {found for line in lines if (found := clean(line).strip())}


@given(LINES, LINES, BUDGETS)
def test_what_is_written_afterwards_is_told_once_and_what_was_shown_and_is_gone_is_withdrawn_once(before, now, budget):
    offers = [offer(before)]
    block = block_of(offers, budget, "seed", "en").text
    known = {one.part: one for one in known_of(offers, block)}
    shown = set(known["long-term"].lines)
    assert shown <= bare(before)
    changes = changes_of(known, [offer(now)], ())
    assert {line for change in changes for line in change.new} == bare(now) - bare(before)
    assert {line for change in changes for line in change.gone} == shown - bare(now)
    known |= {one.part: one for one in after(known, [offer(now)], changes)}
    assert changes_of(known, [offer(now)], ()) == []
    assert set(known["long-term"].lines) == (shown | (bare(now) - bare(before))) - (shown - bare(now))


@given(LINES, LINES)
def test_a_source_that_goes_and_comes_back_is_withdrawn_and_told_again(before, again):
    offers = [offer(before)]
    known = {one.part: one for one in known_of(offers, block_of(offers, 2000, "seed", "en").text)}
    gone = changes_of(known, [], ())
    assert {line for change in gone for line in change.gone} == set(known["long-term"].lines)
    known |= {one.part: one for one in after(known, [], gone)}
    assert changes_of(known, [], ()) == []
    back = changes_of(known, [offer(again)], ())
    if gone:
        assert {line for change in back for line in change.new} == bare(again)


@given(LINES, LINES)
def test_what_a_conversation_wrote_itself_is_not_told(before, own):
    offers = [offer(before)]
    known = {one.part: one for one in known_of(offers)}
    changes = changes_of(known, [offer([*before, *own])], ())
    assert not [line for change in told(changes, {digest(line) for line in bare(own)}) for line in change.new]


def test_a_day_that_is_no_longer_looked_at_is_not_withdrawn():
    offers = [offer(["a"], "daily-2026-11-27", "memory/202611/20261127.md")]
    known = {one.part: one for one in known_of(offers, block_of(offers, 2000, "seed", "en").text)}
    assert changes_of(known, [], ["daily-2026-11-30", "daily-2026-11-29", "daily-2026-11-28"]) == []
    assert changes_of(known, [], ["daily-2026-11-27"])[0].gone == ("a",)


def test_a_memory_that_it_was_bound_to_later_is_known_and_not_new():
    known = {one.part: one for one in known_of([offer(["a"])])}
    bound = [offer(["a"]), offer(["# Memory"], "memory", "shop/memory.md")]
    assert changes_of(known, bound, ()) == []


def test_a_line_of_which_only_the_beginning_had_room_is_not_withdrawn():
    offers = [offer(["word " * 5000])]
    text = block_of(offers, 400, "seed", "en").text
    assert "| word word" in text
    known = {one.part: one for one in known_of(offers, text)}
    assert changes_of(known, offers, ()) == []
    assert changes_of(known, [offer(["word " * 5000, "new"])], ())[0].gone == ()
