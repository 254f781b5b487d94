"""One of many who append at once: `python -m tests.workspace.crowd WHO COUNT MIDNIGHT FOLDER [home]`.

Its clock crosses midnight after so many readings as MIDNIGHT says. It waits for a line, and prints for each text the
day that its clock said.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import clew
from clew.workspace import MemoryStore

EVENING = datetime(2026, 5, 14, 23, 59, 59, 999999, tzinfo=UTC)
MORNING = datetime(2026, 5, 15, tzinfo=UTC)


class Clock:
    def __init__(self, midnight: int) -> None:
        self.left = midnight

    def __call__(self) -> datetime:
        self.left -= 1
        return EVENING if self.left >= 0 else MORNING


class Noted:
    """A store whose clock's last word can be asked for: what the store made of it is what is being tested."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.said = EVENING

    def __call__(self) -> datetime:
        self.said = self.clock()
        return self.said


def main(who: str, count: str, midnight: str, folder: str, *home: str) -> None:
    clock = Noted(Clock(int(midnight)))
    store = clew.open(folder).workspace if home else MemoryStore(folder)
    store.clock = clock
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(count)):
        store.append_today(f"{who} {number} 记")
        print(who, number, clock.said.date().isoformat(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
