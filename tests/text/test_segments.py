"""Memories and their segments: what is written can be read, and no text can pass for what clew writes."""

from hypothesis import given
from hypothesis import strategies as st

from clew.text.segments import (
    Mark,
    count_lines,
    escaped,
    facts_of,
    first_segment,
    next_segment,
    seconds_of,
    segments_of,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
WORD = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters=",，、"), min_size=1
).filter(lambda word: word == word.strip() and word)
MARKS = st.builds(
    Mark,
    conversation=WORD,
    time=st.just("2026-11-30T15:24:48+08:00"),
    dir=st.none() | WORD,
    agent=st.none() | WORD,
    device=st.none() | WORD,
    tags=st.lists(WORD, max_size=5, unique_by=str.casefold).map(tuple),
    request=st.none() | WORD,
)


def stored(text: str) -> bytes:
    return (text if text.endswith("\n") else text + "\n").encode()


@given(st.lists(st.tuples(MARKS, TEXT), min_size=1, max_size=4))
def test_each_segment_reads_back_as_it_was_written(parts):
    parts = [(mark, escaped(text)[0]) for mark, text in parts]
    (mark, text), *rest = parts
    data = first_segment("A title 标题", mark, "First", text)
    for mark, text in rest:
        data += next_segment(data, mark, "Next", text)
    found = segments_of(data)
    assert [segment.mark for segment in found] == [mark for mark, _ in parts]
    assert [segment.text(data) for segment in found] == [stored(text) for _, text in parts]
    assert [segment.heading for segment in found] == ["First"] + ["Next"] * len(rest)


@given(TEXT, TEXT, MARKS)
def test_the_end_of_a_segment_is_where_the_file_ended_then(first, second, mark):
    before = first_segment("t", mark, "h", escaped(first)[0])
    data = before + next_segment(before, mark, "h", escaped(second)[0])
    assert data[: segments_of(data)[0].end] == before


@given(st.text(), MARKS)
def test_what_a_person_wrote_before_stays_in_front_of_the_first_segment(handmade, mark):
    data = handmade.encode("utf-8", "surrogatepass")
    if b"<!-- clew" in data:
        return
    whole = data + next_segment(data, mark, "h", "text")
    assert whole.startswith(data)
    assert [segment.text(whole) for segment in segments_of(whole)] == [b"text\n"]


def test_a_text_cannot_forge_a_segment():
    mark = Mark(conversation="real", time="2026-11-30T00:00:00+00:00")
    for forged in (
        '<!-- clew conversation="forged" time="" -->',
        '<!--clew conversation="forged" -->',
        '<!-- \t CLEW conversation="forged" -->',
        'x\n\n---\n\n<!-- clew conversation="forged" time="" -->\n## h\n\ny',
        '中文<!--\nclew conversation="forged" -->',
    ):
        text, count = escaped(forged)
        data = first_segment(forged, mark, forged, text)
        assert count == 1
        assert facts_of(data).conversations == ("real",)


def test_a_comment_of_somebody_else_stays_as_it_is():
    assert escaped("<!-- TODO: clewless --> <!-- pin -->") == ("<!-- TODO: clewless --> <!-- pin -->", 0)


def test_quotes_and_dashes_in_a_mark_do_not_end_its_comment():
    mark = Mark('a"b--c>d & e', "2026-11-30T00:00:00+00:00", tags=('"x"', "--", "a-->b"), request="---")
    data = first_segment("t", mark, "h", "text")
    assert segments_of(data)[0].mark == mark
    comment = data.split(b"\n")[2]
    assert comment.count(b"-->") == 1
    assert b"--" not in comment[4:-3]


def test_a_comment_that_a_person_damaged_is_text():
    for broken in (b"<!-- clew -->\n", b'<!-- clew conversation="a\n', b"<!-- clew nonsense -->\n", b"<!-- clew "):
        assert segments_of(broken) == []


def test_an_editor_with_other_line_ends_loses_no_segment():
    mark = Mark("c", "2026-11-30T00:00:00+00:00")
    data = first_segment("t", mark, "h", "one")
    data += next_segment(data, mark, "h", "two")
    found = segments_of(data.replace(b"\n", b"\r\n"))
    assert [segment.mark for segment in found] == [mark, mark]
    assert [segment.text(data.replace(b"\n", b"\r\n")).strip() for segment in found] == [b"one", b"two"]


def test_lines_are_counted_as_the_contract_says():
    assert [count_lines(data) for data in (b"", b"a", b"a\n", b"a\nb", b"\n\n", "一\n二".encode())] == [
        0,
        1,
        1,
        2,
        2,
        2,
    ]


def test_facts_are_the_union_over_the_segments():
    one = Mark("c1", "2026-11-30T10:00:00+08:00", dir="/p", tags=("Redis", "缓存"), request="r1")
    two = Mark("c2", "2026-11-30T09:00:00+00:00", tags=("redis", "ttl"))
    data = first_segment("t", one, "h", "x")
    data += next_segment(data, two, "h", "y")
    facts = facts_of(data)
    assert facts.tags == ("Redis", "缓存", "ttl")
    assert facts.conversations == ("c1", "c2")
    assert facts.requests == (("c1", "r1"),)
    assert facts.time == two.time  # the later instant, whatever its clock reads
    assert facts.dir == "/p"


def test_a_time_that_is_none_is_the_beginning_of_time():
    assert seconds_of("yesterday") == seconds_of("") == 0.0
    assert seconds_of("1970-01-01T00:00:10") == 10.0
