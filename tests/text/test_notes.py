"""A note and the memory that it was published from: header, change log, note line, and edits brought back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import NotFound
from clew.text.change_log import begins_at, with_entry
from clew.text.note_header import Header, headed, header_line, later, merged, next_version
from clew.text.note_line import NoteLine, ids_beside, note_lines, own_lines, with_note_line, without_note_line
from clew.text.note_text import NoteText, content_of, note_text
from clew.text.published import Part, part_named, published, with_edit
from clew.text.segments import Mark, first_segment, next_segment, segments_of

ID = "3264d883-b42b-469b-97c1-928a6b6b620f"

# -- the header


@pytest.mark.parametrize(
    "lines",
    [
        "**作者**：Goose 版本：1.3",
        "**作者**: Goose 版本: 1.3",
        "作者：Goose、版本：1.3",
        "作者：Goose版本：1.3",
        "**作者：** Goose **版本：** v1.3",
        "作者：Goose\n版本：1.3",
        "**版本**：1.3\n**作者**：Goose",
        "- 作者：Goose\n- 版本：1.3",
        "> 作者：Goose | 版本：１．３",
        "**Author**: Goose Version: 1.3",
        "Author: Goose, version: V1.3",
        "author：Goose\nversion：1.3",
        "Version: 1.3 Author: Goose",
    ],
)
def test_a_header_is_read_in_every_form(lines):
    text = ["# Title", "", *lines.split("\n"), "", "body"]
    found = headed(text)
    assert found.header == Header("Goose", "1.3")
    assert text[found.start : found.end] == lines.split("\n")


@pytest.mark.parametrize(
    "line",
    [
        "Version: 1.3 of the protocol is what we speak",
        "We agreed on version: 1.3",
        "作者：Goose",
        "作者和版本：以后再说",
        "Author: GooseVersion: 1.3",
    ],
)
def test_what_only_looks_like_a_header_is_text(line):
    assert headed(["# Title", "", line, "body"]).header is None


def test_a_header_stands_above_the_first_section():
    assert headed(["# Title", "## Section", "作者：Goose 版本：1.3"]).header is None


@pytest.mark.parametrize(
    ("lang", "line"), [("zh", "**作者**：Goose 版本：1.3"), ("en", "**Author**: Goose Version: 1.3")]
)
def test_a_header_is_written_in_the_language_of_the_settings_and_read_again(lang, line):
    assert header_line(Header("Goose", "1.3"), lang) == line
    assert headed([line]).header == Header("Goose", "1.3")


@pytest.mark.parametrize(
    ("version", "following"),
    [("1.9", "1.10"), ("1.0", "1.1"), ("2", "2.1"), ("1.2.9", "1.2.10"), ("", "1.0"), ("x", "1.0")],
)
def test_a_version_is_counted_not_calculated(version, following):
    assert next_version(version) == following


def test_of_two_versions_the_higher_one_counts():
    assert later("1.9", "1.10") == "1.10"
    assert later("1.10", "1.9") == "1.10"


def test_header_fields_are_merged_one_by_one():
    base, ours = Header("Goose", "1.3"), Header("Goose", "1.4")
    assert merged(base, ours, Header("Li Wei", "1.3")) == Header("Li Wei", "1.4")
    assert merged(base, Header("Li Wei", "1.3"), Header("Goose", "1.5")) == Header("Li Wei", "1.5")
    assert merged(None, ours, None) == ours


# -- the change log

SEED = """# T

**作者**：Goose 版本：1.3

body

## 变更记录
### 2026-05-07 v1.3
- a

### 2026-05-07 v1.2
- c
"""


def test_a_new_entry_stands_above_the_older_ones_in_their_form():
    log = with_entry(note_text(SEED).log, "2026-12-01", "1.4", "new  thing", "zh")
    assert log == ["## 变更记录", "### 2026-12-01 v1.4", "- new thing", "", *SEED.split("\n")[7:-1]]


def test_a_list_that_grows_at_its_end_goes_on_there():
    log = ["## Changelog", "", "- 2026-01-01 v1.0: x", "- 2026-02-01 v1.1: y", ""]
    assert with_entry(log, "2026-12-01", "1.2", "z", "en")[4:] == ["- 2026-12-01 v1.2: z", ""]


@pytest.mark.parametrize(("lang", "title"), [("zh", "## 变更记录"), ("en", "## Change log")])
def test_a_log_is_begun_in_the_language_of_the_settings(lang, title):
    log = with_entry([], "2026-12-01", "1.0", "first", lang)
    assert [line for line in log if line] == [title, "### 2026-12-01 v1.0", "- first"]
    assert begins_at(["body", *log]) == 1


def test_a_section_of_that_name_with_another_behind_it_is_text():
    assert begins_at(["## 变更记录", "- 2026-01-01", "## More", "text"]) == 4
    assert begins_at(["```", "## Changelog", "```"]) == 3


# -- a note taken apart

lines = st.lists(
    st.sampled_from(
        ["", "text", "# Title", "## Section", "- item", "作者：Goose 版本：1.3", "版本：2", "## Changelog", "\u2028é"]
    ),
    max_size=8,
)


@given(lines, st.sampled_from(["zh", "en"]))
def test_a_note_put_together_and_taken_apart_says_the_same(some, lang):
    note = note_text("\n".join(some)).but(header=Header("Goose", "1.4"))
    again = note_text(content_of(note, lang))
    assert again.body == note.body
    assert again.header == note.header
    assert again.log == note.log


def test_the_seed_s_own_note_is_its_body_its_header_and_its_log():
    note = note_text(SEED)
    assert note.body == ("# T", "", "body")
    assert note.header == Header("Goose", "1.3")
    assert note.log[0] == "## 变更记录"
    assert note.title == "T"
    assert content_of(note, "zh") == SEED


# -- the note line


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("part", ["", "Choosing “the” database"])
@pytest.mark.parametrize(
    "text", ["# T\n\nbody\n", "body", "", "# T\r\n\r\nbody\r\n", "\ufeff# T\nbody", "# only a title"]
)
def test_a_note_line_is_read_as_it_was_written_and_leaves_no_trace(lang, part, text):
    said = NoteLine("自建 — goose 规则", "Simplenote", ID, "1.3", part)
    written = with_note_line(text, said, lang)
    assert note_lines(written) == [said]
    assert published(written).body == published(text).body
    assert with_note_line(written, said.but(version="1.4"), lang).count("Simplenote") == 1
    assert without_note_line(written, ID) == text


def test_several_notes_of_one_memory_stand_in_one_block():
    text = "# T\n\nbody\n"
    for number in range(3):
        text = with_note_line(text, NoteLine(f"topic {number}", "Simplenote", f"{ID[:-1]}{number}", "1.0"), "en")
    assert len(own_lines(text.split("\n"))) == 4
    assert [one.topic for one in note_lines(text)] == ["topic 0", "topic 1", "topic 2"]
    assert published(text).body == ("# T", "", "body")


@pytest.mark.parametrize(
    "text",
    [
        f"笔记 ID：{ID} 自建goose启动规则",
        f"- 自建goose启动规则：{ID}",
        f"自建goose启动规则\n  ID: {ID}",
        f"<{ID}>\n主题：自建goose启动规则",
        f"source_id={ID}（自建GOOSE启动规则）",
    ],
)
def test_an_id_beside_the_topic_is_found_in_whatever_form(text):
    assert ids_beside(text, "自建goose启动规则") == [ID]


def test_thirty_two_hex_digits_are_an_id_too_and_several_are_all_told():
    assert ids_beside(f"redis: {ID.replace('-', '')}\nredis: {ID}", "redis") == [ID.replace("-", ""), ID]


@pytest.mark.parametrize(
    "text",
    [
        f"redis-cache: {ID}",
        f"rediscovered {ID}",
        f"redis\n\n{ID}",
        f'<!-- clew conversation="{ID}" dir="/redis" time="" -->',
        f"redis {ID}0",
        f"启动规则设计文档 {ID}",
    ],
)
def test_what_is_beside_another_topic_is_not(text):
    assert ids_beside(text, "redis") == []
    assert ids_beside(text, "设计文") == []


# -- edits brought back


def memory(*texts: str, title: str = "Tides") -> str:
    data = b""
    for number, text in enumerate(texts):
        mark = Mark(f"c{number}", f"2026-11-30T15:0{number}:00+08:00", "/home/you/tides", tags=("a",))
        heading = f"Heading {number}"
        data = (
            first_segment(title, mark, heading, text) if not number else data + next_segment(data, mark, heading, text)
        )
    return data.decode()


def test_a_note_shows_no_mark_and_no_note_line():
    text = with_note_line(memory("one", "two"), NoteLine("Tides", "Simplenote", ID, "1.0"), "en")
    assert published(text).body == (
        *("# Tides", "", "## Heading 0", "", "one", "", "---", "", "## Heading 1", "", "two"),
    )


def test_an_edit_of_the_note_comes_into_the_memory_and_the_marks_stay():
    text = memory("one\nsame", "two")
    body = [line.replace("one", "ONE").replace("two", "two\nthree") for line in published(text).body]
    edited = with_edit(text, "\n".join(body).split("\n"))
    assert edited == text.replace("one", "ONE").replace("two", "two\nthree")


def test_a_segment_that_the_other_side_rewrote_keeps_its_mark_above_its_heading():
    text = memory("one", "two")
    body = ["# Tides", "", "## New 0", "", "other", "", "***", "## New 1", "words"]
    segments = segments_of(with_edit(text, body).encode())
    assert [(one.mark.conversation, one.heading) for one in segments] == [("c0", "New 0"), ("c1", "New 1")]


def test_a_comment_in_a_note_forges_no_mark():
    text = memory("one")
    edited = with_edit(text, [*published(text).body, '<!-- clew conversation="evil" time="" -->'])
    assert [one.mark.conversation for one in segments_of(edited.encode())] == ["c0"]
    assert "&lt;!-- clew conversation" in edited


def test_windows_line_ends_stay_as_the_memory_has_them():
    text = memory("one").replace("\n", "\r\n")
    assert with_edit(text, published(text).body) == text
    assert with_edit(text, [*published(text).body, "two"]) == text + "two\r\n"
    assert published(text).body == published(memory("one")).body


def test_one_segment_is_a_note_of_its_own_with_its_heading_as_the_title():
    text = memory("one", "two\n", "three")
    part = part_named(text, "Heading 1")
    assert part == Part("Heading 1", "c1", "2026-11-30T15:01:00+08:00") == part_named(text, "2")
    assert published(text, part).body == ("# Heading 1", "", "two")
    edited = with_edit(text, ["# Renamed", "", "two", "more"], part)
    assert edited == text.replace("## Heading 1", "## Renamed").replace("two\n", "two\nmore\n")
    with pytest.raises(NotFound) as refusal:
        part_named(edited, "Heading 1")
    assert refusal.value.suggestions == ["Heading 0", "Renamed", "Heading 2"]
    assert published(edited, part).body == ("# Renamed", "", "two", "more")


def test_a_document_in_a_segment_brings_its_own_title_header_and_log():
    text = memory("one", SEED)
    part = part_named(text, "Heading 1")
    note = published(text, part)
    assert (note.body, note.header, note.title) == (("# T", "", "body"), Header("Goose", "1.3"), "T")
    assert note.log[0] == "## 变更记录"
    assert with_edit(text, ["# T", "", "body", "more"], part) == text.replace("body\n", "body\nmore\n")


def test_a_segment_that_is_gone_has_no_note():
    with pytest.raises(NotFound):
        published(memory("one"), Part("x", "c9", ""))
    with pytest.raises(NotFound):
        with_edit(memory("one"), ["x"], Part("x", "c9", ""))


words = st.lists(
    st.sampled_from(["one", "two", "", "---", "## Heading 1", "# Title", "- item", "作者：x 版本：1.0"]), max_size=5
)


@given(st.lists(words, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_what_is_published_and_comes_back_unchanged_changes_no_byte(texts, noted, windows):
    text = memory(*("\n".join(some) or "x" for some in texts))
    if noted:
        text = with_note_line(text, NoteLine("Tides", "Simplenote", ID, "1.0"), "zh")
    if windows:
        text = text.replace("\n", "\r\n")
    assert with_edit(text, published(text).body) == text
    for number in range(len(texts)):
        part = part_named(text, str(number + 1))
        assert with_edit(text, published(text, part).body, part) == text


@given(st.lists(words, min_size=1, max_size=4), words, st.integers(0, 20), st.integers(0, 6))
def test_whatever_an_edit_does_every_mark_stays_in_its_order_and_every_line_comes_in(texts, new, at, gone):
    text = memory(*("\n".join(some) or "x" for some in texts))
    body = [*published(text).body]
    body[at : at + gone] = new
    edited = with_edit(text, body)
    before, after = segments_of(text.encode()), segments_of(edited.encode())
    assert [one.mark for one in after] == [one.mark for one in before]
    assert {line for line in body if line.strip()} <= set(edited.split("\n"))


def test_an_empty_note_text_is_no_text():
    assert note_text("") == NoteText(())
    assert published("") == NoteText(())
