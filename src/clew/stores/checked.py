"""A folder known by its path, each step of which was looked at before it was taken: for Windows.

Python cannot open a folder there, so between the look and the use there is a moment in which a link
could be put in place; what was opened is therefore compared with what was looked at.
"""

from __future__ import annotations

import errno
import os
import stat
from time import sleep

from clew.stores.handle import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_NONBLOCK", 0)
_PATIENCE = 1.0  # seconds: a virus scanner or an indexer has what was just written open, and nobody may move it


class CheckedFolder:
    __slots__ = ("path",)
    replaces_open = False
    fd = None

    def __init__(self, path: str) -> None:
        self.path = path

    @classmethod
    def root(cls, path: str) -> Self:
        if not stat.S_ISDIR(os.stat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        return cls(path)

    def down(self, name: str) -> Self:
        if kind_of(self.look(name)) != "folder":
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), name)
        return type(self)(os.path.join(self.path, name))

    def make(self, name: str) -> Self:
        os.mkdir(os.path.join(self.path, name), 0o700)
        return self.down(name)

    def open_read(self, name: str) -> int:
        return self._open(name, os.O_RDONLY)

    def create(self, name: str) -> int:
        return os.open(os.path.join(self.path, name), os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)

    def open_lock(self, name: str) -> int:
        return self._open(name, os.O_RDWR | os.O_CREAT)

    def look(self, name: str) -> os.stat_result:
        return os.lstat(os.path.join(self.path, name))

    def scan(self) -> list[tuple[str, os.stat_result]]:
        found = []
        for name in self.names():
            try:
                found.append((name, self.look(name)))  # not from the listing: Windows gives no inode there
            except FileNotFoundError:  # gone since the folder was read
                pass
        return found

    def names(self) -> list[str]:
        return os.listdir(self.path)

    def give_manner(self, fd: int, like: int | None) -> None:
        """A new file on Windows has the rights that its folder hands down."""

    def move(self, old: str, new: str) -> None:
        self._insist(lambda: os.replace(os.path.join(self.path, old), os.path.join(self.path, new)))

    def appear(self, old: str, new: str) -> None:
        self._insist(lambda: os.rename(os.path.join(self.path, old), os.path.join(self.path, new)))

    def swap(self, one: str, other: str) -> bool:
        return False

    def remove(self, name: str) -> None:
        self._insist(lambda: os.unlink(os.path.join(self.path, name)))

    def remove_folder(self, name: str) -> None:
        os.rmdir(os.path.join(self.path, name))

    def sync(self) -> None:
        """Windows has no such thing for a folder; NTFS keeps the order of its own changes."""

    def close(self) -> None:
        """Nothing is held."""

    def _open(self, name: str, flags: int) -> int:
        """Opens a name that is no link, and looks afterwards that what was opened is what was looked at."""
        path = os.path.join(self.path, name)
        try:
            seen = os.lstat(path)
        except FileNotFoundError:
            return os.open(path, flags | _BINARY, 0o600)
        if kind_of(seen) in ("link", "folder"):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        fd = os.open(path, flags | _BINARY, 0o600)
        try:
            if not os.path.samestat(os.fstat(fd), seen):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        except OSError:
            os.close(fd)
            raise
        return fd

    def _insist(self, act: Callable[[], None]) -> None:
        pause = 0.005
        while True:
            try:
                return act()
            except PermissionError:
                if pause > _PATIENCE / 2:
                    raise
                sleep(pause)
                pause *= 2
