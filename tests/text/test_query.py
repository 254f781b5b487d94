"""A query is literal: quotes and a leading minus, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.text.query import MOST, read
from clew.text.stop_words import _ASKING, _ASKING_LAST, _ASKING_TOO, _BEFORE_ASKING, without_asking
from clew.text.terms import joined_terms, terms_of

ANY_QUERY = st.text() | st.text(alphabet=st.sampled_from('ab "-“”「」『』«»„＂用户缓存的AND()*^:~\\\x00\ud800\u200b'))


@pytest.mark.parametrize(
    "query",
    [
        'redis "login token" cache',
        "redis “login token” cache",
        "redis 「login token」 cache",
        "redis 『login token』 cache",
        "redis «login token» cache",
        "redis ＂login token＂ cache",
    ],
)
def test_quotes_ask_for_a_phrase(query):
    asked = read(query)
    assert asked.phrases == (("login", "token"),)
    assert asked.terms == ("redi", "login", "token", "cach")
    assert asked.fits(joined_terms("A login token, in Redis"))
    assert not asked.fits(joined_terms("The token of a login"))


@pytest.mark.parametrize("query", ["缓存“登录令牌”策略", '缓存"登录令牌"策略', "缓存「登录令牌」策略"])
def test_quotes_ask_for_a_phrase_in_chinese(query):
    asked = read(query)
    assert asked.fits(joined_terms("用Redis缓存登录令牌，三十分钟"))
    assert not asked.fits(joined_terms("登录后缓存令牌"))
    assert "缓存" in asked.terms


def test_a_phrase_is_found_where_words_are_written_together_too():
    assert read('"the dry run flag"').fits(joined_terms("Use the dry-run flag."))
    assert read('"认证Redis缓"').fits(joined_terms("用户认证Redis缓存"))


def test_a_phrase_may_stand_in_the_heading():
    assert read('"login token"').fits(joined_terms("thirty minutes"), joined_terms("Login tokens"))


@pytest.mark.parametrize(
    ("query", "has", "lacks"),
    [("cache -redis", "a cache", "the Redis cache"), ("缓存 -登录", "缓存图片", "缓存登录令牌")],
)
def test_a_leading_minus_excludes(query, has, lacks):
    asked = read(query)
    assert asked.fits(joined_terms(has))
    assert not asked.fits(joined_terms(lacks))
    assert len(asked.terms) == len(read(query.split()[0]).terms)


@pytest.mark.parametrize("query", ['cache -"login token"', "cache -“login token”"])
def test_a_phrase_can_be_excluded(query):
    asked = read(query)
    assert asked.terms == ("cach",)
    assert asked.fits(joined_terms("the token of a login"))
    assert not asked.fits(joined_terms("cache a login token"))


def test_excluding_what_is_written_together_excludes_it_only_in_that_order():
    assert not read("x -foo_bar").fits(joined_terms("x foo_bar"))
    assert read("x -foo_bar").fits(joined_terms("x bar, foo"))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("redis AND NOT cache", {"redi", "not", "cach", "AND".lower()}),
        ("red* (cache)", {"red", "cach"}),
        ("title:plan^2 NEAR(x)", {"titl", "plan", "near", "x"}),
        ("--all", {"--all"}),
        ("--dry-run now", {"--dry-run", "dryrun", "now"}),
        ("well-known bug", {"wellknown", "know", "bug"}),
        ('6" and 8" pipes', {"6", "8", "pipe"}),
        ('an "unbalanced quote', {"unbalanc", "quot"}),
        ("一个「没有另一半", {"另一"}),
        ('"" -', {'""'}),
        ("a - b", {"b"}),
    ],
)
def test_everything_else_is_text(query, terms):
    asked = read(query)
    assert terms <= set(asked.terms)
    assert not asked.phrases
    assert not asked.excluded


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("What did we decide about the database?", ("decid", "databas")),
        ("Where is it not to be used", ("not", "use")),
        ("what IT cost in the US", ("it", "cost", "us")),
        ("when did Will call", ("will", "call")),
        ("in May", ("may",)),
        ("我们什么时候部署？", ("我们", "我", "们", "部署", "部", "署")),
        ("缓存的策略是什么", ("缓", "缓存", "存", "存的", "的策", "策", "策略", "略")),
    ],
)
def test_stop_words_do_not_ask(query, terms):
    assert set(read(query).terms) == set(terms)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("缓存为什么用", "缓存 用"),
        ("他是什么时候来的吗", "他 来的 "),
        ("是不是在哪里", "  "),
        ("他在在哪儿", "他在 "),
        ("是否有没有效", "  效"),
        ("你呢？呢a吗_呢", "你 ？呢a吗_ "),
        ("關於緩存嗎", " 緩存 "),
        ("有關於", "有 "),
        ("什", "什"),
    ],
)
def test_asking_words_are_taken_out_of_chinese(text, left):
    assert without_asking(text) == left


def one_of(words):
    return "|".join(sorted(words, key=len, reverse=True))


AS_A_PATTERN = re.compile(
    f"(?:{one_of(_BEFORE_ASKING)})?(?:{one_of(_ASKING)})|{one_of(_ASKING_TOO)}|(?:{one_of(_ASKING_LAST)})(?=\\W|$)"
)


@given(st.text(alphabet=st.sampled_from("是在有叫什么时候为怎样如何哪里多少谁否不没能请问告诉我关于吗呢嗎麼時 a_。")))
def test_nothing_else_is_taken_out(text):
    assert without_asking(text) == AS_A_PATTERN.sub(" ", text)


@pytest.mark.parametrize(
    "query", ["the", "who are you", "什么", "的", "是在", "To be, or not to be", "it's", '"the who"', "WHO IS WHO"]
)
def test_a_query_of_stop_words_only_keeps_them(query):
    asked = read(query)
    assert asked.terms
    assert set(asked.terms) & set(terms_of(query))


@pytest.mark.parametrize("query", ["", " \t\n", "-redis", '-redis -"login token"', "-缓存"])
def test_a_query_that_asks_for_nothing_has_no_terms(query):
    assert not read(query).terms


@given(ANY_QUERY)
def test_any_string_can_be_asked(query):
    asked = read(query)
    assert all(0 < weight <= 1 for weight in asked.weights.values())
    for term in (*asked.terms, *(term for phrase in asked.phrases + asked.excluded for term in phrase)):
        assert term.split() == [term]
        assert term.encode()
    if query.split() and not asked.excluded:
        assert asked.terms


@given(st.lists(st.text(alphabet="abcdeABC字缓存", min_size=1), min_size=1, max_size=20), st.data())
def test_some_words_of_a_text_find_it(words, data):
    some = data.draw(st.lists(st.sampled_from(words), min_size=1))
    assert set(read(" ".join(some)).terms) <= set(terms_of(" ".join(words)))


@pytest.mark.parametrize(
    "query",
    [
        "“" * 60_000,
        '"' * 60_001,
        "-" * 60_000,
        '- "a' * 20_000,
        "缓存" * 30_000,
        "a" * 100_000,
        "a-" * 50_000,
        "\x00" * 60_000,
        "word " * 10_000,
        " ".join(map(str, range(20_000))),
    ],
)
def test_of_a_long_query_so_much_is_asked_as_can_be(query):
    assert len(read(query).terms) <= MOST
