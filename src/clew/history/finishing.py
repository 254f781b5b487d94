"""What a writer left when it died: its entry stands, but of its files only some were written."""

from __future__ import annotations

from datetime import datetime

from clew.errors import ClewError, NotFound
from clew.history.records import SEEN
from clew.stores import lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.history.kept import Kept
    from clew.history.records import Entry, Version


def finish(kept: Kept) -> None:
    """Carries the newest entry out to its end where it was begun: a memory is under one name, and the clue file knows it.

    What another hand touched since is left as it is, and so is an entry of which nothing was done: nobody was told of
    it. To be called under the lock, when its last holder died. What cannot be read or written is left to a check.
    """
    hold = lock.held(kept.root)
    since = None if hold is None else _moment(hold.dead.rpartition(", ")[2].removesuffix(")"))
    try:
        for entry in kept.history.entries(kept.key, limit=1):
            made = _moment(entry.time)
            if since is None or made is None or made < since:
                return  # not the dead one's: what is not as it says there was undone by somebody on purpose
            left = _left(kept, entry)
            for version in sorted(left, key=lambda one: one.gone):  # what was renamed is at no time under no name
                _write(kept, version)
    except ClewError:
        pass


def _moment(time: str) -> datetime | None:
    """None for what is no time with a zone: a person may have written into the lock, too."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return None
    return found if found.tzinfo else None


def _left(kept: Kept, entry: Entry) -> list[Version]:
    """The versions still to be written; none where that is not sure."""
    if entry.what == SEEN or not entry.whole:
        return []
    left = []
    for version in entry.versions:
        now = _on_disk(kept, version.path)
        if now == (None if version.gone else kept.history.content(version.id)):
            continue
        prev, known = kept.history.before(version.id)
        if not known or now != (None if prev is None else kept.history.content(prev)):
            return []
        left.append(version)
    return left if len(left) < len(entry.versions) else []


def _write(kept: Kept, version: Version) -> None:
    """The history has it already."""
    if version.gone:
        kept.store.delete(version.path)
    else:
        data = kept.history.content(version.id)
        assert data is not None  # it is no gone-mark
        kept.store.put(version.path, data)


def _on_disk(kept: Kept, path: str) -> bytes | None:
    try:
        return kept.store.get(path).data
    except NotFound:
        return None
