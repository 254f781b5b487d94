"""What a search costs: as a command among 10,000 memories, and in a process that lives on.

`CLEW_BENCH_LARGE=1` adds the row on a million passages, which takes some minutes to make.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path

from benchmarks import _library
from benchmarks._frame import CLEW, Measure, Taking, bare_python, process
from benchmarks._library import SUBJECTS, TOOLS
from clew.home import open_home

BARE = "python -c pass"
_MEMORIES = 7_800  # of `_library` have 100,000 passages
_QUERIES = 100


def measures(scratch: Path) -> Iterator[Measure]:
    built = _library.build(scratch / "home" / "memory")
    where = ("--home", str(scratch / "home"), "--dir", built.projects[250])
    process(CLEW, "index", *where[:2])()
    for lang, query in (("en", "why SQLite for the cache"), ("zh", "缓存为什么用 SQLite")):
        yield Measure(
            f"clew search, 10,000 memories, {lang}",
            process(CLEW, "search", query, *where),
            bare_python(),
            BARE,
            times=4,
        )
    everywhere = process(CLEW, "search", "why SQLite for the cache", "--all", *where)
    name = "clew search --all, 10,000 memories, less their stat calls"
    yield Measure(name, _less(everywhere, built.root), bare_python(), BARE, times=4)
    for times, most in ((1, 5), (10, 20)):
        if times == 1 or os.environ.get("CLEW_BENCH_LARGE"):
            yield _asking(scratch / f"home-{times}", times * _MEMORIES, most)


def _asking(path: Path, memories: int, most: float) -> Measure:
    _library.build(path / "memory", memories=memories)
    home = open_home(str(path))
    home.index.look()
    passages = home.index.status().passages
    queries = list(islice(cycle(_queries()), _QUERIES))

    def ask() -> float:
        costs = []
        for query in queries:
            home.index.look()  # counts for a second
            begun = time.process_time()
            home.search(query)
            costs.append((time.process_time() - begun) * 1000)
        return sorted(costs)[round(0.95 * len(costs)) - 1]

    def look() -> float:
        home.index.touched()
        begun = time.process_time()
        home.index.look()
        return (time.process_time() - begun) * 1000

    name = f"home.search, {passages:,} passages, p95, beyond the look"
    return Measure(name, ask, look, "the look", times=0, plus=most, rounds=5, warm=1)


def _queries() -> Iterator[str]:
    for number, (tool, english, chinese) in enumerate(product(TOOLS, SUBJECTS["en"], SUBJECTS["zh"][:3])):
        yield f"why did we choose {tool} for {english}?" if number % 2 else f"{chinese}为什么用 {tool}"


def _less(whole: Taking, root: Path) -> Taking:
    """The same without what the bare stat calls cost in the same moment."""

    def taking() -> float:
        begun = time.process_time()
        with os.scandir(root) as folders:
            for folder in folders:
                if folder.is_dir(follow_symlinks=False):
                    with os.scandir(folder.path) as files:
                        for file in files:
                            file.stat(follow_symlinks=False)
        bare = (time.process_time() - begun) * 1000
        return whole() - bare

    return taking
