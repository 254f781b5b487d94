"""A folder on the disk as a store: what a person sees there is all there is.

Whoever edits, copies or deletes files there with other programs is right: the bytes on the disk count.
Writers of clew take turns by the lock; a file is replaced whole, never written into.
"""

from __future__ import annotations

import os

from clew.errors import ClewError, Conflict, NotFound, StorageFailed, Unreadable
from clew.stores import lock, temporary
from clew.stores.contract import ABSENT, ANY, Blob, Seen, Stat, revision_of
from clew.stores.failures import Telling, unreadable
from clew.stores.fingerprint import fingerprint, settled
from clew.stores.handle import kind_of
from clew.stores.paths import addressable
from clew.stores.root import Root
from clew.stores.writing import Displaced, Moved, Present, Unsure, make, place, put_back, take_away

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from types import TracebackType

    from clew.stores.ahead import Ahead
    from clew.stores.handle import Folder
    from clew.stores.way import Way

_DEEPEST = 100  # folders below each other, each held open while one looks into those below it
_TRIES = 5  # to replace a file that another program changes again and again


class FolderStore:
    """The contract, kept by one folder.

    `makes_root`: the first write makes a root that is missing. A root that somebody set may be unmounted:
    there it is an error. `folders` is how folders are held open, where it should not be the system's way.
    """

    def __init__(self, root: str, name: str, *, makes_root: bool, folders: type[Folder] | None = None) -> None:
        self._at = Root(root, makes_root, folders)
        self.root = self._at.path
        self.name = name
        self._ahead: Ahead | None = None

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
            try:
                with Telling("write", self.path_of(path)):
                    self._at.make_way(way, names[:-1], path)
                    self._put(way, names[-1], path, data, expect)
            except BaseException:  # whatever it is, Ctrl-C too: no empty folder is left of it
                way.unmake()
                raise
        return Blob(data, revision_of(data), "")

    def ahead(self, texts: Sequence[tuple[str, bytes, str]]) -> Ahead:
        """For who holds the lock and will put these texts in the block, with these expectations: they go to the disk at
        once, under temporary names. What cannot be is told before the first of them has its own: here, or by `wait`.

        A text whose folder is still to be made, or that is not to be had without more ado, is left to its `put`.
        """
        from clew.stores.ahead import Ahead, Text  # late: only a change of a library or workspace comes to this

        self._ahead = ahead = Ahead(self._forget)
        try:
            ahead.hash(data for _, data, _ in texts)
            found = []
            for path, data, expect in texts:
                there = self._found(path)
                if there is not None:
                    text = Text(path, self.path_of(path), data, *there)
                    ahead.begin(text)
                    found.append((text, expect))
            ahead.make_last()
            for text, expect in found:
                self._meet(text.before, text.path, text.data, expect)
            ahead.let_in()
        except BaseException:  # Ctrl-C too must leave no temporary file
            ahead.__exit__(None, None, None)
            raise
        return ahead

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
            self._delete(way, names[-1], path, expect)
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

    def _put(self, way: Way, name: str, path: str, data: bytes, expect: str) -> None:
        if made := self._ahead and self._ahead.take(path, data, way.end):
            try:
                return self._place(way, name, path, data, *made)
            except Moved:
                pass
        for _ in range(_TRIES):
            before = self._before(way, name, path)
            try:
                self._meet(before, path, data, expect)
                return self._place(way, name, path, data, make(way.end, data, before), before)
            except Moved:
                continue
            finally:
                if before is not None:
                    before.close()
        raise Conflict(path=self.path_of(path), mine=data)

    def _place(self, way: Way, name: str, path: str, data: bytes, made: str, before: Present | None) -> None:
        """Gives the temporary file its name, durably."""
        try:
            place(way.end, made, name, before)
        except Displaced as other:
            raise Conflict(path=self.path_of(path), mine=data, theirs=other.data) from other
        except Unsure as problem:
            number = getattr(problem.__cause__, "errno", None)
            raise StorageFailed("stores.write-unsure", path=self.path_of(path), errno=number) from problem
        self._confirm(way, name, path, before)

    def _found(self, path: str) -> tuple[Way, Present | None] | None:
        """The open way to a text, and what stands there; None where that is not all there is to do."""
        names = self._at.names(path)
        try:
            way = self._at.walk(names[:-1], path)
        except ClewError:
            return None
        try:
            return way, self._before(way, names[-1], path)
        except BaseException as problem:  # nobody else knows of the open folders
            way.close()
            if isinstance(problem, ClewError):
                return None
            raise

    def _forget(self) -> None:
        self._ahead = None

    def _delete(self, way: Way, name: str, path: str, expect: str) -> None:
        for _ in range(_TRIES):
            before = self._at.present(way, name, path)
            try:
                self._at.check_own(way.end, name, path)
                self._meet(before, path, None, expect)
                return take_away(way.end, name, before)
            except Moved:
                continue
            except Unsure as problem:
                number = getattr(problem.__cause__, "errno", None)
                raise StorageFailed("stores.delete-unsure", path=self.path_of(path), errno=number) from problem
            finally:
                before.close()
        raise Conflict(path=self.path_of(path))

    def _before(self, way: Way, name: str, path: str) -> Present | None:
        """What a write finds; the name is one that it may have."""
        try:
            present = self._at.present(way, name, path)
        except NotFound:
            self._at.check_new(name, path)
            return None
        try:
            self._at.check_own(way.end, name, path)
        except BaseException:  # nobody else knows of the open file
            present.close()
            raise
        return present

    def _meet(self, before: Present | None, path: str, mine: bytes | None, expect: str) -> None:
        """Raises `Conflict` when the file is not the one that the caller read."""
        if expect == ANY or (expect == ABSENT and before is None):
            return
        with Telling("read", self.path_of(path)):
            if before is not None and isinstance(expect, Seen):
                blob = expect.blob
                if blob.fingerprint == fingerprint(before.seen) or before.holds(blob.data):
                    return
            theirs = None if before is None else before.data()
        if theirs is None or revision_of(theirs) != expect:
            raise Conflict(path=self.path_of(path), mine=mine, theirs=theirs)

    def _confirm(self, way: Way, name: str, path: str, before: Present | None) -> None:
        """Makes the new name durable, or puts the old file back."""
        try:
            way.sync()
        except OSError as error:
            try:
                put_back(way.end, name, before)
            except Unsure:
                raise StorageFailed("stores.write-unsure", path=self.path_of(path), errno=error.errno) from error
            raise

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
