"""Clue files merge by entry: what either side did to a project is there, and no line of a person is lost without need."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import Unreadable
from clew.text.clue import ClueEntry, ClueMemory, new_clue, read_clue
from clew.text.merge_clue import merge_clues


def entry(dir: str, **memories: list[str]) -> ClueEntry:
    listed = tuple(ClueMemory(f"{name}.md", tuple(tags)) for name, tags in memories.items())
    common = tuple(dict.fromkeys(tag for tags in memories.values() for tag in tags))
    return ClueEntry(dir, dir[1:].replace("/", "-"), dir.rpartition("/")[2], common, listed)


def entries(data: bytes) -> dict[str, ClueEntry]:
    return {one.dir: one for one in read_clue(data).entries}


BASE = new_clue([entry("/a", one=["x", "y"]), entry("/b", two=["z"])])


def test_what_two_sides_added_is_there():
    ours = new_clue([entry("/a", one=["x", "y"], mine=["m"]), entry("/b", two=["z"]), entry("/c", new=["n"])])
    theirs = new_clue(
        [entry("/a", one=["x", "y", "t"], theirs=["o"]), entry("/b", two=["z"]), entry("/d", other=["p"])]
    )
    merged = entries(merge_clues(BASE, ours, theirs))
    assert merged["/a"] == entry("/a", one=["x", "y", "t"], theirs=["o"], mine=["m"])
    assert list(merged) == ["/a", "/b", "/d", "/c"]


def test_tags_are_sets():
    ours = BASE.replace(b'["x", "y"]', b'["y", "mine"]')
    theirs = BASE.replace(b'["x", "y"]', b'["x", "y", "theirs"]')
    assert entries(merge_clues(BASE, ours, theirs))["/a"].memories[0].tags == ("y", "theirs", "mine")


def test_what_one_side_took_out_is_gone_unless_the_other_changed_it():
    without = new_clue([entry("/a", one=["x", "y"])])
    assert list(entries(merge_clues(BASE, without, BASE + b"# a word\n"))) == ["/a"]
    changed = new_clue([entry("/a", one=["x", "y"]), entry("/b", two=["z", "new"])])
    for ours, theirs in ((without, changed), (changed, without)):
        assert entries(merge_clues(BASE, ours, theirs))["/b"] == entry("/b", two=["z", "new"])


def test_without_a_common_text_nothing_is_taken_out():
    ours, theirs = new_clue([entry("/a", one=["x"])]), new_clue([entry("/a", two=["y"]), entry("/b", two=["z"])])
    merged = entries(merge_clues(None, ours, theirs))
    assert merged["/a"] == entry("/a", two=["y"], one=["x"])
    assert list(merged) == ["/a", "/b"]


def test_comments_and_unknown_keys_of_either_side_stay():
    ours = BASE.replace(b'    name: "a"\n', b'    name: "a"\n    # mine\n    owner: me\n')
    theirs = BASE.replace(b'    name: "b"\n', b'    name: "b"\n    # theirs\n') + b"# at the end\n"
    merged = merge_clues(BASE, ours, theirs)
    for words in (b"# mine", b"owner: me", b"# theirs", b"# at the end"):
        assert words in merged


def test_a_side_that_changed_nothing_gives_the_other_to_the_byte():
    other = b"# by hand\nentries:\n- dir: /a\n  dir_slug: a\n"
    assert merge_clues(BASE, BASE, other) == other
    assert merge_clues(BASE, other, BASE) == other
    assert merge_clues(None, other, other) == other


def test_yaml_of_another_form_is_merged_too():
    theirs = b"entries:\n- {dir: /a, dir_slug: a, name: a, common_tags: [x], memories: [{file: one.md, tags: [x]}]}\n"
    merged = entries(merge_clues(BASE, new_clue([entry("/a", one=["x", "y"], new=["n"])]), theirs))
    assert {memory.file for memory in merged["/a"].memories} == {"one.md", "new.md"}


@pytest.mark.parametrize("broken", [b"entries: [", b"- a list\n", b"entries:\n  - dir: [\n"])
def test_a_file_that_does_not_parse_is_never_merged(broken):
    for ours, theirs in ((broken, BASE), (BASE, broken)):
        with pytest.raises(Unreadable):
            merge_clues(None, ours, theirs)


some = st.dictionaries(
    st.sampled_from(["/a", "/b", "/c"]),
    st.dictionaries(st.sampled_from(["one", "two", "three"]), st.lists(st.sampled_from(["x", "y", "z"]), unique=True)),
)


@given(some, some, some)
def test_a_merge_done_again_changes_nothing_and_says_the_same_from_both_sides(base, ours, theirs):
    old, mine, other = (
        new_clue([entry(dir, **memories) for dir, memories in one.items()]) for one in (base, ours, theirs)
    )
    merged = merge_clues(old, mine, other)
    assert entries(merge_clues(old, merged, other)) == entries(merged)
    turned = entries(merge_clues(old, other, mine))
    assert said(turned) == said(entries(merged))


def said(found: dict[str, ClueEntry]) -> object:
    return {dir: {memory.file: set(memory.tags) for memory in one.memories} for dir, one in found.items()}
