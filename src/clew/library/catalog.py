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

    from clew.errors import ClewError
    from clew.history.kept import Kept
    from clew.state.fact_rows import FactRows
    from clew.stores.contract import Blob, Stat
    from clew.text.segments import Facts

    Seen = list[tuple[str, Blob]]


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


class Standing(Value):
    """What stands in one folder of the library."""

    folder: str
    memories: tuple[Memory, ...]
    others: tuple[Stat, ...]  # every other name, hidden ones too
    problem: ClewError | None = None  # why the folder cannot be read


class Catalog:
    """The memories of one library, by folder; each file is read once for each of its contents."""

    def __init__(self, kept: Kept, facts: FactRows, notice: Callable[[Seen], bool]) -> None:
        self._kept = kept
        self._facts = facts
        self._notice = notice  # keeps texts in the history; False where it could not

    def folder(self, slug: str) -> list[Memory]:
        """The memories of one folder from disk, by name; what changed since the last look is read and kept in the history."""
        return list(self._look(slug, self._facts.of_folder(slug)).memories) if is_folder_name(slug) else []

    def others(self, slug: str) -> list[str]:
        """The names in a folder that are no memories."""
        return [_name(stat) for stat in self._kept.list(slug) if not _is_memory(stat)] if is_folder_name(slug) else []

    def everywhere(self) -> dict[str, list[Memory]]:
        """Folder -> its memories, for the whole library; a folder that cannot be read is left out."""
        return {standing.folder: list(standing.memories) for standing in self.survey() if standing.problem is None}

    def survey(self, progress: Callable[[int, int], None] = lambda done, total: None) -> list[Standing]:
        """What stands in each folder of the library; one that cannot be read says why, and hides no other."""
        known = self._facts.by_folder()
        folders = self._folders()
        found = []
        for number, stat in enumerate(folders):
            found.append(self._look_if_possible(stat.path, known.pop(stat.path, {})))
            progress(number + 1, len(folders))
        for folder in known:
            self._forget_folder(folder)
        self._remember(folders, found)
        return found

    def refresh(self) -> None:
        """Looks into each folder that changed since the last look; one stat for each that did not."""
        known = self._facts.folders()
        folders = self._folders()
        changed = [stat for stat in folders if known.get(stat.path) != stat.fingerprint]
        self._remember(
            changed, [self._look_if_possible(stat.path, self._facts.of_folder(stat.path)) for stat in changed]
        )
        for folder in known.keys() - {stat.path for stat in folders}:
            self._forget_folder(folder)

    def split(self) -> dict[str, list[str]]:
        """Conversation -> the memories that it stands in, where they are several; as of the last survey."""
        return self._facts.split()

    def repeated(self) -> dict[tuple[str, str], list[str]]:
        """(conversation, request) -> memories, where it was written more than once; as of the last survey."""
        return self._facts.repeated()

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

    def _look(self, slug: str, known: dict[str, KnownMemory]) -> Standing:
        stats, others = [], []
        for stat in self._kept.list(slug):
            (stats if _is_memory(stat) else others).append(stat)
        changed = [stat.path for stat in stats if not _is_fresh(known.get(stat.path), stat)]
        if changed:
            known = {**known, **self._read(changed)}
        gone = known.keys() - {stat.path for stat in stats}
        if gone:
            self._facts.forget(gone)
        memories = tuple([_memory(known[stat.path], stat) for stat in stats if stat.path in known])
        return Standing(slug, memories, tuple(others))

    def _look_if_possible(self, slug: str, known: dict[str, KnownMemory]) -> Standing:
        try:
            return self._look(slug, known)
        except (NotFound, Unreadable) as problem:  # of the folder itself: what cannot be read in it was caught before
            return Standing(slug, (), (), problem)

    def _folders(self) -> list[Stat]:
        found = [stat for stat in self._kept.list() if stat.kind == "folder"]
        return [stat for stat in found if not stat.path.startswith(".") and can_be_listed(stat.path)]

    def _remember(self, folders: list[Stat], found: list[Standing]) -> None:
        from time import time

        known = self._facts.folders()
        looked = {
            stat.path: stat.fingerprint
            for stat, standing in zip(folders, found)
            if standing.problem is None
            and known.get(stat.path) != stat.fingerprint
            and time() - stat.modified > 0.02  # a younger folder may change within the same clock tick
        }
        if looked:
            self._facts.list_all(looked)

    def _forget_folder(self, folder: str) -> None:
        self._facts.forget(self._facts.of_folder(folder))
        self._facts.listed(folder, None)

    def _read(self, paths: list[str]) -> dict[str, KnownMemory]:
        """Reads files and learns of them; one that went meanwhile is left out.

        A text that the history could not keep is learned without a fingerprint: the next look reads it again.
        """
        blobs: dict[str, Blob] = {}
        found: dict[str, tuple[KnownMemory, Facts | None]] = {}
        for path in paths:
            try:
                blobs[path] = self._kept.get(path)
            except NotFound:
                continue
            except Unreadable as problem:
                found[path] = KnownMemory(path, "", "", 0, None, None, (), problem.key), None
        kept = not blobs or self._notice(list(blobs.items()))
        for path, blob in blobs.items():
            known, facts = _learned(path, blob)
            found[path] = known if kept else known.but(fingerprint=""), facts
        self._facts.learn_all(found.values())
        return {path: known for path, (known, _) in found.items()}


def _learned(path: str, blob: Blob) -> tuple[KnownMemory, Facts]:
    facts = facts_of(blob.data)
    known = KnownMemory(
        path, blob.fingerprint, blob.revision, facts.lines, facts.time, facts.dir, facts.tags, text_problem(blob.data)
    )
    return known, facts


def _is_fresh(known: KnownMemory | None, stat: Stat) -> bool:
    return known is not None and known.fingerprint != "" and known.fingerprint == stat.fingerprint


def _memory(known: KnownMemory, stat: Stat) -> Memory:
    time = seconds_of(known.time) if known.time else stat.modified
    return Memory(known.path, known.lines, time, known.tags, known.dir, known.revision, known.problem)


def is_text(data: bytes) -> bool:
    """Whether the bytes are UTF-8 (with a byte-order mark too)."""
    return text_problem(data) is None


def text_problem(data: bytes) -> str | None:
    """The words that say what a file is that is no UTF-8 text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "library.utf-16"
    if b"\0" in data:
        return "library.has-nul"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "library.not-utf8"
    return None


def is_folder_name(slug: str) -> bool:
    """Whether the slug of an entry can name a folder of the library: a person may have written anything."""
    return slug != "" and not slug.startswith(".") and "/" not in slug and "\\" not in slug and "\0" not in slug


def can_be_listed(name: str) -> bool:
    """Whether a name is Unicode: no other can stand in the clue file, nor in a person's terminal."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_memory(stat: Stat) -> bool:
    name = _name(stat)
    return stat.kind == "file" and is_memory_file(name) and can_be_listed(name)


def _name(stat: Stat) -> str:
    return stat.path.rpartition("/")[2]
