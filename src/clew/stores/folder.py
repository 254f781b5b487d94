"""A folder on the disk as a store: what a person sees there is all there is.

Whoever edits, copies or deletes files there with other programs is right: the bytes on the disk count.
Writers of clew take turns by the lock; a file is replaced whole, never written into.
"""

from __future__ import annotations

import os
from functools import cached_property

from clew.errors import NotFound, Unreadable
from clew.stores import lock, temporary
from clew.stores.contract import ANY, Blob, Stat, revision_of
from clew.stores.failures import Telling, unreadable
from clew.stores.fingerprint import fingerprint, settled
from clew.stores.handle import kind_of
from clew.stores.paths import addressable
from clew.stores.root import Root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from types import TracebackType

    from clew.stores.ahead import Ahead
    from clew.stores.handle import Folder
    from clew.stores.replacing import Writing

_DEEPEST = 100  # folders below each other, each held open while one looks into those below it


class FolderStore:
    """The contract, kept by one folder.

    `makes_root`: the first write makes a root that is missing. A root that somebody set may be unmounted:
    there it is an error. `folders` is how folders are held open, where it should not be the system's way.
    """

    def __init__(self, root: str, name: str, *, makes_root: bool, folders: type[Folder] | None = None) -> None:
        self._at = Root(root, makes_root, folders)
        self.root = self._at.path
        self.name = name

    @cached_property
    def _writing(self) -> Writing:
        from clew.stores.replacing import Writing  # late: most commands only read

        return Writing(self._at)

    def path_of(self, path: str) -> str:
        """The absolute path of a file, in the system's own form."""
        return self._at.path_of(path)

    def get(self, path: str) -> Blob:
        names = self._at.names(path)
        with self._at.walk(names[:-1], path) as way:
            present = self._at.present(way, names[-1], path)
            try:
                data = present.data()
            except OSError as error:
                raise unreadable(self.path_of(path), error) from error
            finally:
                present.close()
        return Blob(data, revision_of(data), settled(present.seen))

    def stat(self, path: str) -> Stat | None:
        names = self._at.names(path)
        try:
            with self._at.walk(names[:-1], path) as way, Telling("read", self.path_of(path)):
                return _stat(path, names[-1], way.end.look(names[-1]))
        except NotFound:
            return None

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        names = self._at.names(path)
        with self.lock(), self._at.start(path) as way:
            self._writing.put(way, names, path, data, expect)
        return Blob(data, revision_of(data), "")

    def ahead(self, texts: Sequence[tuple[str, bytes, str]]) -> Ahead:
        """For who holds the lock and will put these texts in the block, with these expectations: they go to the disk at
        once, under temporary names. What cannot be is told before the first of them has its own: here, or by `wait`.

        A text whose folder is still to be made, or that is not to be had without more ado, is left to its `put`.
        """
        return self._writing.ahead(texts)

    def put_new(self, texts: Sequence[tuple[str, bytes]]) -> set[str]:
        """Writes files that are not there, all together; the paths of those that it did. The rest is for `put` to do, or to
        tell why not. As many at a time as may be open. Raises as the lock."""
        from clew.stores.many import put_new  # late: only a whole library that comes back needs it

        with self.lock():
            return put_new(self._at, texts)

    def delete(self, path: str, expect: str = ANY) -> None:
        names = self._at.names(path)
        self._at.start(path).close()  # a default root is not made for a deletion
        with self.lock(), self._at.walk(names[:-1], path) as way, Telling("delete", self.path_of(path)):
            self._writing.delete(way, names[-1], path, expect)
            way.prune(names[:-1])

    def lock(self, seconds: float = lock.SECONDS) -> AbstractContextManager[None]:
        return _Turn(self._at, seconds)

    def inherit(self, heir: Callable[[], object]) -> None:
        """`heir` is called, with the lock held, by whoever takes it after a holder that died: to finish what that began."""
        self._at.heirs.append(heir)

    def recover(self) -> None:
        self._at.recover()

    def leftovers(self) -> list[str]:
        """Temporary files of clew's own dead processes."""
        return _ask(self._at, temporary.dead)

    def sweep(self) -> list[str]:
        """Removes the leftovers, and says which."""
        return _ask(self._at, temporary.sweep)

    def strangers(self) -> list[str]:
        """Temporary files of other programs and hosts, older than a day: to be reported, not ours to remove."""
        return _ask(self._at, temporary.strangers)

    def list(self, folder: str = "", deep: bool = False) -> list[Stat]:
        names = self._at.names(folder) if folder else []
        try:
            with self._at.walk(names, folder) as way:
                found = [*self._scan(way.end, f"{folder}/" if folder else "", deep)]
        except NotFound:
            return []
        found.sort(key=lambda stat: stat.path)
        return found

    def _scan(self, folder: Folder, above: str, deep: bool) -> Iterator[Stat]:
        with Telling("read", self.path_of(above)):
            found = folder.scan()
        for name, seen in found:
            if above or name != lock.NAME:
                stat = _stat(above + name, name, seen)
                yield stat
                if deep and stat.kind == "folder":
                    yield from self._below(folder, stat.path)

    def _below(self, folder: Folder, path: str) -> Iterator[Stat]:
        if path.count("/") >= _DEEPEST:  # nothing is left out in silence
            raise Unreadable("stores.too-deep", path=self.path_of(path))
        try:
            with Telling("read", self.path_of(path)):
                below = folder.down(path.rpartition("/")[2])
        except NotFound:  # gone since the folder above was read
            return
        try:
            yield from self._scan(below, f"{path}/", True)
        finally:
            below.close()


class _Turn:
    """`with store.lock():`"""

    __slots__ = ("_at", "_hold", "_seconds")

    def __init__(self, at: Root, seconds: float) -> None:
        self._at = at
        self._seconds = seconds

    def __enter__(self) -> None:
        self._hold = self._at.take(self._seconds)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._hold.give()


def _stat(path: str, name: str, seen: os.stat_result) -> Stat:
    kind = kind_of(seen) if addressable(name) else "other"  # a name that no store can be asked for
    return Stat(path, kind, seen.st_size, seen.st_mtime, fingerprint(seen))


def _ask(at: Root, question: Callable[[Folder], list[str]]) -> list[str]:
    """About a root that may not be there yet."""
    try:
        with at.start("") as way:
            return question(way.end)
    except NotFound:
        return []
