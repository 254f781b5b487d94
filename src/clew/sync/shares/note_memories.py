"""Memories changed because of their notes: history first, compare, replace, and the clue file with them."""

from __future__ import annotations

from clew.errors import Conflict, NotFound
from clew.history.changing import Edit
from clew.library.catalog import text_problem
from clew.library.drift import common_tags
from clew.library.moving import delete
from clew.library.start import sharing
from clew.stores.contract import ABSENT
from clew.sync.contract import Refused, Seen
from clew.sync.shares.files import beside
from clew.sync.shares.noted import revision_with
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.names import memory_name, memory_name_of, numbered
from clew.text.note_line import NoteLine, with_note_line, without_note_line
from clew.text.note_tags import note_tag, note_tag_key
from clew.text.published import Part, part_of, with_edit
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.library.library import Library
    from clew.library.project import Project
    from clew.stores.contract import Blob

_TRIES = 4


class Wanted(Value):
    """What a memory is to say because of its note."""

    body: Sequence[str]
    tags: Sequence[str]  # as the service has them
    line: NoteLine
    part: Part


class NoteMemories:
    """The memories of one library. `tags` are those of the last look, by path."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.tags: Mapping[str, tuple[str, ...]] = {}

    def seen(self, path: str) -> Seen:
        """How a memory looks now, as `Noted.seen` says it."""
        return Seen(self._revision(path, self._library.kept.get(path)), path)

    def written(self, path: str, expect: Seen, wanted: Wanted, lang: str, *, keeps_ours: bool) -> None:
        """Puts what is wanted in the place of what was seen; with `keeps_ours` the whole memory stays beside.

        Raises `Conflict` when it is not what was seen any more, `Refused` for what no file can hold.
        """
        library = self._library
        with library.kept.lock():
            library.clue.refresh()
            blob = library.kept.get(path)
            self._refuse_other(blob, expect)
            edits = [Edit(path, _edited(blob.data.decode(), wanted, lang), blob.revision, blob)]
            if keeps_ours:
                copy = beside(library.kept, path, library.device(), library.now())
                edits.append(Edit(copy, blob.data, ABSENT))
            changed = [] if wanted.part else self._retagged(path, wanted.tags)
            self._learned(path, library.clue.change(library.origin("sync"), edits, changed=changed)[0])

    def brought_back(self, path: str, wanted: Wanted, lang: str) -> str:
        """A memory that was deleted here and went on there: its last text with what was edited; where it stands."""
        library = self._library
        with library.kept.lock():
            library.clue.refresh()
            folder = path.partition("/")[0]
            entry = next(iter(library.clue.of_slug(folder)), None)
            data = _edited(self._last_text(path), wanted, lang)
            return self._added(entry, folder, memory_name_of(path), data, wanted.tags)

    def made(self, project: Project, title: str, wanted: Wanted, lang: str) -> str:
        """A new memory of what somebody wrote as a note; where it stands."""
        library, folder = self._library, project.dir_slug
        with library.kept.lock():
            library.clue.refresh()
            if library.clue.problem is not None:
                raise library.clue.problem
            entry = library.entry_of(project) or ClueEntry(project.dir, folder, project.name, (), ())
            return self._added(entry, folder, memory_name(title) or "note", _edited("", wanted, lang), wanted.tags)

    def with_line(self, path: str, line: NoteLine, lang: str, instead_of: str = "") -> str:
        """Writes a note's line, whatever else is edited meanwhile; how the memory looked right before."""
        library = self._library
        for _ in range(_TRIES):
            with library.kept.lock():
                library.clue.refresh()
                blob = library.kept.get(path)
                before = self._revision(path, blob)
                text = blob.data.decode()
                if instead_of:
                    text = without_note_line(text, instead_of)
                data = with_note_line(text, line, lang).encode()
                if data == blob.data:
                    return before
                try:
                    (written,) = library.kept.change([Edit(path, data, blob.revision, blob)], library.origin("note"))
                except Conflict:
                    continue
                self._learned(path, written)
                return before
        raise Conflict(path=library.path(path))

    def removed(self, path: str, expect: Seen, id: str, *, whole: bool) -> None:
        """Takes the memory away, or only the line of its note. Raises `Conflict` when it is not what was seen."""
        library = self._library
        with library.kept.lock():
            library.clue.refresh()
            blob = library.kept.get(path)
            self._refuse_other(blob, expect)
            if whole:
                delete(library, path, what="sync")
                return
            data = without_note_line(blob.data.decode(), id).encode()
            self._learned(path, library.kept.change([Edit(path, data, blob.revision, blob)], library.origin("sync"))[0])

    def _added(self, entry: ClueEntry | None, folder: str, name: str, data: bytes, tags: Sequence[str]) -> str:
        """A memory of this name, or with a number where that is taken, with its line in the project's entry; its path."""
        library, changed = self._library, []
        file = f"{numbered(name, [stat.name for stat in library.kept.list(folder)])}.md"
        path = f"{folder}/{file}"
        if entry is not None:
            memories = (*entry.memories, ClueMemory(file, tuple(tags)))
            changed = sharing(library, entry.but(memories=memories, common_tags=common_tags(memories)))
        edits = [Edit(path, data, ABSENT)]
        self._learned(path, library.clue.change(library.origin("sync"), edits, changed=changed)[0])
        return path

    def _learned(self, path: str, written: Blob | None) -> None:
        assert written is not None  # a text was given
        self._library.catalog.learned(path, written)

    def _refuse_other(self, blob: Blob, expect: Seen) -> None:
        """Raises `Conflict` where the memory is not what was seen any more."""
        if self._revision(expect.place, blob) != expect.revision:
            raise Conflict(path=self._library.path(expect.place))

    def _last_text(self, path: str) -> str:
        versions = self._library.kept.history.versions(self._library.kept.key, path)
        last = next((version for version in versions if not version.gone), None)
        data = self._library.kept.history.content(last.id) if last is not None else None
        return (data or b"").decode("utf-8", "replace")

    def _tags_now(self, path: str) -> tuple[str, ...]:
        memory = self._listed(path)[1]
        if memory is not None:
            return memory.tags
        found = [one for one in self._library.catalog.folder(path.partition("/")[0]) if one.path == path]
        return found[0].tags if found else ()

    def _listed(self, path: str) -> tuple[ClueEntry | None, ClueMemory | None]:
        folder, _, file = path.partition("/")
        for entry in self._library.clue.of_slug(folder):
            for memory in entry.memories:
                if memory.file == file:
                    return entry, memory
        return None, None

    def _retagged(self, path: str, wanted: Sequence[str]) -> list[ClueEntry]:
        """The entries with the tags that the note has: ours stay as we spell them, and those that no note has stay too."""
        entry, memory = self._listed(path)
        if entry is None or memory is None:
            return []
        keys = {note_tag_key(tag): tag for tag in wanted}
        ours = {note_tag_key(note_tag(tag)): tag for tag in memory.tags if note_tag(tag)}
        kept = [tag for tag in memory.tags if not note_tag(tag) or note_tag_key(note_tag(tag)) in keys]
        tags = tuple(union([*kept, *(tag for key, tag in keys.items() if key not in ours)]))
        if tags == memory.tags:
            return []
        memories = tuple(one.but(tags=tags) if one.file == memory.file else one for one in entry.memories)
        return sharing(self._library, entry.but(memories=memories, common_tags=common_tags(memories)))

    def _revision(self, path: str, blob: Blob) -> str:
        return revision_with(blob.revision, self._tags_now(path))


def _edited(text: str, wanted: Wanted, lang: str) -> bytes:
    """The memory as it is wanted. Raises `Refused` for a segment that is gone and for halves of characters."""
    try:
        edited = with_edit(text, wanted.body, wanted.part)
    except NotFound as problem:
        raise Refused(problem.key, heading=wanted.part.heading) from problem
    part = part_of(edited, wanted.part)
    try:
        data = with_note_line(edited, wanted.line.but(part=part.heading if part else ""), lang).encode()
    except UnicodeEncodeError as problem:
        raise Refused("sync.half-character", position=problem.start) from problem
    if text_problem(data):
        raise Refused("sync.no-text-there")
    return data
