"""A file that is there, held open: what it is, and its bytes."""

from __future__ import annotations

import os

from clew.stores.durable import read_all
from clew.stores.handle import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.stores.handle import Folder

_PIECE = 1 << 19


class NotAFile(Exception):
    """Under the name stands something else; `kind` as in `Stat`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Present:
    """The file that is there, held open: it can be read even after it was replaced."""

    __slots__ = ("fd", "seen")

    def __init__(self, folder: Folder, name: str) -> None:
        """Raises `FileNotFoundError`, `NotAFile`, or the `OSError` why it cannot be read."""
        try:
            self.fd = folder.open_read(name)
        except FileNotFoundError:
            raise
        except OSError:
            kind = kind_of(folder.look(name))
            if kind != "file":
                raise NotAFile(kind) from None
            raise
        try:
            self.seen = os.fstat(self.fd)
            if kind_of(self.seen) != "file":
                raise NotAFile(kind_of(self.seen))
        except BaseException:  # a descriptor must not stay open
            self.close()
            raise

    def data(self) -> bytes:
        """Read again when it changed under our eyes; what another program is just writing is at last taken as it is."""
        for _ in range(5):
            before = self.seen
            os.lseek(self.fd, 0, os.SEEK_SET)
            data = read_all(self.fd, before.st_size)
            self.seen = os.fstat(self.fd)
            if state_of(before) == state_of(self.seen):
                break
        return data

    def holds(self, data: bytes) -> bool:
        """Whether these are its bytes; they are not all read at once, which would cost as much again."""
        before, at = self.seen, 0
        os.lseek(self.fd, 0, os.SEEK_SET)
        while (piece := os.read(self.fd, _PIECE)) and data.startswith(piece, at):
            at += len(piece)
        self.seen = os.fstat(self.fd)
        return not piece and at == len(data) and state_of(before) == state_of(self.seen)

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def state_of(seen: os.stat_result) -> tuple[int, ...]:
    """What is another where somebody wrote, or put another file in the place of this one."""
    return seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns
