"""The clue file of a library, read through the home's parsed rows and edited by the smallest change."""

from __future__ import annotations

import os

from clew.errors import NotFound, Unreadable
from clew.history.kept import Edit
from clew.state.clue_rows import KnownClue
from clew.stores.contract import ABSENT
from clew.text.clue import Clue, new_clue, read_clue, salvage_clue, with_entries, without_entry
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clew.history.kept import Kept
    from clew.state.clue_rows import ClueRows
    from clew.stores.contract import Blob
    from clew.text.clue import ClueEntry

PATH = ".clue"


class ClueEdit(Value):
    """A change of some entries, as bytes to write and as rows to keep."""

    edit: Edit
    changed: tuple[ClueEntry, ...]
    gone: tuple[str, ...]
    canonical: bool


class ClueFile:
    """`.clue` of one library.

    `refresh` makes the rows those of today's bytes; everything else answers from the rows. A file that
    does not parse is never rewritten: `problem` says where it is broken, reading goes on from the last
    good parse, else from the entries that can still be made out.
    """

    def __init__(
        self, kept: Kept, rows: ClueRows, notice: Callable[[list[tuple[str, bytes]]], bool], slow: Callable[[], None]
    ) -> None:
        self._kept = kept
        self._rows = rows
        self._notice = notice  # keeps what another program wrote in the history; False where it could not
        self._slow = slow  # told before a whole file goes through the general YAML parser
        self.problem: Unreadable | None = None
        self.entry = rows.entry
        self.of_slug = rows.of_slug
        self.directories = rows.directories
        self.entries = rows.entries

    @property
    def path(self) -> str:
        """Where the file is."""
        return os.path.join(self._kept.root, PATH)

    def refresh(self) -> None:
        """Takes note of every change on disk, by whoever made it. Costs one stat when there is none."""
        self.problem = None
        stat = self._kept.stat(PATH)
        known = self._rows.known()
        if stat is None:
            if known is not None and known.revision != ABSENT:
                self._rows.replace(KnownClue("", ABSENT, True), Clue((), True))
            return
        if known is not None and known.fingerprint and known.fingerprint == stat.fingerprint:
            return
        try:
            self._take(self._kept.get(PATH), known)
        except NotFound:  # it went between the look and the read
            self._rows.replace(KnownClue("", ABSENT, True), Clue((), True))
        except Unreadable as problem:
            self.problem = problem

    def editing(self, changed: Sequence[ClueEntry], gone: Sequence[str] = ()) -> ClueEdit:
        """The change as a value, for `Kept.change` under the lock. Raises `Unreadable` for a file that does not parse."""
        self.refresh()
        if self.problem is not None:
            raise self.problem
        known = self._rows.known()
        try:
            blob = self._kept.get(PATH)
        except NotFound:
            data = new_clue(changed)
            return ClueEdit(Edit(PATH, data, ABSENT), tuple(changed), tuple(gone), True)
        canonical = known.canonical if known is not None else None
        if not canonical:
            self._slow()
        data = blob.data
        for dir in gone:
            data = without_entry(data, dir)
        if changed:
            data = with_entries(data, changed, canonical=canonical)
        return ClueEdit(Edit(PATH, data, blob.revision, blob), tuple(changed), tuple(gone), bool(canonical))

    def edited(self, clue_edit: ClueEdit, blob: Blob) -> None:
        """The change stands on disk as `blob`; the rows follow."""
        known = KnownClue(blob.fingerprint, blob.revision, clue_edit.canonical)
        self._rows.update(known, clue_edit.changed, clue_edit.gone)

    def _take(self, blob: Blob, known: KnownClue | None) -> None:
        if known is not None and known.revision == blob.revision:
            if blob.fingerprint:
                self._rows.touch(known.but(fingerprint=blob.fingerprint))
            return
        kept = self._notice([(PATH, blob.data)])
        try:
            clue = read_clue(blob.data, self.path)
        except Unreadable as problem:
            self.problem = problem
            if known is None:
                self._rows.replace(KnownClue("", "broken", False), salvage_clue(blob.data))
            return
        self._rows.replace(KnownClue(blob.fingerprint if kept else "", blob.revision, clue.canonical), clue)
