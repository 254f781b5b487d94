"""What a search can be asked for: days, tags, kinds, phrases, and whatever else somebody types."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.errors import Usage


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, {"old", "new", "note"}),
        ({"since": "2026-11"}, {"new", "note"}),
        ({"since": date(2026, 11, 20)}, {"new", "note"}),
        ({"until": "2026-10"}, {"old"}),
        ({"until": "yesterday"}, {"old", "new", "note"}),
        ({"since": "昨天"}, {"note"}),
        ({"since": "2026-11-20", "until": "2026-11-20"}, {"new"}),
        ({"tags": "Redis"}, {"new"}),
        ({"tags": ["缓存，无"]}, {"old"}),
        ({"tags": ["redis", "缓存"]}, {"old", "new"}),
        ({"kinds": "daily"}, {"note"}),
        ({"kinds": ["memory", "extra"]}, {"old", "new"}),
        ({"kinds": "long-term"}, set()),
        ({"limit": 2}, None),
    ],
)
def test_days_tags_kinds_and_a_number_narrow_a_search(place, given, found):
    place.save("old cache 缓存", title="old", tags=("db", "缓存"), day="2026-05-07")
    place.save("new cache 缓存", title="new", tags=("db", "redis"), day="2026-11-20")
    place.daily("2026-11-29", "note cache 缓存\n")
    texts = {text.split()[0] for text in place.texts("cache", **given)}
    assert texts == found if found is not None else len(texts) == 2


@pytest.mark.parametrize("query", ["", "   \n\t ", "-redis", '-"one writer" -sqlite'])
def test_a_query_without_anything_to_find_is_told(place, query):
    with pytest.raises(Usage) as told:
        place.search(query)
    assert told.value.message("en")
    assert told.value.hint("zh")


def test_what_is_no_text_is_no_query_and_what_is_no_directory_no_project(place):
    for query in (None, 1, b"cache", ["cache"]):
        with pytest.raises(Usage):
            place.search(query)
    for project in (1, b"/x", ["x"], place.home):
        with pytest.raises(Usage):
            place.search("cache", project=project)
    for wish in ({"budget": "5"}, {"budget": None}, {"budget": True}, {"conversation": 1}, {"dir": b"/x"}):
        with pytest.raises(Usage):
            place.home.context(**wish)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "3", None])
def test_a_number_of_hits_that_is_none_is_told(place, limit):
    with pytest.raises(Usage):
        place.search("cache", limit=limit)


@pytest.mark.parametrize("limit", [1, 50, 250, 500])
def test_as_many_as_are_asked_for_come_back(place, limit):
    place.long_term("".join(f"- cache entry{number} other{number * 7}\n" for number in range(300)))
    assert len(place.search("cache", limit=limit)) == min(limit, 300)


def test_a_line_as_long_as_a_book_hides_no_other_hit(place):
    place.long_term("The cache of the book. " * 5000 + "\n")
    place.daily("2026-11-30", "".join(f"- entry{number} of a cache with other{number} words\n" for number in range(20)))
    assert len(place.search("cache", limit=10)) == 10


def test_a_phrase_is_found_as_it_stands_and_nothing_else_is(place):
    place.save("One writer, no server.", title="a")
    place.save("A server with one slow writer.", title="b")
    place.save("只有一个写入者。", title="c")
    place.save("写入者一共有一个。", title="d")
    assert place.texts('"one writer"') == ["One writer, no server."]
    assert place.texts("「一个写入者」") == ["只有一个写入者。"]
    assert len(place.texts("one writer")) == 2
    assert place.texts('"two writers"') == []


def test_what_is_excluded_is_not_found(place):
    place.save("A cache in Redis.", title="a")
    place.save("A cache in memory.\n\nRedis is another matter.", title="b")
    place.save("缓存用Redis。", title="c")
    place.save("缓存用内存。", title="d")
    assert all("Redis" not in text for text in place.texts("cache 缓存 -redis"))
    assert set(place.texts("cache 缓存 -redis")) >= {"A cache in memory.", "缓存用内存。"}
    assert all("内存" not in text for text in place.texts("缓存 -内存"))


def test_phrases_and_exclusions_reach_down_to_what_ranks_low(place):
    common = "".join(f"A cache for everything, number {number}: cache cache.\n\n" for number in range(700))
    place.write("home/memory/x/a.md", common + "Somewhere below a cache of last resort was named.\n")
    assert place.texts('cache "last resort was named"') == ["Somewhere below a cache of last resort was named."]
    assert place.texts("cache -number") == ["Somewhere below a cache of last resort was named."]


LITERAL = {
    "multi-agent": "a multi-agent system",
    "don't": "I don't know",
    '"--flag"': "pass --flag to it",
    "--flag": "pass --flag to it",
    "C++": "written in C++ mostly",
    "a:b": "the pair a:b is kept",
    "GB/s": "it reads 3 GB/s",
    "20.04": "on Ubuntu 20.04",
    "AND": "logical AND of both",
    "NOT x": "NOT x but y",
    "user@example.com": "mail to user@example.com",
    "E_4711": "failed with E_4711",
    "/etc/hosts": "see /etc/hosts",
    "缓": "只写了一个缓字",
}


@pytest.mark.parametrize("query", LITERAL)
def test_fault_r051_a_query_is_literal(place, query):
    place.write("home/memory/x/a.md", "".join(f"{text}\n\n" for text in LITERAL.values()))
    assert place.first(query).text == LITERAL[query]


@pytest.mark.parametrize(
    "query",
    ["(", "*", "^", ")", '"', "'", "\0", "\0cache", "NEAR(a b)", "a* OR", "x" * 10_000, "词" * 10_000, "\udc80"],
)
def test_fault_r051_no_query_is_an_error(place, query):
    place.save("The cache is ours.")
    place.search(query)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.text(max_size=40))
def test_whatever_is_asked_there_is_an_answer_or_a_usage(place, query):
    if not list((place.root / "home").glob("memory/*")):
        place.save("The cache is ours: 缓存 (a:b) C++ don't.")
    try:
        hits = place.home.search(query)
    except Usage:
        return
    assert all(hit.text == place.lines_of(hit) for hit in hits)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "text",
    [
        "数据库备份放在另一台机器上",
        "データベースの控えを取る",
        "데이터베이스를 백업한다고 정했다",
        "用Redis做缓存层的理由",
    ],
)
def test_fault_r048_any_part_of_a_text_without_spaces_is_found(place, text, size):
    place.save(text, title="a")
    place.save("another text altogether", title="b")
    for start in range(0, len(text) - size + 1, 2):
        part = text[start : start + size]
        if part.strip() == part and not (part.isascii() and size < 5) and " " not in part:
            assert text in place.texts(part), part


@pytest.mark.parametrize(
    ("written", "asked"),
    [("Café Ü", "Cafe\u0301 U\u0308"), ("Cafe\u0301 한글".replace("한글", "\u1112\u1161\u11ab"), "Café 한")],
)
def test_fault_r050_both_forms_of_unicode_are_one(place, written, asked):
    place.save(f"{written} is where we met", title="a")
    assert place.first(asked).text.endswith("is where we met")
    assert place.first(written).text.endswith("is where we met")
