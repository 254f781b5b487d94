"""Directories where clew is off: no reading, no saving, no history, there and below.

The list is a plain file of the home, one directory a line, so that a person can see and edit it,
and so that it outlives every derived file.
"""

from __future__ import annotations

import os

from clew.errors import RuleBroken, Unreadable
from clew.library.directories import within


class OffList:
    """`<home>/off`. Read anew each time: switching off must count at once, in every process."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.path = os.path.join(home, "off")

    def directories(self) -> list[str]:
        """The directories that are off. Raises `Unreadable`: a list that cannot be read may not be taken for empty."""
        try:
            with open(self.path, encoding="utf-8", errors="surrogateescape") as file:
                return [line for line in file.read().splitlines() if line]
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise Unreadable(
                "library.off-unreadable", path=self.path, errno=problem.errno, reason=problem.strerror
            ) from problem

    def refuse(self, *spellings: str) -> None:
        """Raises `RuleBroken("off")` when a directory, under any of its spellings, is off."""
        off = self.directories()
        for spelling in spellings if off else ():
            if folder := within(spelling, off):
                raise RuleBroken("off", path=folder)

    def switch_off(self, dir: str) -> list[str]:
        """Adds a directory; the list as it is now."""
        return self._write({*self.directories(), dir})

    def switch_on(self, dir: str) -> list[str]:
        """Takes a directory out. Raises `RuleBroken("off-above")` where a directory above is still off."""
        off = set(self.directories()) - {dir}
        if above := within(dir, sorted(off)):
            raise RuleBroken("off-above", path=above, dir=dir)
        return self._write({one for one in off if not within(one, [dir])})

    def _write(self, directories: set[str]) -> list[str]:
        from clew.stores.files import write_file_atomic

        listed = sorted(directories)
        os.makedirs(self.home, mode=0o700, exist_ok=True)
        write_file_atomic(self.path, "".join(f"{one}\n" for one in listed).encode("utf-8", "surrogateescape"))
        return listed
