"""What a sync with one target remembers: what both sides had last, what was begun and not yet heard of, what is parked."""

from __future__ import annotations

import zlib

from clew.sync.contract import Text
from clew.sync.parked import Parked, packed, unpacked
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from clew.history.file import File
    from clew.sync.contract import Seen

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


class States:
    """The rows of one target. Opening makes no file; each write is durable on return."""

    def __init__(self, file: File, target: str) -> None:
        self.file = file
        self.target = target

    def bases(self) -> dict[str, Base]:
        """What both sides had under each key, ever."""
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
        row = (entry.place, entry.text, entry.reason, packed(entry.data))
        if self._rows("SELECT place, text, reason, data FROM parked WHERE target = ? AND key = ?", entry.key) != [row]:
            with self.file.writing() as db:
                db.execute(
                    "INSERT OR REPLACE INTO parked (target, key, place, text, reason, data) VALUES (?,?,?,?,?,?)",
                    (self.target, entry.key, *row),
                )

    def unpark(self, key: str) -> None:
        """It went, or it is not there any more."""
        with self.file.writing(lasting=False) as db:
            db.execute("DELETE FROM parked WHERE target = ? AND key = ?", (self.target, key))

    def parked(self) -> dict[str, Parked]:
        """What does not go there, by its key."""
        rows = self._rows("SELECT key, place, text, reason, data FROM parked WHERE target = ?")
        return {key: Parked(key, place, text, reason, unpacked(data)) for key, place, text, reason, data in rows}

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


def _packed(text: Text) -> tuple[str, str, bytes]:
    return _SEPARATOR.join(text.tags), text.more, zlib.compress(text.body.encode("utf-8", "surrogatepass"), 1)


def _text(body: bytes, tags: str, place: str, more: str) -> Text:
    said = zlib.decompress(body).decode("utf-8", "surrogatepass")
    return Text(said, tuple(tags.split(_SEPARATOR)) if tags else (), place, more)
