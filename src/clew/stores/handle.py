"""How a store holds a folder while it works in it, and what it can do to the names there.

Nothing here takes a path: each step is opened from the folder before it, and a link is no step, so that
nothing outside the root is ever opened. Errors are plain `OSError`; the store gives them their words.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Self
else:
    Protocol = object

_NAME_SURROGATE = 0x20000000  # Windows: this bit of a reparse tag says that the name stands for another place


def kind_of(seen: os.stat_result) -> str:
    """`Stat.kind`. A junction is a link; the placeholder of a cloud drive is the file that it will be."""
    if stat.S_ISLNK(seen.st_mode) or getattr(seen, "st_reparse_tag", 0) & _NAME_SURROGATE:
        return "link"
    if stat.S_ISREG(seen.st_mode):
        return "file"
    return "folder" if stat.S_ISDIR(seen.st_mode) else "other"


class Folder(Protocol):
    """Kept by `OpenedFolder`, by descriptor, and by `CheckedFolder`, by a path that was looked at, for Windows."""

    replaces_open: bool  # whether a file may be replaced or removed while it is open

    @property
    def fd(self) -> int | None:
        """Its descriptor, where the system has such a thing for folders."""
        ...

    @classmethod
    def root(cls, path: str) -> Self:
        """This folder itself may be reached through links: its owner chose it."""
        ...

    def down(self, name: str) -> Self:
        """A folder in this one. `NotADirectoryError` for anything else, links included."""
        ...

    def make(self, name: str) -> Self:
        """A new folder in this one, 0700."""
        ...

    def open_read(self, name: str) -> int:
        """Whatever stands there but a link; the caller looks whether it is a regular file."""
        ...

    def create(self, name: str) -> int:
        """A new file to write, 0600 or less."""
        ...

    def open_lock(self, name: str) -> int:
        """To read and write, made with 0600 where it is missing."""
        ...

    def look(self, name: str) -> os.stat_result:
        """What stands there; a link itself, not its target."""
        ...

    def scan(self) -> list[tuple[str, os.stat_result]]:
        """All names, each with what `look` says."""
        ...

    def names(self) -> list[str]: ...

    def give_manner(self, fd: int, like: int | None) -> None:
        """To the new file `fd`: owner, rights and attributes of the open file `like`, never wider ones; 0600 without one."""
        ...

    def move(self, old: str, new: str) -> None:
        """Replaces what is there."""
        ...

    def appear(self, old: str, new: str) -> None:
        """As `move`, but raises `FileExistsError` where something is there, on all disks that can tell."""
        ...

    def swap(self, one: str, other: str) -> bool:
        """Each gets the other's name, in one step. False where the system or the disk cannot do that."""
        ...

    def remove(self, name: str) -> None: ...

    def remove_folder(self, name: str) -> None:
        """An empty one."""
        ...

    def sync(self) -> None:
        """Returns when the names in this folder are on the disk."""
        ...

    def close(self) -> None: ...
