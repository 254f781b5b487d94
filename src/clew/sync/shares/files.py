"""Files of one store, whole: a text is all that is in a file, and its place is the file's path.

What is written here goes through the history first, and only where the file is still what was seen.
"""

from __future__ import annotations

from time import monotonic_ns, time

from clew.errors import Conflict, NotFound, Unreadable
from clew.history.changing import Edit
from clew.stores.contract import ABSENT
from clew.sync.contract import Refused, Seen, Text
from clew.sync.shares.kinds import joined
from clew.text.conflicts import conflict_copy
from clew.text.lines import lines_of, rewritten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from clew.history.kept import Kept
    from clew.history.records import Origin
    from clew.stores.contract import Blob, Stat
    from clew.sync.contract import Joined

_SETTLED = 0.02  # seconds
_YOUNG = "?"
_MARKERS = ("<<<<<<< ", "=======", ">>>>>>> ")


class Files:
    """The files of `kept` that `ours` takes, under `prefix`.

    `closed` says of a path that clew is off where it belongs: it stays as it was at the last sync, on both sides.
    """

    def __init__(
        self,
        kept: Kept,
        ours: Callable[[str], bool],
        now: Callable[[], datetime],
        origin: Origin,
        *,
        prefix: str = "",
        closed: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.prefix = prefix
        self._kept = kept
        self._ours = ours
        self._now = now
        self._origin = origin
        self._closed = closed

    def has(self, place: str) -> bool:
        """Whether a place, from wherever, can be a file of this store."""
        return place.startswith(self.prefix) and self._ours(self._path(place))

    def is_closed(self, place: str) -> bool:
        """Whether nothing of this place goes or comes."""
        return self._closed(self._path(place))

    def look(self) -> dict[str, Seen]:
        """By place. Raises `Unreadable` for a folder that cannot be listed: what is in it is not gone."""
        found = {}
        for stat in self._kept.list("", deep=True):
            if stat.kind == "file" and self._ours(stat.path) and not self._closed(stat.path):
                found[self.prefix + stat.path] = Seen(_revision(stat), self.prefix + stat.path)
        return found

    def is_away(self, place: str) -> bool:
        """Whether the file lies in the cloud for now."""
        return lies_in_the_cloud(self._kept, self._path(place))

    def read(self, place: str) -> Text:
        """Raises `NotFound`; `Refused` for what is there and cannot go anywhere as it is."""
        try:
            blob = self._kept.get(self._path(place))
        except Unreadable as problem:
            raise Refused(problem.key, **problem.data) from problem
        text = blob.data.decode("utf-8", "surrogateescape")
        if _has_markers(text):
            raise Refused("git.markers", place=place)
        return Text(text, place=place)

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        """By what kind of file it is."""
        both = joined(self._path(ours.place), None if base is None else base.body, ours.body, theirs.body)
        return both.but(text=both.text.but(place=ours.place))

    def write(self, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        """All in one entry of the history: the file, its removal under an older name, this home's own text beside it.

        Lines that stay keep their own ends.
        """
        path = self._path(text.place)
        with self._kept.lock():
            before = None if expect is None else self._expected(self._path(expect.place), expect)
            moved = None if expect is None or expect.place == text.place else self._path(expect.place)
            if (moved is not None or before is None) and self._kept.stat(path) is not None:
                raise Conflict(path=self._kept.path(path))
            data = data_of(text if before is None else text.but(body=_with_ends(before, text)))
            edits = [Edit(path, data, before.revision, before)] if before and moved is None else []
            if not edits:
                edits = [Edit(path, data, ABSENT, moved_from=moved)]
            if moved is not None and before is not None:
                edits.append(Edit(moved, None, before.revision, before))
            if ours is not None:
                copy = beside(self._kept, path, self._origin.device or "", self._now())
                edits.append(Edit(copy, data_of(ours), ABSENT))
            self._kept.change(edits, self._origin)
            return self._seen(path)

    def remove(self, expect: Seen) -> None:
        """Raises as `write`."""
        path = self._path(expect.place)
        with self._kept.lock():
            before = self._expected(path, expect)
            self._kept.change([Edit(path, None, before.revision, before)], self._origin)

    def _expected(self, path: str, expect: Seen) -> Blob:
        """The file as it is. Raises `Conflict` where it is not what was seen."""
        stat = self._kept.stat(path)
        if stat is None or stat.fingerprint != expect.revision.partition(_YOUNG)[0]:
            raise Conflict(path=self._kept.path(path))
        try:
            return self._kept.get(path)
        except NotFound as problem:
            raise Conflict(path=self._kept.path(path)) from problem

    def _seen(self, path: str) -> Seen:
        stat = self._kept.stat(path)
        assert stat is not None  # it was just written, under the lock
        return Seen(_revision(stat), self.prefix + path)

    def _path(self, place: str) -> str:
        return place[len(self.prefix) :]


def _revision(stat: Stat) -> str:
    """What equals no other look where the file is so young that a further change could hide in the same clock tick."""
    young = time() - stat.modified < _SETTLED
    return f"{stat.fingerprint}{_YOUNG}{monotonic_ns()}" if young else stat.fingerprint


def beside(kept: Kept, path: str, device: str, now: datetime) -> str:
    """A name for the other text of a file that nobody has yet: two conflicts of one second are two files."""
    copy = conflict_copy(path, device, now)
    stem, dot, ending = copy.rpartition(".")
    number = 2
    while kept.stat(copy) is not None:
        copy, number = f"{stem}-{number}{dot}{ending}", number + 1
    return copy


def lies_in_the_cloud(kept: Kept, path: str) -> bool:
    """Whether a sync program has put a file away for now, and only its placeholder stands there: it is not gone."""
    folder, slash, name = path.rpartition("/")
    return kept.stat(f"{folder}{slash}.{name}.icloud") is not None


def _with_ends(before: Blob, text: Text) -> str:
    now = before.data.decode("utf-8", "surrogateescape")
    return rewritten(now, lines_of(text.body)) if "\r" in now else text.body


def _has_markers(text: str) -> bool:
    """A merge that nobody settled: all three lines, in their order, each at the beginning of its line."""
    if any(marker not in text for marker in _MARKERS):
        return False
    expected = 0
    for line in text.splitlines():
        if line.startswith(_MARKERS[expected]):
            expected += 1
            if expected == len(_MARKERS):
                return True
    return False


def data_of(text: Text) -> bytes:
    """The bytes of a file. Raises `Refused` for half a character, which no file holds."""
    try:
        return text.body.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as problem:
        raise Refused("sync.half-character", position=problem.start) from problem


def owner_of(shares: Iterable[Files], place: str) -> Files:
    """The one that a place belongs to."""
    return next(share for share in shares if share.has(place))
