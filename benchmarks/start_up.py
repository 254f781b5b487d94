"""What it costs to start clew at all, before any work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks._frame import CLEW, Measure, bare_python, process


def measures(_scratch: Path) -> Iterator[Measure]:
    yield Measure("clew --version, whole process", process(CLEW, "--version"), bare_python(), "python -c pass", times=3)
