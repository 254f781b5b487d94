"""Files of one store, whole and byte for byte: a key is the file's path, a text all that is in it.

What is written here goes through the history first, and only where the file is still what was seen.
"""

from __future__ import annotations

from clew.errors import Conflict, NotFound, Unreadable
from clew.history.kept import Edit
from clew.stores.contract import ABSENT
from clew.sync.contract import Joined, Refused, Seen, Text
from clew.text.conflicts import conflict_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from clew.history.kept import Kept
    from clew.history.records import Origin
    from clew.stores.contract import Blob
    from clew.sync.states import Base

_MARKERS = ("<<<<<<< ", ">>>>>>> ")


class Files:
    """The files of `kept` that `ours` takes, under `prefix`. `join` makes two texts of one path one.

    `closed` says of a path that clew is off where it belongs: it stays as it was at the last sync, on both sides.
    """

    def __init__(
        self,
        kept: Kept,
        ours: Callable[[str], bool],
        join: Callable[[str, str | None, str, str], Joined],
        now: Callable[[], datetime],
        origin: Origin,
        *,
        prefix: str = "",
        closed: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.prefix = prefix
        self._kept = kept
        self._ours = ours
        self._join = join
        self._now = now
        self._origin = origin
        self._closed = closed

    def has(self, key: str) -> bool:
        """Whether a key, from wherever, can be a file of this store."""
        return key.startswith(self.prefix) and self._ours(key[len(self.prefix) :])

    def look(self, bases: Mapping[str, Base]) -> dict[str, Seen]:
        """Raises `Unreadable` for a folder that cannot be listed: what is in it is not gone."""
        found = {}
        for stat in self._kept.list("", deep=True):
            key = self.prefix + stat.path
            if stat.kind == "file" and self._ours(stat.path) and not self._closed(stat.path):
                found[key] = Seen(stat.fingerprint, key)
        for key, base in bases.items():
            if self.has(key) and not base.dead and self._closed(key[len(self.prefix) :]):
                found[key] = Seen(base.here, base.place)
        return found

    def read(self, key: str) -> Text:
        """Raises `NotFound`; `Refused` for what is there and cannot go anywhere as it is."""
        try:
            blob = self._kept.get(self._path(key))
        except Unreadable as problem:
            raise Refused("git.unreadable", place=key, reason=problem.message()) from problem
        text = blob.data.decode("utf-8", "surrogateescape")
        if all(mark in text for mark in _MARKERS) and _has_markers(text):
            raise Refused("git.markers", place=key)
        return Text(text, place=key)

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        """By what kind of file it is."""
        path = (ours.place or theirs.place)[len(self.prefix) :]
        joined = self._join(path, None if base is None else base.body, ours.body, theirs.body)
        return joined.but(text=joined.text.but(place=ours.place))

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        """Both files in one entry of the history, where this home's own text is kept beside."""
        path = self._path(key)
        with self._kept.lock():
            before = self._expected(path, expect)
            edits = [Edit(path, _data(text), before.revision if before else ABSENT, before)]
            if ours is not None:
                edits.append(Edit(self._beside(path), _data(ours), ABSENT))
            self._kept.change(edits, self._origin)
            return self._seen(path)

    def remove(self, key: str, expect: Seen) -> None:
        path = self._path(key)
        with self._kept.lock():
            before = self._expected(path, expect)
            assert before is not None  # it was seen
            self._kept.change([Edit(path, None, before.revision, before)], self._origin)

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        """Never: a file that was deleted there may come again under its own path."""

    def _expected(self, path: str, expect: Seen | None) -> Blob | None:
        """The file as it is. Raises `Conflict` where it is not what was seen."""
        stat = self._kept.stat(path)
        if (stat is None) != (expect is None) or (stat and expect and stat.fingerprint != expect.revision):
            raise Conflict(path=self._kept.path(path))
        try:
            return None if stat is None else self._kept.get(path)
        except NotFound as problem:
            raise Conflict(path=self._kept.path(path)) from problem

    def _beside(self, path: str) -> str:
        """A name that nobody has yet: two conflicts of one second are two files."""
        stem, dot, ending = conflict_copy(path, self._origin.device or "", self._now()).rpartition(".")
        taken, number = f"{stem}{dot}{ending}", 2
        while self._kept.stat(taken) is not None:
            taken, number = f"{stem}-{number}{dot}{ending}", number + 1
        return taken

    def _seen(self, path: str) -> Seen:
        stat = self._kept.stat(path)
        assert stat is not None  # it was just written, under the lock
        return Seen(stat.fingerprint, self.prefix + path)

    def _path(self, key: str) -> str:
        return key[len(self.prefix) :]


def _has_markers(text: str) -> bool:
    """A merge that nobody settled: all three lines, in their order, each at the beginning of its line."""
    state = 0
    for line in text.splitlines():
        if line.startswith(("<<<<<<< ", "=======", ">>>>>>> ")[state]):
            state += 1
            if state == len(_MARKERS) + 1:
                return True
    return False


def _data(text: Text) -> bytes:
    try:
        return text.body.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as problem:
        raise Refused("git.no-bytes", place=text.place) from problem


def all_of(shelves: Iterable[Files], key: str) -> Files:
    """The one that a key belongs to."""
    return next(shelf for shelf in shelves if shelf.has(key))
