"""What a prompt costs inside a process when nothing changed: the stats of its sources, and 20 microseconds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks._frame import Measure, Taking, timed
from clew.home import open_home
from clew.prompt import ContextBuilder

CALLS = 1000
FIXED = ("AGENT.md", "SOUL.md", "USER.md", "memory/MEMORY.md")


def measures(scratch: Path) -> Iterator[Measure]:
    home = open_home(str(scratch / "home"))
    root = scratch / "home" / "workspace"
    home.workspace.append_today("- 10:15 asked about the backup. 问过备份的事。\n")
    for name in FIXED:
        (root / name).write_text(f"{name}\n" * 40)
    (root / "AGENT.md").write_text("---\nname: a\n---\n" + "rule\n" * 1_000_000)  # 5 MB: a look must not read it
    builder = ContextBuilder(home.workspace)
    builder.build()
    looked = builder.watched_paths()
    unchanged = f"an unchanged prompt of {len(looked)} sources"
    yield Measure(
        unchanged, _each(builder.build), _each(lambda: _stats(looked)), "the stats alone", times=1, plus=20, unit="µs"
    )
    home.close()


def _each(work: Callable[[], object]) -> Taking:
    """The microseconds of one call among many."""
    taking = timed(lambda: [work() for _ in range(CALLS)])
    return lambda: taking() * 1000 / CALLS


def _stats(paths: list[str]) -> None:
    for path in paths:
        try:
            os.stat(path)
        except OSError:
            pass
