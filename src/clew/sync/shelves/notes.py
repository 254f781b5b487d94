"""The notes that were published from memories: each a memory, or one segment, with the note's line in it."""

from __future__ import annotations

from clew.errors import Conflict, NotFound
from clew.history.kept import Edit
from clew.library.catalog import text_problem
from clew.library.start import sharing
from clew.stores.contract import ABSENT, revision_of
from clew.sync.contract import Joined, Refused, Seen, Text
from clew.sync.note_more import NoteMore, unpacked
from clew.sync.shelves.copies import copy_of
from clew.sync.shelves.noted import Noted
from clew.text.change_log import with_entry
from clew.text.clue import ClueMemory
from clew.text.lines import lines_of
from clew.text.merge import merge, united
from clew.text.names import numbered
from clew.text.note_header import FIRST, Header, later, next_version
from clew.text.note_header import merged as merged_header
from clew.text.note_line import NoteLine, note_lines, with_note_line, without_note_line
from clew.text.note_tags import note_tag, note_tag_key, note_tags, same_note_tags
from clew.text.published import part_named, part_of, published, with_edit
from clew.text.segments import segments_of
from clew.text.tags import merged_tags, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.library.library import Library
    from clew.stores.contract import Blob
    from clew.sync.states import Base, States
    from clew.text.clue import ClueEntry
    from clew.text.published import Part


class PublishedNotes:
    """The shelf of a notes service.

    `message` is what a change log says of this publication; without one it names only that there was a change.
    """

    def __init__(
        self, library: Library, states: States, *, author: str, lang: str, message: str = "", changed: str = ""
    ) -> None:
        self._library = library
        self._states = states
        self._author = author
        self._lang = lang
        self._message = message
        self._changed = changed
        self.service = "Simplenote"
        self.new: dict[str, NoteLine] = {}  # to be published for the first time: id -> what its line will say
        self.places: dict[str, str] = {}  # id -> the memory, as of the last look
        self._lines: dict[str, NoteLine] = {}
        self._noted = Noted(library, states)
        self.keeps = True

    # -- looking

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        """See the contract. A memory is looked at by its bytes and its tags in the clue file."""
        self._library.refuse_vanished()
        found = self._noted.look(keeps=self.keeps)
        self.places, self._lines = {}, {}
        here: dict[str, Seen] = {}
        for path, lines in found.lines.items():
            for line in lines:
                if line.service == self.service and self._is_nearer(path, line, bases):
                    self.places[line.id], self._lines[line.id] = path, line
        for id, line in self.new.items():
            self.places.setdefault(id, line.part and line.topic or "")
            self._lines.setdefault(id, line)
        for id, base in bases.items():
            if not base.dead and id not in self.places and base.place in found.lines and not self._has_whole(found.lines[base.place]):
                self.places[id] = base.place  # somebody took the line out, and not the memory
        for id, path in self.places.items():
            here[id] = Seen(found.revision(path), path)
        self._refuse_missing_folders(bases, found)
        return here
