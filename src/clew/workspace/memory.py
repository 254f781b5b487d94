"""`MemoryStore`: PicoClaw's methods, but nothing is lost.

What is there and cannot be read is an error, and no empty text. Writers take turns; what an editor writes
meanwhile is not overwritten. Each call reads the clock once, so that its day is one day.
"""

from __future__ import annotations

import errno
import os
from time import monotonic

from clew.config import clock_from
from clew.errors import Conflict, NotFound, Unreadable
from clew.history.kept import Kept
from clew.stores.contract import ABSENT
from clew.stores.lock import SECONDS
from clew.stores.root import make_folders
from clew.workspace.layout import (
    FOLDER,
    LONG_TERM,
    appended,
    daily_file,
    day_of,
    days_back,
    decoded,
    encoded,
    joined,
    memory_context,
)
from clew.workspace.links import LinkedFolder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date
    from typing import Self

    from clew.config import Clock
    from clew.history.records import Origin
    from clew.stores.contract import Blob, Store

_FEW = 31  # days that are asked for one by one; for more, the folders say which notes there are


class MemoryStore:
    """The memory of one workspace: a folder, or a store of its files that may remember versions (`Kept`).

    Texts are `str` with surrogates for bytes that are not UTF-8: what comes in goes out, byte for byte.
    `strict` answers as PicoClaw does, its quirks included: see `StrictStore`.
    """

    def __new__(
        cls,
        workspace: str | os.PathLike[str] | Store,  # noqa: ARG004  the arguments are those of `__init__`
        clock: Clock | None = None,  # noqa: ARG004
        strict: bool = False,
    ) -> Self:
        if strict and cls is MemoryStore:
            from clew.workspace.strict import StrictStore  # late: only who compares with PicoClaw asks for it

            return object.__new__(StrictStore)  # type: ignore[return-value]  # it is a MemoryStore
        return object.__new__(cls)

    def __init__(
        self, workspace: str | os.PathLike[str] | Store, clock: Clock | None = None, strict: bool = False
    ) -> None:
        self.clock = clock_from(clock, None)
        if isinstance(workspace, (str, os.PathLike)):
            self.files: Store = LinkedFolder(os.fspath(workspace), "workspace", makes_root=True)
        else:
            self.files = workspace
        self.root = self.files.root
        if self.files is not workspace:  # a store makes its folders when it writes
            self._make_folder()
        self.files.recover()

    def read_long_term(self) -> str:
        """The whole of MEMORY.md; "" where there is none. Raises `Unreadable`."""
        return decoded(self._read(LONG_TERM) or b"")

    def write_long_term(self, text: str, expect: str | None = None) -> None:
        """Replaces the whole of MEMORY.md. `expect` is the revision that was read ("": there was none).

        Raises `Conflict` with both texts where another is there by now; `Unreadable`, `StorageFailed`, `Locked`.
        """
        data = encoded(text)
        if expect is None:
            self.edit(LONG_TERM, lambda _: data)
        else:
            self.files.put(LONG_TERM, data, expect)

    def revision(self, file: str = LONG_TERM) -> str:
        """The sha256 of the bytes; "" where there is no such file. What `expect` wants to know."""
        blob = self._get(file)
        return ABSENT if blob is None else blob.revision

    def read_today(self) -> str:
        """Today's note; "" where there is none. Raises `Unreadable`."""
        return self.read_day(self.today())

    def read_day(self, day: date) -> str:
        """The note of any day; "" where there is none. Raises `Unreadable`."""
        return decoded(self._read(daily_file(day)) or b"")

    def append_today(self, text: str) -> None:
        """Adds to today's note, which begins with its date. Raises `Unreadable`, `StorageFailed`, `Locked`."""
        day, more = self.today(), encoded(text)
        self.edit(daily_file(day), lambda old: appended(old, day, more))

    def today_path(self) -> str:
        """The absolute path of today's note, whether or not it is there."""
        return self.path_of(daily_file(self.today()))

    def get_recent_daily_notes(self, days: int) -> str:
        """The notes of so many days, today's first. Raises `Unreadable` for one that cannot be read."""
        return decoded(joined(self._notes(days)))

    def get_memory_context(self) -> str:
        """Long-term memory and the notes of three days under their headings; "" where there is nothing."""
        return memory_context(self.read_long_term(), self.get_recent_daily_notes(3))

    def today(self) -> date:
        """The day that it is now, in the clock's zone."""
        return self.clock().date()

    def path_of(self, file: str) -> str:
        """The absolute path of a file of the workspace."""
        return os.path.join(self.root, *file.split("/"))

    def edit(
        self, file: str, change: Callable[[bytes | None], bytes | None], origin: Origin | None = None
    ) -> Blob | None:
        """What `change` makes of the file's bytes takes their place; None stands for no file.

        Where an editor was quicker, `change` is asked again, for as long as one waits for a lock; then `Conflict`.
        `origin` is what the history calls it.
        """
        deadline = monotonic() + SECONDS
        with self.files.lock():
            while True:
                blob = self._get(file)
                data = change(None if blob is None else blob.data)
                if data == (None if blob is None else blob.data):
                    return blob
                try:
                    return self._put(file, data, blob, origin)
                except Conflict:
                    if monotonic() > deadline:
                        raise

    def _make_folder(self) -> None:
        """As PicoClaw does at once; where it cannot be, the first call that needs it tells."""
        try:
            make_folders(self.path_of(FOLDER))
        except OSError:
            pass

    def _put(self, file: str, data: bytes | None, before: Blob | None, origin: Origin | None) -> Blob | None:
        expect = ABSENT if before is None else before.revision
        if isinstance(self.files, Kept):
            from clew.history.changing import Edit  # late: a context only reads

            return self.files.change([Edit(file, data, expect, before)], origin)[0]
        if data is not None:
            return self.files.put(file, data, expect)
        self.files.delete(file, expect)
        return None

    def _notes(self, days: int) -> Iterator[bytes]:
        for day in self._days(days):
            note = self._read(daily_file(day))
            if note is not None:  # one without a byte counts, as in PicoClaw
                yield note

    def _days(self, days: int) -> Iterator[date]:
        today = self.today()
        if days <= _FEW:
            yield from days_back(today, days)
            return
        last = today.toordinal()
        for month in reversed(self.files.list(FOLDER)):
            if month.kind == "folder" and len(month.path) == len(FOLDER) + 7:
                for note in reversed(self.files.list(month.path)):
                    day = day_of(note.path)
                    if day is not None and last - days < day.toordinal() <= last:
                        yield day

    def _read(self, file: str) -> bytes | None:
        blob = self._get(file)
        return None if blob is None else blob.data

    def _get(self, file: str) -> Blob | None:
        try:
            return self.files.get(file)
        except NotFound:
            self._check_folders(file)
            return None

    def _check_folders(self, file: str) -> None:
        """Raises `Unreadable` where something that is no folder stands in a folder's place."""
        above = file.rpartition("/")[0]
        while above:
            seen = self.files.stat(above)
            if seen is not None and seen.kind != "folder":
                raise Unreadable("workspace.no-folder", path=self.path_of(above), errno=errno.ENOTDIR)
            above = above.rpartition("/")[0]
