"""Passages and questions made of texts, without an index: what the ranking is handed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from clew.index.contract import Counts, Passage
from clew.recall.question import Question
from clew.recall.question import read as read_question
from clew.recall.ranking import Ranked, rank
from clew.text.query import read as read_query
from clew.text.terms import joined_terms

TODAY = date(2026, 11, 30)  # a Monday


def passage(text: str, id: int = 0, **given) -> Passage:
    """Of a memory, a file of its own where nothing else is said."""
    day = date.fromisoformat(given.pop("day", "2026-11-01"))
    heading, title, tags = given.get("heading", ""), given.get("title", ""), given.get("tags", ())
    values = {
        "store": "library",
        "file": f"{id}.md",
        "kind": "memory",
        "project": "/shop",
        "segment": 1,
        "place": 0,
        "lines": (id + 1, id + 1),
        "heading": heading,
        "title": title,
        "tags": tags,
        "time": f"{day.isoformat()}T12:00:00+08:00",
        "day": day.toordinal(),
        "terms": joined_terms(text),
        "label": joined_terms(" ".join((heading, title, *tags))),
        "start": 0,
        "end": len(text),
    }
    return Passage(id=id, **(values | given))


def apart(*texts: str, **given) -> list[Passage]:
    """Each in a file of its own."""
    return [passage(text, id, **given) for id, text in enumerate(texts)]


def talk(*texts: str, file: str = "talk.md", begin: int = 0, **given) -> list[Passage]:
    """One after the other in one part of one file."""
    return [passage(text, begin + place, file=file, place=place, **given) for place, text in enumerate(texts)]


def asked(text: str) -> Question:
    query = read_query(text)
    return read_question(query.plain, query.weights, TODAY.toordinal(), query.wished)


def counts(passages: Sequence[Passage]) -> Counts:
    words = [one.terms.split() for one in passages]
    held = Counter(term for one, terms in zip(passages, words) for term in {*terms, *one.label.split()})
    return Counts(len(passages), sum(map(len, words)), held)


def ranked(text: str, passages: Sequence[Passage], similarity: dict[int, float] | None = None) -> list[Ranked]:
    """Those that hold a word of the question are candidates, the others are their neighbours."""
    question = asked(text)
    wanted = set(question.wanted)
    holds = [bool(wanted & {*one.terms.split(), *one.label.split()}) for one in passages]
    candidates = [one for one, yes in zip(passages, holds) if yes]
    beside = [one for one, yes in zip(passages, holds) if not yes]
    return list(rank(question, candidates, beside, counts(passages), TODAY.toordinal(), similarity))


def order(text: str, passages: Sequence[Passage], similarity: dict[int, float] | None = None) -> list[int]:
    return [one.passage.id for one in ranked(text, passages, similarity)]


def given_by(signal: str, text: str, passages: Sequence[Passage]) -> dict[int, float]:
    """What a signal gave, by the ids of the passages."""
    return {one.passage.id: dict(one.signals)[signal] for one in ranked(text, passages) if signal in dict(one.signals)}
