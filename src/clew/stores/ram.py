"""The contract in plain sight: a store in memory, the reference that the others are held to."""

from __future__ import annotations

import errno
from threading import RLock
from time import time

from clew.errors import Conflict, Locked, NotFound, StorageFailed, Unreadable, Usage
from clew.stores.contract import ABSENT, ANY, Blob, Stat, revision_of
from clew.stores.paths import parts, portable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType


class RamStore:
    def __init__(self, name: str = "library", root: str = "/ram") -> None:
        self.name = name
        self.root = root
        self._files: dict[str, tuple[Blob, float]] = {}  # with the time of the last change
        self._changes = 0
        self._turn = RLock()

    def get(self, path: str) -> Blob:
        parts(path)
        with self._turn:
            if self._is_folder(path):
                raise Unreadable("stores.is-folder", path=self._shown(path), errno=errno.EISDIR)
            if path not in self._files:
                raise NotFound("stores.not-found", path=self._shown(path), errno=errno.ENOENT)
            return self._files[path][0]

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        with self.lock():
            self._check_place(path)
            self._check(path, data, expect)
            self._changes += 1
            blob = Blob(data, revision_of(data), str(self._changes))
            self._files[path] = blob, time()
            return blob

    def delete(self, path: str, expect: str = ANY) -> None:
        with self.lock():
            self.get(path)
            self._check(path, None, expect)
            del self._files[path]

    def stat(self, path: str) -> Stat | None:
        parts(path)
        with self._turn:
            if self._is_folder(path):
                return Stat(path, "folder", 0, 0.0, "folder")
            if path not in self._files:
                return None
            blob, modified = self._files[path]
            return Stat(path, "file", len(blob.data), modified, blob.fingerprint)

    def list(self, folder: str = "", deep: bool = False) -> list[Stat]:
        with self._turn:
            if folder and parts(folder) and folder in self._files:
                raise Unreadable("stores.read-ENOTDIR", path=self._shown(folder), errno=errno.ENOTDIR)
            above = f"{folder}/" if folder else ""
            found = set()
            for path in self._files:
                if path.startswith(above):
                    names = path.removeprefix(above).split("/")
                    found |= {above + "/".join(names[: i + 1]) for i in range(len(names) if deep else 1)}
            return [stat for path in sorted(found) if (stat := self.stat(path))]

    def recover(self) -> None:
        """Nothing outlives a process here."""

    def lock(self, seconds: float = 10.0) -> AbstractContextManager[None]:
        return _Turn(self, self._turn, seconds)

    def _check(self, path: str, mine: bytes | None, expect: str) -> None:
        theirs = self._files[path][0] if path in self._files else None
        if expect not in (ANY, theirs.revision if theirs else ABSENT):
            raise Conflict(path=self._shown(path), mine=mine, theirs=theirs.data if theirs else None)

    def _check_place(self, path: str) -> None:
        """That there may be a file: no folder is there, no file is in the way, and a new name is legal everywhere."""
        names = parts(path)
        if self._is_folder(path):
            raise Unreadable("stores.is-folder", path=self._shown(path), errno=errno.EISDIR)
        for i, name in enumerate(names):
            so_far = "/".join(names[: i + 1])
            if so_far in self._files and so_far != path:
                raise StorageFailed("stores.write-ENOTDIR", path=self._shown(path), errno=errno.ENOTDIR)
            if not portable(name) and so_far not in self._files and not self._is_folder(so_far):
                raise Usage("stores.bad-name", given=path, part=name)

    def _is_folder(self, path: str) -> bool:
        return any(each.startswith(path + "/") for each in self._files)

    def _shown(self, path: str) -> str:
        return f"{self.root}/{path}"


class _Turn:
    def __init__(self, store: RamStore, turn: RLock, seconds: float) -> None:
        self._store, self._turn, self._seconds = store, turn, seconds

    def __enter__(self) -> None:
        if not self._turn.acquire(timeout=self._seconds):
            raise Locked(path=self._store.root, holder="another thread", seconds=self._seconds)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._turn.release()
