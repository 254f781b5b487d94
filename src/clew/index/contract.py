"""What the index gives, and what an engine is.

The index is derived: what is on the disk is always right, and the whole of it may be deleted at any time. It answers
with passages. A TERM is a searchable word as `clew.text.terms` makes it, for the index and for the query alike.

An engine only proposes: the ids of the passages that may answer, and how many passages hold a term. The score is
made by `clew.recall` from the terms that stand with each passage, so that every engine gives the same order.
"""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Protocol

    # One passage as an engine is given it (plain, for a hundred thousand are made at once): its id, from 1; the terms of
    # text and label together, with a space between each two; its keys, what a scope can ask for, the same way; its day.
    Entry = tuple[int, str, str, int]
else:
    Protocol = object

LIBRARY, WORKSPACE = "library", "workspace"
MEMORY, LONG_TERM, DAILY, EXTRA = KINDS = ("memory", "long-term", "daily", "extra")


class Passage(Value):
    """A small piece of a file, a paragraph or a list item, as the index knows it."""

    id: int  # never used again for another text
    store: str  # "library", "workspace", or the name of an extra folder
    file: str  # POSIX, relative to the store's root
    kind: str  # one of `KINDS`
    project: str | None  # its dir; None: it belongs to no project
    segment: int  # number of the segment, else of the top section, in the file
    place: int  # ordinal in the file: its neighbours are place - 1 and place + 1
    lines: tuple[int, int]  # 1-based, inclusive, of the file on disk
    heading: str  # the headings above it, outermost first, joined with " > ", without the title
    title: str  # the memory's name, the file's without its ending
    tags: tuple[str, ...]
    time: str  # RFC 3339: of its segment, else of the daily note's day, else of the file's last change
    day: int  # the same as `date.toordinal`, in the writer's own offset
    terms: str  # of its text, in order, with a space between each two
    label: str  # terms of heading, title and tags, the same way
    start: int  # byte offsets in the file
    end: int
    pinned: bool = False  # its line says so
    superseded: bool = False  # another fact stands in its place


class Counts(Value):
    """What a score needs to know of all passages together."""

    passages: int
    terms: int  # in the texts of all passages
    frequency: Mapping[str, int]  # of each term asked for: the passages that hold it, in text or label


class Scope(Value):
    """Which passages may answer. None, or no scope at all: every one."""

    projects: tuple[str, ...] | None = None  # dirs: their passages, and those that belong to no project
    stores: tuple[str, ...] | None = None
    kinds: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None  # one of these, compared case-folded
    since: int | None = None  # days as ordinals, inclusive
    until: int | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in self.__dict__.values())


class Within(Value):
    """A scope as an engine is asked for it: each passage has a key out of each of the groups, and a day in between."""

    groups: tuple[tuple[str, ...], ...] = ()
    since: int | None = None
    until: int | None = None


class Engine(Protocol):
    """The contract that each engine keeps; `tests/index/suite.py` holds it to it.

    Changes count for others from `commit` on, which is atomic: killed at any point, the engine opens as it was after
    one of its commits. One process changes at a time (the index holds a lock), any number read meanwhile.
    Everything raises `EngineFailed` where the files are broken, of another version, or the disk refuses.
    """

    name: str

    def candidates(self, terms: Sequence[str], within: Within | None, limit: int, every: bool = False) -> list[int]:
        """The ids of passages that hold at least one of the terms, or every one, the likeliest first."""
        ...

    def frequency(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many passages each term stands. Of a term in thousands, those taken out lately may be counted too."""
        ...

    def change(self, gone: Iterable[tuple[int, int]], new: Iterable[Entry]) -> None:
        """Takes passages out, by the first and the last of a run of ids, and puts others in. Not seen before `commit`."""
        ...

    def commit(self, stamp: int) -> None:
        """Makes all changes since the last commit count, or none, under a number of the caller's."""
        ...

    def stamp(self) -> int:
        """Of the last commit, as `candidates` sees it; 0 where there was none."""
        ...

    def refresh(self) -> None:
        """What others committed counts from here on."""
        ...

    def close(self) -> None:
        """Gives files and memory back, and forgets changes that were not committed."""
        ...


class EngineFailed(Exception):
    """The engine cannot go on; the index makes it anew from the files."""


class Seen(Value):
    """What a look at the disk found."""

    changed: int = 0  # files that were read again
    gone: int = 0  # files that are no more
    degraded: str | None = None  # words key of why the answer may miss something
    problems: tuple[tuple[str, str], ...] = ()  # (absolute path, words key) of what could not be read


class Status(Value):
    """What the index holds."""

    engine: str
    passages: int
    files: int
    stores: Mapping[str, int]  # files by store
    bytes: int  # on the disk
    degraded: str | None
    problems: tuple[tuple[str, str], ...]
