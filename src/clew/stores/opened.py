"""A folder held by its descriptor: Linux, macOS, the BSDs.

What a name stands for is decided in the moment of opening it, by the kernel: there is none between a
check and the use in which somebody could put a link in its place.
"""

from __future__ import annotations

import os
import stat
import sys

from clew.stores.durable import sync

assert sys.platform != "win32"  # see checked.py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
# A FIFO must not block us, a terminal not become ours, a link not lead away.
_SAFE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_ACCESS_LIST = "system.posix_acl_access"


class OpenedFolder:
    __slots__ = ("fd",)
    replaces_open = True

    def __init__(self, fd: int) -> None:
        self.fd = fd

    @classmethod
    def root(cls, path: str) -> Self:
        return cls(os.open(path, _FOLDER))

    def down(self, name: str) -> Self:
        return type(self)(os.open(name, _FOLDER | _SAFE, dir_fd=self.fd))

    def make(self, name: str) -> Self:
        os.mkdir(name, 0o700, dir_fd=self.fd)
        try:
            made = self.down(name)
        except OSError:  # whoever is told that it failed finds nothing made
            self.remove_folder(name)
            raise
        _give_mode(made.fd, 0o700)
        return made

    def open_read(self, name: str) -> int:
        return os.open(name, os.O_RDONLY | _SAFE, dir_fd=self.fd)

    def create(self, name: str) -> int:
        return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _SAFE, 0o600, dir_fd=self.fd)

    def open_lock(self, name: str) -> int:
        return os.open(name, os.O_RDWR | os.O_CREAT | _SAFE, 0o600, dir_fd=self.fd)

    def look(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self.fd, follow_symlinks=False)

    def scan(self) -> list[tuple[str, os.stat_result]]:
        found = []
        with os.scandir(self.fd) as entries:
            for entry in entries:
                try:
                    found.append((entry.name, entry.stat(follow_symlinks=False)))
                except FileNotFoundError:  # gone since the folder was read
                    pass
        return found

    def names(self) -> list[str]:
        return os.listdir(self.fd)

    def give_manner(self, fd: int, like: int | None) -> None:
        new, mode = os.fstat(fd), 0o600
        if like is not None:
            old = os.fstat(like)
            mode = old.st_mode & 0o777
            if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) and not _give_owner(fd, old):
                mode &= ~0o070  # what its group might do is nothing that ours may
            if not _give_attributes(fd, like):
                mode &= ~0o077  # under an access list these bits are not the group's but the widest of all
        _give_mode(fd, mode, new)

    def move(self, old: str, new: str) -> None:
        os.replace(old, new, src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def appear(self, old: str, new: str) -> None:
        try:
            os.link(old, new, src_dir_fd=self.fd, dst_dir_fd=self.fd, follow_symlinks=False)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links (FAT); what else is wrong, the move will tell
            self.move(old, new)
            return
        try:
            self.remove(old)
        except OSError:
            try:
                self.remove(new)
            except OSError:  # it is there to stay, and its other name is swept one day
                return
            raise

    def swap(self, one: str, other: str) -> bool:
        from clew.stores.swapping import swap  # late: only who writes where another has just written needs it

        return swap(self.fd, one, other)

    def remove(self, name: str) -> None:
        os.unlink(name, dir_fd=self.fd)

    def remove_folder(self, name: str) -> None:
        os.rmdir(name, dir_fd=self.fd)

    def sync(self) -> None:
        sync(self.fd)

    def close(self) -> None:
        os.close(self.fd)


def _give_mode(fd: int, mode: int, seen: os.stat_result | None = None) -> None:
    """To what was just made, for a umask may have taken even the owner's rights; a folder's set-group bit stays."""
    try:
        now = stat.S_IMODE((seen or os.fstat(fd)).st_mode)
        if now & 0o777 != mode:
            os.fchmod(fd, now & ~0o777 | mode)
    except OSError:  # a file system without modes (FAT); where there are modes, it stays at those of its making
        pass


def _give_owner(fd: int, like: os.stat_result) -> bool:
    """Whether at least the group is the old one now."""
    for owner in (like.st_uid, -1):
        try:
            os.fchown(fd, owner, like.st_gid)
        except OSError:  # only root gives files away, and only to a group of one's own is a file moved
            continue
        return True
    return False


def _give_attributes(fd: int, like: int) -> bool:
    """False where an access list is there that could not be given. A person's other attributes are kept where they can be."""
    if sys.platform != "linux":  # Python knows them nowhere else
        return True
    try:
        names = os.listxattr(like)
    except OSError:  # a file system without attributes
        return True
    for name in names:
        if name == _ACCESS_LIST or name.startswith("user."):
            try:
                os.setxattr(fd, name, os.getxattr(like, name))
            except OSError:
                if name == _ACCESS_LIST:
                    return False
    return True
