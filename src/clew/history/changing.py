"""A change of several files as one entry: the history has all texts before the first is written, or all is as it was."""

from __future__ import annotations

from clew.errors import ClewError, Conflict, NotFound, StorageFailed
from clew.history.records import Change, Origin
from clew.stores.contract import ABSENT, ANY, Blob, Seen
from clew.stores.folder import FolderStore
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from clew.history.kept import Kept
    from clew.stores.ahead import Ahead

_WRITE = Origin("write")
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


def change(
    kept: Kept, edits: Sequence[Edit], origin: Origin | None = None, undoes: int | None = None
) -> list[Blob | None]:
    """See `Kept.change`."""
    for edit in edits:
        if edit.data is None and kept.store.stat(edit.path) is None:  # before the lock, which may make the root
            _refuse(kept, edit)
    with kept.store.lock():
        # What the caller has just read is not read again here: the store compares it as it writes.
        befores = [edit.before if _is_sure(edit) else _before(kept, edit) for edit in edits]
        changes = [_change(edit, before) for edit, before in zip(edits, befores)]
        with _ahead(kept, edits, befores) as ahead:
            entry = kept.history.record(kept.key, changes, origin or _WRITE, undoes, not _only_adds(changes))
            try:
                ahead.wait()
                return [_write(kept, edit, before) for edit, before in zip(edits, befores)]
            except BaseException as problem:  # not even Ctrl-C may leave half a change
                _put_back(kept, edits, befores, entry, problem)
                raise
            finally:
                kept.changed()


def _before(kept: Kept, edit: Edit) -> Blob | None:
    """What stands there now. Raises as the store would for the write itself."""
    known = edit.before
    if known is None or not _stands(kept, edit.path, known):
        known = _found(kept, edit.path)
    if (edit.data is None and known is None) or edit.expect not in (
        ANY,
        ABSENT if known is None else known.revision,
    ):
        _refuse(kept, edit)
    return known


def _refuse(kept: Kept, edit: Edit) -> NoReturn:
    """The store says no, and why, as it does itself: nothing that could be there meets this expectation."""
    if edit.data is None:
        kept.store.delete(edit.path, _NEVER)
    else:
        kept.store.put(edit.path, edit.data, _NEVER)
    raise AssertionError("a store wrote what was not expected")


def _found(kept: Kept, path: str) -> Blob | None:
    try:
        return kept.store.get(path)
    except NotFound:
        return None


def _stands(kept: Kept, path: str, blob: Blob) -> bool:
    """Whether a look at the folder shows that these are the bytes still."""
    if not blob.fingerprint:
        return False
    stat = kept.store.stat(path)
    return stat is not None and stat.fingerprint == blob.fingerprint


def _ahead(kept: Kept, edits: Sequence[Edit], befores: Sequence[Blob | None]) -> Ahead:
    """Several texts are on the disk before the first gets its name. Of many the last ones, that of the clue file
    among them."""
    if not isinstance(kept.store, FolderStore):
        from clew.stores.ahead import Ahead  # late: a folder loads it itself, and a refused save not at all

        return Ahead()
    found = [(edit.path, edit.data, _expected(before)) for edit, before in zip(edits, befores) if edit.data is not None]
    # Asked of one alone too, which goes to the disk but once: the store has then loaded all it writes with, and where
    # that cannot be read (no more files may be opened), the history has no entry yet.
    return kept.store.ahead(found[-_AHEAD:] if len(edits) > 1 else ())


def _write(kept: Kept, edit: Edit, before: Blob | None) -> Blob | None:
    if edit.data is None:
        kept.store.delete(edit.path, _expected(before))
        return None
    return kept.store.put(edit.path, edit.data, _expected(before))


def _put_back(
    kept: Kept, edits: Sequence[Edit], befores: Sequence[Blob | None], entry: int | None, problem: BaseException
) -> None:
    left = [edit.path for edit, before in zip(edits, befores) if not _restored(kept, edit, before)]
    if left:
        failed = problem.path if isinstance(problem, ClewError) else None
        raise StorageFailed(
            "history.half-done",
            path=failed or kept.path(left[0]),
            errno=getattr(problem, "errno", None),
            left=", ".join(map(kept.path, left)),
        ) from problem
    if entry is not None:
        try:
            kept.history.withdraw(entry)
            _note_theirs(kept, edits, problem)
        except ClewError:
            pass  # the next write sees that the file is not what the entry says, and notes it


def _note_theirs(kept: Kept, edits: Sequence[Edit], problem: BaseException) -> None:
    """What another hand wrote and a third one may have replaced already."""
    if isinstance(problem, Conflict) and problem.theirs is not None:
        theirs = problem.theirs
        seen = [(edit.path, theirs) for edit in edits if edit.data is not None and edit.data is problem.mine]
        kept.history.notice(kept.key, seen)


def _restored(kept: Kept, edit: Edit, before: Blob | None) -> bool:
    """Whether the file is as it was before, or as yet another hand made it, which is not ours to undo."""
    try:
        now = _found(kept, edit.path)
        data = now.data if now else None
        if data == (before.data if before else None) or data != edit.data:
            return True
        if before is None:
            kept.store.delete(edit.path, now.revision if now else ANY)
        else:
            kept.store.put(edit.path, before.data, now.revision if now else ABSENT)
    except ClewError:
        return False
    return True


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
