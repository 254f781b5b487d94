"""What a save costs inside a process, and what it writes: memory, clue file and history, durably."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from benchmarks import _library
from benchmarks._frame import Measure, Taking, timed
from clew.home import open_home

TEXT = "Decided: one writer, SQLite, WAL mode. " * 51 + "\n"  # 2 kB


def measures(scratch: Path) -> Iterator[Measure]:
    built = _library.build(scratch / "home" / "memory")
    home = open_home(str(scratch / "home"))
    project = home.library.project(built.projects[250])
    conversation = project.start(0)
    saved = conversation.save(TEXT, tags=["site-250", "database"])  # reads the whole library once
    number = count()

    def save() -> None:  # each time with a tag that is new, so that the clue file changes too
        turn = next(number)
        conversation.save(f"{turn} {TEXT}", tags=["site-250", f"step-{turn}"])

    def bare() -> None:
        for name in (saved.path, os.path.join(built.root, ".clue")):
            atomic_write(scratch / "bare", Path(name).stat().st_size)

    two_writes = "two synced writes"
    yield Measure("a save, 10,000 memories", timed(save), timed(bare), two_writes, times=2.5)
    if Path("/proc/self/io").exists():
        written, least = in_kilobytes(save), in_kilobytes(bare)
        yield Measure("bytes written by a save of 2 kB", written, least, two_writes, times=1.5, unit="kB", rounds=5)
    home.close()


def atomic_write(folder: Path, size: int) -> None:
    """The least that a durable replacement of a file of this size does."""
    folder.mkdir(exist_ok=True)
    written = os.open(folder / "new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.write(written, b"x" * size)
    os.fsync(written)
    os.close(written)
    os.replace(folder / "new", folder / "file")
    above = os.open(folder, os.O_RDONLY)
    os.fsync(above)
    os.close(above)


def in_kilobytes(work: Callable[[], None]) -> Taking:
    """What this process hands to the system to write meanwhile."""

    def written() -> int:
        return int(Path("/proc/self/io").read_text().split("wchar: ")[1].split()[0])

    def taking() -> float:
        before = written()
        work()
        return (written() - before) / 1000

    return taking
