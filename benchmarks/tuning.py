"""How the weights of `clew.recall.weights` were chosen, to be repeated: `python3 do.py bench tuning --data FOLDER`.

On three conversations only. Each question is a choice among its candidates and their neighbours; the weights make what
is known to answer as likely as they can (softmax, with a price for large weights so that no signal that a few
questions liked grows without end). What was chosen is printed beside what is in use; two more conversations, never
chosen on, say what it is worth.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path

from benchmarks import _locomo
from benchmarks._figures import Figure, table
from benchmarks._locomo import ANSWERABLE, HELD_OUT, TUNED, Talk
from clew.home import Home
from clew.recall.question import read as read_question
from clew.recall.ranking import LATER, SIGNALS, judge
from clew.recall.reading import Field
from clew.text.query import read as read_query

CANDIDATES, NEAR, REACH = 55, 15, 2  # as in `clew.recall.search`
PRICE = 0.05
ROUNDS = 80
NAMES = [name for name, _, _ in (*SIGNALS, *LATER)]
USED = [weight for _, weight, _ in (*SIGNALS, *LATER)]
# By hand: no question of the data has their cue, or too few have; `again` is about all that is found, not about one.
BY_HAND = {"now", "phrase", "pinned", "over", "similar", "again"}

Row = dict[int, float]  # signal -> value


@dataclass(frozen=True)
class Choice:
    """A question: the signals of each passage, and which of these answer."""

    rows: list[Row]
    answers: list[int]
    evidence: int  # how many there are, found or not


def report(data: Path, scratch: Path) -> Iterator[str]:
    path = next((data / name for name in ("locomo_dev.json", "locomo10.json") if (data / name).exists()), None)
    if path is None:
        yield f"tuning: there is no LoCoMo in {data}"
        return
    talks = {talk.name: talk for talk in _locomo.talks(path)}
    chosen_on = [one for name in TUNED for one in _choices(talks[name], scratch)]
    held_out = [one for name in HELD_OUT for one in _choices(talks[name], scratch)]
    weights = choose([one for one in chosen_on if one.answers])
    rows = [
        (name, f"{used:.2f}", "by hand" if name in BY_HAND else f"{weight:.2f}")
        for name, used, weight in zip(NAMES, USED, weights)
    ]
    yield f"{table(('signal', 'in use', 'chosen'), rows)}\n"
    figures = [
        (name, str(len(choices)), str(_recall(choices, USED)), str(_recall(choices, weights)))
        for name, choices in ((", ".join(TUNED), chosen_on), (", ".join(HELD_OUT), held_out))
    ]
    yield f"{table(('evidence in the first 10', 'questions', 'in use', 'chosen'), figures)}\n"


def _choices(talk: Talk, scratch: Path) -> Iterator[Choice]:
    print(f"tuning: {talk.name} ...", file=sys.stderr, flush=True)
    home = _locomo.kept(talk, scratch)
    places = _locomo.places(home, talk)
    for asked in talk.questions:
        if asked.category in ANSWERABLE:
            yield _choice(
                home, talk, asked.text, {place for place, turn in places.items() if turn.id in asked.evidence}
            )
    home.close()


def _choice(home: Home, talk: Talk, text: str, evidence: set[tuple[str, int]]) -> Choice:
    index = home.index
    index.look()
    query = read_query(text)
    today = max(talk.times.values()).toordinal() + 1
    question = read_question(query.plain, query.weights, today, query.wished)
    counts = index.counts(question.wanted)
    candidates = index.passages(index.candidates(question.sought(counts.frequency), None, CANDIDATES))
    known = {passage.id for passage in candidates}
    near = [passage for passage in index.around(candidates[:NEAR], REACH) if passage.id not in known]
    judged = judge(Field(question, candidates, near, counts, today, None))
    rows: list[Row] = [{} for _ in judged.passages]
    for signal, (_, _, values) in enumerate(judged.given):
        for number, value in values.items():
            rows[number][signal] = value
    found = [
        number
        for number, passage in enumerate(judged.passages)
        if (index.path_of(passage), passage.lines[0]) in evidence
    ]
    return Choice(rows, found, len(evidence))


def choose(choices: Sequence[Choice]) -> list[float]:
    """The weights; those chosen by hand stay as they are."""
    spread = _spreads(choices)
    scaled = [
        Choice([{s: v / spread[s] for s, v in row.items()} for row in one.rows], one.answers, one.evidence)
        for one in choices
    ]
    weights = [used * width if name in BY_HAND else 0.0 for name, used, width in zip(NAMES, USED, spread)]
    steps, last = [0.1] * len(NAMES), [0.0] * len(NAMES)
    for _ in range(ROUNDS):  # each weight goes its own way downhill, faster where it keeps its direction
        slope = _slope(scaled, weights)
        for signal, name in enumerate(NAMES):
            if name in BY_HAND:
                continue
            turned = slope[signal] * last[signal] < 0
            steps[signal] = max(steps[signal] * (0.5 if turned else 1.2), 1e-4)
            weights[signal] -= 0.0 if turned else steps[signal] * ((slope[signal] > 0) - (slope[signal] < 0))
            last[signal] = 0.0 if turned else slope[signal]
    return [weight / width for weight, width in zip(weights, spread)]


def _slope(choices: Sequence[Choice], weights: Sequence[float]) -> list[float]:
    """How the loss changes with each weight: each answer against all passages that are none."""
    slope = [PRICE * weight for weight in weights]
    for one in choices:
        likely = _likelihoods(one.rows, weights)
        answers = set(one.answers)
        rest = sum(value for number, value in enumerate(likely) if number not in answers)
        pull = [0.0] * len(likely)
        for answer in one.answers:
            whole = (rest + likely[answer]) * len(one.answers) * len(choices)
            pull[answer] += likely[answer] / whole - 1 / (len(one.answers) * len(choices))
            for number, value in enumerate(likely):
                if number not in answers:
                    pull[number] += value / whole
        for row, strength in zip(one.rows, pull):
            for signal, value in row.items():
                slope[signal] += strength * value
    return slope


def _likelihoods(rows: Sequence[Row], weights: Sequence[float]) -> list[float]:
    scores = [sum(weights[signal] * value for signal, value in row.items()) for row in rows]
    highest = max(scores)
    return [exp(score - highest) for score in scores]


def _spreads(choices: Sequence[Choice]) -> list[float]:
    """The standard deviation of each signal: the price is for what a weight does, not for its unit."""
    rows = [row for one in choices for row in one.rows]
    sums, squares = [0.0] * len(NAMES), [0.0] * len(NAMES)
    for row in rows:
        for signal, value in row.items():
            sums[signal] += value
            squares[signal] += value * value
    count = len(rows)
    return [sqrt(max(square / count - (whole / count) ** 2, 0.0)) or 1.0 for whole, square in zip(sums, squares)]


def _recall(choices: Sequence[Choice], weights: Sequence[float]) -> Figure:
    return Figure.of([_found(one, weights) / one.evidence for one in choices])


def _found(one: Choice, weights: Sequence[float]) -> int:
    scores = [sum(weights[signal] * value for signal, value in row.items()) for row in one.rows]
    first = sorted(range(len(scores)), key=lambda number: -scores[number])[:10]
    return len(set(first) & set(one.answers))
