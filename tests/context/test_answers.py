"""A question's answers stand last in the block, within what the budget leaves, and say nothing twice. Pure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.context.block import LEAST, NOTHING, block_of
from clew.context.values import Offer
from clew.recall.hits import Hit
from clew.text.fences import parse
from clew.text.tokens import estimate


def hit(text, *, file="shop/cache.md", lines=(5, 5), heading="", date="2026-11-30"):
    return Hit(file, f"/home/memory/{file}", "library", lines, 1.0, heading, "/shop", date, text)


def offer(id, lines, source="shop/memory.md"):
    return Offer(id, source, id, tuple(lines), tuple(range(len(lines))), sum(map(len, lines)), 0, 4, "clew show")


def shown(made):
    return {part.id: list(part.lines) for part in parse(made.text)} if made.text else {}


def reasons(made):
    return {part.id: part.reason for part in made.parts if not part.included}


def test_an_answer_stands_behind_bars_with_where_it_is_from_and_when_it_was_written():
    made = block_of([], 2000, "seed", "en", [hit("Redis it is.", heading="Cache > Why")])
    (part,) = parse(made.text)
    assert part.lines == ("shop/cache.md:5 Cache > Why", "Redis it is.")
    assert "2026-11-30" in part.title
    assert [(one.id, one.source, one.included) for one in made.parts] == [("passage-1", "shop/cache.md:5", True)]
    assert made.tokens == estimate(made.text)


def test_the_question_changes_nothing_before_its_answers():
    offers = [offer("long-term", ["- no Fridays"]), offer("memory", ["决定：整数分。"])]
    without = block_of(offers, 2000, "seed", "en")
    asked = block_of(offers, 2000, "seed", "en", [hit("Redis it is.")])
    assert asked.text.startswith("".join(without.text.splitlines(keepends=True)[:-1]))
    assert asked.parts[:2] == without.parts


def test_what_is_in_the_block_already_is_not_said_again():
    memory = offer("memory", ["# Cache", "Redis it is.", "决定：整数分。"])
    made = block_of([memory], 2000, "seed", "en", [hit("Redis it is.", file="shop/memory.md"), hit("决定：整数分。")])
    assert list(shown(made)) == ["memory"]
    assert set(reasons(made)) == {"passage-1", "passage-2"}
    assert "already" in reasons(made)["passage-1"]


def test_of_a_passage_that_is_partly_there_only_the_rest_is_said():
    memory = offer("memory", ["# Cache", "One writer."])
    answer = hit("One writer.\nNo server.", file="shop/memory.md", lines=(2, 3))
    assert shown(block_of([memory], 2000, "seed", "en", [answer]))["passage-1"] == ["shop/memory.md:2", "No server."]
    elsewhere = answer.but(file="shop/other.md")
    assert "One writer." in shown(block_of([memory], 2000, "seed", "en", [elsewhere]))["passage-1"]


def test_two_answers_with_the_same_words_are_one():
    made = block_of([], 2000, "seed", "zh", [hit("用 Redis。"), hit("用 Redis。", file="shop/copy.md")])
    assert list(shown(made)) == ["passage-1"]


def test_answers_take_what_the_budget_leaves_whole_and_the_best_first():
    hits = [hit(f"Answer {number}. " + "why " * 100, lines=(number, number)) for number in range(1, 9)]
    made = block_of([offer("memory", ["决定：整数分。"])], 500, "seed", "en", hits)
    assert list(shown(made)) == ["memory", "passage-1", "passage-2", "passage-3"]
    assert made.tokens <= 500
    assert "500" in reasons(made)["passage-4"]


def test_a_short_answer_is_given_where_a_better_one_is_too_long():
    made = block_of([], 200, "seed", "en", [hit("why " * 500), hit("Redis it is.")])
    assert list(shown(made)) == ["passage-2"]


def test_where_nothing_is_left_the_others_stay_as_they_are():
    memory = offer("memory", ["words and words"] * 400)
    without = block_of([memory], 300, "seed", "en")
    asked = block_of([memory], 300, "seed", "en", [hit("Redis it is.")])
    assert asked.text == without.text
    assert list(reasons(asked)) == ["passage-1"]


def test_a_budget_that_holds_nothing_says_so_of_the_answers_too():
    made = block_of([], LEAST - 1, "seed", "en", [hit("Redis it is.")])
    assert made.text == ""
    assert "least" in reasons(made)["passage-1"]
    assert block_of([], 2000, "seed", "en") is NOTHING


def test_comments_of_clew_are_not_shown_and_a_line_as_long_as_a_book_is_cut_to_the_passage():
    fact = '- Prefers tabs <!-- clew fact="f3a9c1d20" time="2026-11-30T15:24:48+08:00" -->'
    made = block_of([], 2000, "seed", "en", [hit(fact)])
    assert shown(made)["passage-1"][1:] == ["- Prefers tabs"]
    line = "before " * 1000 + "Redis it is." + " after" * 1000
    made = block_of([], 2000, "seed", "en", [hit(line).but(focus=(7000, 7012))])
    assert shown(made)["passage-1"][1:] == ["…", "Redis it is.", "…"]


words = st.text(alphabet="ab|[<…#- \n\t\u202e\udc80决", max_size=60)


@given(st.lists(words, max_size=5), st.lists(st.tuples(words, words), max_size=6), st.integers(LEAST, 700))
def test_whatever_is_stored_the_budget_holds_and_nothing_forges_a_part(lines, answers, budget):
    offers = [offer("memory", "\n".join(lines).splitlines() or ["x"])]
    hits = [hit(text, file=file or "f", heading=file) for text, file in answers]
    made = block_of(offers, budget, "seed", "en", hits)
    assert made.tokens <= budget
    included = [part.id for part in made.parts if part.included]
    assert list(shown(made)) == included
    if not hits:
        assert made == block_of(offers, budget, "seed", "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_receipt_speaks_the_language_of_its_reader(lang):
    made = block_of([offer("memory", ["Redis it is."])], 2000, "seed", lang, [hit("Redis it is.")])
    assert ("already" in reasons(made)["passage-1"]) == (lang == "en")
