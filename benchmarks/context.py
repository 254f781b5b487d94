"""What an agent waits for before its first word: the context as a whole process, and unchanged inside one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep

from benchmarks import _library
from benchmarks._frame import CLEW, Measure, Taking, bare_python, process
from clew.home import open_home
from clew.workspace import MemoryStore

FACTS = "## Preferences\n\n" + "".join(f"- Prefers the {number}th way, 因为更简单\n" for number in range(40))
NOTE = "".join(f"- {number} something that happened, and what came of it\n" for number in range(30))
TURNS = 200  # of an act that takes microseconds


def measures(scratch: Path) -> Iterator[Measure]:
    built = _library.build(scratch / "home" / "memory")
    store = MemoryStore(scratch / "home" / "workspace")
    store.write_long_term(FACTS)
    store.append_today(NOTE)
    dir = built.projects[250]
    where = ("--home", str(scratch / "home"), "--dir", dir)
    process(CLEW, "save", "Begun.", "--tag", "site-250,database", "--conversation", "bench", *where)()  # reads all once
    for name, who in (("with the menu", ()), ("with a memory", ("--conversation", "bench"))):
        run = process(CLEW, "context", *who, *where)
        yield Measure(f"clew context, {name}, 10,000 memories", run, bare_python(), "python -c pass", times=4)
    home = open_home(str(scratch / "home"))
    for name, conversation in (("with the menu", None), ("with a memory", "bench")):
        ask = _asking(lambda conversation=conversation: home.context(dir, conversation))  # type: ignore[misc]
        looks = _looking(home.context_sources(dir, conversation))
        yield Measure(f"unchanged context, {name}", ask, looks, "its stat calls", times=1, plus=20, unit="us")
    home.close()


def _asking(ask: Callable[[], object]) -> Taking:
    """The microseconds of one call, once nothing of what was written is new any more."""
    ask()
    sleep(0.05)
    ask()
    return _microseconds(ask)


def _looking(paths: list[str]) -> Taking:
    def look() -> None:
        for path in paths:
            try:
                os.stat(path)
            except OSError:  # no note of that day
                pass

    return _microseconds(look)


def _microseconds(act: Callable[[], object]) -> Taking:
    def taking() -> float:
        begun = perf_counter()
        for _ in range(TURNS):
            act()
        return (perf_counter() - begun) * 1_000_000 / TURNS

    return taking
