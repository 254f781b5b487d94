"""`<home>/sync.db`, the file: what stands in it, and what is asked of all its targets at once. Kept, not derived.

Without it a sync could not tell an edit from an older text, nor a deletion from something new. Each row belongs to one
target, named with its address: another account begins anew.
"""

from __future__ import annotations

from clew.history.file import File, Shape

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
