"""What belongs to a note beside what it says: header, change log, the service's own object."""

from __future__ import annotations

import json

from clew.text.note_header import Header
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
        """As a text."""
        return json.dumps(self.as_dict(), ensure_ascii=False)


def unpacked(more: str) -> NoteMore:
    """What `packed` made; an empty one of an empty text."""
    if not more:
        return NoteMore()
    said = json.loads(more)
    return NoteMore(**{**said, "log": tuple(said["log"])})
