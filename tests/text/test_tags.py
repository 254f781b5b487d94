"""Tags: few, cleaned, in one spelling; a refusal always comes with tags that pass."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.text.tags import LONGEST, MOST, offered, passing, respelled, split_tags, tag_key, tags_refusal, union

TAG = st.text(max_size=8) | st.sampled_from(
    [
        "goose",
        "Goose",
        "配置",
        "API",
        "api ",
        "é",
        "e\u0301",
        "a,b",
        "x" * 60,
        "字" * 60,
        '"',
        "-->",
        "",
        " ",
        "memory",
        "记忆",
        "\udcff",
    ]
)
TAGS = st.lists(TAG, max_size=8)


@pytest.mark.parametrize(
    ("raw", "tags"),
    [
        (["goose,配置"], ["goose", "配置"]),
        (["goose，配置、规则", "clue"], ["goose", "配置", "规则", "clue"]),
        ([" goose ", "Goose", "GOOSE"], ["goose"]),
        (["e\u0301", "é"], ["é"]),
        (["a\nb\r\nc"], ["a", "b", "c"]),
        (["", ",", " , ，"], []),
        (["\u202eevil\u200b\x00"], ["evil"]),
        (["Self  hosted", "self-hosted"], ["Self hosted", "self-hosted"]),
        (['say "hi" -->'], ['say "hi" -->']),
        ([], []),
    ],
)
def test_tags_are_split_and_cleaned_and_each_counts_once(raw, tags):
    assert split_tags(raw) == tags


@given(TAGS)
def test_split_tags_are_single_visible_lines_and_stay_as_they_are(raw):
    tags = split_tags(raw)
    assert split_tags(tags) == tags
    assert len({tag_key(tag) for tag in tags}) == len(tags)
    for tag in tags:
        assert tag == tag.strip() == unicodedata.normalize("NFC", tag) != ""
        assert not set(tag) & set(",，、\n\r\t")
        tag.encode()


def test_the_first_spelling_of_a_tag_stays():
    assert union(["goose", "API"], ["Api", "配置"], ["GOOSE", "clue"]) == ["goose", "API", "配置", "clue"]


def test_a_tag_of_a_save_takes_the_spelling_that_the_project_has():
    assert respelled(["api", "new", "GOOSE"], ["API", "goose"]) == ["API", "new", "goose"]


def test_at_most_twelve_common_tags_are_offered_the_first_seen_ones():
    common = [f"tag{number}" for number in range(30)]
    assert offered(common) == common[:12]


@pytest.mark.parametrize(
    ("tags", "common", "rule"),
    [
        (["a", "b"], [], None),
        (["a", "b", "c", "d", "e"], [], None),
        (["a"], [], "tags-count"),
        ([], [], "tags-count"),
        (["a", "A"], [], "tags-count"),
        (["a", "b", "c", "d", "e", "f"], [], "tags-count"),
        (["a", "b", "c", "d", "e", "E"], [], None),
        (["x", "y"], ["goose"], "tags-common"),
        (["x", "GOOSE"], ["goose"], None),
        (["e\u0301", "x"], ["é"], None),
        (["x", "字" * (LONGEST + 1)], [], "tag-too-long"),
        (["x", "字" * LONGEST], [], None),
        (["x", "字" * (LONGEST + 1)], ["字" * (LONGEST + 1)], None),  # a person gave the project this tag
        (["a", "x"], ["a，b"], None),  # written in one by hand: two tags all the same
        (["x", "y"], ["", " "], None),
    ],
)
def test_a_save_takes_two_to_five_tags_one_of_them_common(tags, common, rule):
    refusal = tags_refusal(tags, common)
    assert (refusal.rule if refusal else None) == rule


def test_a_refusal_reads_well_in_both_languages():
    refusal = tags_refusal(["x", "y"], ["goose", "配置"])
    assert refusal is not None
    assert refusal.message("en") == "at least one tag must be a common tag of this project: goose, 配置"
    assert refusal.message("zh") == "至少要有一个标签是本项目的公共标签：goose、配置"


@settings(deadline=None)  # the first call loads the dictionary
@given(TAGS, TAGS, st.text() | st.sampled_from(["配置 goose 的启动规则", "We chose SQLite.", ""]))
def test_suggested_tags_always_pass(tags, common, text):
    suggestion = passing(tags, common, text)
    assert tags_refusal(suggestion, common) is None
    assert split_tags([", ".join(suggestion)]) == suggestion


def test_good_tags_are_suggested_as_they_are():
    assert passing(["goose", "配置"], ["goose"], "") == ["goose", "配置"]


def test_what_is_too_much_goes_and_what_the_project_knows_stays():
    assert passing(["a", "b", "c", "d", "e", "f", "GOOSE"], ["goose"], "") == ["goose", "a", "b", "c", "d"]


def test_a_common_tag_that_the_text_names_comes_before_others():
    assert passing(["x", "y"], ["goose", "redis"], "The Redis cache is full.") == ["x", "y", "redis"]
    assert passing(["x", "y"], ["数据库", "缓存"], "我们讨论了缓存层") == ["x", "y", "缓存"]


def test_a_common_tag_inside_of_another_word_is_not_named():
    assert passing(["x", "y"], ["ui", "is"], "This is built.")[-1] == "is"


def test_without_tags_the_words_of_the_text_are_suggested():
    assert "SQLite" in passing([], [], "SQLite it is: one writer, one file. SQLite works offline.")
    assert "缓存" in passing([], [], "缓存先用内存，缓存过期时间十分钟。")


def test_a_text_without_words_still_has_tags_that_pass_in_its_language():
    assert passing([], [], "") == ["memory", "note"]
    assert passing([], [], "的了吗") == ["记忆", "笔记"]
    assert len(passing([], [], "x")) <= MOST
