"""What stands in the library's folders: the memories, and what is known of each without reading it again."""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.state.fact_rows import FINGERPRINT, KnownMemory, known_of
from clew.text.conflicts import is_memory_file
from clew.text.segments import count_lines, facts_of, seconds_of
from clew.text.slugs import is_folder_name
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

    from clew.errors import ClewError
    from clew.history.kept import Kept
    from clew.state.fact_rows import FactRows, Row
    from clew.stores.contract import Blob, Stat
    from clew.text.segments import Facts, Mark

    Seen = list[tuple[str, Blob]]


class Memory(Value):
    """One memory file, as it is on disk."""

    path: str  # POSIX, relative to the library
    lines: int
    time: str | None  # of the newest segment
    changed: float  # the file itself, seconds since the epoch
    tags: tuple[str, ...]  # that its segments name
    dir: str | None  # that its newest segment names
    revision: str
    problem: str | None  # the words key of why it cannot be read

    @property
    def modified(self) -> float:
        """Seconds since the epoch: when the newest segment was saved, else when the file was changed."""
        return seconds_of(self.time) if self.time else self.changed

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
    files: dict[str, Stat]  # the memories
    known: dict[str, Row]  # what is known of each
    others: tuple[Stat, ...]  # every other name, hidden ones too
    problem: ClewError | None  # why the folder cannot be read

    @property
    def memories(self) -> list[Memory]:
        """The memories by name, as values; a check does without them where nothing is wrong."""
        return [_memory(self.known[file], stat) for file, stat in self.files.items()]

    @property
    def troubled(self) -> list[tuple[str, str]]:
        """(path, problem) of the memories that cannot be read as such."""
        return [(row[0], problem) for row in self.known.values() if (problem := row[7]) is not None]


class Catalog:
    """The memories of one library, by folder; each file is read once for each of its contents."""

    def __init__(self, kept: Kept, facts: FactRows, notice: Callable[[Seen], bool]) -> None:
        self._kept = kept
        self._facts = facts
        self._names: dict[str, tuple[str, set[str]]] = {}  # folder: its fingerprint, the memories in it
        self._notice = notice  # keeps texts in the history; False where it could not

    def folder(self, slug: str) -> list[Memory]:
        """The memories of one folder from disk, by name; what changed since the last look is read and kept in the history."""
        standing = self.standing(slug)
        return standing.memories if standing is not None else []

    def standing(self, slug: str) -> Standing | None:
        """The same with every other name in the folder; None for what can be no folder."""
        return self._look(slug, self._facts.of_folder(slug)) if is_folder_name(slug) else None

    def names(self, slug: str) -> set[str]:
        """The memories that stand in a folder, by file name; nothing is read.

        A folder that a look shows unchanged is not listed again. What hides in one clock tick is for the next check.
        """
        if not is_folder_name(slug):
            return set()
        stat = self._kept.stat(slug)
        seen, names = self._names.get(slug, ("", set[str]()))
        if stat is None or seen != stat.fingerprint:
            names = {one.name for one in self._kept.list(slug) if _is_memory(one.name, one.kind)}
            self._names[slug] = stat.fingerprint if stat else "", names
        return names

    def others(self, slug: str) -> list[str]:
        """The names in a folder that are no memories."""
        names = [(stat.name, stat.kind) for stat in self._kept.list(slug)] if is_folder_name(slug) else []
        return [name for name, kind in names if not _is_memory(name, kind)]

    def everywhere(self) -> dict[str, list[Memory]]:
        """Folder -> its memories, for the whole library; a folder that cannot be read is left out."""
        return {one.folder: one.memories for one in self.survey() if one.problem is None}

    def survey(
        self, progress: Callable[[int, int], None] = lambda _done, _total: None, skipped: Container[str] = ()
    ) -> list[Standing]:
        """What stands in each folder of the library; one that cannot be read says why, and hides no other."""
        known = self._facts.by_folder()
        folders = [stat for stat in self._folders() if stat.path not in skipped]
        found = []
        for number, stat in enumerate(folders):
            found.append(self._look_if_possible(stat.path, known.pop(stat.path, {})))
            progress(number + 1, len(folders))
        for folder in known:
            if folder not in skipped:
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

    def split(self, skipped: Container[str] = ()) -> dict[str, list[str]]:
        """Conversation -> the memories that it stands in, where they are several; as of the last survey."""
        found = {id: _without(skipped, paths) for id, paths in self._facts.split().items()}
        return {id: paths for id, paths in found.items() if len(paths) > 1}

    def repeated(self, skipped: Container[str] = ()) -> dict[tuple[str, str], list[str]]:
        """(conversation, request) -> memories, where it was written more than once; as of the last survey."""
        found = {asked: _without(skipped, paths) for asked, paths in self._facts.repeated().items()}
        return {asked: paths for asked, paths in found.items() if paths}

    def paths_of(self, conversation: str, *, everywhere: bool) -> list[str]:
        """The memories in which a conversation has said something, as the files say now.

        `everywhere` first takes note of what other homes and devices wrote into the library.
        """
        paths = self._standing(self._facts.paths_of(conversation), conversation)
        if everywhere and not paths:
            self.refresh()
            paths = self._standing(self._facts.paths_of(conversation), conversation)
        return paths

    def asked(self, request: str) -> list[tuple[str, str]]:
        """(conversation, path) of what a save with this request id wrote, by whatever process, and what stands still."""
        self.refresh()
        return [found for found in self._facts.asked(request) if self._kept.stat(found[1]) is not None]

    def learned(self, path: str, blob: Blob) -> None:
        """We wrote this file ourselves; nobody needs to read it again to know it."""
        self._facts.learn(*_learned(path, blob))

    def grown(self, path: str, before: Blob, now: Blob, mark: Mark) -> None:
        """We appended one segment to this file; what was known of it is still true of the rest."""
        row = self._facts.of_path(path)
        known = row and known_of(row)
        if not known or known.revision != before.revision:
            self.learned(path, now)
            return
        newer = not known.time or seconds_of(mark.time) >= seconds_of(known.time)
        grown = known.but(
            fingerprint=now.fingerprint,
            revision=now.revision,
            lines=count_lines(now.data),
            time=mark.time if newer else known.time,
            dir=mark.dir or known.dir,
            tags=tuple(union(known.tags, mark.tags)),
        )
        self._facts.grow(grown, mark)
        slug, _, file = path.partition("/")
        stat = self._kept.stat(slug)
        _, names = self._names.get(slug, ("", set[str]()))
        if stat is not None and file in names:  # our own write is the one change since
            self._names[slug] = stat.fingerprint, names

    def forgotten(self, path: str) -> None:
        """We removed this file ourselves."""
        self._facts.forget([path])

    def _standing(self, paths: Iterable[str], conversation: str) -> list[str]:
        """Those of the paths whose files, looked at again, still hold the conversation."""
        paths = list(paths)
        for path in paths:
            self._look_at(path)
        return [path for path in self._facts.paths_of(conversation) if path in paths]

    def _look_at(self, path: str) -> None:
        """One file, without a list of its folder."""
        slug, _, file = path.partition("/")
        row, stat = self._facts.of_path(path), self._kept.stat(path)
        if stat is None:
            self._facts.forget([path])
        elif not _is_memory(file, stat.kind):
            return  # a folder in its place: who needs the memory is told that it cannot be read
        elif not _is_fresh(row, stat):
            self._read(slug, [file], {} if row is None else {file: row})

    def _look(self, slug: str, known: dict[str, Row]) -> Standing:
        files: dict[str, Stat] = {}
        others: list[Stat] = []
        start = len(slug) + 1
        for stat in self._kept.list(slug):
            name = stat.path[start:]
            if _is_memory(name, stat.kind):
                files[name] = stat
            else:
                others.append(stat)
        changed = [file for file, stat in files.items() if not _is_fresh(known.get(file), stat)]
        gone = known.keys() - files.keys() - {stat.path[start:] for stat in others}
        if gone:
            self._facts.forget([known[file][0] for file in gone])
        if changed or gone:
            known = {file: known[file] for file in known.keys() & files.keys()} | self._read(slug, changed, known)
            files = {file: stat for file, stat in files.items() if file in known}  # one may have gone meanwhile
        return Standing(slug, files, known, tuple(others), None)

    def _look_if_possible(self, slug: str, known: dict[str, Row]) -> Standing:
        try:
            return self._look(slug, known)
        except (NotFound, Unreadable) as problem:  # of the folder itself: what cannot be read in it was caught before
            return Standing(slug, {}, {}, (), problem)

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
        self._facts.forget([row[0] for row in self._facts.of_folder(folder).values()])
        self._facts.listed(folder, None)

    def _read(self, slug: str, files: list[str], known: dict[str, Row]) -> dict[str, Row]:
        """Reads files and learns of them; one that went meanwhile is left out.

        A text that the history could not keep is learned without a fingerprint and a revision: the next look
        reads it anew.
        """
        blobs: dict[str, Blob] = {}
        found: dict[str, Row] = {}
        learned: list[tuple[KnownMemory, Facts | None]] = []
        for file in files:
            path = f"{slug}/{file}"
            try:
                blob = self._kept.get(path)
            except NotFound:
                continue
            except Unreadable as problem:
                learned.append((KnownMemory(path, "", "", 0, None, None, (), problem.key), None))
                continue
            if file in known and known_of(known[file]).revision == blob.revision:
                found[file] = self._seen_again(known_of(known[file]), blob).row()
            else:
                blobs[path] = blob
        kept = not blobs or self._notice(list(blobs.items()))
        for path, blob in blobs.items():
            fact, marks = _learned(path, blob)
            learned.append((fact if kept else fact.but(fingerprint="", revision=""), marks))
        if learned:
            self._facts.learn_all(learned)
        return found | {fact.path[len(slug) + 1 :]: fact.row() for fact, _ in learned}

    def _seen_again(self, known: KnownMemory, blob: Blob) -> KnownMemory:
        """The same bytes, old enough now to be known by their fingerprint, or not yet."""
        if blob.fingerprint:
            self._facts.touch(known.path, blob.fingerprint)
        return known.but(fingerprint=blob.fingerprint)


def _learned(path: str, blob: Blob) -> tuple[KnownMemory, Facts]:
    facts = facts_of(blob.data)
    known = KnownMemory(
        path, blob.fingerprint, blob.revision, facts.lines, facts.time, facts.dir, facts.tags, text_problem(blob.data)
    )
    return known, facts


def _is_fresh(known: Row | None, stat: Stat) -> bool:
    return known is not None and known[FINGERPRINT] == stat.fingerprint  # which is never empty


def _memory(row: Row, stat: Stat) -> Memory:
    known = known_of(row)
    return Memory(
        known.path, known.lines, known.time, stat.modified, known.tags, known.dir, known.revision, known.problem
    )


TEXT_PROBLEMS = ("library.utf-16", "library.has-nul", "library.not-utf8")


def text_problem(data: bytes) -> str | None:
    """The words that say what a file is that is no UTF-8 text; a byte-order mark is no problem."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "library.utf-16"
    if b"\0" in data:
        return "library.has-nul"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "library.not-utf8"
    return None


def can_be_listed(name: str) -> bool:
    """Whether a name is Unicode: no other can stand in the clue file, nor in a person's terminal."""
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_memory(name: str, kind: str) -> bool:
    return kind == "file" and is_memory_file(name) and can_be_listed(name)


def _without(folders: Container[str], paths: list[str]) -> list[str]:
    return [path for path in paths if path.partition("/")[0] not in folders]
