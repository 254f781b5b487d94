"""The index is brought to what stands on the disk: what differs is read, then kept in batches."""

from __future__ import annotations

from clew.errors import ClewError, NotFound
from clew.index.generation import Batch
from clew.index.rows import MadeFile
from clew.index.shelves import relisted, unlisted
from clew.text.decoding import is_utf8
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from clew.index.generation import Generation
    from clew.index.rows import KnownFile
    from clew.index.shelves import Difference, Reading, Shelf

    Progress = Callable[[int, int], None]

_BATCH = 8_000_000  # bytes that are read before they are kept; who is killed loses no more
_NO_FILES = ("stores.is-link", "stores.is-folder", "stores.is-special")  # a check tells of these
_LASTING = ("stores.read-EACCES", "stores.read-EPERM")  # as long as nobody changes the file's rights


class Done(Value):
    """What a catching up did."""

    changed: int  # files that were kept anew
    gone: int


def to_read(difference: Difference, known: Mapping[str, KnownFile]) -> tuple[list[str], list[str]]:
    """The names of the files to be read, and those of the files that are gone."""
    if difference.shelf is None:
        return [], sorted(known)
    now, before = unlisted(difference.shelf.listing), unlisted(difference.known)
    wanted = {name for name in now if difference.source.wants(difference.path, name)}
    changed = [name for name in now if name in wanted and (name not in known or before.get(name) != now[name])]
    return changed, sorted(known.keys() - wanted)


def catch_up(
    generation: Generation, found: Sequence[Difference], progress: Progress = lambda _done, _total: None
) -> Done:
    """Reads what differs and keeps it. For who holds the lock; killed at any point, it goes on from there next time."""
    work = _Work(generation)
    plans = []
    for difference in found:
        known = generation.tables.files(difference.source.name, difference.path)
        plans.append((difference, known, *to_read(difference, known)))
    total = sum(len(names) for _, _, names, _ in plans)
    for difference, known, names, gone in plans:
        work.remove([known[name] for name in gone])
        if difference.shelf is None:
            work.forgotten.append((difference.source.name, difference.path))
        else:
            work.read(difference, difference.shelf, known, names, lambda done: progress(done, total))
        work.keep_if_much()
    work.keep()
    return Done(work.changed, work.gone_files)


class _Work:
    """What was read and is not yet kept."""

    def __init__(self, generation: Generation) -> None:
        self._generation = generation
        self._gone: list[KnownFile] = []
        self._made: list[MadeFile] = []
        self._listed: list[tuple[str, str, str, str]] = []
        self._bytes = 0
        self._read = 0
        self.forgotten: list[tuple[str, str]] = []
        self.changed = self.gone_files = 0

    def remove(self, files: Sequence[KnownFile]) -> None:
        self._gone += files
        self.gone_files += len(files)

    def read(
        self,
        difference: Difference,
        shelf: Shelf,
        known: Mapping[str, KnownFile],
        names: Sequence[str],
        progress: Callable[[int], None],
    ) -> None:
        """The files of one folder."""
        now = unlisted(shelf.listing)
        missing = set(names)  # not to be listed as known before they are
        try:
            with difference.source.reading(shelf.path) as reading:
                for name in names:
                    now[name] = self._file(difference, shelf, known.get(name), name, now[name], reading)
                    missing.remove(name)
                    self._read += 1
                    progress(self._read)
                    if self._bytes > _BATCH:
                        self._list(difference, shelf, {name: seen for name, seen in now.items() if name not in missing})
                        self.keep()
        except ClewError:  # the folder itself went, or was closed to us, since it was listed: the next look tells
            pass
        else:
            self._list(difference, shelf, now)

    def keep_if_much(self) -> None:
        if self._bytes > _BATCH:
            self.keep()

    def keep(self) -> None:
        batch = Batch(tuple(self._gone), tuple(self._made), tuple(self._listed), tuple(self.forgotten))
        if any(batch.as_dict().values()):
            self._generation.take(batch)
        self._gone, self._made, self._listed, self.forgotten, self._bytes = [], [], [], [], 0

    def _list(self, difference: Difference, shelf: Shelf, fingerprints: Mapping[str, str]) -> None:
        self._listed.append((difference.source.name, shelf.path, shelf.owner, relisted(fingerprints)))

    def _file(
        self,
        difference: Difference,
        shelf: Shelf,
        known: KnownFile | None,
        name: str,
        seen: str,
        reading: Reading,
    ) -> str:
        """Reads one file; the fingerprint under which it is known from now on."""
        source = difference.source
        try:
            read = reading.read(name)
        except NotFound:
            if known is not None:
                self.remove([known])
            return ""
        except ClewError as problem:
            return self._unreadable(difference, known, name, seen, problem)
        if known is not None and known.revision == read.revision and difference.known:
            return read.fingerprint
        if known is not None:
            self._gone.append(known)
        made = source.made(shelf, name, read)
        self._made.append(made if is_utf8(read.data) or not made.parts else made.but(problem="index.not-utf8"))
        self._bytes += len(read.data)
        self.changed += 1
        return read.fingerprint

    def _unreadable(
        self, difference: Difference, known: KnownFile | None, name: str, seen: str, problem: ClewError
    ) -> str:
        if problem.key in _NO_FILES:
            if known is not None:
                self.remove([known])
            return seen
        if known is None or known.problem != problem.key:
            if known is not None:
                self._gone.append(known)
            self._made.append(MadeFile(difference.source.name, difference.path, name, "", "", "", problem.key, ()))
        return seen if problem.key in _LASTING else ""
