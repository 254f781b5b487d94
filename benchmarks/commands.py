"""What an agent waits for: whole processes of the commands that it runs at each start and each save."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from benchmarks import _library
from benchmarks._frame import CLEW, Measure, bare_python, process

BARE = "python -c pass"


def measures(scratch: Path) -> Iterator[Measure]:
    built = _library.build(scratch / "home" / "memory")
    where = ("--home", str(scratch / "home"), "--dir", built.projects[250])
    first = process(CLEW, "save", "Begun.", "--tag", "site-250,database", "--conversation", "bench", *where)
    first()  # reads the whole library once
    yield Measure("clew menu, 10,000 memories", process(CLEW, "menu", *where), bare_python(), BARE, times=4)
    start = process(CLEW, "start", "--conversation", "bench", *where)
    yield Measure("clew start, 10,000 memories", start, bare_python(), BARE, times=4)
    for event in ("session-start", "prompt"):
        said = b'{"session_id": "bench", "cwd": "%s", "prompt": "Go on."}' % built.projects[250].encode()
        hook = process(CLEW, "hook", event, "--agent", "claude-code", "--home", where[1], given=said)
        yield Measure(f"clew hook {event}, 10,000 memories", hook, bare_python(), BARE, times=4)
    numbers = count()

    def save() -> float:  # each time with a tag that is new, so that the clue file changes too
        turn = next(numbers)
        text = f"Decided, number {turn}: one writer, SQLite, WAL mode. " * 30
        return process(CLEW, "save", text, "--tag", f"site-250,step-{turn}", "--conversation", "bench", *where)()

    yield Measure("clew save, 10,000 memories", save, bare_python(), BARE, times=6)
