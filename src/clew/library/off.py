"""Directories where clew is off: no reading, no saving, no history, there and below.

The list is a plain file of the home, one directory a line, so that a person can see and edit it,
and so that it outlives every derived file.
"""

from __future__ import annotations

import os

from clew.errors import RuleBroken, Unreadable
from clew.library.directories import within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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

    def write(self, directories: Sequence[str]) -> None:
        """Replaces the list, atomically."""
        from clew.stores.files import write_file_atomic

        text = "".join(f"{directory}\n" for directory in sorted(set(directories)))
        write_file_atomic(self.path, text.encode("utf-8", "surrogateescape"))
