"""Memories merge by their segments; tags merge as sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.lines import ending_of, lines_of, rewritten
from clew.text.merge_memory import merge_memories
from clew.text.note_line import NoteLine, note_lines, with_note_line
from clew.text.note_tags import note_tag, note_tag_key, note_tags, same_note_tags
from clew.text.segments import Mark, first_segment, next_segment, segments_of
from clew.text.tags import merged_tags

ID = "3264d883-b42b-469b-97c1-928a6b6b620f"


def mark(conversation: str, minute: int) -> Mark:
    return Mark(conversation, f"2026-11-30T15:{minute:02}:00+08:00", "/home/you/tides", tags=("a",))


def memory(*segments: tuple[str, int, str], title: str = "Tides") -> str:
    data = b""
    for conversation, minute, text in segments:
        args = mark(conversation, minute), f"At {minute}", text
        data = data + next_segment(data, *args) if data else first_segment(title, *args)
    return data.decode()


BASE = memory(("c1", 1, "one\ntwo"))


def test_segments_that_two_sides_appended_are_both_there_in_the_order_of_time():
    ours = memory(("c1", 1, "one\ntwo"), ("c2", 5, "mine"), ("c2", 9, "mine too"))
    theirs = memory(("c1", 1, "one\ntwo"), ("c3", 3, "theirs"), ("c3", 7, "theirs too"))
    whole = memory(
        ("c1", 1, "one\ntwo"), ("c3", 3, "theirs"), ("c2", 5, "mine"), ("c3", 7, "theirs too"), ("c2", 9, "mine too")
    )
    for one, other in ((ours, theirs), (theirs, ours)):
        for base in (BASE, None):
            merged = merge_memories(base, one, other)
            assert "\n".join(merged.lines) == whole
            assert merged.clashes == 0


def test_an_edit_of_an_old_segment_and_a_new_one_behind_it_do_not_meet():
    ours = memory(("c1", 1, "one\nTWO"))
    theirs = memory(("c1", 1, "one\ntwo"), ("c2", 2, "new"))
    merged = merge_memories(BASE, ours, theirs)
    assert "\n".join(merged.lines) == memory(("c1", 1, "one\nTWO"), ("c2", 2, "new"))
    assert merged.clashes == 0


def test_a_segment_that_one_side_took_out_is_gone_unless_the_other_changed_it():
    two = memory(("c1", 1, "one\ntwo"), ("c2", 2, "new"))
    assert "\n".join(merge_memories(two, BASE, two).lines) == BASE
    edited = memory(("c1", 1, "one\ntwo"), ("c2", 2, "newer"))
    assert "\n".join(merge_memories(two, BASE, edited).lines) == edited
    assert "\n".join(merge_memories(two, edited, BASE).lines) == edited


def test_where_both_changed_one_line_theirs_stands_and_it_is_said():
    merged = merge_memories(BASE, BASE.replace("two", "mine"), BASE.replace("two", "theirs"))
    assert merged.clashes == 1
    assert "\n".join(merged.lines) == BASE.replace("two", "theirs")


def test_a_note_line_takes_the_later_version_and_contradicts_nobody():
    def noted(version: str, text: str = BASE) -> str:
        return with_note_line(text, NoteLine("Tides", "Simplenote", ID, version), "en")

    merged = merge_memories(noted("1.9"), noted("1.10"), noted("1.11", BASE.replace("one", "ONE")))
    assert "\n".join(merged.lines) == noted("1.11", BASE.replace("one", "ONE"))
    assert merged.clashes == 0
    assert "\n".join(merge_memories(BASE, noted("1.0"), BASE).lines) == noted("1.0")
    assert note_lines("\n".join(merge_memories(noted("1.0"), BASE, noted("1.0")).lines)) == []


def test_a_memory_without_marks_merges_by_its_lines():
    base = "# By hand\n\none\ntwo\nthree\n"
    merged = merge_memories(base, base.replace("one", "ONE"), base.replace("three", "THREE"))
    assert "\n".join(merged.lines) == base.replace("one", "ONE").replace("three", "THREE")


def segments(first: int, last: int):
    """Some that were written between these minutes, in the order of time."""
    one = st.tuples(st.sampled_from("abc"), st.integers(first, last), st.sampled_from(["x", "y\nz", "", "# H"]))
    some = st.lists(one, max_size=5, unique_by=lambda one: one[:2])
    return some.map(lambda found: sorted(found, key=lambda one: one[1]))


@given(segments(1, 9), segments(10, 19), segments(10, 19), st.booleans())
def test_whatever_two_sides_wrote_every_new_segment_is_there_once(old, mine, others, known):
    base = memory(("base", 0, "start"), *old)
    ours, theirs = memory(("base", 0, "start"), *old, *mine), memory(("base", 0, "start"), *old, *others)
    merged = merge_memories(base if known else None, ours, theirs)
    text = "\n".join(merged.lines)
    found = [(one.mark.conversation, one.mark.time) for one in segments_of(text.encode())]
    for side in (ours, theirs):
        for one in {(s.mark.conversation, s.mark.time) for s in segments_of(side.encode())}:
            count = sum((s.mark.conversation, s.mark.time) == one for s in segments_of(side.encode()))
            assert found.count(one) >= count
    again = merge_memories(base if known else None, text, theirs)
    assert "\n".join(again.lines) == text


@given(segments(1, 9), segments(10, 19))
def test_one_side_unchanged_gives_the_other_to_the_byte(old, new):
    base, changed = memory(("base", 0, "start"), *old), memory(("base", 0, "start"), *old, *new)
    assert "\n".join(merge_memories(base, base, changed).lines) == changed
    assert "\n".join(merge_memories(base, changed, base).lines) == changed


@given(st.lists(st.sampled_from(["a", "b", ""]), min_size=1), st.lists(st.sampled_from(["a", "c", ""]), min_size=1))
def test_lines_that_stay_keep_their_ends(old, new):
    for ending in ("\n", "\r\n"):
        text = ending.join(old)
        assert lines_of(rewritten(text, new)) == new
        assert ending_of(rewritten(text, new)) in (ending, "\n") if len(old) < 2 else ending
    assert rewritten("a\r\nb\nc\r\n", ["a", "b", "x", "c", ""]) == "a\r\nb\nx\r\nc\r\n"


# -- tags


def test_tags_merge_as_sets_and_keep_the_spelling_seen_first():
    assert merged_tags(["a", "b"], ["a", "b", "c"], ["b", "d"]) == ["b", "d", "c"]
    assert merged_tags([], ["Redis"], ["redis", "缓存"]) == ["redis", "缓存"]
    assert merged_tags(["a"], [], ["A"]) == []


tags = st.lists(st.sampled_from(["a", "A", "b", "é", "e\u0301", "c"]), max_size=4)


@given(tags, tags, tags)
def test_a_merge_of_tags_is_the_same_from_both_sides_and_when_it_is_done_again(base, ours, theirs):
    merged = merged_tags(base, ours, theirs)
    assert sorted(map(note_tag_key, merged)) == sorted(map(note_tag_key, merged_tags(base, theirs, ours)))
    assert same_note_tags(merged_tags(base, merged, theirs), merged)


@pytest.mark.parametrize(
    ("ours", "legal"),
    [
        ("two words", "two-words"),
        ("a, b", "a-b"),
        ("工作", "工作"),
        ("me@example.org", ""),
        ("x@y", "x@y"),
        (" ", ""),
        ("e\u0301", "é"),
    ],
)
def test_a_tag_that_the_service_would_not_take_or_would_share_by_is_made_legal_or_kept_here(ours, legal):
    assert note_tag(ours) == legal


def test_the_key_of_a_tag_is_the_service_s_own():
    assert note_tag_key("zero/one.two-3_four") == "zero%2Fone%2Etwo%2D3%5Ffour"
    assert note_tag_key("工作") == "%E5%B7%A5%E4%BD%9C"
    assert note_tags(["Redis", "redis", "two words", "two-words", "me@example.org"]) == ["redis", "two-words"]
    assert len(note_tag_key(note_tag("工" * 100))) <= 256
