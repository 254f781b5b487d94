"""Two sides of a text become one: nothing that one of them wrote is lost, and git's own merge agrees."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clew.text.matching import blocks
from clew.text.merge import merge, united

texts = st.lists(st.sampled_from(["a", "b", "c", "d", "", "x", "y", "z"]), max_size=14)
edits = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3), st.lists(st.sampled_from("abcpqr"), max_size=3)))


def edited(lines: list[str], changes: list[tuple[int, int, list[str]]]) -> list[str]:
    for at, gone, new in changes[:3]:
        at = min(at, len(lines))
        lines = [*lines[:at], *new, *lines[at + gone :]]
    return lines


@given(texts, texts)
def test_blocks_are_equal_lines_in_order_and_end_with_an_empty_one(one, other):
    here = there = 0
    for at, to, size in blocks(one, other):
        assert at >= here
        assert to >= there
        assert one[at : at + size] == other[to : to + size]
        here, there = at + size, to + size
    assert (here, there) == (len(one), len(other))


@given(texts, edits)
def test_what_one_side_changed_is_taken(base, changes):
    changed = edited(base, changes)
    assert merge(base, changed, base).lines == changed
    assert merge(base, base, changed).lines == changed
    assert merge(base, changed, changed).lines == changed


@given(texts, edits, edits)
def test_a_line_that_a_side_added_is_in_the_merged_text_or_it_is_said_that_ours_gave_way(base, mine, others):
    ours, theirs = edited(base, mine), edited(base, others)
    merged = merge(base, ours, theirs)
    new = [line for line in theirs if line not in base]
    assert all(merged.lines.count(line) >= 1 for line in new)
    if not merged.clashes:
        assert set(ours) - set(base) <= set(merged.lines)


distinct = st.lists(st.sampled_from("abcdefghij"), unique=True)


def edits_with(letters: str):
    new = st.lists(st.sampled_from(letters), max_size=3, unique=True)
    return st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), new), max_size=2)


@given(distinct, edits_with("pqrstu"), edits_with("uvwxyz"))
def test_a_merge_that_is_done_again_with_what_it_made_changes_nothing(base, mine, others):
    """Who was killed between writing the text and remembering that it did starts over. Of lines that stand there
    several times nobody can say which is which."""
    ours, theirs = edited(base, mine), edited(base, others)
    assume(len({*ours}) == len(ours) and len({*theirs}) == len(theirs))
    merged = merge(base, ours, theirs)
    assert merge(base, merged.lines, theirs).lines == merged.lines


@given(texts, edits)
def test_without_a_common_text_no_line_is_lost_but_where_both_say_it_differently(base, changes):
    other = edited(base, changes)
    merged = united(base, other)
    assert set(other) <= set(merged.lines)
    if not merged.clashes:
        assert set(base) <= set(merged.lines)


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        ("one TWO", "one two three", "one TWO three"),
        ("ONE two", "zero one two", "zero ONE two"),
        ("one two three", "one TWO", "one TWO three"),
        ("one TWO", "one TWO three", "one TWO three"),
    ],
)
def test_a_line_that_one_changed_and_what_the_other_added_beside_it_do_not_meet(ours, theirs, both):
    merged = merge(["one", "two"], ours.split(), theirs.split())
    assert (merged.lines, merged.clashes) == (both.split(), 0)


def test_what_two_sides_added_to_a_list_at_one_place_is_two_items():
    base = ["# List", "- one"]
    ours, theirs = [*base, "- two", "- same"], [*base, "- three", "- same"]
    assert merge(base, ours, theirs).clashes == 1
    assert merge(base, ours, theirs, both_added=True).lines == [*base, "- three", "- two", "- same"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@settings(max_examples=120, deadline=None)
@given(base=texts, mine=edits, others=edits)
def test_where_git_merges_cleanly_so_do_we_and_to_the_same_text(base, mine, others, tmp_path_factory):
    ours, theirs = edited(base, mine), edited(base, others)
    agree_with_git(tmp_path_factory.mktemp("git"), base, ours, theirs)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@settings(max_examples=120, deadline=None)
@given(base=distinct, mine=edits_with("pqrstu"), others=edits_with("uvwxyz"))
def test_where_no_line_stands_twice_the_text_is_git_s_to_the_letter(base, mine, others, tmp_path_factory):
    ours, theirs = edited(base, mine), edited(base, others)
    assume(len({*ours}) == len(ours) and len({*theirs}) == len(theirs))
    agree_with_git(tmp_path_factory.mktemp("git"), base, ours, theirs)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@settings(max_examples=3000, deadline=None)
@given(base=texts, mine=edits, others=edits)
def test_git_agrees_in_thousands_of_cases(base, mine, others, tmp_path_factory):
    ours, theirs = edited(base, mine), edited(base, others)
    agree_with_git(tmp_path_factory.mktemp("git"), base, ours, theirs)


def agree_with_git(folder: Path, base: list[str], ours: list[str], theirs: list[str]) -> None:
    """Of lines that stand there several times nobody can say which ones were meant; then what git kept is there at least."""
    clean, lines = by_git(folder, base, ours, theirs)
    merged = merge(base, ours, theirs)
    assume(clean and not merged.clashes)
    if all(len({*text}) == len(text) for text in (base, ours, theirs)):
        assert merged.lines == lines
    else:
        assert {*lines} <= {*merged.lines}


def by_git(folder: Path, base: list[str], ours: list[str], theirs: list[str]) -> tuple[bool, list[str]]:
    for name, lines in (("base", base), ("ours", ours), ("theirs", theirs)):
        (folder / name).write_text("".join(line + "\n" for line in lines))
    call = ["git", "merge-file", "-p", "ours", "base", "theirs"]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True)
    return done.returncode == 0, done.stdout.split("\n")[:-1]


@pytest.mark.parametrize("where", ["both ends", "everywhere", "shuffled"])
def test_four_thousand_lines_that_are_all_alike_are_merged(where):
    base = ["one", "two"] * 2000
    ours, theirs = [*base], [*base]
    if where == "both ends":
        ours[1:1], ours[-1:-1], theirs[2000:2000] = ["mine"], ["mine too"], ["theirs"]
    elif where == "everywhere":
        for at in range(50, 4000, 97):
            ours[at], theirs[at - 20] = f"mine {at}", f"theirs {at}"
    else:
        ours = ["two", "one", "one"] * 1300
        theirs = ["one", "one", "two"] * 1300
    merged = merge(base, ours, theirs)
    assert merged.clashes or set(merged.lines) == {*ours, *theirs}


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        (["a", "", "S", "", "b"], ["c", "", "S", "", "d"], ["c", "", "S", "", "d", "", "a", "", "b"]),
        (["x", "", "S", "", "y"], ["S", "", "z"], ["S", "", "z", "", "x", "", "y"]),
        (["- a"], ["- b"], ["- b", "- a"]),
        (["one"], ["two"], ["two", "", "one"]),
        (["```", "a", "", "S", "```"], ["S", "", "d"], ["S", "", "d", "", "```", "a", "", "S", "```"]),
    ],
)
def test_a_paragraph_that_both_added_among_others_is_there_once_and_none_runs_into_another(ours, theirs, merged):
    """It may have come to both on another way: by another remote."""
    base = ["t"]
    found = merge(base, [*base, "", *ours], [*base, "", *theirs], both_added=True)
    assert found.lines == [*base, "", *merged]
    assert found.clashes == 0


def test_what_one_side_wrote_in_the_place_of_a_line_and_the_other_below_it_is_there_once():
    base = ["t", "", "old"]
    for ours, theirs in ((["new"], ["old", "", "new"]), (["old", "", "new"], ["new"])):
        assert merge(base, ["t", "", *ours], ["t", "", *theirs]).lines == ["t", "", "new"]
    assert merge(base, [*base, "", "new", "", "more"], ["t", "", "new"]).lines == ["t", "", "new", "", "more"]
    base = ["old", "", "t"]
    for ours, theirs in ((["new"], ["new", "", "old"]), (["new", "", "old"], ["new"])):
        assert merge(base, [*ours, "", "t"], [*theirs, "", "t"]).lines == ["new", "", "t"]
