"""A store that remembers: whatever it writes or removes stands in the history first."""

from __future__ import annotations

import os

from clew.errors import ClewError, Conflict, NotFound, StorageFailed
from clew.history.records import Change, Origin
from clew.stores.contract import ABSENT, ANY, Blob, Seen
from clew.stores.folder import FolderStore
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import NoReturn

    from clew.history.database import History
    from clew.stores.ahead import Ahead
    from clew.stores.contract import Stat, Store


WRITE = Origin("write")
_NEVER = "-"  # the revision of no file
_AHEAD = 8  # texts of a change that are open at a time


class Edit(Value):
    """One file of a change: what it shall hold, None for its removal, and what it may replace.

    `before` is what the caller has read: while its fingerprint stands, the file is not read again.
    `moved_from` says that the history of another path goes on here; removing that one is an edit of its own.
    """

    path: str
    data: bytes | None
    expect: str = ANY
    before: Blob | None = None
    moved_from: str | None = None


class Kept:
    """`store`, with every version in `history` under `key`. Keeps the contract of a store.

    Nothing is replaced or removed before the history has both texts, durably; where it cannot be written, nothing
    is. That holds without an expectation too, so what cannot be read is not replaced (`Unreadable`). What a writer that
    died had begun, the next one finishes.
    """

    def __init__(
        self,
        store: Store,
        history: Callable[[], History],
        key: str,
        origin: Origin = WRITE,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.store = store
        self.changed = changed  # called behind each change, done or not: what was read before may not hold any more
        self._history = history  # who only reads never opens it, nor loads what it is made of
        self.key = key
        self.origin = origin
        self.name = store.name
        self.root = store.root
        if isinstance(store, FolderStore):
            store.inherit(self._finish)

    @property
    def history(self) -> History:
        return self._history()

    def get(self, path: str) -> Blob:
        """As the store does."""
        return self.store.get(path)

    def stat(self, path: str) -> Stat | None:
        """As the store does."""
        return self.store.stat(path)

    def list(self, folder: str = "", deep: bool = False) -> builtins.list[Stat]:
        """As the store does."""
        return self.store.list(folder, deep)

    def lock(self, seconds: float = 10.0) -> AbstractContextManager[None]:
        """As the store does."""
        return self.store.lock(seconds)

    def recover(self) -> None:
        """As the store does."""
        self.store.recover()

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        """As the store does, with an entry of its own."""
        (blob,) = self.change([Edit(path, data, expect)])
        assert blob is not None  # what is written is there
        return blob

    def delete(self, path: str, expect: str = ANY) -> None:
        """As the store does, with an entry of its own."""
        self.change([Edit(path, None, expect)])

    def notice(self, seen: Iterable[tuple[str, Blob]]) -> int:
        """Keeps what was read and is not the last known version; how many files that were."""
        return self.history.notice(self.key, [(path, blob.data) for path, blob in seen])

    def change(
        self, edits: Sequence[Edit], origin: Origin | None = None, undoes: int | None = None
    ) -> builtins.list[Blob | None]:
        """Several files as one entry; the history is durable before the first is written.

        Expectations are met before that too, but for a file that the caller has just read: its own write compares it.
        If one cannot be written, those before it are put back, the entry is withdrawn and the error names the file.
        """
        for edit in edits:
            if edit.data is None and self.store.stat(edit.path) is None:  # before the lock, which may make the root
                self._refuse(edit)
        with self.store.lock():
            # What the caller has just read is not read again here: the store compares it as it writes.
            befores = [edit.before if _is_sure(edit) else self._before(edit) for edit in edits]
            changes = [_change(edit, before) for edit, before in zip(edits, befores)]
            with self._ahead(edits, befores) as ahead:
                entry = self.history.record(self.key, changes, origin or self.origin, undoes, not _only_adds(changes))
                try:
                    ahead.wait()
                    return [self._write(edit, before) for edit, before in zip(edits, befores)]
                except BaseException as problem:  # not even Ctrl-C may leave half a change
                    self._put_back(edits, befores, entry, problem)
                    raise
                finally:
                    self.changed()

    def _before(self, edit: Edit) -> Blob | None:
        """What stands there now. Raises as the store would for the write itself."""
        known = edit.before
        if known is None or not self._stands(edit.path, known):
            known = self._found(edit.path)
        if (edit.data is None and known is None) or edit.expect not in (
            ANY,
            ABSENT if known is None else known.revision,
        ):
            self._refuse(edit)
        return known

    def _refuse(self, edit: Edit) -> NoReturn:
        """The store says no, and why, as it does itself: nothing that could be there meets this expectation."""
        if edit.data is None:
            self.store.delete(edit.path, _NEVER)
        else:
            self.store.put(edit.path, edit.data, _NEVER)
        raise AssertionError("a store wrote what was not expected")

    def _found(self, path: str) -> Blob | None:
        try:
            return self.store.get(path)
        except NotFound:
            return None

    def _stands(self, path: str, blob: Blob) -> bool:
        """Whether a look at the folder shows that these are the bytes still."""
        if not blob.fingerprint:
            return False
        stat = self.store.stat(path)
        return stat is not None and stat.fingerprint == blob.fingerprint

    def _ahead(self, edits: Sequence[Edit], befores: Sequence[Blob | None]) -> Ahead:
        """Several texts are on the disk before the first gets its name. Of many the last ones, that of the clue file
        among them."""
        from clew.stores.ahead import Ahead  # late: who only reads does without

        if len(edits) == 1 or not isinstance(self.store, FolderStore):
            return Ahead()
        found = [
            (edit.path, edit.data, _expected(before)) for edit, before in zip(edits, befores) if edit.data is not None
        ]
        return self.store.ahead(found[-_AHEAD:])

    def _write(self, edit: Edit, before: Blob | None) -> Blob | None:
        if edit.data is None:
            self.store.delete(edit.path, _expected(before))
            return None
        return self.store.put(edit.path, edit.data, _expected(before))

    def _put_back(
        self, edits: Sequence[Edit], befores: Sequence[Blob | None], entry: int | None, problem: BaseException
    ) -> None:
        left = [edit.path for edit, before in zip(edits, befores) if not self._restored(edit, before)]
        if left:
            failed = problem.path if isinstance(problem, ClewError) else None
            raise StorageFailed(
                "history.half-done",
                path=failed or self.path(left[0]),
                errno=getattr(problem, "errno", None),
                left=", ".join(map(self.path, left)),
            ) from problem
        if entry is not None:
            try:
                self.history.withdraw(entry)
                self._note_theirs(edits, problem)
            except ClewError:
                pass  # the next write sees that the file is not what the entry says, and notes it

    def _note_theirs(self, edits: Sequence[Edit], problem: BaseException) -> None:
        """What another hand wrote and a third one may have replaced already."""
        if isinstance(problem, Conflict) and problem.theirs is not None:
            theirs = problem.theirs
            seen = [(edit.path, theirs) for edit in edits if edit.data is not None and edit.data is problem.mine]
            self.history.notice(self.key, seen)

    def _restored(self, edit: Edit, before: Blob | None) -> bool:
        """Whether the file is as it was before, or as yet another hand made it, which is not ours to undo."""
        try:
            now = self._found(edit.path)
            data = now.data if now else None
            if data == (before.data if before else None) or data != edit.data:
                return True
            if before is None:
                self.store.delete(edit.path, now.revision if now else ANY)
            else:
                self.store.put(edit.path, before.data, now.revision if now else ABSENT)
        except ClewError:
            return False
        return True

    def _finish(self) -> None:
        from clew.history.finishing import finish  # late: it comes to this after a crash

        finish(self)

    def path(self, path: str) -> str:
        """The absolute path of a file of this store."""
        return os.path.join(self.root, *path.split("/"))


def _expected(before: Blob | None) -> str:
    return ABSENT if before is None else Seen(before)


def _is_sure(edit: Edit) -> bool:
    """A file that may only replace what the caller has read: the store looks at it when it writes, and once is enough."""
    return edit.before is not None and edit.expect == edit.before.revision


def _only_adds(changes: Sequence[Change]) -> bool:
    """Whether one file gets longer and no more: what it held stands in it still, whatever becomes of the history."""
    return len(changes) == 1 and (after := changes[0].after) is not None and after.startswith(changes[0].before or b"")


def _change(edit: Edit, before: Blob | None) -> Change:
    if before is None:
        return Change(edit.path, None, edit.data, moved_from=edit.moved_from)
    return Change(edit.path, before.data, edit.data, before.revision, moved_from=edit.moved_from)
