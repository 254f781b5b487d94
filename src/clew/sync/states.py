"""`<home>/sync.db`: what both sides had last, and what was begun and not yet heard of. Kept, for it is nowhere else.

Without it a sync could not tell an edit from an older text, nor a deletion from something new. Each row belongs to one
target, named with its address: another account begins anew.
"""

from __future__ import annotations

import zlib

from clew.history.file import File, Shape
from clew.state.packing import pack, unpack
from clew.sync.contract import Text
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from clew.sync.contract import Seen

SCHEMA = 1
_MARK = 0x636C7379  # "clsy"
_TABLES = """
CREATE TABLE base (
    target TEXT NOT NULL, key TEXT NOT NULL,
    here TEXT NOT NULL, place TEXT NOT NULL,        -- revision and place on this side, then
    there TEXT NOT NULL, there_place TEXT NOT NULL, -- and on the other
    dead INTEGER NOT NULL,                          -- deleted on both, what follows is what it said
    tags TEXT NOT NULL, more TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (target, key));

CREATE TABLE begun (                                -- a write there of which no answer was heard
    target TEXT NOT NULL, key TEXT NOT NULL, operation TEXT NOT NULL, expect TEXT NOT NULL,
    place TEXT NOT NULL, tags TEXT NOT NULL, more TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (target, key));

CREATE TABLE parked (
    target TEXT NOT NULL, key TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL, -- hash of the text that is refused
    reason TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (target, key));

CREATE TABLE word (target TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (target, name));

CREATE TABLE noted (root TEXT NOT NULL, path TEXT NOT NULL, revision TEXT NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (root, path));                      -- derived: the note lines of each memory
"""
_SHAPE = Shape(
    *(SCHEMA, _MARK, _TABLES),
    *("sync.failed", "sync.full", "sync.damaged", "sync.foreign", "sync.newer"),
)
_SEPARATOR = "\x1f"


class Base(Value):
    """What both sides had last under a key, but for the text itself."""

    key: str
    here: str
    place: str
    there: str
    there_place: str
    dead: bool


class Begun(Value):
    """A write to the target that may or may not have happened."""

    key: str
    operation: str
    expect: str
    text: Text


class Parked(Value):
    """A text that the target will not take, and why (a words key and what it names)."""

    key: str
    place: str
    text: str
    reason: str
    data: Mapping[str, object]


class States:
    """The rows of one target. Opening makes no file; each write is durable on return."""

    def __init__(self, file: File, target: str) -> None:
        self.file = file
        self.target = target

    def bases(self) -> dict[str, Base]:
        """Every key that was ever common."""
        rows = self._rows("SELECT key, here, place, there, there_place, dead FROM base WHERE target = ?")
        return {key: Base(key, here, place, there, to, bool(dead)) for key, here, place, there, to, dead in rows}

    def text(self, key: str) -> Text:
        """What both sides had last under this key."""
        rows = self._rows("SELECT body, tags, place, more FROM base WHERE target = ? AND key = ?", key)
        return _text(*rows[0])

    def settle(self, key: str, here: Seen, there: Seen, text: Text) -> None:
        """Both sides have this now; what was begun for it has ended."""
        values = (here.revision, here.place, there.revision, there.place, 0, *_packed(text))
        self._settle(key, values)

    def bury(self, key: str, text: Text, there: str) -> None:
        """Neither side has this any more."""
        self._settle(key, ("", text.place, there, text.place, 1, *_packed(text)))

    def forget(self, key: str) -> None:
        """As if it had never been common."""
        with self.file.writing() as db:
            for table in ("base", "begun", "parked"):
                db.execute(f"DELETE FROM {table} WHERE target = ? AND key = ?", (self.target, key))

    def seen_here(self, seen: Mapping[str, Seen]) -> None:
        """These look different here and say the same: the next look need not read them."""
        self._look_so("here = ?, place = ?", seen)

    def seen_there(self, seen: Mapping[str, Seen]) -> None:
        """The same of the other side."""
        self._look_so("there = ?, there_place = ?", seen)

    def begin(self, writes: Iterable[Begun]) -> None:
        """To be written down before the first request goes out."""
        with self.file.writing() as db:
            db.executemany(
                "INSERT OR REPLACE INTO begun (target, key, operation, expect, place, tags, more, body)"
                " VALUES (?,?,?,?,?,?,?,?)",
                [
                    (self.target, one.key, one.operation, one.expect, one.text.place, *_packed(one.text))
                    for one in writes
                ],
            )

    def begun(self) -> dict[str, Begun]:
        """The writes of which no answer was heard."""
        rows = self._rows("SELECT key, operation, expect, body, tags, place, more FROM begun WHERE target = ?")
        return {key: Begun(key, operation, expect, _text(*text)) for key, operation, expect, *text in rows}

    def end(self, keys: Iterable[str]) -> None:
        """These writes did not happen, or need not be known of any longer."""
        keys = list(keys)
        if keys:
            with self.file.writing() as db:
                db.executemany("DELETE FROM begun WHERE target = ? AND key = ?", [(self.target, key) for key in keys])

    def park(self, entry: Parked) -> None:
        """Keeps why a text does not go there; the same again writes nothing."""
        if self.parked().get(entry.key) == entry:
            return
        with self.file.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO parked (target, key, place, text, reason, data) VALUES (?,?,?,?,?,?)",
                (
                    self.target,
                    entry.key,
                    entry.place,
                    entry.text,
                    entry.reason,
                    pack(part for name, value in entry.data.items() for part in (name, str(value))),
                ),
            )

    def unpark(self, key: str) -> None:
        """It went, or it is not there any more."""
        with self.file.writing(lasting=False) as db:
            db.execute("DELETE FROM parked WHERE target = ? AND key = ?", (self.target, key))

    def parked(self) -> dict[str, Parked]:
        """What does not go there, by its key."""
        rows = self._rows("SELECT key, place, text, reason, data FROM parked WHERE target = ?")
        found = {}
        for key, place, text, reason, data in rows:
            parts = unpack(data)
            found[key] = Parked(key, place, text, reason, dict(zip(parts[::2], parts[1::2], strict=True)))
        return found

    def word(self, name: str) -> str:
        """What was kept under a name; "" for nothing."""
        rows = self._rows("SELECT value FROM word WHERE target = ? AND name = ?", name)
        return str(rows[0][0]) if rows else ""

    def follow(self, key: str, before: str) -> None:
        """This key goes on where the other one ended."""
        self.keep(f"before {key}", before)

    def before(self, key: str) -> str:
        """The key that ended where this one goes on; "" for none."""
        return self.word(f"before {key}")

    def keep(self, name: str, value: str) -> None:
        """Keeps a word about the target as a whole; the same again writes nothing."""
        if self.word(name) != value:
            with self.file.writing() as db:
                db.execute("INSERT OR REPLACE INTO word VALUES (?,?,?)", (self.target, name, value))

    def _look_so(self, columns: str, seen: Mapping[str, Seen]) -> None:
        if not seen:
            return
        with self.file.writing(lasting=False) as db:
            db.executemany(
                f"UPDATE base SET {columns} WHERE target = ? AND key = ?",
                [(one.revision, one.place, self.target, key) for key, one in seen.items()],
            )

    def _settle(self, key: str, values: tuple[object, ...]) -> None:
        # A power cut may take this: both sides have the same then, or what was sent is known by its operation.
        with self.file.writing(lasting=False) as db:
            db.execute(
                "INSERT OR REPLACE INTO base"
                " (target, key, here, place, there, there_place, dead, tags, more, body) VALUES (?,?,?,?,?,?,?,?,?,?)",
                (self.target, key, *values),
            )
            for table in ("begun", "parked"):
                db.execute(f"DELETE FROM {table} WHERE target = ? AND key = ?", (self.target, key))

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.file.reading() as db:
            return [] if db is None else db.execute(query, (self.target, *values)).fetchall()


def states_file(path: str) -> File:
    """The file itself; made by the first write."""
    return File(path, _SHAPE)


def counts(file: File) -> list[tuple[str, int, int]]:
    """(target, texts that both sides have, writes without an answer) of every target of which anything is kept."""
    with file.reading() as db:
        if db is None:
            return []
        found: dict[str, list[int]] = {}
        for place, table in enumerate(("base WHERE dead = 0", "begun WHERE 1", "parked WHERE 1")):
            for target, number in db.execute(f"SELECT target, count(*) FROM {table} GROUP BY target"):
                found.setdefault(target, [0, 0, 0])[place] = number
        return [(target, numbers[0], numbers[1]) for target, numbers in sorted(found.items())]


def changed_last(file: File) -> str:
    """When a sync changed something last, with whichever target; "" for never."""
    with file.reading() as db:
        row = db and db.execute("SELECT max(value) FROM word WHERE name = 'changed'").fetchone()
        return str(row[0] or "") if row else ""


def known_notes(file: File, root: str) -> dict[str, tuple[str, str]]:
    """Path -> (revision, note lines) of the memories of a library, as they were when somebody looked."""
    with file.reading() as db:
        if db is None:
            return {}
        rows = db.execute("SELECT path, revision, lines FROM noted WHERE root = ?", (root,))
        return {path: (revision, lines) for path, revision, lines in rows}


def keep_notes(file: File, root: str, found: Mapping[str, tuple[str, str]], gone: Iterable[str]) -> None:
    """Writes down what changed of these; nothing where nothing did."""
    gone = list(gone)
    if not found and not gone:
        return
    with file.writing(lasting=False) as db:
        db.executemany("DELETE FROM noted WHERE root = ? AND path = ?", [(root, path) for path in gone])
        db.executemany(
            "INSERT OR REPLACE INTO noted (root, path, revision, lines) VALUES (?,?,?,?)",
            [(root, path, *values) for path, values in found.items()],
        )


def _packed(text: Text) -> tuple[str, str, bytes]:
    return _SEPARATOR.join(text.tags), text.more, zlib.compress(text.body.encode("utf-8", "surrogatepass"), 1)


def _text(body: bytes, tags: str, place: str, more: str) -> Text:
    said = zlib.decompress(body).decode("utf-8", "surrogatepass")
    return Text(said, tuple(tags.split(_SEPARATOR)) if tags else (), place, more)
