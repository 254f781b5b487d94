"""`<home>/sync.db`, the file: what stands in it, and what is asked of all its targets at once. Kept, not derived.

Without it a sync could not tell an edit from an older text, nor a deletion from something new. Each row belongs to one
target, named with its address: another account begins anew.
"""

from __future__ import annotations

from clew.history.file import File, Shape
from clew.values import Value

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


def states_file(path: str) -> File:
    """The file itself; made by the first write."""
    return File(path, _SHAPE)


class Counts(Value):
    """How much is kept of one target."""

    common: int = 0  # texts that both sides have
    unanswered: int = 0  # writes of which no answer was heard
    parked: int = 0


def counts(file: File) -> dict[str, Counts]:
    """By target; those of which nothing is kept are not in it."""
    found: dict[str, Counts] = {}
    with file.reading() as db:
        for what, rows in (("common", "base WHERE dead = 0"), ("unanswered", "begun"), ("parked", "parked")):
            for target, number in db.execute(f"SELECT target, count(*) FROM {rows} GROUP BY target") if db else ():
                found[target] = found.get(target, Counts()).but(**{what: number})
    return dict(sorted(found.items()))


def changed_last(file: File) -> str:
    """When a sync changed something last, with whichever target; "" for never."""
    with file.reading() as db:
        row = db and db.execute("SELECT max(value) FROM word WHERE name = 'changed'").fetchone()
        return str(row[0] or "") if row else ""
