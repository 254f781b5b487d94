"""What the notes service keeps: objects with all their versions, in buckets, one after the other.

Written from the published protocol and from how its clients behave; see `tests/sync/server.py` for what is assumed.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from tests.sync.schema import objection

Object = dict[str, Any]
_ID = re.compile(r"[A-Za-z0-9._%@-]{1,256}")
_NEWEST, _TENTHS = 60, 100  # versions that are kept: these, and of older ones each tenth


class Refusal(Exception):
    """A status that is no success, with its words."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


@dataclass
class Entry:
    """One object. `gone` was deleted for good; its versions go on should it come back."""

    versions: dict[int, Object] = field(default_factory=dict)
    version: int = 0
    moment: int = 0  # of its last change
    gone: bool = True

    @property
    def now(self) -> Object:
        return {} if self.gone else self.versions[self.version]


class Bucket:
    """One kind of objects of one user."""

    def __init__(self, name: str, limit: Callable[[], int], clock: Callable[[], float]) -> None:
        self.name = name
        self.entries: dict[str, Entry] = {}
        self.changes: list[Object] = []
        self.cursors: list[str] = [self._cursor()]  # one for each change, and one for the beginning
        self._limit = limit
        self._clock = clock
        self._operations: set[str] = set()

    @property
    def current(self) -> str:
        return self.cursors[-1]

    def live(self) -> list[tuple[str, Entry]]:
        """Everything that is there, what was changed last first."""
        found = [(id, entry) for id, entry in self.entries.items() if not entry.gone]
        return sorted(found, key=lambda pair: -pair[1].moment)

    def get(self, id: str, version: int | None = None) -> tuple[Object, int]:
        entry = self.entries.get(id)
        if entry is None or entry.gone:
            raise Refusal(404, "not found")
        if version is None:
            return entry.now, entry.version
        if version not in entry.versions:
            raise Refusal(404, "version not found")
        return entry.versions[version], version

    def write(
        self, id: str, body: Object, base: int | None = None, *, replace: bool = False, ccid: str = "", client: str = ""
    ) -> tuple[Object, int]:
        """Lays the body over the object. On an older base, what changed since that is replayed on what is there now."""
        if not _ID.fullmatch(id):
            raise Refusal(400, "invalid id")
        if ccid and ccid in self._operations:
            raise Refusal(409, "duplicate change")
        entry = self.entries.get(id) or Entry()
        if base is not None and (entry.gone or base not in entry.versions):
            raise Refusal(404, "version does not exist")
        before = entry.versions[base] if base is not None else entry.now
        sent = dict(body) if replace else {**before, **body}
        if self.name == "note" and (words := objection(sent, self._clock())):
            raise Refusal(400, words)
        after = sent if before == entry.now else replayed(before, sent, entry.now)
        if size(after) > self._limit():
            raise Refusal(413, "document too large")
        if not entry.gone and same(after, entry.now):
            raise Refusal(412, "empty change")
        self.entries[id] = entry
        self._enter(id, entry, after, ccid, client)
        return after, entry.version

    def delete(self, id: str, version: int | None = None, ccid: str = "", client: str = "") -> int:
        entry = self.entries.get(id)
        if entry is None or entry.gone:
            raise Refusal(404, "not found")
        if version is not None and version != entry.version:
            raise Refusal(404, "bad version")
        if ccid and ccid in self._operations:
            raise Refusal(409, "duplicate change")
        self._enter(id, entry, None, ccid, client)
        return entry.version

    def since(self, cursor: str) -> int:
        """How many changes there were up to this cursor."""
        if cursor not in self.cursors:
            raise Refusal(404, "unknown cv")
        return self.cursors.index(cursor)

    def compact(self) -> None:
        """Forgets every older cursor, as the service does in time."""
        self.cursors[:-1] = [f"forgotten {number}" for number in range(len(self.cursors) - 1)]

    def _enter(self, id: str, entry: Entry, after: Object | None, ccid: str, client: str) -> None:
        before, start = entry.now, entry.version
        entry.version += 1
        entry.moment = len(self.cursors)
        entry.gone = after is None
        if after is None:
            entry.versions.clear()
        else:
            entry.versions[entry.version] = after
            kept = set(range(entry.version - _NEWEST + 1, entry.version + 1))
            tenths = {
                number
                for number in entry.versions
                if number % 10 == 1 and number > entry.version - _NEWEST - 10 * _TENTHS
            }
            entry.versions = {number: one for number, one in entry.versions.items() if number in kept | tenths}
        cursor = self._cursor()
        change: Object = {"clientid": client, "id": id, "o": "-" if after is None else "M", "ev": entry.version}
        change |= {"cv": cursor, "ccids": [ccid or secrets.token_hex(16)]}
        if start:
            change["sv"] = start
        if after is not None:
            change["v"] = difference(before, after)
        self._operations.update(change["ccids"])
        self.changes.append(change)
        self.cursors.append(cursor)

    def _cursor(self) -> str:
        return secrets.token_hex(12)


def same(one: Object, other: Object) -> bool:
    return one == other


def size(one: Object) -> int:
    return sum(len(value.encode("utf-8", "surrogatepass")) for value in one.values() if isinstance(value, str))


def difference(before: Object, after: Object) -> Object:
    changed: Object = {key: {"o": "-"} for key in before if key not in after}
    for key, value in after.items():
        if key not in before:
            changed[key] = {"o": "+", "v": value}
        elif before[key] != value:
            changed[key] = {"o": "r", "v": value}
    return changed


def replayed(before: Object, sent: Object, now: Object) -> Object:
    """What was changed in `before` done to `now`: strings by their characters, everything else replaced."""
    after = {key: value for key, value in now.items() if key in sent or key not in before}
    for key, value in sent.items():
        if key in before and before[key] == value:
            continue
        old, there = before.get(key), now.get(key)
        if isinstance(value, str) and isinstance(old, str) and isinstance(there, str):
            value = replayed_text(old, value, there)
        after[key] = value
    return after


def replayed_text(before: str, sent: str, now: str) -> str:
    """By characters, as the service does it: overlapping edits run into each other, and nobody is told."""
    theirs = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    made, at = "", 0
    for what, start, end, new, stop in SequenceMatcher(None, before, sent, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        here, there = moved(start, theirs, ahead=False), moved(end, theirs, ahead=True)
        made += now[at : max(at, here)] + sent[new:stop]
        at = max(at, there)
    return made + now[at:]


def moved(place: int, edits: Sequence[tuple[str, int, int, int, int]], *, ahead: bool) -> int:
    """Where a place of the old text is in the new one."""
    for what, start, end, new, stop in edits:
        if place < end or (place == end and not ahead):
            if what == "equal":
                return new + place - start
            if start <= place:
                return min(new + place - start, stop)
    return edits[-1][4] if edits else place
