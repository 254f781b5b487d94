"""What a context was made of, and whether it is still as it was. Costs the stat calls and little more."""

from __future__ import annotations

import os

from clew.stores.fingerprint import settled

Seen = tuple[int, int, int, int]  # times, size, inode; where there is nothing, the error's number


class Watch:
    """Each path is looked at before it is read: what changes between the two is noticed the next time.

    A `blind` one looks at nothing: for a process that makes one context and ends.
    """

    __slots__ = ("_seen", "blind", "sure")

    def __init__(self, *, blind: bool = False) -> None:
        self._seen: dict[str, Seen] = {}
        self.blind = blind
        self.sure = not blind  # False while a further change could hide in the same tick of the clock

    def look(self, path: str) -> None:
        """Takes note of a file, a folder, or that there is none."""
        if self.blind or path in self._seen:
            return
        try:
            stat = os.stat(path)
        except OSError as problem:
            self._seen[path] = (problem.errno or 0, 0, 0, 0)
            return
        self.sure = self.sure and bool(settled(stat))
        self._seen[path] = (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino)

    def stands(self) -> bool:
        """Whether all is as it was when it was looked at."""
        stat = os.stat
        for path, (modified, changed, size, number) in self._seen.items():
            try:
                now = stat(path)
            except OSError as problem:
                if size or number or problem.errno != modified:
                    return False
                continue
            if now.st_ctime_ns != changed or now.st_mtime_ns != modified or now.st_ino != number or now.st_size != size:
                return False
        return True

    def paths(self) -> list[str]:
        """Every path that was looked at."""
        return list(self._seen)
