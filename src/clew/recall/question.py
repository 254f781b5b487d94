"""What a question gives away besides its words: when, who, how many, whether it asks for now.

Nothing of it has to be there: a question of bare words is read as bare words.
"""

from __future__ import annotations

from clew.recall.dates import days_in
from clew.recall.families import relatives
from clew.text.late import cue, glance
from clew.text.terms import terms_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.recall.days import Days

_WHEN = cue(
    r"\bwhen\b|\bhow (?:long|recently|soon)\b|\b(?:what|which) (?:date|day|month|year|time)\b"
    r"|什么时候|何时|几时|哪[一]?[天年月日周]|几[月号点]|多久|什么时间|啥时候|哪个月",
    "when long recently soon date day month year time",
    "时哪几久",
)
_AMOUNT = cue(
    r"\bhow (?:many|much|old|far|long|often|big|tall|large)\b|\bwhat (?:number|percentage|amount|price|age)\b"
    r"|多少|几[个次本只条件位人种岁天年]|多[长大高远重久]",
    "many much old far long often big tall large number percentage amount price age",
    "多几",
)
_NOW = cue(
    r"\b(?:latest|newest|most recent(?:ly)?|current|currently|right now|nowadays|at the moment|at present|as of now"
    r"|up to date)\b|最新|现在|目前|当前|眼下|如今|現在|目前|當前",
    "latest newest most current currently right nowadays moment present now date",
    "新现目当眼如現當",
)
_TODAY = cue(  # these days are named, and where nothing was written on them the newest is meant
    r"\btoday\b|\btonight\b|\bthis (?:morning|week|month)\b|今天|今早|今晚|[这本]个?(?:周|星期|礼拜|月)|這週",
    "today tonight this",
    "今这本這",
)
_LATELY = cue(
    r"\b(?:recent|recently|lately|these days|so far)\b|最近|近来|近期|至今|近況|近况",
    "recent recently lately these far",
    "近至",
)
_LATELY_COUNTS = 0.3  # who asks what somebody did recently seldom asks for the last thing that was written
_SAID_OF_NOW = 0.3  # of its weight is left to a word that asks for now: no text has to say it
_FEW = 3


class Question(Value):
    """A query with its cues, as the ranking takes it."""

    weights: Mapping[str, float]  # each term asked for, in order, with what it counts
    kin: Mapping[str, str]  # other terms that would do as well: each with the term that it stands for
    days: tuple[Days, ...] = ()  # named in it
    when: bool = False  # asks for a time
    amount: bool = False  # asks for a number
    now: float = 0.0  # how much it asks for how things are now
    phrases: tuple[tuple[str, ...], ...] = ()  # terms that are named as one, like the title of a book

    @property
    def terms(self) -> tuple[str, ...]:
        """What is asked for, each once, in order."""
        return tuple(self.weights)

    @property
    def wanted(self) -> tuple[str, ...]:
        """All terms of which the ranking needs the counts."""
        return (*self.weights, *self.kin)

    def sought(self, frequency: Mapping[str, int]) -> tuple[str, ...]:
        """What the engine is asked for: the terms, and their kin where few of them stand anywhere.

        More of them find enough by themselves, and their kin would only stand in the way.
        """
        strong = [term for term, weight in self.weights.items() if weight > 0.5 and frequency.get(term)]
        return self.wanted if len(strong) <= _FEW else self.terms


def read(text: str, weights: Mapping[str, float], today: int, phrases: tuple[tuple[str, ...], ...] = ()) -> Question:
    """`weights` has the terms of the query with what each counts; `today` is the day on which it is asked, as an ordinal."""
    seen = glance(text)
    days = days_in(text, today)
    now = 0.0
    if _TODAY.stands(text, seen):
        now = 1.0
    elif not days and _NOW.stands(text, seen):
        now, weights = 1.0, _without_now(text, weights)
    elif not days and _LATELY.stands(text, seen):
        now = _LATELY_COUNTS
    kin = relatives(text, tuple(weights))
    return Question(weights, kin, days, _WHEN.stands(text, seen), _AMOUNT.stands(text, seen), now, phrases)


def _without_now(text: str, weights: Mapping[str, float]) -> Mapping[str, float]:
    """With less for the words that ask for now, where others are left."""
    asking = {term for match in _NOW.pattern.finditer(text) for term in terms_of(match[0])}
    if asking.issuperset(weights):
        return weights
    return {term: weight * (_SAID_OF_NOW if term in asking else 1.0) for term, weight in weights.items()}
