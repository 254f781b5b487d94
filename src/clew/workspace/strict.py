"""What PicoClaw answers, its quirks included: to compare with it, and to take over where it left off.

An unreadable file is an empty one, a write replaces a link, appends can lose one another, the clock is read
again for each use. Whoever keeps a memory wants the default store.
"""

from __future__ import annotations

import os
from datetime import UTC, timedelta

from clew.errors import ClewError, Conflict
from clew.stores.contract import Blob, revision_of
from clew.stores.files import make_open_folders, write_file_atomic
from clew.workspace.layout import FOLDER, LONG_TERM, appended, encoded
from clew.workspace.memory import MemoryStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime


class StrictStore(MemoryStore):
    """What `MemoryStore(strict=True)` makes. It writes at the paths themselves: no lock, no history."""

    def write_long_term(self, text: str, expect: str | None = None) -> None:
        """Replaces MEMORY.md, whatever it is. `expect`, which PicoClaw does not know, is looked at before."""
        data = encoded(text)
        if expect is not None and self.revision() != expect:
            raise Conflict(path=self.path_of(LONG_TERM), mine=data, theirs=self._read(LONG_TERM))
        write_file_atomic(self.path_of(LONG_TERM), data)

    def append_today(self, text: str) -> None:
        """At midnight the note of one day may begin with the date of the next."""
        path = self.today_path()
        make_open_folders(os.path.dirname(path))
        old = _bytes_at(path)
        write_file_atomic(path, appended(old, self.today(), encoded(text)))

    def _make_folder(self) -> None:
        try:
            make_open_folders(self.path_of(FOLDER))
        except ClewError:  # PicoClaw goes on without a word
            pass

    def _get(self, file: str) -> Blob | None:
        data = _bytes_at(self.path_of(file))
        return None if data is None else Blob(data, revision_of(data), "")

    def _days(self, days: int) -> Iterator[date]:
        for back in range(days):
            try:
                yield _days_earlier(self.clock(), back)
            except OverflowError:  # before the first year; PicoClaw's days go on, but nobody has notes of them
                return


def _bytes_at(path: str) -> bytes | None:
    """None for whatever cannot be read, as for what is not there."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _days_earlier(now: datetime, days: int) -> date:
    """As Go's `AddDate(0, 0, -days)`: so much earlier by the wall clock, then to a time that there was.

    The zone's offset is looked up at the wall time read as if it were UTC, and once more at the moment that this
    gives. Where the clocks went forward at midnight, west of Greenwich, that is the evening before: a wrong day.
    """
    zone = now.tzinfo
    wall = now.replace(tzinfo=UTC) - timedelta(days=days)
    guess = wall - (wall.astimezone(zone).utcoffset() or timedelta())
    moment = wall - (guess.astimezone(zone).utcoffset() or timedelta())
    return moment.astimezone(zone).date()
