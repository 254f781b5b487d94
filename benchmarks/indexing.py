"""What the index costs: made first, brought up to date, and asked.

`CLEW_BENCH_LARGE=1` adds the rows on a million passages, which take some minutes to make.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

from benchmarks import _library
from benchmarks._frame import Measure, Taking, timed
from clew.home import Home, open_home
from clew.index.generation import Batch, Generation
from clew.index.index import Index
from clew.index.place import Place
from clew.index.rows import MadeFile, MadePart
from clew.index.sources.library import LibrarySource
from clew.text.terms import terms_of

_MEGABYTES = 18
_WORDS, _SKIPPED, _LENGTH = 50_000, 50, 40  # of the made-up passages; the most frequent are stop words to a query
_QUERIES = 100


def measures(scratch: Path) -> Iterator[Measure]:
    first = _home(scratch / "first")
    built = _library.build(Path(first.path) / "memory", memories=6_500, chinese=0.2)  # as the peers were measured
    if not 0.9 < built.bytes / 1e6 / _MEGABYTES < 1.1:
        raise RuntimeError(f"{built.bytes} bytes are not {_MEGABYTES} MB")
    name = f"first index of {_MEGABYTES} MB of memories, CPU"
    yield Measure(
        name, lambda: _first(first), _cpu(lambda: _read_all(built.root)), "reading all files", 0, 6000, rounds=1, warm=0
    )
    first.close()

    home = _home(scratch / "many")
    many = _library.build(Path(home.path) / "memory")
    index = _index(home)
    index.look()
    files = sorted(many.root.rglob("*.md"))
    time.sleep(0.05)
    index.touched()
    index.look()
    edits = iter(range(1_000_000))

    def look() -> None:
        index.touched()
        index.look()

    def edit() -> None:
        number = next(edits)
        with files[number % 50].open("a") as file:
            file.write(f"\nChanged for the {number}. time: quokka{number}\n")
        index.touched()
        index.look()
        if not index.passages(index.candidates(terms_of(f"quokka{number}"), None, 10)):
            raise RuntimeError("what was written is not found")

    def stats() -> None:
        _stat_all(many.root)

    yield Measure(
        "a look at 10,000 memories, nothing changed", timed(look), timed(stats), "the stat calls", times=2, plus=10
    )
    yield Measure(
        "one edited file among 10,000, until found", timed(edit), timed(stats), "the stat calls", times=1, plus=100
    )
    index.close()
    home.close()

    for passages, most in ((100_000, 1.0), (1_000_000, 7.5)):
        if passages <= 100_000 or os.environ.get("CLEW_BENCH_LARGE"):
            yield from _asking(scratch / f"of-{passages}", passages, most)


def _asking(place: Path, passages: int, most: float) -> Iterator[Measure]:
    _made_up(place, passages)
    asked = Index(str(place), [])
    name = f"candidates, passages, neighbours, counts of {passages:,}, p95, CPU"
    bare = "400 rows by their number"
    yield Measure(name, lambda: _asked(asked), lambda: _bare_rows(asked), bare, 2, most, rounds=5, warm=1)
    asked.close()
    yield Measure(
        f"memory of a process that asks {passages:,} passages",
        lambda: _memory(str(place)),
        lambda: _memory(""),
        "the same without an index",
        times=0,
        plus=150,
        unit="MB",
        rounds=3,
        warm=0,
    )


def _home(path: Path) -> Home:
    path.mkdir()
    return open_home(str(path))


def _index(home: Home) -> Index:
    return Index(home.path, [LibrarySource(lambda: home.library)])


def _cpu(work: Callable[[], object]) -> Taking:
    def taking() -> float:
        begun = time.process_time()
        work()
        return (time.process_time() - begun) * 1000

    return taking


def _first(home: Home) -> float:
    """All threads count."""
    index = _index(home)
    cost = _cpu(index.look)()
    index.forget()
    return cost


def _read_all(root: Path) -> None:
    for folder, _, names in os.walk(root):
        for name in names:
            Path(folder, name).read_bytes()


def _stat_all(root: Path) -> None:
    with os.scandir(root) as folders:
        for folder in folders:
            if folder.is_dir(follow_symlinks=False):
                with os.scandir(folder.path) as entries:
                    for entry in entries:
                        entry.stat(follow_symlinks=False)


def _made_up(home: Path, passages: int) -> None:
    """An index of passages whose words are as frequent as words are, 20 to a file."""
    home.mkdir()
    place, randomly = Place(str(home)), Random(7)
    words, weights = _words()
    with place.lock(1):
        folder = place.new()
        generation = Generation.make(folder)
        for start in range(0, passages // 20, 1000):
            made = []
            for number in range(start, min(start + 1000, passages // 20)):
                drawn = randomly.choices(words, cum_weights=weights, k=20 * _LENGTH + 4)
                pieces = tuple(
                    (
                        line,
                        line,
                        line * 200,
                        line * 200 + 199,
                        0,
                        " ".join(drawn[line * _LENGTH : (line + 1) * _LENGTH]),
                    )
                    for line in range(20)
                )
                part = MadePart(
                    1, f"/p{number % 500}", "", ("one",), "2026-11-30T00:00:00Z", 739_950, " ".join(drawn[-4:]), pieces
                )
                made.append(MadeFile("library", f"f{number % 500}", f"{number}.md", "", "memory", "T", None, (part,)))
            generation.take(Batch((), tuple(made), (), ()))
        generation.finish()
        place.publish(folder)
        generation.close()


def _words() -> tuple[list[str], list[float]]:
    return [f"w{number}" for number in range(_WORDS)], list(accumulate(1 / (number + 2) for number in range(_WORDS)))


def _queries() -> list[list[str]]:
    words, weights = _words()
    return [Random(number).choices(words[_SKIPPED:], cum_weights=weights[_SKIPPED:], k=7) for number in range(_QUERIES)]


def _asked(index: Index) -> float:
    """What a ranking asks the index for: the 95th of 100 queries."""
    costs = []
    for terms in _queries():
        begun = time.process_time()
        passages = index.passages(index.candidates(terms, None, 200))
        index.around(passages[:50], 2)
        index.counts(terms)
        costs.append((time.process_time() - begun) * 1000)
    return sorted(costs)[round(0.95 * len(costs)) - 1]


def _bare_rows(index: Index) -> float:
    """Reading so many rows out of the same file, at random."""
    import sqlite3

    (path,) = Path(index.path).rglob("passages.db")
    database = sqlite3.connect(path)
    (last,) = database.execute("SELECT max(id) FROM passage").fetchone()
    randomly, costs = Random(3), []
    for _ in range(_QUERIES):
        ids = ", ".join(str(randomly.randrange(last)) for _ in range(400))
        begun = time.process_time()
        database.execute(f"SELECT * FROM passage WHERE id IN ({ids})").fetchall()
        costs.append((time.process_time() - begun) * 1000)
    database.close()
    return sorted(costs)[round(0.95 * len(costs)) - 1]


def _memory(home: str) -> float:
    """The most that a process which asks had at a time, in MiB."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from benchmarks import indexing\n"
        "from clew.index.index import Index\n"
        "if sys.argv[2]: indexing._asked(Index(sys.argv[2], []))\n"
        "print(indexing._most_memory())"
    )
    root = str(Path(__file__).resolve().parent.parent)
    done = subprocess.run([sys.executable, "-c", script, root, home], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _most_memory() -> float:
    """Of this process alone: `ru_maxrss` counts what its parent had when it was forked."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    except (OSError, StopIteration):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / (1 << 20 if sys.platform == "darwin" else 1024)
