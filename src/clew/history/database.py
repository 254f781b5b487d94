"""Every version that clew wrote or saw, in `<home>/history.db`.

An entry is one action; its versions are made in one transaction with it. The newest version of a path is
never forgotten; the oldest go first when the file outgrows its limit.
"""

from __future__ import annotations

from clew.errors import ClewError, NotFound
from clew.history import reading
from clew.history.file import File
from clew.history.moving import rehome
from clew.history.recording import Recording, last_known, store_id
from clew.history.records import SEEN, Change, Origin
from clew.history.texts import sound
from clew.history.thinning import due, thin
from clew.stores.contract import revision_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from types import TracebackType
    from typing import Self

    from clew.history.records import Entry, Version

LIMIT = 1 << 30


class History:
    """The history of a home. `clock` gives aware times; `limit` is in bytes.

    Stores are named by a key such as `library:/home/me/.clew/memory`. Reading where there is no history finds an
    empty one and makes no file. A damaged file is reported and never replaced. Each method raises `Unreadable`,
    `StorageFailed` or `Locked` (after 10 seconds), which name the file.
    """

    def __init__(self, path: str, clock: Callable[[], datetime], limit: int = LIMIT) -> None:
        self.path = path
        self.limit = limit
        self.file = File(path)
        self._clock = clock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives the file back; the next use opens it again."""
        self.file.close()

    def record(
        self, store: str, changes: Sequence[Change], origin: Origin, undoes: int | None = None, lasting: bool = True
    ) -> int | None:
        """One action as one entry, durable on return; its id, or None where no byte changes.

        What was there `before` and is not the last known version is another program's edit: it is kept first.
        Without `lasting` a power cut may still take the entry: for who takes no byte away that only it would have.
        """
        with self.file.writing(lasting) as db:
            recording = Recording(db, store, self._now())
            recording.catch_up(changes)
            entry = recording.enter(origin, changes, undoes)
            crowded = due(db, self.limit)
        if crowded:
            self._thin()
        return entry

    def notice(self, store: str, seen: Iterable[tuple[str, bytes]]) -> int:
        """Keeps what other programs wrote, as far as it is new; how many texts were. Nothing new writes nothing."""
        changes = [Change(path, data, data, (now := revision_of(data)), now) for path, data in seen]
        with self.file.reading() as db:
            if db is not None:
                key = store_id(db, store)
                changes = [each for each in changes if last_known(db, key, each.path).revision != each.after_revision]
        if changes:
            self.record(store, changes, Origin(SEEN))
        return len(changes)

    def withdraw(self, entry: int) -> None:
        """Takes out an entry whose files could not be written; its versions must be the newest of their paths."""
        with self.file.writing() as db:
            made = db.execute("SELECT id, file, prev FROM versions WHERE entry = ? ORDER BY id DESC", (entry,))
            for version, file, prev in made.fetchall():
                db.execute("UPDATE files SET last = ? WHERE id = ? AND last = ?", (prev, file, version))
                db.execute("DELETE FROM versions WHERE id = ?", (version,))
            db.execute("DELETE FROM files WHERE last IS NULL")
            db.execute("DELETE FROM entries WHERE id = ?", (entry,))

    def rehome(self, old: str, new: str) -> None:
        """A library was moved: the store `old` is called `new` now. Where both have a past, it is joined in time."""
        with self.file.reading() as db:
            if db is None or old == new or store_id(db, old) is None:
                return
        with self.file.writing() as db:
            rehome(db, old, new)

    def know(self, store: str, path: str) -> str | None:
        """The revision of the newest version: `ABSENT` for one that is gone, None for a path never heard of."""
        with self.file.reading() as db:
            if db is None:
                return None
            last = last_known(db, store_id(db, store), path)
            return None if last.version is None else last.revision

    def latest(self, store: str, path: str) -> Version | None:
        """The newest version of a path, be it a gone-mark."""
        with self.file.reading() as db:
            if db is None:
                return None
            last = last_known(db, store_id(db, store), path)
            return reading.version(db, last.version) if last.version is not None else None

    def paths(self, store: str) -> list[Version]:
        """The newest version of every path that ever was, sorted by path."""
        with self.file.reading() as db:
            return [] if db is None else reading.newest(db, store)

    def versions(self, store: str, path: str) -> list[Version]:
        """All versions of a path, newest first; a renamed file's go back through its older names."""
        with self.file.reading() as db:
            if db is None:
                return []
            last = last_known(db, store_id(db, store), path)
            return [reading.version(db, number) for number in sorted(reading.trail(db, last.version), reverse=True)]

    def content(self, version: int) -> bytes | None:
        """The bytes of a version, None for a gone-mark. Raises `NotFound` for an unknown id."""
        with self.file.reading() as db:
            row = db and db.execute("SELECT revision FROM versions WHERE id = ?", (version,)).fetchone()
            if not db or not row:
                raise NotFound("history.no-version", path=self.path, version=version)
            return sound(db, version, row[0], {}) if row[0] else None

    def contents(self, versions: Iterable[Version]) -> Iterator[tuple[Version, bytes]]:
        """Versions with their bytes, gone-marks left out; quick where they come oldest first."""
        near: dict[int, bytes] = {}
        for version in versions:
            if version.gone:
                continue
            with self.file.reading() as db:
                if db is None:
                    raise NotFound("history.no-version", path=self.path, version=version.id)
                near = {version.id: sound(db, version.id, bytes.fromhex(version.revision), near)}
            yield version, near[version.id]

    def entries(self, store: str | None = None, limit: int = 50) -> list[Entry]:
        """The newest entries, newest first."""
        with self.file.reading() as db:
            return [] if db is None else reading.entries(db, store, limit)

    def to_undo(self, store: str, below: int | None = None) -> Entry | None:
        """The newest entry of clew's own hand that was not taken back; undoing itself is not counted."""
        with self.file.reading() as db:
            found = [] if db is None else reading.entries(db, store, 1, below, ours=True)
            return found[0] if found else None

    def before(self, version: int) -> tuple[int | None, bool]:
        """The version that stood at the same path before, None for no file; and False where that was forgotten."""
        with self.file.reading() as db:
            return (None, False) if db is None else reading.before(db, version)

    def births(self, store: str) -> dict[str, tuple[int, bool]]:
        """Of each path: the number of its first version ever, and whether another program's hand made it."""
        with self.file.reading() as db:
            return {} if db is None else reading.births(db, store)

    def _thin(self) -> None:
        try:
            with self.file.writing() as db:
                thin(db, self.limit)
        except ClewError:
            pass  # what was to be kept is kept; a history that is too large for now is no reason to refuse a save

    def _now(self) -> str:
        return self._clock().isoformat(timespec="seconds")
