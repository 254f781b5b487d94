"""The budget is a promise, and what is cut says so."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.context.block import LEAST, block_of
from clew.context.budget import cost_of, fitted
from clew.context.values import Offer
from clew.text.characters import belongs_together
from clew.text.fences import parse
from clew.text.hygiene import clean
from clew.text.tokens import QUARTERS, estimate

LINE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "",
            "- Always Chinese <!-- pin -->",
            "决定用 SQLite，一台机器足够。",
            "👨‍👩‍👧" * 30,
            "e" + "\u0301" * 50,
            "x" * 900,
        ]
    ),
)


@st.composite
def offers(draw):
    made = []
    for id in draw(st.lists(st.sampled_from(["long-term", "daily-2026-11-30", "memory", "menu"]), unique=True)):
        lines = tuple(draw(st.lists(LINE, min_size=1, max_size=25)))
        order = draw(st.permutations(range(len(lines))))
        pins = draw(st.integers(0, min(2, len(lines))))
        made.append(offer(id, lines, tuple(order), pins))
    if draw(st.booleans()):
        made.append(offer("broken", (), (), problem="no permission"))
    return made


def offer(id, lines, order=None, pins=0, **given):
    order = tuple(range(len(lines))) if order is None else order
    return Offer(id, f"{id}.md", "Title", tuple(lines), order, cost_of(lines), pins, more="clew show", **given)


@settings(max_examples=300, deadline=None)
@given(offers(), st.integers(0, 1500), st.sampled_from(["en", "zh"]))
def test_the_text_never_takes_more_tokens_than_the_budget(offers, budget, lang):
    made = block_of(offers, budget, "seed", lang)
    assert made.tokens == estimate(made.text) <= budget
    assert {part.id for part in made.parts} == {offer.id for offer in offers}
    if made.text:
        shown = {part.id for part in parse(made.text)}
        assert {part.id for part in made.parts if part.included} | {"broken"} >= shown
    for part in made.parts:
        assert part.included or part.reason


@settings(max_examples=200, deadline=None)
@given(offers(), st.integers(LEAST, 600))
def test_every_line_that_is_shown_is_a_stored_one_or_its_beginning_at_a_whole_character(offers, budget):
    stored = {offer.id: list(map(clean, offer.lines)) for offer in offers}
    text = block_of(offers, budget, "seed", "en").text
    for part in parse(text) if text else ():
        for line in part.lines:
            if line is not None and line not in stored[part.id]:
                whole = [each for each in stored[part.id] if each.startswith(line)]
                assert whole
                assert not any(belongs_together(each, len(line)) for each in whole)


@settings(max_examples=200, deadline=None)
@given(offers())
def test_what_has_room_is_shown_whole_and_in_its_order(offers):
    made = block_of(offers, 100_000, "seed", "en")
    parts = {part.id: part for part in parse(made.text)} if made.text else {}
    for offer in offers:
        assert parts[offer.id].lines == tuple(map(clean, offer.lines))
        assert not parts[offer.id].cut or offer.problem


def test_pinned_lines_outlive_those_of_every_other_source():
    pinned = offer(
        "long-term", [f"- fact {number} of many" for number in range(200)], (150, *range(150), *range(151, 200)), 1
    )
    other = offer("memory", [f"other {number}" for number in range(300)], weight=200)
    for budget in range(LEAST + 20, 400, 7):
        text = block_of([pinned, other], budget, "seed", "en").text
        assert "| - fact 150 of many\n" in text, budget


def test_lines_go_in_the_reverse_of_their_order_and_a_gap_stands_in_their_place():
    lines = [f"line {number} {'x' * 40}" for number in range(10)]
    order = (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    (part,) = parse(block_of([offer("memory", lines, order)], 165, "seed", "en").text)
    assert part.lines[:2] == (lines[0], None)
    assert part.lines[2:] == tuple(lines[-len(part.lines) + 2 :])
    assert part.cut.startswith(f"{len(part.lines) - 1} of 10 lines")


def test_what_is_cut_says_how_much_and_how_to_read_the_rest():
    made = block_of([offer("long-term", [f"- fact {number}" for number in range(500)])], 300, "seed", "en")
    (receipt,) = made.parts
    (part,) = parse(made.text)
    kept = sum(line is not None for line in part.lines)
    assert receipt.included
    assert receipt.left_out > 1000
    assert f"{kept} of 500 lines" in receipt.reason == part.cut
    assert "clew show" in part.cut


def test_a_source_without_a_place_is_named_at_the_end():
    lines = ["x" * 200] * 3
    ids = ["long-term", "daily-2026-11-30", "daily-2026-11-29", "daily-2026-11-28", "memory"]
    made = block_of([offer(id, lines) for id in ids], LEAST, "seed", "en")
    gone = [part.id for part in made.parts if not part.included]
    assert gone
    assert f"no room for: {', '.join(gone)}\n" in made.text
    assert all(part.left_out == part.tokens > 0 for part in made.parts if not part.included)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_least_budget_holds_what_is_said_about_the_block(lang):
    ids = ["long-term", "daily-2026-11-30", "daily-2026-11-29", "daily-2026-11-28", "memory", "passages"]
    made = block_of([offer(id, ["决" * 900]) for id in ids], LEAST, "seed", lang)
    assert made.text
    assert made.tokens <= LEAST


def test_a_budget_below_the_least_says_so_in_the_receipt():
    made = block_of([offer("menu", ["1. [3] x"])], LEAST - 1, "seed", "en")
    assert (made.text, made.tokens) == ("", 0)
    assert str(LEAST) in made.parts[0].reason


def test_one_line_of_many_megabytes_is_cut_inside():
    line = "家族👨‍👩‍👧 " * 3_000_000
    made = block_of([offer("long-term", [line])], 500, "seed", "en")
    assert 250 < made.tokens <= 500
    (part,) = parse(made.text)
    assert part.lines[1] is None
    assert line.startswith(part.lines[0] or "?")


def test_a_character_under_hundreds_of_marks_is_never_cut_inside():
    assert fitted([offer("menu", ["e" + "\u0301" * 5000])], 300 * QUARTERS, "en") == [None]
