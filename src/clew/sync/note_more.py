"""What belongs to a note beside what it says: header, change log, the service's own object."""

from __future__ import annotations

import json

from clew.state.packing import pack, unpack
from clew.text.note_header import Header
from clew.text.published import WHOLE, Part
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.sync.states import States


class NoteMore(Value):
    """As `Text.more` has it."""

    author: str = ""
    version: str = ""
    log: tuple[str, ...] = ()
    rest: dict[str, Any] | None = None  # as the service has it, but for content and tags
    agent: str = ""  # of this home: which agent wrote the memory last

    @property
    def header(self) -> Header | None:
        """The header, if there is any."""
        return Header(self.author, self.version) if self.author or self.version else None

    def packed(self) -> str:
        """As a text. Escaped, for other programs write halves of characters, which no database keeps."""
        return json.dumps(self.as_dict())


def unpacked(more: str) -> NoteMore:
    """What `packed` made; an empty one of an empty text."""
    if not more:
        return NoteMore()
    said = json.loads(more)
    return NoteMore(**{**said, "log": tuple(said["log"])})


class Source(Value):
    """What of which memory a note is, for as long as no line there says so."""

    path: str = ""
    topic: str = ""
    part: Part = WHOLE


def source_of(states: States, id: str) -> Source:
    """As it was kept; an empty one for a note of which nothing was."""
    said = unpack(states.word(f"note {id}"))
    return Source(said[0], said[1], Part(*said[2:])) if said else Source()


def keep_source(states: States, id: str, source: Source) -> None:
    """To be said before the first request goes out."""
    states.keep(f"note {id}", pack((source.path, source.topic, *source.part.as_dict().values())))
