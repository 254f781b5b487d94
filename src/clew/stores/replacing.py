"""What a folder store writes: each file replaced whole, or taken away, and only where it is the one that the caller read.

For who holds the lock. Of what goes wrong nothing stays: the file is the old one or the new one.
"""

from __future__ import annotations

from clew.errors import ClewError, Conflict, NotFound, StorageFailed
from clew.stores.ahead import Ahead, Text
from clew.stores.contract import ABSENT, ANY, Seen, revision_of
from clew.stores.failures import Telling
from clew.stores.fingerprint import fingerprint
from clew.stores.writing import Displaced, Moved, Unsure, make, place, put_back, take_away

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.stores.present import Present
    from clew.stores.root import Root
    from clew.stores.way import Way

_TRIES = 5  # to replace a file that another program changes again and again


class Writing:
    """Below one root."""

    def __init__(self, at: Root) -> None:
        self._at = at
        self._ahead: Ahead | None = None

    def put(self, way: Way, names: list[str], path: str, data: bytes, expect: str) -> None:
        """Makes the way from the root to the file, and the file."""
        try:
            with Telling("write", self._at.path_of(path)):
                self._at.make_way(way, names[:-1], path)
                self._put(way, names[-1], path, data, expect)
        except BaseException:  # whatever it is, Ctrl-C too: no empty folder is left of it
            way.unmake()
            raise

    def delete(self, way: Way, name: str, path: str, expect: str) -> None:
        """Takes the file at the end of the way away, if it is the one expected."""
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
                raise StorageFailed("stores.delete-unsure", path=self._at.path_of(path), errno=number) from problem
            finally:
                before.close()
        raise Conflict(path=self._at.path_of(path))

    def ahead(self, texts: Sequence[tuple[str, bytes, str]]) -> Ahead:
        """See `FolderStore.ahead`."""
        self._ahead = ahead = Ahead(self._forget)
        try:
            ahead.hash(data for _, data, _ in texts)
            found = []
            for path, data, expect in texts:
                there = self._found(path)
                if there is not None:
                    text = Text(path, self._at.path_of(path), data, *there)
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
        raise Conflict(path=self._at.path_of(path), mine=data)

    def _place(self, way: Way, name: str, path: str, data: bytes, made: str, before: Present | None) -> None:
        """Gives the temporary file its name, durably."""
        try:
            place(way.end, made, name, before)
        except Displaced as other:
            raise Conflict(path=self._at.path_of(path), mine=data, theirs=other.data) from other
        except Unsure as problem:
            number = getattr(problem.__cause__, "errno", None)
            raise StorageFailed("stores.write-unsure", path=self._at.path_of(path), errno=number) from problem
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
        with Telling("read", self._at.path_of(path)):
            if before is not None and isinstance(expect, Seen):
                blob = expect.blob
                if blob.fingerprint == fingerprint(before.seen) or before.holds(blob.data):
                    return
            theirs = None if before is None else before.data()
        if theirs is None or revision_of(theirs) != expect:
            raise Conflict(path=self._at.path_of(path), mine=mine, theirs=theirs)

    def _confirm(self, way: Way, name: str, path: str, before: Present | None) -> None:
        """Makes the new name durable, or puts the old file back."""
        try:
            way.sync()
        except OSError as error:
            try:
                put_back(way.end, name, before)
            except Unsure:
                raise StorageFailed("stores.write-unsure", path=self._at.path_of(path), errno=error.errno) from error
            raise
