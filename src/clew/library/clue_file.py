"""The clue file of a library, read through the home's parsed rows and edited by the smallest change."""

from __future__ import annotations

import os

from clew.errors import NotFound, Unreadable
from clew.state.clue_rows import KnownClue
from clew.stores.contract import ABSENT
from clew.text.clue_values import Clue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from clew.history.changing import Edit
    from clew.history.kept import Kept
    from clew.history.records import Origin
    from clew.state.clue_rows import ClueRows
    from clew.stores.contract import Blob
    from clew.text.clue_values import ClueEntry

PATH = ".clue"


class ClueFile:
    """`.clue` of one library.

    `refresh` makes the rows those of today's bytes; everything else answers from the rows. A file that
    does not parse is never rewritten: `problem` says where it is broken, reading goes on from the last
    good parse, else from the entries that can still be made out.
    """

    def __init__(
        self, kept: Kept, rows: ClueRows, notice: Callable[[list[tuple[str, Blob]]], bool], slow: Callable[[], None]
    ) -> None:
        self._kept = kept
        self._rows = rows
        self._notice = notice  # keeps what another program wrote in the history; False where it could not
        self._slow = slow  # told before a whole file goes through the general YAML parser
        self._last: tuple[str, Blob] | None = None  # fingerprint and bytes of the last read
        self.problem: Unreadable | None = None
        self._written: tuple[str, list[ClueEntry]] | None = None  # by revision: a check looks twice
        self._rehearsed: tuple[object, bytes] | None = None  # the last edit: a rehearsed one is not computed again
        self.entry = rows.entry
        self.of_slug = rows.of_slug
        self.directories = rows.directories
        self.entries = rows.entries

    @property
    def path(self) -> str:
        """Where the file is."""
        return os.path.join(self._kept.root, PATH)

    def written(self) -> list[ClueEntry]:
        """Every entry as the file has it; where two have one directory, only the first of them counts elsewhere."""
        known = self._rows.known()
        if known is None or self._written is None or self._written[0] != known.revision:
            self._written = known.revision if known else "", self._rows.written()
        return self._written[1]

    def count(self) -> int:
        """How many memories the file lists."""
        return self._rows.count()

    def refresh(self) -> None:
        """Takes note of every change on disk, by whoever made it. Costs one stat when there is none."""
        self._refreshed()

    def refresh_to_write(self) -> None:
        """`refresh` for who holds the lock: what this process has just read or written is not read again.

        A change that hides in the same clock tick is met by the write itself, which compares the bytes: a `Conflict`.
        """
        known = self._rows.known()
        blob = self._read_in_this_turn()
        if known is None or blob is None or known.revision != blob.revision:
            self._refreshed()
        else:
            self.problem = None

    def doubt(self) -> None:
        """After a conflict: what was read before is not what stands there."""
        self._last = None

    def _refreshed(self) -> Blob | None:
        """`refresh`, and the file where it had to be read for it."""
        self.problem = None
        stat = self._kept.stat(PATH)
        known = self._rows.known()
        if stat is None:
            if known is not None and known.revision != ABSENT:
                self._rows.replace(KnownClue("", ABSENT, True), Clue((), True))
            return None
        if known is not None and known.fingerprint and known.fingerprint == stat.fingerprint:
            return None
        try:
            blob = self._kept.get(PATH)
            self._last = stat.fingerprint, blob
            self._take(blob, known)
        except NotFound:  # it went between the look and the read
            self._rows.replace(KnownClue("", ABSENT, True), Clue((), True))
        except Unreadable as problem:
            self.problem = problem
        else:
            return blob
        return None

    def change(
        self,
        origin: Origin,
        edits: Sequence[Edit] = (),
        *,
        changed: Iterable[ClueEntry] = (),
        gone: Sequence[str] = (),
        renamed: Iterable[tuple[str, str, str]] = (),
        relinked: Mapping[str, ClueEntry] = {},
        spared: Sequence[str] = (),
        base: bytes | None = None,
    ) -> list[Blob | None]:
        """Writes files of the library, then the clue file, as one entry of the history; what the edits became.

        `renamed` are (dir, old file, new file), `relinked` old directories with their entry of today, `gone`
        directories without one, `changed` whole entries; of the directories in `spared` only the first entry stays.
        `base` is what a file that is missing begins from. Where they are as they were, the clue file stays untouched.
        To be called under the lock. Raises `Unreadable` for a clue file that does not parse, before anything is written.
        """
        from clew.history.changing import Edit  # late: who only reads does without what edits
        from clew.text.clue import new_clue, read_clue

        self._rows.refuse_newer()
        blob = self._read_in_this_turn() or self._refreshed()
        if self.problem is not None:
            raise self.problem
        changed = [entry for entry in changed if self.entry(entry.dir) != entry]
        renamed = list(renamed)
        if not (changed or gone or renamed or relinked or spared or base is not None):
            return self._kept.change(edits, origin)
        known = self._rows.known()
        canonical = known.canonical if known is not None else None
        blob = blob or self._found()
        if blob is not None:
            data = blob.data
            if not canonical:
                self._slow()
        else:
            data, canonical = (new_clue(()), True) if base is None else (base, None)
        data = self._moved(data, canonical, renamed, relinked, gone)
        data = self._edited(data, canonical, [*changed, *relinked.values()], spared)
        *blobs, written = self._kept.change([*edits, Edit(PATH, data, blob.revision if blob else ABSENT, blob)], origin)
        assert written is not None  # nothing deletes the clue file
        stat = self._kept.stat(PATH)
        self._last = (stat.fingerprint, written) if stat is not None else None
        if renamed or spared or base is not None:
            clue = read_clue(data, self.path)
            self._rows.replace(KnownClue(written.fingerprint, written.revision, clue.canonical), clue)
        else:
            now = KnownClue(written.fingerprint, written.revision, bool(canonical))
            self._rows.update(now, [*changed, *relinked.values()], [*gone, *relinked])
        return blobs

    def rehearse(self, changed: Sequence[ClueEntry], spared: Sequence[str], base: bytes | None) -> None:
        """Raises `Unreadable` where `change` would, because of how a person wrote an entry; writes nothing."""
        from clew.text.clue import new_clue  # late, as in `change`

        known, blob = self._rows.known(), self._found()
        if (changed or spared) and (known is None or not known.canonical or base is not None):
            data = blob.data if blob is not None else base if base is not None else new_clue(())
            self._edited(data, None if blob is None or known is None else known.canonical, changed, spared)

    def _moved(
        self,
        data: bytes,
        canonical: bool | None,
        renamed: Iterable[tuple[str, str, str]],
        relinked: Mapping[str, ClueEntry],
        gone: Iterable[str],
    ) -> bytes:
        """What stays the same under another name, before anything else of it changes."""
        from clew.text.clue import with_dir, with_file, without_entry  # late, as in `change`

        for dir, old, new in renamed:
            data = with_file(data, dir, old, new, canonical=canonical, path=self.path)
        for dir, entry in relinked.items():
            data = with_dir(data, dir, entry.dir, entry.name, canonical=canonical, path=self.path)
        for dir in gone:
            data = without_entry(data, dir, canonical=canonical, path=self.path)
        return data

    def _edited(
        self, data: bytes, canonical: bool | None, changed: Sequence[ClueEntry], spared: Sequence[str]
    ) -> bytes:
        from clew.text.clue import with_entries, without_entry  # late, as in `change`

        asked = data, tuple(changed), tuple(spared)
        if self._rehearsed is None or self._rehearsed[0] != asked:
            for dir in spared:
                data = without_entry(data, dir, spare=True, canonical=canonical, path=self.path)
            if changed:
                data = with_entries(data, changed, canonical=canonical, path=self.path)
            self._rehearsed = asked, data
        return self._rehearsed[1]

    def _read_in_this_turn(self) -> Blob | None:
        """What `refresh` has just read, where a look says the same. A change that hides in the same clock tick
        is met by the write itself, which compares the bytes."""
        stat = self._kept.stat(PATH)
        return self._last[1] if self._last and stat and self._last[0] == stat.fingerprint else None

    def _found(self) -> Blob | None:
        try:
            return self._kept.get(PATH)
        except NotFound:
            return None

    def _take(self, blob: Blob, known: KnownClue | None) -> None:
        if known is not None and known.revision == blob.revision:
            if blob.fingerprint:
                self._rows.touch(known.but(fingerprint=blob.fingerprint))
            return
        from clew.text.clue import read_clue, salvage_clue  # late: only a file that changed is read

        kept = self._notice([(PATH, blob)])
        try:
            clue = read_clue(blob.data, self.path)
        except Unreadable as problem:
            self.problem = problem
            if known is None:
                self._rows.replace(KnownClue("", "broken", False), salvage_clue(blob.data))
            return
        try:
            self._rows.replace(KnownClue(blob.fingerprint if kept else "", blob.revision, clue.canonical), clue)
        except UnicodeEncodeError as half:  # an escape such as \ud83d alone, which is no character
            self.problem = Unreadable("clue.half-character", path=self.path, escape=ascii(half.object[half.start]))
