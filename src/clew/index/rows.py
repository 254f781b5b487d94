"""What the tables of the index hold."""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    Run = tuple[int, int]  # the first and the last of some numbers
    PieceRow = tuple[int, int, int, int, int, str]  # first line, last line, start, end, flags, terms

FILE = "passages.db"
SCHEMA = 1
PINNED, SUPERSEDED = 1, 2  # flags

TABLES = """
CREATE TABLE about (
    rules TEXT NOT NULL,        -- by which texts were cut and made into terms
    engine TEXT NOT NULL, place TEXT NOT NULL,  -- its name, its folder beside this file
    next INTEGER NOT NULL,      -- the first number that is free
    ripe INTEGER NOT NULL,      -- passages below are in the engine, the young ones from here on are not
    turn INTEGER NOT NULL,      -- one more with each change
    whole INTEGER NOT NULL,     -- 1: every source was looked at once
    passages INTEGER NOT NULL, terms INTEGER NOT NULL);
CREATE TABLE folder (
    id INTEGER PRIMARY KEY, store TEXT NOT NULL, path TEXT NOT NULL,
    owner TEXT NOT NULL, listing TEXT NOT NULL, UNIQUE (store, path));
CREATE TABLE file (
    id INTEGER PRIMARY KEY, store TEXT NOT NULL, folder TEXT NOT NULL, name TEXT NOT NULL,
    revision TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, problem TEXT,
    passages INTEGER NOT NULL, terms INTEGER NOT NULL, UNIQUE (store, folder, name));
CREATE INDEX file_problem ON file (problem) WHERE problem IS NOT NULL;
CREATE TABLE part (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL, segment INTEGER NOT NULL, project TEXT, heading TEXT NOT NULL,
    tags TEXT NOT NULL, time TEXT NOT NULL, day INTEGER NOT NULL, label TEXT NOT NULL);
CREATE TABLE passage (
    id INTEGER PRIMARY KEY, part INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL, flags INTEGER NOT NULL, terms TEXT NOT NULL);
CREATE TABLE dead (             -- not here any more, but in the engine
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE key (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, word TEXT NOT NULL, UNIQUE (kind, word));
"""


class About(Value):
    """The one row of that name."""

    rules: str
    engine: str
    place: str
    next: int
    ripe: int
    turn: int
    whole: int
    passages: int
    terms: int


class MadePart(Value):
    """Passages to be kept that share everything but their place."""

    segment: int
    project: str | None
    heading: str
    tags: tuple[str, ...]
    time: str
    day: int
    label: str
    pieces: tuple[PieceRow, ...]


class MadeFile(Value):
    """A file to be kept, as it was read; without parts where it has none, cannot be read or is nobody's business."""

    store: str
    folder: str
    name: str
    revision: str
    kind: str
    title: str
    problem: str | None
    parts: tuple[MadePart, ...]

    @property
    def passages(self) -> int:
        """How many."""
        return sum(len(part.pieces) for part in self.parts)


class KnownFile(Value):
    """What is known of a file without its passages."""

    id: int
    name: str
    revision: str
    passages: int
    terms: int
    problem: str | None
