"""Differences that patch(1) accepts, and who wrote which line."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.history.compare import blame, diff
from clew.history.records import Change, Origin
from tests.history.conftest import KEY

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", "中文\r\n".encode(), b"\xff\n", b"c"]), max_size=30).map(
    b"".join
)


def test_a_diff_shows_names_times_and_three_lines_around():
    old = b"".join(b"line %d\n" % i for i in range(1, 21))
    new = old.replace(b"line 10\n", "第十行\r\n".encode())
    assert diff(old, new, "a.md@1", "a.md@2", "2026-11-30T15:00:00+08:00", "2026-11-30T16:00:00+08:00") == (
        "--- a.md@1\t2026-11-30T15:00:00+08:00\n"
        "+++ a.md@2\t2026-11-30T16:00:00+08:00\n"
        "@@ -7,7 +7,7 @@\n"
        " line 7\n line 8\n line 9\n-line 10\n+第十行\r\n line 11\n line 12\n line 13\n"
    )


def test_equal_texts_have_no_diff():
    assert diff(b"a", b"a", "a", "b") == ""


def test_a_missing_last_newline_is_told():
    assert diff(b"a\nb", b"a\nb\n", "x", "y").endswith(" a\n-b\n\\ No newline at end of file\n+b\n")


def test_bytes_that_are_no_text_come_through():
    shown = diff(b"\xe9\n", b"\xe8\n", "x", "y")
    assert shown.encode("utf-8", "surrogateescape").endswith(b"-\xe9\n+\xe8\n")


def test_a_huge_diff_is_cut_and_says_how_much_is_left():
    old = b"".join(b"old %d\n" % i for i in range(30_000))
    new = b"".join(b"new %d\n" % i for i in range(30_000))
    shown = diff(old, new, "x", "y", limit=100).splitlines()
    assert len(shown) == 101
    assert shown[2] == "@@ -1,30000 +1,30000 @@"
    assert shown[-1] == "… more lines: 59903"
    assert "还有" in diff(old, new, "x", "y", limit=100, lang="zh")


def test_an_append_to_a_huge_text_is_compared_at_once():
    old = b"a line of text\n" * 3_000_000
    assert diff(old, old + b"more\n", "x", "y").endswith(
        "@@ -2999998,3 +2999998,4 @@\n a line of text\n a line of text\n a line of text\n+more\n"
    )


@pytest.mark.skipif(shutil.which("patch") is None, reason="patch(1) is the oracle")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, LINES)
def test_patch_makes_the_new_text_of_the_old_one(tmp_path: Path, old, new):
    if old == new:
        return
    file = tmp_path / "file"
    file.write_bytes(old)
    patch = diff(old, new, "file", "file").encode("utf-8", "surrogateescape")
    subprocess.run(["patch", "--binary", "-s", str(file)], input=patch, check=True, capture_output=True)
    assert (file.read_bytes() if file.exists() else b"") == new


def test_each_line_is_owed_to_the_version_that_brought_it(history):
    texts = [b"one\ntwo", b"one\ntwo\nthree\n", "zero 零\r\none\nthree\n".encode(), b"one\r\nthree\nfour\n"]
    before = None
    for number, text in enumerate(texts):
        history.record(KEY, [Change("a.md", before, text)], Origin("save", f"agent{number}", f"c{number}"))
        before = text
    versions = history.versions(KEY, "a.md")[::-1]
    lines = blame(history.contents(versions))
    assert [(each.line, each.text, each.agent, each.conversation) for each in lines] == [
        (1, "one", "agent0", "c0"),
        (2, "three", "agent1", "c1"),
        (3, "four", "agent3", "c3"),
    ]
    assert lines[2].version == versions[-1].id
    assert lines[2].time == versions[-1].time


def test_a_line_that_went_and_came_again_is_owed_to_the_later_one(history):
    before = None
    for text in (b"a\nb\n", b"a\n", b"a\nb\n"):
        history.record(KEY, [Change("a.md", before, text)], Origin("save"))
        before = text
    versions = history.versions(KEY, "a.md")[::-1]
    assert [each.version for each in blame(history.contents(versions))] == [versions[0].id, versions[2].id]


@settings(max_examples=80, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=6))
def test_blame_gives_every_line_of_the_last_version(texts):
    from clew.history.records import Version

    versions = [Version(i, i, "a.md", "x", len(t), "time", "save", None, None, None) for i, t in enumerate(texts)]
    lines = blame(zip(versions, texts))
    last = texts[-1].decode("utf-8", "surrogateescape")
    expected = [line.removesuffix("\r") for line in last.split("\n")]
    if not expected[-1]:
        expected.pop()
    assert [each.text for each in lines] == expected
    for each in lines:
        assert each.text.encode("utf-8", "surrogateescape") in texts[each.version]


def test_blame_of_nothing_is_nothing():
    assert blame([]) == []
