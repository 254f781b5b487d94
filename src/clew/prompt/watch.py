"""What a prompt was read from, and whether that still is as it was."""

from __future__ import annotations

import os

from clew.errors import NotFound, Unreadable
from clew.stores.fingerprint import settled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")
    Stamp = tuple[int, int, int, int] | int | None  # of what is there, or the errno that looking for it gives


class Watch:
    """Remembers each source at the moment before it is read, so that a change while it is read is a change too.

    A file that was changed within the last tick of the clock could change again without a trace, and one that
    cannot be read may become readable without one: these are read again at each look, until they are settled.
    """

    def __init__(self) -> None:
        self._stamps: list[tuple[str, Stamp]] = []
        self._unsure: dict[str, tuple[Callable[[], object], object]] = {}  # by path: how it is read, what came of it
        self.problems: list[Unreadable] = []  # what is there and could not be read

    @property
    def paths(self) -> list[str]:
        """All that is watched."""
        return [path for path, _ in self._stamps]

    def look(self, path: str) -> bool:
        """Whether it is old enough to show its next change. For what is watched and not read, that is all."""
        try:
            seen = os.stat(path)
        except OSError as problem:
            self._stamps.append((path, problem.errno))
            return True
        self._stamps.append((path, _stamp(seen)))
        return bool(settled(seen))

    def read(self, path: str, read: Callable[[], T]) -> T | None:
        """What `read` gives for this path; None for what is not there, and for what cannot be read."""
        sure = self.look(path)
        value = _outcome(read)
        if isinstance(value, Unreadable):
            self.problems.append(value)
        if isinstance(value, Unreadable) or not sure:
            self._unsure[path] = read, value
        return None if isinstance(value, Unreadable) else value

    def changed(self) -> bool:
        """Costs a stat for each source."""
        stat = os.stat
        for path, stamp in self._stamps:
            try:
                seen = stat(path)
            except OSError as problem:
                if problem.errno != stamp:
                    return True
            else:
                if (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino) != stamp:
                    return True
        return bool(self._unsure) and self._read_differently()

    def _read_differently(self) -> bool:
        for path, (read, value) in tuple(self._unsure.items()):
            try:
                sure = bool(settled(os.stat(path)))  # before it is read, as above
            except OSError:
                sure = True
            if not _same(_outcome(read), value):
                return True
            if sure and not isinstance(value, Unreadable):
                self._unsure.pop(path, None)  # another thread may have been quicker
        return False


def _stamp(seen: os.stat_result) -> tuple[int, int, int, int]:
    return seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns, seen.st_ino


def _outcome(read: Callable[[], T]) -> T | Unreadable | None:
    try:
        return read()
    except NotFound:
        return None
    except Unreadable as problem:
        return problem


def _same(one: object, other: object) -> bool:
    if isinstance(one, Unreadable) and isinstance(other, Unreadable):
        return (one.key, one.errno) == (other.key, other.errno)
    return one == other
