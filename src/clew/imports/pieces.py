"""What an importer reads: pieces that stand for themselves, each with its source and its time."""

from __future__ import annotations

import os

from clew.text.note_header import FIRST, headed
from clew.text.note_line import NoteLine, is_note_id
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
    note: NoteLine | None = None  # the note of a service that it is the source of
    conversation: str = ""  # where it was one of clew's; "": made from the note, else from the source

    @property
    def heading(self) -> str:
        """Where it comes from, in few words."""
        return os.path.basename(self.source)


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


def note_said(topic: str, id: str, text: str, service: str = "Simplenote") -> NoteLine | None:
    """The line that ties a memory to its note; the version is that of the header. None for what is no id of one."""
    if not is_note_id(id):
        return None
    header = headed(text.split("\n")).header
    return NoteLine(topic, service, id, header.version if header else FIRST)
