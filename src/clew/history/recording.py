"""One action written down, inside a transaction of the history file."""

from __future__ import annotations

from clew.history.records import SEEN, Origin
from clew.history.texts import Form, form, text
from clew.stores.contract import ABSENT, revision_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from clew.history.records import Change

_GONE = Form(None, 0, 0, 0, 0, False, None)


class Last(Value):
    """What the history knows last of a path. No version: nothing; `revision` `ABSENT`: nothing, or gone."""

    file: int | None
    version: int | None
    revision: str
    prev: int | None


def bound(name: str) -> str | bytes:
    """A path as SQLite takes it: names that are not UTF-8 are kept as bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")
    return name


def unbound(name: str | bytes) -> str:
    """What `bound` was given."""
    return name if isinstance(name, str) else name.decode("utf-8", "surrogatepass")


def store_id(db: sqlite3.Connection, store: str) -> int | None:
    """The row of a store, or None where nothing of it was ever recorded."""
    row = db.execute("SELECT id FROM stores WHERE key = ?", (bound(store),)).fetchone()
    return row[0] if row else None


def last_known(db: sqlite3.Connection, store: int | None, path: str) -> Last:
    """The newest version of a path."""
    row = db.execute(
        "SELECT f.id, v.id, v.revision, v.prev FROM files f JOIN versions v ON v.id = f.last WHERE f.store = ? AND f.path = ?",
        (store, bound(path)),
    ).fetchone()
    if row is None:
        return Last(None, None, ABSENT, None)
    file, version, revision, prev = row
    return Last(file, version, revision.hex() if revision else ABSENT, prev)


class Recording:
    """Entries of one store, all with the same time."""

    def __init__(self, db: sqlite3.Connection, store: str, time: str) -> None:
        self._db = db
        self._time = time
        known = store_id(db, store)
        self._store = known or self._inserted("INSERT INTO stores (key) VALUES (?)", bound(store))

    def catch_up(self, changes: Sequence[Change]) -> None:
        """Keeps what stands before the changes, where it is not what the history knows: another hand was there."""
        seen = []
        for change in changes:
            last = last_known(self._db, self._store, change.path)
            before = change.before_revision or _revision(change.before)
            if before != last.revision:
                known = text(self._db, last.version) if last.version and last.revision else None
                seen.append(change.but(before=known, after=change.before, after_revision=before, moved_from=None))
        self.enter(Origin(SEEN), seen)

    def enter(self, origin: Origin, changes: Sequence[Change], undoes: int | None = None) -> int | None:
        """One entry with a version for each change; its id, or None where no byte changes."""
        db = self._db
        entry = int(db.execute("SELECT coalesce(max(id), 0) + 1 FROM entries").fetchone()[0])
        befores = {change.path: change.before for change in changes}
        kins = {
            change.path: last_known(db, self._store, change.moved_from).version
            for change in changes
            if change.moved_from is not None
        }
        made: dict[str, int] = {}
        went: dict[str, int] = {}  # an old name: the version under the new one
        for change in sorted(changes, key=lambda change: change.moved_from is None):
            last = last_known(db, self._store, change.path)
            revision = change.after_revision or _revision(change.after)
            if revision == last.revision:
                continue
            if change.after is None:
                version = self._add(entry, change.path, last, None, went.get(change.path), 0, _GONE)
            else:
                kin = kins.get(change.path)
                base, old = self._base(change, revision, last, kin, befores)
                kept = form(db, change.after, base, old)
                version = self._add(entry, change.path, last, revision, kin, len(change.after), kept)
            made[change.path] = version
            if change.moved_from is not None:
                went[change.moved_from] = version
        if not made:
            return None
        db.execute(
            "INSERT INTO entries (id, store, time, what, agent, conversation, device, first, parts, undoes)"
            " VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                *(entry, self._store, self._time, _plain(origin.what), _plain(origin.agent)),
                *(_plain(origin.conversation), _plain(origin.device), min(made.values()), len(made), undoes),
            ),
        )
        return entry

    def _base(
        self, change: Change, revision: str, last: Last, kin: int | None, befores: dict[str, bytes | None]
    ) -> tuple[int | None, bytes | None]:
        """The version to splice on, and its bytes."""
        if kin is not None:
            if self._revision(kin) == revision:
                return kin, change.after
            return kin, befores.get(str(change.moved_from))
        if last.revision:
            return last.version, change.before
        if last.prev is not None and self._revision(last.prev) == revision:
            return last.prev, change.after  # it comes back as it went
        return None, None

    def _revision(self, version: int) -> str:
        row = self._db.execute("SELECT revision FROM versions WHERE id = ?", (version,)).fetchone()
        return row[0].hex() if row and row[0] else ABSENT

    def _add(
        self, entry: int, path: str, last: Last, revision: str | None, kin: int | None, size: int, kept: Form
    ) -> int:
        file = last.file or self._inserted("INSERT INTO files (store, path) VALUES (?, ?)", self._store, bound(path))
        version = self._inserted(
            "INSERT INTO versions"
            " (entry, file, prev, kin, revision, bytes, base, head, tail, depth, spent, zipped, data)"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
            *(entry, file, last.version, kin, bytes.fromhex(revision) if revision else None, size),
            *(kept.base, kept.head, kept.tail, kept.depth, kept.spent, kept.zipped, kept.data),
        )
        self._db.execute("UPDATE files SET last = ?, first = coalesce(first, ?) WHERE id = ?", (version, version, file))
        return version

    def _inserted(self, statement: str, *values: object) -> int:
        rowid = self._db.execute(statement, values).lastrowid
        assert rowid is not None
        return rowid


def _revision(data: bytes | None) -> str:
    return ABSENT if data is None else revision_of(data)


def _plain(name: str | None) -> str | None:
    """A name as SQLite takes it; what no encoding has becomes a question mark."""
    return name if name is None or name.isascii() else name.encode("utf-8", "replace").decode()
