"""Words that are looked for in passages though nobody asked for them: as terms, so that each passage is read once."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from clew.text.terms import terms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# As terms, as passages have them: `els` is what else is found by. Made here they would cost each search 0.2 ms.
_ASKS = frozenset(
    ["ani", "anyth", "anyon", "anybodi", "ever", "吗", "呢", "谁", "什么", "怎么", "哪里", "哪个", "多少"]
)
_BEFORE = {  # two words that begin a question: the second ones of each first one
    "what": "is are do was about kind type sort make els have s re other color",
    "how": "is are do was about long mani have s would re",
    "where whi which when": "is are do was s",
    "who": "is was els",
    "do have are can would could will d": "you",
    "do are is was have": "they she he there",
    "is was": "it that",
}
_PAIRS = frozenset(
    (first, second) for firsts, seconds in _BEFORE.items() for first in firsts.split() for second in seconds.split()
)
_OWN = ("我", "咱")
_TIMES = tuple("昨天 今天 明天 前天 昨晚 今晚 上周 下周 本周 周末 去年 今年 明年 月份".split())  # noqa: SIM905 - words read as words


@cache
def own() -> frozenset[str]:
    """By which somebody tells of themselves."""
    return frozenset((*terms_of("I my me mine we our us myself"), *_OWN))


@cache
def times() -> frozenset[str]:
    """By which it is told when."""
    english = terms_of(
        "yesterday today tomorrow tonight ago last next week weekend month year day morning evening afternoon night"
        " recently lately since earlier soon later"
    )
    return frozenset((*english, *_TIMES))


@cache
def numbers() -> frozenset[str]:
    """By which it is told how many."""
    return frozenset(
        terms_of(
            "one two three four five six seven eight nine ten dozen couple few several twice once half hundred thousand"
        )
    )


def asks(words: Sequence[str]) -> bool:
    """Whether it is a question, as far as words tell: the terms of a passage have no signs."""
    return not _ASKS.isdisjoint(words) or not _PAIRS.isdisjoint(pairwise(words))
