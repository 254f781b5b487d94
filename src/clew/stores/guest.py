"""A folder of somebody else's in which one file is ours to write, because its owner put a link to it.

No lock file is left there, and nothing of it is walked through: it may be a whole home directory.
"""

from __future__ import annotations

import os
import sys
from time import monotonic, sleep

from clew.errors import Locked
from clew.stores import lock, temporary
from clew.stores.contract import ANY
from clew.stores.folder import FolderStore
from clew.stores.native import NativeFolder

if sys.platform != "win32":
    import fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType

    from clew.stores.contract import Blob
    from clew.stores.handle import Folder

_PAUSE = 0.002  # seconds between two tries; a write takes less


class GuestFolder(FolderStore):
    """Takes no lock: the store that holds the link has its own, and `FolderTurn` guards the rest."""

    def __init__(self, root: str, name: str) -> None:
        super().__init__(root, name, makes_root=False)

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        above = os.path.dirname(self.path_of(path))
        with FolderTurn(above) as turn:
            turn.sweep()
            return super().put(path, data, expect)

    def delete(self, path: str, expect: str = ANY) -> None:
        with FolderTurn(os.path.dirname(self.path_of(path))):
            super().delete(path, expect)

    def lock(self, seconds: float = lock.SECONDS) -> AbstractContextManager[None]:
        return _NoTurn()

    def recover(self) -> None:
        """The next write does."""


class FolderTurn:
    """`with FolderTurn(path):` nobody else who says so writes in this folder, whatever lock he came with.

    For writers who reach the same folder from two roots. Where a folder cannot be locked (Windows, some network
    drives; or it is not there yet), what a write expects to find is all that guards it. Raises `Locked`.
    """

    __slots__ = ("_folder", "_path")

    def __init__(self, path: str) -> None:
        self._path = path
        self._folder: Folder | None = None

    def __enter__(self) -> FolderTurn:
        try:
            self._folder = NativeFolder.root(self._path)
        except OSError:  # the write itself will tell, or make it
            return self
        try:
            self._wait()
        except BaseException:  # a time-out, Ctrl-C: the descriptor must not stay open
            self._folder.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._folder is not None:
            self._folder.close()  # which lets go of the lock

    def sweep(self) -> None:
        """What dead processes of clew left in this very folder."""
        if self._folder is not None:
            temporary.sweep_alone(self._folder)

    def _wait(self) -> None:
        deadline = monotonic() + lock.SECONDS
        while not _try(self._folder):
            if monotonic() > deadline:
                raise Locked(path=self._path, holder="?", seconds=lock.SECONDS)
            sleep(_PAUSE)


class _NoTurn:
    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        pass


def _try(folder: Folder | None) -> bool:
    """Whether it is locked now, or cannot be."""
    if sys.platform == "win32" or folder is None or folder.fd is None:
        return True
    try:
        fcntl.flock(folder.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
