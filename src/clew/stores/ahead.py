"""Texts on the disk under temporary names, all of them before the first one gets its own.

Who writes several files as one change wants to know that each has room, and to wait for the disk but once.
"""

from __future__ import annotations

import os

from clew.stores.aside import Aside
from clew.stores.contract import revision_of
from clew.stores.failures import Telling
from clew.stores.writing import begin, drop, make_last

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from clew.stores.handle import Folder
    from clew.stores.present import Present
    from clew.stores.way import Way

_LARGE = 1 << 18  # bytes; a shorter text is on the disk before another thread has begun


class Text:
    """One of them: the way to where it will be, what stands there now, its temporary file."""

    def __init__(self, path: str, shown: str, data: bytes, way: Way, before: Present | None) -> None:
        self.path = path
        self.name = path.rpartition("/")[2]
        self.data = data
        self.before = before
        self.temporary = ""
        self._shown = shown
        self.way = way
        self._fd = -1

    def begin(self) -> None:
        with Telling("write", self._shown):
            self.temporary, self._fd = begin(self.way.end, self.data, self.before)

    def make_last(self) -> None:
        fd, self._fd = self._fd, -1
        with Telling("write", self._shown):
            make_last(fd)

    def is_in(self, folder: Folder) -> bool:
        """Whether another program put no other folder there meanwhile."""
        try:
            return os.path.samestat(folder.look(self.temporary), self.way.end.look(self.temporary))
        except OSError:
            return False

    def drop(self) -> None:
        """Leaves no temporary file."""
        if self._fd >= 0:
            try:
                os.close(self._fd)
            except OSError:  # of what goes nobody needs to know that it is not whole
                pass
        if self.temporary:
            drop(self.way.end, self.temporary)
            self.temporary = ""

    def close(self) -> None:
        if self.before is not None:
            self.before.close()
        self.way.close()


class Ahead:
    """The block of `FolderStore.ahead`. Without texts it does nothing."""

    def __init__(self, over: Callable[[], None] = lambda: None) -> None:
        self._texts: list[Text] = []
        self._aside: Aside | None = None
        self._hashed: LockType | None = None
        self._over = over

    def hash(self, texts: Iterable[bytes]) -> None:
        """Whoever needs the revision of a large text will not have to wait for it."""
        large = [data for data in texts if len(data) >= _LARGE]
        if large:
            self._aside = Aside()
            begun = self._aside.mark()
            self._aside.do(lambda: [revision_of(data) for data in large])
            self._hashed = self._aside.mark()
            begun.acquire()

    def begin(self, text: Text) -> None:
        """The text is ours now, whether or not it can be written."""
        self._texts.append(text)
        text.begin()

    def make_last(self) -> None:
        """All of them are on their way to the disk; small ones are there."""
        for text in sorted(self._texts, key=lambda text: -len(text.data)):
            if self._aside is None:
                text.make_last()
            else:
                self._aside.do(text.make_last)

    def let_in(self) -> None:
        """A thread that wants the interpreter gets it late from one that works, so we wait until it has all it needs."""
        if self._hashed is not None:
            self._hashed.acquire()

    def wait(self) -> None:
        """Returns when they are there, all of them; raises what went wrong."""
        problem = self._aside.wait() if self._aside else None
        if problem is not None:
            raise problem

    def take(self, path: str, data: bytes, folder: Folder) -> tuple[str, Present | None] | None:
        """The temporary file of this text and what it shall replace. The file is the taker's to move or to remove."""
        for text in self._texts:
            if text.path == path and text.data is data and text.temporary and text.is_in(folder):
                temporary, text.temporary = text.temporary, ""
                return temporary, text.before
        return None

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over()
        try:
            if self._aside is not None:
                self._aside.wait()
        finally:
            for text in self._texts:
                text.drop()
            if self._aside is None:
                self._close()
            else:
                self._aside.do(self._close)
                self._aside.end()

    def _close(self) -> None:
        """A large file that was replaced takes a while to go."""
        for text in self._texts:
            text.close()
