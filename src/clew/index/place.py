"""`<home>/index/`: one generation of files that counts, a lock for whoever changes it, and nothing that must be kept.

    current              the name of the generation that counts
    1f0c9a3e/passages.db what is known of files and passages
    1f0c9a3e/tantivy/    the engine's own files

What is broken, or was made by another version, is not mended: a new generation is made beside it, `current` is
replaced, the old one goes. Whoever still reads it reads on.
"""

from __future__ import annotations

import os

from clew.stores import lock
from clew.stores.failures import Telling
from clew.stores.handle import kind_of
from clew.stores.native import NativeFolder
from clew.stores.temporary import PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.stores.handle import Folder

_CURRENT = "current"


class Place:
    """The folder, whether or not it is there."""

    def __init__(self, home: str) -> None:
        self.path = os.path.join(home, "index")

    def current(self) -> str | None:
        """The folder of the generation that counts; None where there is none."""
        try:
            with open(os.path.join(self.path, _CURRENT), encoding="utf-8", opener=_at_once) as file:
                name = file.read(64).strip()
        except (OSError, ValueError):
            return None
        return os.path.join(self.path, name) if _is_generation(name) else None

    def lock(self, seconds: float) -> Turn:
        """`with place.lock(2):` nobody else changes anything here. Raises `Locked`, `StorageFailed`."""
        return Turn(self.path, seconds)

    def new(self) -> str:
        """An empty folder for a new generation. Raises `StorageFailed`."""
        path = os.path.join(self.path, os.urandom(4).hex())
        with Telling("write", path):
            os.mkdir(path, 0o700)
        return path

    def publish(self, folder: str) -> None:
        """From here on this generation counts; all others go, as far as the system lets them."""
        from clew.stores.files import write_file_atomic  # late: most searches only read

        current = os.path.join(self.path, _CURRENT)
        if os.path.isdir(current):
            remove(current)  # in its place: nobody would ever have an index again
        write_file_atomic(current, f"{os.path.basename(folder)}\n".encode())
        self.sweep(folder)

    def sweep(self, spared: str | None = None) -> None:
        """Removes every generation but one, and what somebody who died was about to put in its place. For who holds the lock.

        What is in use on a system that minds is for the next time.
        """
        for name in self._names():
            path = os.path.join(self.path, name)
            if (_is_generation(name) or name.startswith(PREFIX)) and path != spared:
                remove(path)

    def clear(self) -> list[str]:
        """Removes all there is of an index; the paths that are left."""
        try:
            os.unlink(os.path.join(self.path, _CURRENT))
        except FileNotFoundError:
            pass
        self.sweep()
        return [os.path.join(self.path, name) for name in self._names() if _is_generation(name)]

    def give_back(self) -> None:
        """As `clear`, where nobody needs to know what is left."""
        try:
            self.clear()
        except OSError:
            pass

    def size(self) -> int:
        """Bytes of all files."""
        total = 0
        for folder, _, names in os.walk(self.path):
            for name in names:
                try:
                    total += os.lstat(os.path.join(folder, name)).st_size
                except OSError:  # gone meanwhile
                    pass
        return total

    def _names(self) -> list[str]:
        try:
            return os.listdir(self.path)
        except OSError:
            return []


class Turn:
    """Holds the lock for a block."""

    def __init__(self, path: str, seconds: float) -> None:
        self._path = path
        self._seconds = seconds

    def __enter__(self) -> None:
        self._hold = lock.take(self._path, self._opened, self._seconds, lambda _: None)

    def __exit__(self, *problem: object) -> None:
        self._hold.give()

    def _opened(self) -> Folder:
        with Telling("write", self._path):
            os.makedirs(self._path, mode=0o700, exist_ok=True)
            return NativeFolder.root(self._path)


def remove(folder: str) -> None:
    """A folder with all that is in it, as far as possible. Of a link only the link: what it leads to is not ours."""
    if not _is_folder(folder):
        _quietly(os.unlink, folder)
        return
    for path, folders, names in os.walk(folder, topdown=False):
        for name in names:
            _quietly(os.unlink, os.path.join(path, name))
        for name in folders:
            below = os.path.join(path, name)
            _quietly(os.rmdir if _is_folder(below) else os.unlink, below)
    _quietly(os.rmdir, folder)


def _is_folder(path: str) -> bool:
    try:
        return kind_of(os.lstat(path)) == "folder"
    except OSError:
        return False


def _at_once(path: str, flags: int) -> int:
    """Opened without waiting for a writer, where a pipe has taken a file's place."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _quietly(act: Callable[[str], None], path: str) -> None:
    try:
        act(path)
    except OSError:
        pass


def _is_generation(name: str) -> bool:
    return len(name) == 8 and not name.strip("0123456789abcdef")
