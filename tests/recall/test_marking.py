"""The words asked for are marked where they stand, in every script, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.recall.marking import marked
from clew.recall.search import wanted_of
from clew.text.query import read


def marks(query, text):
    return [text[start:end] for start, end in marked(text, wanted_of(read(query)))]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("cache", "The cache, the Caches and CACHING.", ["cache", "Caches", "CACHING"]),
        ("which cache did we choose", "We chose a cache.", ["chose", "cache"]),
        ("缓存", "用Redis缓存，不用缓冲。", ["缓存"]),
        ("redis", "用Redis缓存", ["Redis"]),
        ("缓", "缓存和缓冲", ["缓", "缓"]),
        ("结果缓存", "结果：缓存了", ["结果", "缓存"]),
        ("café", "a cafe\u0301 in Paris", ["cafe\u0301"]),
        ("cafe", "a café", ["café"]),
        ("Redis", "Ｒｅｄｉｓ is full width……", ["Ｒｅｄｉｓ"]),
        ("user name", "call getUserName() there", ["UserName"]),
        ("1.10", "since v1.10.2.", ["1.10.2"]),
        ("C++", "in C++, not in Rust", ["C++"]),
        ("main.py", "see src/app/main.py.", ["main.py"]),
        ("データベース", "データベースを選ぶ", ["データベース"]),
        ("서울", "서울에서 만나자", ["서울"]),
        ("nothing of it", "quite other words", []),
    ],
)
def test_the_words_asked_for_are_marked(query, text, found):
    assert marks(query, text) == found


def test_a_passage_of_stop_words_only_is_marked_where_they_are_all_there_is_to_look_for():
    assert marks('"to be or not to be"', "to be or not to be")


@given(st.text(max_size=60), st.text(max_size=120))
def test_whatever_stands_there_the_marks_are_in_order_and_within_the_text(query, text):
    places = marked(text, wanted_of(read(query)))
    behind = 0
    for start, end in places:
        assert behind <= start < end <= len(text)
        behind = end + 1


@given(st.text(alphabet=st.characters(categories=("L", "N")), min_size=1, max_size=30))
def test_a_text_that_is_its_own_question_has_a_mark(text):
    query = read(text)
    if query.terms and not query.excluded and len(query.terms) < 30:
        assert marked(query.plain, wanted_of(query))
