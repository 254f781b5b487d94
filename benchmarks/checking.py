"""What a check of a whole library costs, beside reading every file of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks import _library
from benchmarks._frame import Measure, timed
from clew.home import open_home
from clew.library.check import check


def measures(scratch: Path) -> Iterator[Measure]:
    built = _library.build(scratch / "home" / "memory")
    home = open_home(str(scratch / "home"))
    found = check(home.library)  # parses the clue file, reads each memory once and keeps it in the history
    if found:
        raise RuntimeError(f"the library to measure on is not in order: {found[0]}")

    def read_all() -> None:
        for folder, _, names in os.walk(built.root):
            for name in names:
                with open(os.path.join(folder, name), "rb", buffering=0) as file:
                    file.read()

    name = "check, 10,000 memories, parse cached"
    yield Measure(name, timed(lambda: check(home.library)), timed(read_all), "reading all files", times=2, rounds=5)
    home.close()
