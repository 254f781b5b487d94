"""What grows with a text and not with its square: each measure is taken beside the same with a quarter of it.

In a straight line that is four times as much, squared sixteen times.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks._frame import Measure, timed
from clew.context.block import block_of
from clew.context.budget import cost_of
from clew.context.values import Offer
from clew.home import open_home
from clew.index.passages import cut
from clew.text.keywords import keywords, title_from
from clew.text.merge import merge
from clew.text.query import LOOKED_AT, read

QUARTER = "a quarter of it"
MEGABYTES = 8
QUERIES = ('"', '- "a', "缓存", "a-", "word ")
LINES = (
    "- a fact that somebody wrote down\n",
    "决定用 SQLite，一台机器足够。\n",
    "- x <!-- pin -->\n",
    "```\n",
    "# a\n",
    "x",
)
PARAGRAPHS = 200


def measures(scratch: Path) -> Iterator[Measure]:
    for piece in QUERIES:
        yield _measure(f"a query of {piece!r} again and again", partial(_asked, piece), LOOKED_AT)
    yield _measure("keywords and title of a text", lambda size: _titled("word 字 " * (size // 9)), MEGABYTES << 20)
    yield _measure("merging lines of two kinds", _merged, 4000)
    yield _measure("a file cut into passages", _cut, MEGABYTES << 20)
    yield _measure("a context of one long line", _line_offered, MEGABYTES << 20)
    for line in LINES:
        work = partial(_contexts, scratch / "long-term", "workspace/memory/MEMORY.md", line)
        yield _measure(f"a context of lines {line!r}", work, MEGABYTES << 20)


def _measure(name: str, work: Callable[[int], object], size: int) -> Measure:
    return Measure(
        name, timed(lambda: work(size)), timed(lambda: work(size // 4)), QUARTER, 8, plus=5, rounds=3, warm=1
    )


def _asked(piece: str, size: int) -> None:
    read(piece * (size // len(piece)))


def _titled(text: str) -> None:
    keywords(text)
    title_from(text)


def _merged(lines: int) -> None:
    base, ours, theirs = ["one", "two"] * (lines // 2), [], []
    for at, line in enumerate(base):
        ours += [line, "mine"] if at % 97 == 5 else [line]
        theirs += [line, "theirs"] if at % 97 == 55 else [line]
    merge(base, ours, theirs)


def _cut(size: int) -> None:
    at_random = random.Random(1)
    words = [f"word{number}" for number in range(1000)]
    some = "\n\n".join(" ".join(at_random.choices(words, k=40)) for _ in range(PARAGRAPHS))
    cut(("# Large\n\n" + some * (size // len(some))).encode())


def _line_offered(size: int) -> None:
    line = "家族👨‍👩‍👧 " * (size // 25)
    block_of(
        [Offer("long-term", "long-term.md", "Title", (line,), (0,), cost_of((line,)), 0, more="clew show")],
        500,
        "seed",
        "en",
    )


def _contexts(home: Path, file: str, line: str, size: int) -> None:
    path = home / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line * (size // len(line.encode())), encoding="utf-8")
    opened = open_home(str(home))
    opened.context(str(home), once=True)
    opened.close()
