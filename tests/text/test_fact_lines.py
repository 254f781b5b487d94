from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.fact_lines import Mark, fact_line, marked_superseded, one_line, written
from clew.text.segments import escaped

PARTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20)


@given(PARTS, PARTS, PARTS, st.booleans())
def test_a_fact_tells_what_was_written(text, agent, dir, pinned):
    text = one_line(escaped(text)[0])
    if text and not fact_line(text).tail:
        mark = Mark(fact="f1", agent=agent, dir=dir, time="2026-11-30T15:24:48+08:00")
        line = fact_line(written(text, mark, pinned=pinned) + "\r\n")
        assert (line.mark, line.pinned, line.ending) == (mark, pinned, "\r\n")
        assert line.lead + line.body == f"- {text}"


@given(st.text())
def test_any_line_is_the_sum_of_its_parts(line):
    known = fact_line(line)
    assert known.lead + known.body + known.tail + known.ending == line


@given(st.text())
def test_one_line_is_one_under_every_definition(text):
    assert len(one_line(text).splitlines()) <= 1


def test_a_superseded_line_keeps_all_that_it_said():
    line = written("时区：上海", Mark(fact="f1", agent="goose"), "*", pinned=True) + "\n"
    over = marked_superseded(line, "2026-11-30", "f2")
    known = fact_line(over)
    assert over.startswith("* ~~时区：上海~~ <!-- pin --> <!-- clew ")
    assert (known.said, known.superseded, known.pinned) == ("时区：上海", True, True)
    assert known.mark == Mark(fact="f1", agent="goose", superseded="2026-11-30", by="f2")


def test_without_its_comment_the_strokes_still_say_it():
    assert fact_line("- ~~old~~").superseded
    assert not fact_line("- ~~old~~ and ~~older~~").superseded


@pytest.mark.parametrize("line", ["  - [x] done", "1. one", "12) two", "+\ttab"])
def test_every_list_has_items(line):
    known = fact_line(line)
    assert known.is_item
    assert known.said in ("done", "one", "two", "tab")
