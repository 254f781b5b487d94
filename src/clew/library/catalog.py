"""What stands in the library's folders: the memories, and what is known of each without reading it again."""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.state.fact_rows import KnownMemory
from clew.text.conflicts import is_memory_file
from clew.text.segments import facts_of, seconds_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.history.kept import Kept
    from clew.state.fact_rows import FactRows
    from clew.stores.contract import Blob, Stat
    from clew.text.segments import Facts

    Seen = list[tuple[str, bytes]]


class Memory(Value):
    """One memory file, as it is on disk."""

    path: str  # POSIX, relative to the library
    lines: int
    modified: float  # seconds since the epoch: the newest segment's, else the file's
    tags: tuple[str, ...]  # that its segments name
    dir: str | None  # that its newest segment names
    revision: str
    problem: str | None = None  # the words key of why it cannot be read

    @property
    def folder(self) -> str:
        """The dir_slug."""
        return self.path.partition("/")[0]

    @property
    def file(self) -> str:
        """The file's own name."""
        return self.path.partition("/")[2]

    @property
    def name(self) -> str:
        """The memory's name: the file's without `.md`."""
        return self.file[: -len(".md")]


class Catalog:
    """The memories of one library, by folder; each file is read once for each of its contents."""

    def __init__(self, kept: Kept, facts: FactRows, notice: Callable[[Seen], bool]) -> None:
        self._kept = kept
        self._facts = facts
        self._notice = notice  # keeps texts in the history; False where it could not

    def folder(self, slug: str) -> list[Memory]:
        """The memories of one folder from disk, by name; what changed since the last look is read and kept in the history."""
        known = self._facts.of_folder(slug)
        stats = [stat for stat in self._kept.list(slug) if _is_memory(stat)]
        changed = [stat for stat in stats if not _is_fresh(known.get(stat.path), stat)]
        if changed:
            known.update(self._read([stat.path for stat in changed]))
        gone = known.keys() - {stat.path for stat in stats}
        if gone:
            self._facts.forget(gone)
        return [_memory(known[stat.path], stat) for stat in stats if stat.path in known]

    def everywhere(self, progress: Callable[[int, int], None] = lambda done, total: None) -> dict[str, list[Memory]]:
        """Folder -> its memories, for the whole library."""
        folders = self._folders()
        found = {}
        for number, stat in enumerate(folders):
            found[stat.path] = self.folder(stat.path)
            progress(number + 1, len(folders))
        self._remember(folders)
        return found

    def refresh(self) -> None:
        """Looks into each folder that changed since the last look; one stat for each that did not."""
        known = self._facts.folders()
        folders = self._folders()
        changed = [stat for stat in folders if known.get(stat.path) != stat.fingerprint]
        for stat in changed:
            self.folder(stat.path)
        self._remember(changed)
        for folder in known.keys() - {stat.path for stat in folders}:
            self._facts.forget(self._facts.of_folder(folder))
            self._facts.listed(folder, None)

    def paths_of(self, conversation: str, *, everywhere: bool) -> list[str]:
        """The memories in which a conversation has said something, as the files say now.

        `everywhere` first takes note of what other homes and devices wrote into the library.
        """
        paths = self._standing(self._facts.paths_of(conversation), conversation)
        if not paths and everywhere:
            self.refresh()
            paths = self._standing(self._facts.paths_of(conversation), conversation)
        return paths

    def asked(self, request: str) -> list[tuple[str, str]]:
        """(conversation, path) of what a save with this request id wrote, by whatever process."""
        if not self._facts.asked(request):
            self.refresh()
        return self._facts.asked(request)

    def learned(self, path: str, blob: Blob) -> None:
        """We wrote this file ourselves; nobody needs to read it again to know it."""
        self._facts.learn(*_learned(path, blob))

    def forgotten(self, path: str) -> None:
        """We removed this file ourselves."""
        self._facts.forget([path])

    def _standing(self, paths: Iterable[str], conversation: str) -> list[str]:
        """Those of the paths whose files, looked at again, still hold the conversation."""
        paths = list(paths)
        for folder in {path.partition("/")[0] for path in paths}:
            self.folder(folder)
        return [path for path in self._facts.paths_of(conversation) if path in paths]

    def _folders(self) -> list[Stat]:
        return [stat for stat in self._kept.list() if stat.kind == "folder" and not stat.path.startswith(".")]

    def _remember(self, folders: list[Stat]) -> None:
        from time import time

        for stat in folders:
            if time() - stat.modified > 0.02:  # a younger folder may change within the same clock tick
                self._facts.listed(stat.path, stat.fingerprint)

    def _read(self, paths: list[str]) -> dict[str, KnownMemory]:
        """Reads files and learns of them; one that went meanwhile is left out.

        A text that the history could not keep is learned without a fingerprint: the next look reads it again.
        """
        blobs, found = {}, {}
        for path in paths:
            try:
                blobs[path] = self._kept.get(path)
            except NotFound:
                continue
            except Unreadable as problem:
                found[path] = KnownMemory(path, "", "", 0, None, None, (), problem.key), None
        kept = not blobs or self._notice([(path, blob.data) for path, blob in blobs.items()])
        for path, blob in blobs.items():
            known, facts = _learned(path, blob)
            found[path] = known if kept else known.but(fingerprint=""), facts
        for known, facts in found.values():
            self._facts.learn(known, facts)
        return {path: known for path, (known, _) in found.items()}


def _learned(path: str, blob: Blob) -> tuple[KnownMemory, Facts]:
    facts = facts_of(blob.data)
    problem = None if is_text(blob.data) else "library.not-utf8"
    known = KnownMemory(
        path, blob.fingerprint, blob.revision, facts.lines, facts.time, facts.dir, facts.tags, problem
    )
    return known, facts


def _is_fresh(known: KnownMemory | None, stat: Stat) -> bool:
    return known is not None and known.fingerprint != "" and known.fingerprint == stat.fingerprint


def _memory(known: KnownMemory, stat: Stat) -> Memory:
    time = seconds_of(known.time) if known.time else stat.modified
    return Memory(known.path, known.lines, time, known.tags, known.dir, known.revision, known.problem)


def is_text(data: bytes) -> bool:
    """Whether the bytes are UTF-8 (a byte-order mark is)."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


def _is_memory(stat: Stat) -> bool:
    return stat.kind == "file" and is_memory_file(stat.path.rpartition("/")[2])
