"""What an importer reads: pieces that stand for themselves, each with its source and its time."""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date, datetime

    from clew.errors import ClewError


class Memory(Value):
    """A text that becomes a memory of the project in `dir`. The same source again is the same conversation."""

    source: str  # absolute path, and where in it, if it holds several
    title: str
    text: str
    time: datetime  # aware
    dir: str
    tags: tuple[str, ...] = ()


class Fact(Value):
    """One line for long-term memory, general or of the project in `dir`."""

    source: str
    text: str
    time: datetime
    section: str | None = None
    dir: str | None = None


class Day(Value):
    """What belongs into the daily note of `day`."""

    source: str
    text: str
    day: date


class Found(Value):
    """All that an importer read, and what it could not read."""

    pieces: tuple[Memory | Fact | Day, ...]
    problems: tuple[ClewError, ...] = ()
