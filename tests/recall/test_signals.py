"""What each signal is for, in English and in Chinese, and that it leaves alone what has nothing to do with it."""

from __future__ import annotations

import pytest

from clew.recall import cues
from clew.text.terms import terms_of
from tests.recall.heard import apart, asked, counts, given_by, order, passage, ranked, talk

BOTH = pytest.mark.parametrize


# The words


@BOTH(
    ("question", "fits", "other"),
    [
        ("where is the login token kept?", "The login token is kept in Redis.", "The login page is red."),
        ("登录令牌放在哪里？", "登录令牌放在Redis里。", "登录页面是红色的。"),
        ("who went to the clinic", "She goes to the clinic on Fridays.", "She goes to the market on Fridays."),
    ],
)
def test_what_holds_more_of_the_question_comes_first(question, fits, other):
    assert order(question, apart(other, fits)) == [1, 0]


@BOTH(
    ("question", "common", "rare"),
    [("deploy the gateway", "deploy", "gateway"), ("部署网关", "部署", "网关")],
)
def test_a_rare_word_says_more_than_a_common_one(question, common, rare):
    many = [f"{common} {word}" for word in ("one", "two", "three", "four", "five", "six", "seven", "eight")]
    passages = apart(*many, f"{rare} nine")
    assert order(question, passages)[0] == 8


@BOTH(
    ("question", "text", "where"),
    [
        ("redis port", "It listens on 6379.", {"heading": "Redis port"}),
        ("redis port", "It listens on 6379.", {"title": "Redis port"}),
        ("redis port", "It listens on 6379.", {"tags": ("redis", "port")}),
        ("缓存 端口", "监听6379。", {"heading": "缓存端口"}),
        ("缓存 端口", "监听6379。", {"tags": ("缓存", "端口")}),
    ],
)
def test_heading_title_and_tags_count(question, text, where):
    passages = [passage(text, 0), passage(text, 1, **where)]
    assert order(question, passages)[0] == 1


@BOTH(
    ("question", "asked", "answer", "next_one"),
    [
        ("the colour of the gateway lamp", "The gateway has a lamp.", "Its colour is amber.", "Lunch was late."),
        ("网关指示灯的颜色", "网关上有一个指示灯。", "它的颜色是琥珀色。", "午饭吃晚了。"),
    ],
)
def test_what_stands_around_a_passage_counts_for_it(question, asked, answer, next_one):
    alone = passage(answer, 9)
    assert order(question, [*talk(asked, answer, next_one), alone]).index(1) < order(
        question, [*talk(asked, answer, next_one), alone]
    ).index(9)


@BOTH(
    ("question", "text", "other"),
    [
        ("how many kids does she have", "Her two sons and a daughter are at school.", "The two offices are in town."),
        ("孩子几岁了", "女儿今年六岁。", "公司今年六岁。"),
        ("which database is it", "数据库用的是SQLite。", "缓存用的是Redis。"),
        ("部署到哪里", "The deploy goes to Frankfurt.", "The lunch goes to Frankfurt."),
    ],
)
def test_words_of_one_family_do_where_the_word_itself_is_missing(question, text, other):
    assert order(question, apart(other, text))[0] == 1


@BOTH(
    ("question", "text"),
    [
        ("the databse port", "The database listens on port 5432."),
        ("the recieved parcel", "The parcel was received."),
        ("mentorship in the house", "She is a mentor in this house."),
    ],
)
def test_a_word_that_stands_nowhere_is_read_as_one_that_looks_like_it(question, text):
    other = "The port is full of parcels, and so is her house."
    assert order(question, apart(other, text))[0] == 1


def test_a_word_that_stands_somewhere_is_meant_as_it_is_written():
    passages = apart("the parser is slow", "the parsec is long")
    assert order("parsec", passages) == [1, 0] or order("parsec", passages) == [1]
    assert [one.passage.id for one in ranked("parsec", passages) if one.signals] == [1]


@BOTH(
    ("question", "itself", "family"),
    [("her kids", "the kids slept", "the sons slept"), ("孩子", "孩子睡了", "女儿睡了")],
)
def test_the_word_itself_comes_before_its_family(question, itself, family):
    assert order(question, apart(family, itself)) == [1, 0]


@BOTH(
    ("question", "whole", "parts"),
    [
        (
            'Who of us read the book "little women" last?',
            "Little Women is on the shelf.",
            "A little later two women read a book.",
        ),
        ("我们当中谁最后读完“小妇人”这本书的？", "小妇人放在书架上。", "有个妇人读了一本小书。"),
    ],
)
def test_in_a_question_what_is_named_in_quotes_comes_first_and_hides_nothing(question, whole, parts):
    assert order(question, apart(parts, whole)) == [1, 0]


# A talk


TALK = (
    "Ann: Hello, how was your week?",
    "Ben: I painted the old boat, all of it.",
    "Ann: I was at the sea and saw a boat.",
    "Ben: What colour was that boat?",
    "Ann: Green, with a white line.",
    "Ben: Nice.",
    "Ann: It was.",
)
TALK_IN_CHINESE = (
    "小安：你这周过得怎么样？",
    "小本：我把那条旧船刷了一遍漆。",
    "小安：我去了海边，看见一条船。",
    "小本：那条船是什么颜色的？",
    "小安：绿色的，有一条白线。",
    "小本：真好看。",
    "小安：是啊。",
)


@BOTH(("question", "turns"), [("what boat did Ben paint", TALK), ("小本刷的是什么船", TALK_IN_CHINESE)])
def test_what_is_said_by_whom_the_question_names_comes_first(question, turns):
    passages = talk(*turns)
    assert set(given_by("said", question, passages)) == {1, 3, 5}
    assert order(question, passages)[0] == 1


@BOTH(("before", "behind"), [("**", ":**"), ("[D1:3] ", ":"), ("- ", ":"), ("(12:30) ", ":"), ("", " said:")])
def test_who_speaks_is_seen_however_it_is_written(before, behind):
    turns = [f"{before}{turn.replace(':', behind, 1)}" for turn in TALK]
    assert set(given_by("said", "what boat did Ben paint", talk(*turns))) == {1, 3, 5}


@BOTH(
    ("question", "turns"),
    [("what does redis do", "Redis: {} things."), ("Redis做什么", "Redis：{}件事。")],
)
def test_a_list_that_names_one_thing_again_and_again_is_no_talk(question, turns):
    passages = talk(*(turns.format(number) for number in range(8)))
    names = {name for one in ranked(question, passages) for name, _ in one.signals}
    assert not names & {"said", "own", "opens"}


@BOTH(("question", "turns"), [("the colour of the boat", TALK), ("船的颜色", TALK_IN_CHINESE)])
def test_an_answer_inherits_the_words_of_its_question(question, turns):
    given = given_by("answers", question, talk(*turns))
    assert given[4] > 0
    assert 2 not in given


@BOTH(
    ("question", "goes_on"),
    [
        ("what boat did Ben paint", "Then the mast and the boat's name too."),
        ("小本刷的是什么船", "然后又刷了船的桅杆。"),
    ],
)
def test_of_a_paragraph_that_was_cut_the_rest_is_said_by_the_same_one(question, goes_on):
    turns = TALK if question.isascii() else TALK_IN_CHINESE
    passages = talk(*turns, goes_on)
    passages[-1] = passages[-1].but(lines=passages[-2].lines)
    assert 7 not in given_by("said", question, passages)  # Ann's, who spoke last
    ends_with_ben = talk(*turns[:-1], goes_on)
    ends_with_ben[-1] = ends_with_ben[-1].but(lines=ends_with_ben[-2].lines)
    assert 6 in given_by("said", question, ends_with_ben)


# Times and numbers


@BOTH(
    ("question", "text"),
    [
        ("what did we decide about the cache last week", "The cache was decided on."),
        ("what did we decide about the cache in October", "The cache was decided on."),
        ("what did we decide about the cache on 2026-10-20", "The cache was decided on."),
        ("上周关于缓存决定了什么", "缓存的事决定了。"),
        ("10月关于缓存决定了什么", "缓存的事决定了。"),
        ("10月20日关于缓存决定了什么", "缓存的事决定了。"),
    ],
)
def test_what_was_written_on_the_days_that_are_named_comes_first(question, text):
    right = "2026-11-25" if "week" in question or "周" in question else "2026-10-20"
    passages = [passage(text, 0, day="2026-11-30"), passage(text, 1, day=right), passage(text, 2, day="2026-03-03")]
    assert order(question, passages)[0] == 1


@BOTH(("question", "text"), [("the cache in March", "The cache."), ("3月的缓存", "缓存。")])
def test_what_is_told_soon_after_comes_before_what_is_told_long_after(question, text):
    days = ("2026-09-01", "2026-04-03", "2026-02-20")
    passages = [passage(text, number, day=day) for number, day in enumerate(days)]
    assert order(question, passages)[0] == 1


@BOTH(
    ("question", "text", "other"),
    [
        ("when was the boat sold", "The boat was sold last week.", "The boat was sold to Ben."),
        ("船是什么时候卖掉的", "船是上周卖掉的。", "船是卖给小本的。"),
    ],
)
def test_where_a_time_is_asked_for_one_that_has_a_time_comes_first(question, text, other):
    assert order(question, apart(other, text))[0] == 1


@BOTH(
    ("question", "text", "other"),
    [
        ("how many boats were sold", "They sold three boats.", "They sold their boats."),
        ("卖了多少条船", "一共卖了3条船。", "他们卖了船。"),
    ],
)
def test_where_a_number_is_asked_for_one_that_has_a_number_comes_first(question, text, other):
    assert order(question, apart(other, text))[0] == 1


NOW = [
    ("latest decision on billing", "Decision on billing: {}."),
    ("what is the current decision on billing", "Decision on billing: {}."),
    ("计费最新的决定", "关于计费的决定：{}。"),
    ("计费现在的决定是什么", "关于计费的决定：{}。"),
    ("目前计费的决定", "关于计费的决定：{}。"),
]
VALUES = ("monthly", "yearly", "by use, with a cap that was asked for", "daily", "weekly", "never", "each quarter")


@BOTH(("question", "form"), NOW)
def test_the_newest_comes_first_where_it_is_asked_how_things_are_now(question, form):
    days = ("2026-06-02", "2026-11-28", "2026-07-09", "2026-08-12", "2026-09-01", "2026-10-10", "2026-11-02")
    passages = [passage(form.format(value), id, day=day) for id, (value, day) in enumerate(zip(VALUES, days))]
    assert order(question, passages)[:3] == [1, 6, 5]


@BOTH(
    ("question", "form"),
    [
        ("decision on billing today", "Decision on billing: {}."),
        ("decision on billing this week", "Decision on billing: {}."),
        ("今天计费的决定", "关于计费的决定：{}。"),
        ("本周计费的决定", "关于计费的决定：{}。"),
    ],
)
def test_where_nothing_was_written_today_the_newest_comes_first(question, form):
    days = ("2026-06-02", "2026-11-28", "2026-07-09", "2026-08-12")
    passages = [passage(form.format(value), id, day=day) for id, (value, day) in enumerate(zip(VALUES, days))]
    assert order(question, passages)[0] == 1


@BOTH(("question", "form"), NOW)
def test_what_fits_clearly_better_wins_however_old(question, form):
    passages = [
        passage(form.format("monthly"), 0, day="2026-01-05"),
        passage("Billing." if question.isascii() else "计费。", 1, day="2026-11-28"),
        passage("A decision." if question.isascii() else "一个决定。", 2, day="2026-11-29"),
    ]
    assert order(question, passages)[0] == 0


@BOTH(("question", "text"), [("latest decision on billing", "the latest news"), ("计费最新的决定", "最新的消息")])
def test_no_text_has_to_say_that_it_is_the_latest(question, text):
    form = "Decision on billing." if question.isascii() else "关于计费的决定。"
    assert order(question, [passage(text, 0, day="2026-11-29"), passage(form, 1, day="2026-11-20")])[0] == 1


def test_a_day_to_come_is_no_newer_than_today():
    passages = [
        passage("Decision on billing.", 0, day="2027-05-01"),
        passage("Decision on billing.", 1, day="2026-11-30"),
    ]
    given = given_by("now", "latest decision on billing", passages)
    assert given[0] == given[1]


# What somebody wants seen


@BOTH(
    ("question", "text", "given"),
    [
        ("the billing rule", "A billing rule.", {"tags": ("pin",)}),
        ("the billing rule", "A billing rule.", {"tags": ("Pinned",)}),
        ("the billing rule", "A billing rule.", {"pinned": True}),
        ("计费规则", "一条计费规则。", {"tags": ("置顶",)}),
        ("计费规则", "一条计费规则。", {"pinned": True}),
    ],
)
def test_what_is_pinned_comes_before_its_equal(question, text, given):
    assert order(question, [passage(text, 0, day="2026-11-29"), passage(text, 1, **given)])[0] == 1


@BOTH(("question", "text"), [("the billing rule", "A billing rule."), ("计费规则", "一条计费规则。")])
def test_a_pin_in_the_text_counts_too(question, text):
    assert order(question, apart(text, f"📌 {text}"))[0] == 1


@BOTH(("question", "text"), [("the billing rule", "A billing rule."), ("计费规则", "一条计费规则。")])
def test_what_is_superseded_comes_after_what_holds(question, text):
    assert order(question, [passage(text, 0, superseded=True, day="2026-11-29"), passage(text, 1)]) == [1, 0]


@BOTH(("question", "text"), [("the billing rule", "The billing rule is this."), ("计费规则", "计费规则是这样的。")])
def test_a_pin_does_not_make_an_answer_of_what_is_none(question, text):
    pinned = passage("Lunch is at noon." if text.isascii() else "中午吃饭。", 1, tags=("pin", "billing", "计费"))
    assert order(question, [passage(text, 0), pinned])[0] == 0


@BOTH(("question", "text"), [("the billing rule", "A billing rule."), ("计费规则", "一条计费规则。")])
def test_what_a_model_finds_alike_comes_first_among_equals(question, text):
    passages = apart(text, text, text, text)
    assert order(question, passages, {0: 0.81, 1: 0.82, 2: 0.90, 3: 0.80})[0] == 2
    assert order(question, passages, {}) == order(question, passages, None) == order(question, passages)


# What the engine is asked for


@BOTH(("few", "many"), [("kids", "the kids went to the school by bus on Friday"), ("孩子", "孩子坐公共汽车去学校上课")])
def test_kin_is_asked_for_where_few_words_stand_anywhere(few, many):
    passages = apart("a son", "儿子", many)
    known = counts(passages).frequency
    assert asked(few).sought(known) == asked(few).wanted
    assert {"son", "儿子"} <= set(asked(few).sought(known))
    assert asked(many).sought(known) == asked(many).terms
    assert asked(many).sought({}) == asked(many).wanted


# The words of cues


@BOTH("term", sorted({word for pair in cues._PAIRS for word in pair} | {word for word in cues._ASKS if word.isascii()}))
def test_the_words_of_a_question_are_written_as_the_terms_that_passages_have(term):
    plain = {"els": "else", "mani": "many", "whi": "why", "ani": "any", "anyth": "anything", "anyon": "anyone"}
    assert terms_of(plain.get(term, term.replace("bodi", "body"))) == [term]
