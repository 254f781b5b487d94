"""How often the passage that answers is among the first: questions on conversations, and Chinese ones on passages.

`python3 do.py bench recall --data FOLDER`, or with CLEW_BENCH_DATA. The data are other people's and no part of clew:
`locomo_dev.json` (or `locomo10.json`) and `cmrc2018_trial.json`, each counted where it is there. Everything is saved
into a home and asked through `home.search`; beside it stands plain FTS5, given all words of the question. With a model
(`CLEW_BENCH_MODEL=packaged`) the conversations are embedded too, and their tables printed once more.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from re import findall

from benchmarks import _cmrc, _locomo
from benchmarks._figures import BUDGETS, Answered, Figure, Found, table
from benchmarks._locomo import ANSWERABLE, HELD_OUT, SEVERAL_HOPS, TUNED, Talk
from clew.home import Home, open_home

MOST = 60  # hits asked for: what 1,500 tokens can hold
NAMES = {1: "several hops", 2: "time", 3: "open domain", 4: "single hop"}

Search = Callable[[str], list[Found]]


def report(data: Path, scratch: Path) -> Iterator[str]:
    """The tables, one after the other as they are done."""
    talks = next((data / name for name in ("locomo_dev.json", "locomo10.json") if (data / name).exists()), None)
    if talks is not None:
        yield from _talks(_locomo.talks(talks), scratch)
    passages = data / "cmrc2018_trial.json"
    if passages.exists():
        yield _chinese(_cmrc.load(passages), scratch)
    if talks is None and not passages.exists():
        yield f"recall: there is neither LoCoMo nor CMRC in {data}; nothing was counted"


def _talks(talks: Sequence[Talk], scratch: Path) -> Iterator[str]:
    ours: dict[str, list[Answered]] = {}
    plain: dict[str, list[Answered]] = {}
    alike: dict[str, list[Answered]] = {}
    model = os.environ.get("CLEW_BENCH_MODEL")
    for talk in talks:
        print(f"recall: {talk.name}, {len(talk.questions)} questions ...", file=sys.stderr, flush=True)
        home = _locomo.kept(talk, scratch)
        ours[talk.name] = _answered(talk, _clew(home, talk))
        plain[talk.name] = _answered(talk, _fts5(talk))
        if model:
            print(f"recall: {talk.name}, with {model} ...", file=sys.stderr, flush=True)
            home = open_home(home.path, home.clock, {"model": model})
            home.vectors.embed()
            alike[talk.name] = _answered(talk, _clew(home, talk))
        home.close()
    for name, group in _groups(talks):
        beside = [one for talk in group for one in plain[talk]]
        yield _compared(name, [one for talk in group for one in ours[talk]], beside)
        if alike:
            yield _compared(f"{name}; with the model", [one for talk in group for one in alike[talk]], beside)


def _groups(talks: Sequence[Talk]) -> Iterator[tuple[str, list[str]]]:
    names = [talk.name for talk in talks]
    for title, group in (
        ("the weights were chosen on these", [name for name in names if name in TUNED]),
        ("held out", [name for name in names if name in HELD_OUT]),
        ("never looked at", [name for name in names if name not in TUNED + HELD_OUT]),
    ):
        if group:
            yield f"LoCoMo {', '.join(group)}: {title}", group


def _answered(talk: Talk, search: Search) -> list[Answered]:
    sessions = {turn.id: turn.session for turn in talk.turns}
    return [
        Answered(
            asked.category, asked.evidence, frozenset(map(sessions.__getitem__, asked.evidence)), search(asked.text)
        )
        for asked in talk.questions
    ]


def _clew(home: Home, talk: Talk) -> Search:
    places = _locomo.places(home, talk)

    def search(question: str) -> list[Found]:
        found = []
        for hit in home.search(question, limit=MOST):
            turns = {
                places[hit.path, line] for line in range(hit.lines[0], hit.lines[1] + 1) if (hit.path, line) in places
            }
            if len(turns) > 1:
                raise AssertionError(f"a hit covers {len(turns)} turns: {hit.text!r}")
            found += [Found(turn.id, turn.session, hit.text) for turn in turns] or [Found(None, 0, hit.text)]
        return found

    return search


def _fts5(talk: Talk) -> Search:
    """What SQLite gives without any thought: its English stemmer, its BM25, every word of the question."""
    database = sqlite3.connect(":memory:")
    database.execute("create virtual table turns using fts5(text, tokenize = 'porter unicode61')")
    database.executemany("insert into turns values (?)", [(turn.text,) for turn in talk.turns])

    def search(question: str) -> list[Found]:
        words = " OR ".join(f'"{word}"' for word in findall(r"\w+", question))
        rows = database.execute(
            "select rowid from turns where turns match ? order by rank, rowid limit ?", (words, MOST)
        )
        turns = [talk.turns[row - 1] for (row,) in rows]
        return [Found(turn.id, turn.session, turn.text) for turn in turns]

    return search


def _compared(name: str, ours: list[Answered], plain: list[Answered]) -> str:
    rows = [_row(*row) for row in _rows(ours, plain)]
    return f"{name}\n\n{table(('', 'questions', 'clew', 'plain FTS5', 'more'), rows)}\n"


def _rows(ours: list[Answered], plain: list[Answered]) -> Iterator[tuple[str, list[float], list[float]]]:
    def both(name: str, count: Callable[[Answered], float], categories: Sequence[int] = ANSWERABLE):  # type: ignore[no-untyped-def]
        return name, *([count(one) for one in side if one.category in categories] for side in (ours, plain))

    yield both("evidence in the first 10", lambda one: one.recall(10))
    for category, kind in NAMES.items():
        yield both(f"  {kind}", lambda one: one.recall(10), (category,))
    yield both("evidence in the first 5", lambda one: one.recall(5))
    yield both("several hops, all of it in the first 10", lambda one: one.whole(10), (SEVERAL_HOPS,))
    for budget in BUDGETS:
        yield both(f"evidence in the first {budget:,} tokens", lambda one, budget=budget: one.within(budget))  # type: ignore[misc]
    yield both("its session among the first 5", lambda one: one.session_recall(5))


def _row(name: str, ours: list[float], plain: list[float]) -> tuple[str, ...]:
    more = Figure.of([one - other for one, other in zip(ours, plain)])
    return name, str(len(ours)), str(Figure.of(ours)), str(Figure.of(plain)), f"{more.mean:+.1f} ±{more.error:.1f}"


def _chinese(passages: Sequence[_cmrc.Told], scratch: Path) -> str:
    print(f"recall: CMRC, {sum(len(told.questions) for told in passages)} questions ...", file=sys.stderr, flush=True)
    plain = _cmrc.plain(passages)
    rows = []
    for name, search in (
        ("clew, each sentence a paragraph", _cmrc.saved(passages, scratch)),
        ("clew, each sentence by itself", _cmrc.alone(passages, scratch)),
        ("plain FTS5 (unicode61)", plain),
    ):
        ranks = _cmrc.ranks(passages, search)
        figures = [Figure.of([float(rank < most) for rank in ranks]) for most in (1, 5, 10)]
        rows.append((name, str(len(ranks)), *map(str, figures)))
    return f"CMRC 2018 trial, the sentence that answers\n\n{table(('', 'questions', 'first', 'first 5', 'first 10'), rows)}\n"
