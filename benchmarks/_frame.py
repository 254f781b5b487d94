"""What a measure is, and how it is taken: beside its bare cost, in turns, in the same run.

A machine is slower at noon than at night, so a number alone says little. Each measure has a bare cost: the least
that the same work could cost here (an interpreter that does nothing, two synced writes, reading the files). The two
are taken in turns, and a budget is said as a multiple of the bare cost, plus a constant where one is promised.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CLEW = str(Path(sys.executable).with_name("clew"))

Taking = Callable[[], float]  # does the work once and says what it cost


@dataclass(frozen=True)
class Measure:
    """One row of the table. `ours` must cost at most `times` the bare cost plus `plus`."""

    name: str
    ours: Taking
    bare: Taking
    bare_name: str
    times: float
    plus: float = 0.0
    unit: str = "ms"
    rounds: int = 15
    warm: int = 2  # rounds that are not counted: caches fill, bytecode is written


@dataclass(frozen=True)
class Row:
    measure: Measure
    ours: float
    bare: float

    @property
    def ratio(self) -> float:
        return self.ours / self.bare if self.bare else float("inf")

    @property
    def over(self) -> bool:
        return self.ours > self.measure.times * self.bare + self.measure.plus


def take(measure: Measure) -> Row:
    """Both costs in turns, and the median of each."""
    ours: list[float] = []
    bare: list[float] = []
    for turn in range(measure.warm + measure.rounds):
        pair = [(measure.bare, bare), (measure.ours, ours)]
        for taking, costs in pair if turn % 2 else reversed(pair):  # whoever is second finds warmer caches
            costs.append(taking())
    return Row(measure, statistics.median(ours[measure.warm :]), statistics.median(bare[measure.warm :]))


def timed(work: Callable[[], object]) -> Taking:
    """The milliseconds that `work` takes."""

    def taking() -> float:
        begun = time.perf_counter()
        work()
        return (time.perf_counter() - begun) * 1000

    return taking


def process(*command: str, given: bytes = b"") -> Taking:
    """The milliseconds of a whole process, from its start to its end. Raises where it fails: a quick error is no speed."""

    # Else what was edited since would be compiled at each start, which no user pays.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run() -> None:
        done = subprocess.run(command, input=given, capture_output=True, env=environment)
        if done.returncode:
            raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr.decode()}")

    return timed(run)


def bare_python() -> Taking:
    """B: an interpreter that does nothing."""
    return process(sys.executable, "-c", "pass")


def table(rows: list[Row]) -> str:
    head = ("measure", "ours", "bare", "bare is", "ratio", "at most", "")
    lines = [head, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    numbers = (1, 2, 4)
    shown = [
        "  ".join(
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        )
        for line in lines
    ]
    return "\n".join([shown[0], "  ".join("-" * width for width in widths), *shown[1:]])


def _cells(row: Row) -> tuple[str, ...]:
    measure = row.measure
    budget = f"{measure.times:g} x" if measure.times else ""
    if measure.plus:
        budget = f"{budget} + {measure.plus:g} {measure.unit}".removeprefix(" + ")
    cost = [
        f"{value:,.0f} {measure.unit}" if value >= 1000 else f"{value:.3g} {measure.unit}"
        for value in (row.ours, row.bare)
    ]
    return measure.name, *cost, measure.bare_name, f"{row.ratio:.2f}", budget, "OVER" if row.over else "pass"
