"""What holds of every order: nothing is too strange for it, it is always the same, and a missing cue changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.index.contract import Counts, Passage
from clew.recall.ranking import rank
from tests.recall.heard import TODAY, apart, asked, counts, order, passage, ranked, talk

ENGLISH = ("the", "cache", "redis", "Ann", "Ben:", "boat", "when", "2026", "May", "last", "week", "latest", "I", "my")
CHINESE = ("三天前", "缓存", "小安：", "什么", "昨天", "最新", "我", "不")
SIGNS = ("📌", "not", "7", "a.b", "-", "**", "\u0301")
WORDS = st.sampled_from(ENGLISH + CHINESE + SIGNS)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=25).map(" ".join))
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31)).map(str)


@st.composite
def passages_of_files(draw: st.DrawFn) -> list[Passage]:
    found: list[Passage] = []
    for file in range(draw(st.integers(1, 4))):
        day = draw(DAYS)
        for place, text in enumerate(draw(st.lists(TEXTS, min_size=1, max_size=6))):
            tags = tuple(draw(st.lists(st.sampled_from(["pin", "cache", "缓存"]), max_size=2)))
            found.append(passage(text, len(found), file=f"{file}.md", place=place, day=day, tags=tags))
    return found


@given(st.text(max_size=80), passages_of_files(), st.integers(1, date.max.toordinal()))
def test_any_question_on_any_texts_is_answered(text, passages, today):
    question = asked(text)
    found = list(rank(question, passages, [], counts(passages), today))
    if question.weights:
        assert sorted(one.passage.id for one in found) == [one.id for one in passages]
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    else:
        assert not found


@given(TEXTS, passages_of_files())
def test_a_score_is_the_sum_of_what_its_signals_gave(text, passages):
    for one in ranked(text, passages):
        assert one.score == pytest.approx(sum(value for _, value in one.signals))
        sizes = [abs(value) for _, value in one.signals]
        assert sizes == sorted(sizes, reverse=True)


@given(TEXTS, passages_of_files(), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_in_which_they_were_found(text, passages, random: Random):
    question, known = asked(text), counts(passages)
    shuffled = list(passages)
    random.shuffle(shuffled)

    def found(given: Sequence[Passage]) -> list[int]:
        return [one.passage.id for one in rank(question, given, [], known, TODAY.toordinal())]

    assert found(passages) == found(shuffled)


def test_two_that_are_equally_good_stand_in_the_same_order_however_they_were_found():
    """Sums of the same in another order differ by a hair, which must not decide."""
    texts = ("0 ¢ 0 ¢ £ ù u", "", "À")
    days = ("1999-01-01", "2000-01-01")
    passages = [
        passage(text, 3 * file + place, file=f"{file}.md", place=place, day=day)
        for file, day in enumerate(days)
        for place, text in enumerate(texts)
    ]
    known = counts(passages)
    found = {
        tuple(one.passage.id for one in rank(asked("À"), given, [], known, TODAY.toordinal()))
        for given in permutations(passages)
    }
    assert len(found) == 1


@given(TEXTS, passages_of_files())
def test_words_that_are_nowhere_change_no_order(text, passages):
    alone, beside = asked(text), asked(f"{text} qwzx")
    if alone.weights.items() <= beside.weights.items():  # a stop word is asked for when it is alone; so is `latest`
        assert order(f"{text} qwzx", passages) == order(text, passages)


@pytest.mark.parametrize(
    "cue", ["", " last week", " on 2020-02-02", " 上周", " when?", " 什么时候", " how many", " 多少"]
)
def test_a_cue_that_fits_no_passage_changes_no_order(cue):
    texts = ["The cache is here.", "A cache, and a cache.", "Nothing of it.", "缓存在这里。", "The cache and 缓存."]
    passages = apart(*texts, day="2026-05-05")
    plain = [one.passage.id for one in ranked("cache 缓存", passages)]
    assert order(f"cache 缓存{cue}", passages) == plain


@pytest.mark.parametrize("cue", ["latest ", "current ", "最新的", "现在的"])
def test_of_one_day_none_is_the_newest(cue):
    passages = apart("The cache 缓存 is here.", "A cache 缓存, and a cache.", "缓存 cache", day="2026-05-05")
    assert order(f"{cue}cache 缓存", passages) == order("cache 缓存", passages)


def test_equals_stand_newest_first_then_as_in_their_file():
    old, new = passage("the cache", 0, day="2026-01-01"), passage("the cache", 1, day="2026-02-02")
    assert order("cache", [old, new]) == [1, 0]
    assert order("cache", [*talk("the cache", "the cache", "the cache")])[0] == 1  # it has one on both sides


def test_without_a_word_asked_for_nothing_is_ranked():
    assert list(rank(asked("the cache"), [], [], Counts(0, 0, {}), 1)) == []
    assert list(rank(asked(""), apart("a text"), [], Counts(1, 2, {}), 1)) == []


def test_counts_that_are_behind_the_passages_do_no_harm():
    passages = apart("the cache", "the cache again")
    assert len(list(rank(asked("cache"), passages, [], Counts(0, 0, {}), 1))) == 2
    assert len(list(rank(asked("cache"), passages, [], Counts(1, 3, {"cach": 7}), 1))) == 2
