"""What of a hit is shown: its own lines, without clew's comments, and of a line as long as a book the passage. Pure."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.recall.hits import Hit
from clew.recall.shown import MOST, fenced, rows_of, spans_of
from clew.text.fences import parse


def hit(text, focus=(0, 0), heading=""):
    return Hit("a.md", "/l/a.md", "library", (3, 3), 1.0, heading, None, "2026-11-30", text, focus=focus)


def shown(text, focus=(0, 0)):
    return [None if span is None else text[slice(*span)] for span in spans_of(hit(text, focus))]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("one\ntwo", ["one", "two"]),
        ("one\n\ntwo", ["one", "", "two"]),
        ("one\r\ntwo\r", ["one", "two"]),
        ('- a fact <!-- clew fact="f1" time="2026-11-30T15:24:48+08:00" -->', ["- a fact"]),
        ("- a fact <!-- pin -->", ["- a fact"]),
        ("- a fact <!-- somebody's own -->", ["- a fact <!-- somebody's own -->"]),
        ('<!-- clew conversation="c1" time="t" -->\n整数分。', ["整数分。"]),
        ("", [""]),
    ],
)
def test_the_lines_are_shown_as_they_stand_without_comments_of_clew(text, rows):
    assert shown(text) == rows


def test_of_too_long_a_text_the_passage_is_shown_and_what_is_left_out_is_marked():
    text = "before " * 1000 + "\nthe passage\n" + "behind " * 1000
    start = text.index("the passage")
    assert shown(text, (start, start + 11)) == [None, "the passage", None]
    assert shown("决" * 9000, (0, 9000)) == ["决" * MOST, None]
    assert shown("👩‍🚀" * 2000, (0, 6000))[0].endswith("👩‍🚀")


def test_where_it_stands_comes_first_and_the_headings_with_it():
    assert list(rows_of(hit("x", heading="A > B"), "/l/a.md:3")) == ["/l/a.md:3 A > B", "x"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_hit_is_a_part_of_one_block(lang):
    parts = parse(fenced([hit("one"), hit("二\n三")], lang, "seed"))
    assert [part.id for part in parts] == ["passage-1", "passage-2"]
    assert parts[1].lines == ("/l/a.md:3", "二", "三")
    assert "2026-11-30" in parts[0].title


@given(st.text(alphabet="ab \n\r|[<!->决\u200b\udc80", max_size=4000), st.integers(0, 4000), st.integers(0, 4000))
def test_whatever_the_text_what_is_shown_stands_in_it_in_order_and_is_not_too_much(text, one, other):
    focus = tuple(sorted((min(one, len(text)), min(other, len(text)))))
    places = [span for span in spans_of(hit(text, focus)) if span is not None]
    assert all(start <= end <= len(text) for start, end in places)
    assert all(here[1] <= there[0] for here, there in pairwise(places))
    assert sum(end - start for start, end in places) <= MOST
    parse(fenced([hit(text, focus, heading=text[:50])], "en", "seed"))
