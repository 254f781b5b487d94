"""What a text more in today's note costs inside a process, durably: as long as one bare synced write, twice at most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks._frame import Measure, timed
from benchmarks.saving import atomic_write
from clew.home import open_home
from clew.workspace import MemoryStore

TEXT = "- 10:15 PicoClaw's notes go to the vault; asked about the backup. 问过备份的事。\n"
NOTE = "".join(f"- {number} something that happened, and what came of it\n" for number in range(80))  # 4 kB


def measures(scratch: Path) -> Iterator[Measure]:
    home = open_home(str(scratch / "home"))
    for name, store in (("in a home, with history", home.workspace), ("alone", MemoryStore(scratch / "alone"))):
        store.append_today(NOTE)
        today = Path(store.today_path())

        def append(store: MemoryStore = store) -> None:
            store.append_today(TEXT)

        def bare(today: Path = today) -> None:
            atomic_write(scratch / "bare", today.stat().st_size)

        yield Measure(f"append_today, {name}", timed(append), timed(bare), "one synced write", times=2, rounds=200)
    home.close()
