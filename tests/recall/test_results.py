"""From ranked passages to what is shown: one hit for lines that overlap, copies once, what holds now before what is over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.index.contract import Passage
from clew.recall.copies import Copies, Saying, are_copies
from clew.recall.ranking import Ranked
from clew.recall.results import Result, arranged
from tests.recall.heard import passage

BOTH = pytest.mark.parametrize


def shown(*passages: Passage, texts: list[str] | None = None, limit: int = 10) -> list[Result]:
    """Each scored one less than the one before it; the file has the texts, one a line."""
    lines = texts or [f"line {number}" for number in range(100)]

    def read(_: Passage, wanted: tuple[int, int]) -> str | None:
        return "\n".join(lines[wanted[0] - 1 : wanted[1]]) or None

    ranked = [Ranked(one, 10.0 - number, (("text", 10.0 - number),)) for number, one in enumerate(passages)]
    return arranged(ranked, read, limit)


def facts(*texts: str, **given) -> list[Result]:
    """Lines of one file, found in this order."""
    found = [
        passage(text, place, file="MEMORY.md", place=place, lines=(place + 1, place + 1), project=None, **given)
        for place, text in enumerate(texts)
    ]
    return shown(*found, texts=list(texts))


def ids(results: list[Result]) -> list[int]:
    return [one.passage.id for one in results]


# Lines that overlap


def test_passages_of_one_line_are_one_hit_and_the_best_of_them_leads():
    first, second = passage("a b", 1, file="x", lines=(4, 4)), passage("c d", 2, file="x", place=1, lines=(4, 4))
    results = shown(second, first)
    assert [(one.passage.id, one.lines) for one in results] == [(2, (4, 4))]


def test_lines_that_overlap_in_part_are_shown_whole():
    above, below = passage("a b", 1, file="x", lines=(3, 5)), passage("c d", 2, file="x", place=1, lines=(5, 6))
    (one,) = shown(above, below)
    assert (one.lines, one.text) == ((3, 6), "line 2\nline 3\nline 4\nline 5")


def test_neighbours_that_do_not_overlap_stay_apart():
    found = shown(passage("a b", 1, file="x", lines=(3, 3)), passage("c d", 2, file="x", place=1, lines=(4, 4)))
    assert ids(found) == [1, 2]


def test_the_same_lines_of_two_files_are_two_hits():
    assert ids(shown(passage("a b", 1, file="x", lines=(3, 3)), passage("c d", 2, file="y", lines=(3, 3)))) == [1, 2]


def test_what_cannot_be_read_any_more_is_left_out_and_others_move_up():
    gone = passage("a b", 1, lines=(900, 900))
    assert ids(shown(gone, passage("c d", 2, lines=(2, 2)), limit=1)) == [2]


@BOTH("limit", [1, 2, 5])
def test_there_are_as_many_as_were_asked_for_and_no_more(limit):
    found = [passage(f"word{number} other{number}", number, lines=(number, number)) for number in range(1, 30)]
    assert ids(shown(*found, limit=limit)) == list(range(1, limit + 1))


# Copies


LONG = "The gateway keeps each login token in Redis for half an hour and then asks the user to sign in again at the front door, which is slow at noon but safe, because a token that was stolen from a laptop is of no use the next day"
LONG_IN_CHINESE = (
    "网关把每个登录令牌在缓存里保存半个小时然后请用户在首页重新登录一次并且记录下这次登录的时间和地点以便日后查询"
)


@BOTH(
    ("one", "other"),
    [
        ("Redis is the cache", "redis, is the CACHE!"),
        ("缓存用Redis。", "缓存用 Redis"),
        (LONG, LONG + "."),
        (LONG, LONG.replace("each", "every")),
        (LONG_IN_CHINESE, LONG_IN_CHINESE + "。"),
    ],
)
def test_copies_are_shown_once_and_the_hit_says_where_else(one, other):
    (shown_once,) = shown(passage(one, 1), passage(other, 2))
    assert (shown_once.passage.id, [copy.id for copy in shown_once.copies]) == (1, [2])


@BOTH(
    ("one", "other"),
    [
        ("port 6379", "port 6380"),
        ("Redis is the cache", "Redis is not the cache"),
        ("缓存用Redis", "缓存不用Redis"),
        (LONG, LONG.replace("half an hour", "48 hours")),
        (LONG, LONG.replace("keeps", "never keeps")),
        (LONG_IN_CHINESE, LONG_IN_CHINESE.replace("半个小时", "48小时")),
        (LONG_IN_CHINESE, LONG_IN_CHINESE.replace("并且", "并不")),
    ],
)
def test_another_number_or_a_not_is_another_statement(one, other):
    assert not are_copies(passage(one, 1), passage(other, 2))
    assert ids(shown(passage(one, 1), passage(other, 2))) == [1, 2]


@given(st.lists(st.lists(st.sampled_from([*"abcdefghijklmnopqrstuvwxyzABCD1"]), max_size=60), max_size=12))
def test_who_is_a_copy_of_whom_is_found_as_if_all_were_compared_with_all(texts):
    found = [passage(" ".join(text), number) for number, text in enumerate(texts)]
    copies = Copies()
    for number, one in enumerate(found):
        size = len(one.terms)
        near = [at for at in range(number) if 0.9 * size <= len(found[at].terms) <= 1.1 * size]
        assert copies.number_of(Saying(one)) == next((at for at in near if are_copies(one, found[at])), None)
        copies.add(number, Saying(one))


# What is over


@BOTH(
    ("over", "other"),
    [
        ("- ~~Time zone: UTC~~", "- The time zone of the office"),
        ('- Time zone: UTC <!-- clew fact="f1" superseded="2026-11-01" by="f2" -->', "- The time zone of the office"),
        ("We keep times in UTC (superseded by local time).", "Times have a zone."),
        ("The old time format is deprecated.", "Times have a format."),
        ("- ~~时区：UTC~~", "- 办公室的时区"),
        ("时间用UTC保存，此规则已废弃。", "时间要带时区。"),
        ("时间格式已被新格式取代。", "时间有格式。"),
    ],
)
def test_what_says_that_it_is_over_goes_down(over, other):
    results = facts(over, other)
    assert ids(results) == [1, 0]
    assert ("over" in dict(results[1].signals)) is True
    assert ids(facts(other, over)) == [0, 1]


@BOTH(
    ("old", "new"),
    [
        ("- Time zone: UTC", "- Time zone: Asia/Shanghai"),
        ("- Editor: vim", "- Editor: helix"),
        ("- Uses MySQL", "- Switched from MySQL to SQLite"),
        ("- 时区：UTC", "- 时区：上海"),
        ("- 编辑器：vim。", "- 编辑器：helix。"),
        ("- 使用MySQL", "- 从MySQL换成SQLite"),
    ],
)
def test_the_later_of_two_that_cannot_both_hold_stands_before_the_earlier(old, new):
    assert ids(facts(old, new)) == [1, 0]
    assert ids(facts(old, "- something else", new)) == [2, 0, 1]


@BOTH(("old", "new"), [("Uses MySQL", "Switched from MySQL to SQLite"), ("使用MySQL", "从MySQL换成SQLite")])
def test_in_two_memories_the_day_says_which_is_later(old, new):
    older, newer = passage(old, 1, day="2026-05-01", lines=(1, 1)), passage(new, 2, day="2026-08-01", lines=(2, 2))
    assert ids(shown(older, newer, texts=[old, new])) == [2, 1]
    assert ids(shown(newer.but(time=older.time), older.but(time=newer.time), texts=[old, new])) == [2, 1]


@BOTH(("old", "new"), [("- Time zone: UTC", "- Time zone: Asia/Shanghai"), ("- 时区：UTC", "- 时区：上海")])
def test_what_holds_in_another_project_replaces_nothing(old, new):
    here, there = (
        passage(old, 1, project="/a", lines=(1, 1)),
        passage(new, 2, project="/b", lines=(2, 2), day="2026-11-20"),
    )
    assert ids(shown(here, there, texts=[old, new])) == [1, 2]


@BOTH(
    "turns",
    [
        (
            "Ann: Yes!",
            "Ben: I went there",
            "Ann: I saw it",
            "Ben: Good",
            "Ann: Then home",
            "Ben: Late",
            "Ann: So it was",
        ),
        ("小安：是的！", "小本：我去了", "小安：我看见了", "小本：好", "小安：然后回家", "小本：晚了", "小安：是啊"),
    ],
)
@BOTH("bullet", ["", "- "])
def test_the_lines_of_a_talk_replace_nothing(turns, bullet):
    assert ids(facts(*(bullet + turn for turn in turns))) == list(range(len(turns)))
