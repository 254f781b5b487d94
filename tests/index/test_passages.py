"""How a file is cut: each promise about its passages, and that nothing of a text is lost, whatever its bytes."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clew.index.blocks import LIMIT
from clew.index.passages import cut, sentences, without_comments
from clew.text.segments import Mark, first_segment, next_segment

MARK = Mark(conversation="c1", time="2026-11-30T15:24:48+08:00", agent="goose", tags=("redis", "缓存"))
LATER = Mark(conversation="c2", time="2026-12-01T09:00:00+08:00", tags=("nginx",))


def texts(data: bytes | str) -> list[str]:
    return [piece.text.strip() for _, piece in pieces(data)]


def pieces(data: bytes | str):
    whole = cut(data.encode() if isinstance(data, str) else data)
    return [(part, piece) for part in whole.parts for piece in part.pieces]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One.\n\nTwo.\n", ["One.", "Two."]),
        ("One\nstill one.\n\n\n\nTwo", ["One\nstill one.", "Two"]),
        ("决定：用 Redis。\n\n原因：快。\n", ["决定：用 Redis。", "原因：快。"]),
        ("- one\n- two\n- three\n", ["- one", "- two", "- three"]),
        ("1. one\n2. two\n", ["1. one", "2. two"]),
        ("- one\n  goes on\n\n  and on\n- two\n", ["- one\n  goes on\n\n  and on", "- two"]),
        ("- one\n  - below\n  - it\n- two\n", ["- one\n  - below\n  - it", "- two"]),
        ("Intro:\n- one\n- two\n", ["Intro:", "- one", "- two"]),
        ("It was in\n2026. We went on.\n", ["It was in\n2026. We went on."]),
        ("It costs\n- 5 euros\n", ["It costs", "- 5 euros"]),
        ("One.\n\n---\n\nTwo.\n", ["One.", "Two."]),
        ("One.\n* * *\nTwo.\n", ["One.", "Two."]),
        ("Text\n\n```sh\nmake\n\nmake test\n```\n\nMore\n", ["Text", "```sh\nmake\n\nmake test\n```", "More"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", ["| a | b |\n|---|---|\n| 1 | 2 |"]),
        ("> one\n>\n> two\n", ["> one", "> two"]),
        ("# T\n\n## H\n\nText.\n", ["Text."]),
        ("# T\n\n## Empty\n\n## H\n\nText.\n", ["Empty", "Text."]),
        ("# Only a title\n", ["Only a title"]),
        ("Title\n=====\n\nHead\n----\n\nText\n", ["Text"]),
        ("## Last\n", ["Last"]),
        ("- [ ] open\n- [x] done\n", ["- [ ] open", "- [x] done"]),
        ("", []),
        ("\n\n  \n", []),
        ("---\n", []),
        ("\ufeffOne.\n\nTwo.\n", ["\ufeffOne.", "Two."]),
        ("<!-- somebody's own note -->\n", ["<!-- somebody's own note -->"]),
        ("<!-- pin -->\n", []),
    ],
)
def test_a_passage_is_a_paragraph_or_a_list_item(text, found):
    assert texts(text) == found
    assert [one.replace("\r", "") for one in texts(text.replace("\n", "\r\n"))] == found


def test_each_turn_of_a_dialogue_is_exactly_one_passage():
    turns = [f"{name}: {'Indeed so. ' * number}Is it?" for number in range(1, 60) for name in ("Ana", "李雷")]
    data = first_segment("A talk", MARK, "Monday", "\n\n".join(turns))
    assert texts(data) == turns


def test_lines_and_offsets_are_those_of_the_file():
    data = "# T\r\n\r\nOne 用\r\ngoes on\r\n\r\n## H\r\n\r\n- two\r\n".encode()
    found = [(piece.lines, data[piece.start : piece.end]) for _, piece in pieces(data)]
    assert found == [((3, 4), "One 用\r\ngoes on\r\n".encode()), ((8, 8), b"- two\r\n")]


def test_a_last_line_needs_no_end():
    (_, piece), *others = pieces("one")
    assert (piece.lines, piece.start, piece.end, others) == ((1, 1), 0, 3, [])


def test_a_heading_is_the_label_of_what_stands_below_it_outermost_first():
    text = "# The title\n\nA\n\n## Server\n\nB\n\n### Cache\n\nC\n\n## Client\n\nD\n"
    whole = cut(text.encode())
    assert whole.title == "The title"
    assert [(part.headings, part.pieces[0].text.strip()) for part in whole.parts] == [
        ((), "A"),
        (("Server",), "B"),
        (("Server", "Cache"), "C"),
        (("Client",), "D"),
    ]


def test_a_segment_keeps_its_mark_and_no_other_heading_reaches_into_it():
    data = first_segment("T", MARK, "First", "# Loud\n\nOne.")
    data += next_segment(data, LATER, "Second", "Two.\n\nThree.")
    found = [(part.segment, part.mark, part.headings, piece.text.strip()) for part, piece in pieces(data)]
    assert found == [
        (1, MARK, ("First",), "First"),
        (1, MARK, ("Loud",), "One."),
        (2, LATER, ("Second",), "Two."),
        (2, LATER, ("Second",), "Three."),
    ]


def test_without_segments_the_top_sections_are_counted():
    text = "# Title\n\nbefore\n\n## One\n\na\n\n### Below\n\nb\n\n## Two\n\nc\n"
    assert [(part.segment, piece.text.strip()) for part, piece in pieces(text)] == [
        (0, "before"),
        (1, "a"),
        (1, "b"),
        (2, "c"),
    ]


def test_clews_own_comments_are_no_text():
    text = '- Tabs <!-- pin --> <!-- clew fact="f1" time="2026-11-30T15:24:48+08:00" -->\n'
    ((_, piece),) = pieces(text)
    assert (piece.text.strip(), piece.pinned, piece.superseded, piece.time) == (
        *("- Tabs", True, False),
        "2026-11-30T15:24:48+08:00",
    )
    assert without_comments("a <!-- clewless --> b <!-- mine -->") == "a <!-- clewless --> b <!-- mine -->"


def test_a_superseded_fact_is_told_by_its_comment_or_its_strokes():
    text = '- ~~UTC~~ <!-- clew fact="f1" superseded="2026-11-30" by="f2" -->\n- ~~old~~\n- Not ~~all~~ of it\n'
    assert [piece.superseded for _, piece in pieces(text)] == [True, True, False]


def test_front_matter_is_a_passage_and_names_tags():
    whole = cut(b"---\ntitle: Notes\ntags: [redis, '#cache']\n---\n\nText.\n")
    assert whole.tags == ("redis", "cache")
    assert [piece.text for part in whole.parts for piece in part.pieces] == [
        "title: Notes\ntags: [redis, '#cache']\n",
        "Text.\n",
    ]
    assert cut(b"---\ntags:\n  - one\n  - two\nother: x\n---\n").tags == ("one", "two")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("---\n\nA text below a rule.\n\n---\n\nMore.\n", ["A text below a rule.", "More."]),
        ("---\nNot: closed\n\nText.\n", ["Not: closed", "Text."]),
        ("---\npath: `C:\\Users\\me`\n*: [\n---\n\nText.\n", ["path: `C:\\Users\\me`\n*: [", "Text."]),
        ("---\njust words\n---\n\nText.\n", None),
    ],
)
def test_what_only_looks_like_front_matter_is_text(text, found):
    assert found is None or texts(text) == found
    assert "Text." in texts(text) or "More." in texts(text)


@pytest.mark.parametrize(
    "sentence", ["This is a sentence of some words. ", "这是一个有几个字的句子。", "words without an end "]
)
def test_a_long_paragraph_is_cut_at_sentences(sentence):
    text = sentence * 400
    found = texts(text)
    assert len(found) > 2
    assert "".join(one.replace(" ", "") for one in found) == text.replace(" ", "")
    assert all(len(one) <= LIMIT for one in found)
    assert all(one.startswith(sentence.strip()[:4]) for one in found) or "without" in sentence


def test_a_long_block_is_cut_at_lines():
    lines = [f"line {number} of a long listing" for number in range(400)]
    for text in ("\n".join(lines), "```\n" + "\n".join(lines) + "\n```\n"):
        found = texts(text)
        assert len(found) > 2
        assert "\n".join(found).strip("`\n") == "\n".join(lines)


def test_a_long_list_item_leaves_the_items_below_it_for_themselves():
    text = "- top\n" + "".join(f"  - below {number} {'word ' * 20}\n" for number in range(12)) + "- next\n"
    found = texts(text)
    assert (found[0], found[-1], len(found)) == ("- top", "- next", 14)


@given(st.text(max_size=3000))
@example("a" * 5000)
@example("。" * 1300)
def test_sentences_lose_nothing(text):
    assert "".join(sentences(text)) == text
    assert all(len(one) <= LIMIT for one in sentences(text))


MARKDOWN = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *(
                    "# T",
                    "## H",
                    "---",
                    "```",
                    "~~~",
                    "- one",
                    "  - two",
                    "1. a",
                    "> q",
                    ">",
                    "| a |",
                    "",
                    "",
                    "===",
                    "***",
                ),
                *("<!-- open", "closed -->", "<!-- pin -->", '<!-- clew conversation="c" time="x" -->'),
                *("\ttab", "\ufeff", "用缓存"),
            ]
        ),
        st.text(max_size=40),
    ),
    max_size=40,
).map("\n".join)


@given(MARKDOWN)
@example('## H\n<!-- clew conversation="c" time="x" -->\ntext')
@example('## H\n<!-- clew conversation="c" time="x" -->\n### Below\ntext')
@example("# T\n\n## H\n\n### Below\n")
def test_every_word_of_a_text_is_in_a_passage_or_a_heading(text):
    check_nothing_lost(text.encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=400))
def test_any_bytes_can_be_cut(data):
    check_nothing_lost(data)


def check_nothing_lost(data: bytes) -> None:
    whole = cut(data)
    found = [piece for part in whole.parts for piece in part.pieces]
    last = 0
    for piece in found:
        assert last <= piece.start < piece.end <= len(data)
        first, end = piece.lines
        assert data[: piece.start].count(b"\n") + 1 == first
        assert data[: piece.end].rstrip(b"\n").count(b"\n") + 1 <= end
        assert end <= data.count(b"\n") + 1
        last = piece.end
    said = " ".join(
        [whole.title, *(heading for part in whole.parts for heading in part.headings)]
        + [data[piece.start : piece.end].decode("utf-8", "surrogateescape") for piece in found]
    )
    seen = set(said.split())
    for line in data.decode("utf-8", "surrogateescape").split("\n"):
        if "<!--" in line or "-->" in line:
            continue
        for word in line.split():
            if any(char.isalnum() for char in word):
                assert word in seen or any(word in one for one in seen), (word, seen)


def test_a_file_of_fifty_megabytes_is_cut():
    randomly = random.Random(1)
    words = [f"word{number}" for number in range(1000)]
    paragraph = "\n\n".join(" ".join(randomly.choices(words, k=40)) for _ in range(200))
    data = ("# Large\n\n" + paragraph * 850).encode()
    assert len(data) > 50_000_000
    assert sum(len(part.pieces) for part in cut(data).parts) > 150_000


def test_lists_may_nest_as_deep_as_a_program_wrote_them():
    text = "".join(f"{' ' * depth}- item {depth}\n" for depth in range(3000))
    found = [piece for part in cut(text.encode()).parts for piece in part.pieces]
    assert sorted({piece.lines for piece in found}) == [(at, at) for at in range(1, 3001)]
