from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.text.sections import item_added, named, outline_of, project_named, section_added

LINES = [
    "# A",
    "## B",
    "### 小节",
    "",
    "- item",
    "  more",
    "* star",
    "text",
    "文字",
    "---",
    "===",
    "```",
    "~~~",
    "    code",
    "<!--",
    "-->",
    "<!-- pin -->",
    "1. one",
]
WORDS = st.sampled_from([*LINES, "## Project: x", "\ufeff", "> quote", "| a | b |", "#no", "- \r", "\x0b"])
TEXTS = st.builds(
    lambda lines, ending, last: ending.join(lines) + last,
    st.lists(WORDS | st.text(max_size=8), max_size=14),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "\n\n\n"]),
)


def titles(text):
    return [(section.title, section.level) for section in outline_of(text).sections]


@given(TEXTS)
def test_the_lines_are_the_text_again(text):
    assert outline_of(text).text == text


def test_headings_are_seen_as_markdown_has_them():
    assert titles("# One\n## Two ##\n#no\n   ### 三 <!-- hidden -->\n    # code\n") == [
        ("One", 1),
        ("Two", 2),
        ("三", 3),
    ]
    assert titles("Under\n=====\n\nLined\r\n---\r\n") == [("Under", 1), ("Lined", 2)]
    assert titles("\ufeff# Marked\n") == [("Marked", 1)]


@pytest.mark.parametrize("text", ["- item\n---\n", "one\ntwo\n---\n", "\n---\n", "---\na: b\n---\n", "| a |\n---\n"])
def test_a_rule_is_no_heading(text):
    assert not titles(text)


@pytest.mark.parametrize(
    "text", ["```\n# A\n```\n", "~~~md\n# A\n``` \n~~~~\n", "<!--\n# A\n-->\n", "```\n# never closed\n"]
)
def test_code_and_comments_hold_no_heading(text):
    assert not titles(text)


@given(TEXTS, st.integers(0, 5))
@settings(deadline=None)
def test_an_item_moves_no_other_byte(text, which):
    outline = outline_of(text)
    if outline.sections:
        section = outline.sections[which % len(outline.sections)]
        added, line = item_added(outline, section, lambda bullet: f"{bullet} NEW")
        assert_only_added(text, added)
        again = outline_of(added)
        assert again.lines[line].rstrip("\r\n")[1:] == " NEW"
        assert [(s.title, s.level) for s in again.sections] == [(s.title, s.level) for s in outline.sections]
        assert section.title in [around.title for around in again.at(line)]


@given(TEXTS)
@settings(deadline=None)
def test_a_new_section_moves_no_other_byte_and_is_found_again(text):
    added, line = section_added(outline_of(text), ["## Brand new"], "- NEW")
    assert_only_added(text, added)
    again = outline_of(added)
    section = named(again.sections, ["brand NEW"])
    assert section is not None
    assert section.start < line < section.own
    assert again.lines[line].rstrip("\r\n") == "- NEW"


def assert_only_added(old, new):
    """One piece was put in, and the end is as it was."""
    before = next((at for at, (one, other) in enumerate(zip(old, new)) if one != other), len(old))
    assert new.endswith(old[before:])
    assert new.endswith("\n") == (old.endswith("\n") or not old)
    if "\n" in old and "\n" not in old.replace("\r\n", ""):
        assert "\n" not in new.replace("\r\n", "")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("## A\n- x\n\n## B\n", "## A\n- x\n- N\n\n## B\n"),
        ("## A\n\n* x\n  more\n\nend\n", "## A\n\n* x\n  more\n* N\n\nend\n"),
        ("## A\n## B\n", "## A\n\n- N\n\n## B\n"),
        ("## A", "## A\n\n- N"),
        ("## A\n\nwords\n\n---\n\n## B\n", "## A\n\nwords\n\n- N\n\n---\n\n## B\n"),
        ("## A\r\n- x", "## A\r\n- x\r\n- N"),
        ("## A\n- x\n  - below\n### C\n- y\n", "## A\n- x\n  - below\n- N\n### C\n- y\n"),
        ("## A\n- x\n```\n- code\n```\n", "## A\n- x\n- N\n```\n- code\n```\n"),
    ],
)
def test_an_item_stands_behind_the_last_one(text, wanted):
    outline = outline_of(text)
    assert item_added(outline, outline.sections[0], lambda bullet: f"{bullet} N")[0] == wanted


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Project: shop", "shop"),
        ("项目：商店", "商店"),
        ("PROJECT:x (/a/x)", "x (/a/x)"),
        ("Projects: x", None),
        ("Project:", None),
    ],
)
def test_a_projects_heading_is_known_in_both_languages(title, name):
    assert project_named(title) == name
