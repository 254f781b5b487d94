"""Back to what was: the last entry taken back, one version restored, a whole library that vanished."""

from __future__ import annotations

import os

from clew.errors import ClewError, Conflict, NotFound
from clew.history.changing import Edit
from clew.history.records import SEEN, Origin
from clew.history.splices import shared
from clew.stores.contract import ABSENT, revision_of
from clew.stores.folder import FolderStore
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from clew.history.kept import Kept
    from clew.history.records import Entry, Version
    from clew.stores.contract import Blob


_FILES, _BYTES = 32, 1 << 24  # that are written together
UNDO = Origin("undo")
RESTORE = Origin("restore")


class Undone(Value):
    """The entry that was taken back, and the paths that changed for it."""

    entry: Entry
    paths: tuple[str, ...]


class Restored(Value):
    """What came back, what stands under another name already (old, new), and what could not be written."""

    back: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, ClewError], ...]


def undo(kept: Kept, origin: Origin = UNDO, following: Container[str] = ()) -> Undone:
    """Takes back the newest entry that clew made in this store, with all its files, as an entry of its own.

    Said again, it takes back the next older one. What undoing took away is in the history like everything else:
    `restore` brings it back. Passed over are entries called `CHECK`, which clew makes unasked and would make again,
    and those whose files are all as before already (the writer died). Where clew changed other parts of a file since
    (the clue file), these stay; one in `following`, which is made anew from the others, stays whole where that is not
    possible. Raises `NotFound` when there is nothing left to take back, `Conflict`, with nothing
    undone, when someone else changed a file since.
    """
    if kept.history.to_undo(kept.key) is None:  # looked at first: waiting for a lock would make its file
        raise NotFound("history.nothing-to-undo", path=kept.root)
    with kept.lock():
        entry = kept.history.to_undo(kept.key)
        while entry is not None:
            edits = [edit for version in entry.versions if (edit := _back(kept, entry, version, following))]
            if edits:
                edits.sort(key=lambda edit: edit.data is None)  # what was renamed is at no time under no name
                kept.change(edits, origin, undoes=entry.id)
                return Undone(entry, tuple(edit.path for edit in edits))
            entry = kept.history.to_undo(kept.key, below=entry.id)
    raise NotFound("history.nothing-to-undo", path=kept.root)


def restore(kept: Kept, path: str, version: int, origin: Origin = RESTORE) -> Blob:
    """Gives `path` the bytes of one of its versions, as an entry of its own. Raises `NotFound` for any other id."""
    found = [each for each in kept.history.versions(kept.key, path) if each.id == version]
    if not found:
        raise NotFound("history.no-version", path=kept.path(path), version=version)
    data = kept.history.content(version)
    if data is None:
        raise NotFound("history.gone-version", path=kept.path(path), version=version)
    (blob,) = kept.change([Edit(path, data)], origin)
    assert blob is not None  # data was given
    return blob


def restore_missing(kept: Kept, progress: Callable[[int, int], None] | None = None) -> Restored:
    """Brings back every file that clew did not remove and that is not there, with its last bytes.

    A file whose exact bytes stand under a name that came up later was renamed by hand: it is reported and left alone.
    Nothing that is there is touched, so that it can be interrupted and run again. The history gains no entry, for
    these bytes are what it holds as the newest version.
    """
    missing = [each for each in kept.history.paths(kept.key) if not each.gone and kept.stat(each.path) is None]
    renames = _renamed_by_hand(kept, missing)
    renamed = tuple((each.path, renames[each.path]) for each in missing if each.path in renames)
    back: list[str] = []
    failed: list[tuple[str, ClewError]] = []
    batch: list[tuple[str, bytes]] = []
    for number, version in enumerate(missing):
        if progress is not None:
            progress(number, len(missing))
        if version.path in renames:
            continue
        try:
            data = kept.history.content(version.id)
        except ClewError as problem:
            failed.append((version.path, problem))
            continue
        assert data is not None  # gone ones were left out
        batch.append((version.path, data))
        if len(batch) == _FILES or sum(len(data) for _, data in batch) > _BYTES:
            _put_back(kept, batch, back, failed)
            batch = []
    _put_back(kept, batch, back, failed)
    return Restored(tuple(back), renamed, tuple(failed))


def _put_back(kept: Kept, batch: list[tuple[str, bytes]], back: list[str], failed: list[tuple[str, ClewError]]) -> None:
    """Together, and what does not go so one by one: that tells why."""
    there: set[str] = set()
    if isinstance(kept.store, FolderStore):
        try:
            there = kept.store.put_new(batch)
        except ClewError:
            pass  # as it says again to each
    for path, data in batch:
        try:
            if path not in there:
                kept.store.put(path, data, ABSENT)
            back.append(path)
        except ClewError as problem:
            failed.append((path, problem))


def _back(kept: Kept, entry: Entry, version: Version, following: Container[str]) -> Edit | None:
    """The edit that takes one version back; None where the file is as before it already."""
    prev, known = kept.history.before(version.id)
    if not known or not entry.whole:
        raise NotFound("history.forgotten", path=kept.path(version.path))
    before = None if prev is None else kept.history.content(prev)
    try:
        now = kept.get(version.path)
    except NotFound:
        now = None
    if (now.data if now else None) == before:
        return None
    if (now.revision if now else ABSENT) == version.revision:
        return Edit(version.path, before, version.revision, now, version.moved if version.gone else None)
    if now is not None and not version.gone and _ours_since(kept, version, now):
        merged = None if before is None else _without(kept.history.content(version.id) or b"", before, now.data)
        if merged is not None:
            return Edit(version.path, merged, now.revision, now)
        if version.path in following:
            return None
    theirs = now.data if now else None
    raise Conflict("history.changed-since", path=kept.path(version.path), mine=before, theirs=theirs)


def _ours_since(kept: Kept, version: Version, now: Blob) -> bool:
    """Whether all that happened to the path after this version was clew's doing."""
    versions = kept.history.versions(kept.key, version.path)
    return versions[0].revision == now.revision and all(each.what != SEEN for each in versions if each.id > version.id)


def _without(after: bytes, before: bytes, now: bytes) -> bytes | None:
    """`now` without what made `after` of `before`; None where what came later touches it."""
    head, tail = shared(after, before)
    later_head, later_tail = shared(after, now)
    middle = before[head : len(before) - tail]
    end = len(after) - tail
    if end < later_head:  # what came later lies behind
        return now[:head] + middle + now[end:]
    if len(after) - later_tail < head:  # or before: counted from the end, nothing moved
        return now[: len(now) - (len(after) - head)] + middle + now[len(now) - tail :]
    return None


def _renamed_by_hand(kept: Kept, missing: list[Version]) -> dict[str, str]:
    """The new names of missing files: the same bytes under a path that another hand made after the last version."""
    wanted: dict[tuple[int, str], list[Version]] = {}
    for version in missing:
        wanted.setdefault((version.bytes, version.revision), []).append(version)
    sizes = {size for size, _ in wanted}
    births = kept.history.births(kept.key)
    found: dict[str, str] = {}
    for stat in kept.list(deep=True) if missing else []:
        first, by_hand = births.get(stat.path, (None, True))
        if stat.kind != "file" or stat.size not in sizes or not by_hand:
            continue
        try:
            data = kept.get(stat.path).data
        except ClewError:
            continue  # what cannot be read is no one's new name
        for version in wanted.get((len(data), revision_of(data)), ()):
            alike = os.path.splitext(version.path)[1] == os.path.splitext(stat.path)[1]
            if alike and version.path not in found and (first is None or first > version.id):
                found[version.path] = stat.path
                break  # one file is the new name of one
    return found
