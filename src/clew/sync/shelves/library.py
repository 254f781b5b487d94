"""A library as a whole, and, where the person says so, long-term memory and daily notes: what goes to a git remote."""

from __future__ import annotations

import os

from clew.errors import Unreadable
from clew.library.catalog import is_folder_name
from clew.library.directories import within
from clew.library.origins import PATH as ORIGINS
from clew.stores.paths import addressable, portable
from clew.sync.contract import Joined, Refused, Text
from clew.sync.shelves.files import Files, all_of
from clew.text.conflicts import is_memory_file
from clew.text.lines import ending_of, lines_of, text_of
from clew.text.merge import merge, united
from clew.text.merge_clue import merge_clues
from clew.text.merge_memory import merge_memories
from clew.workspace.layout import LONG_TERM, day_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.history.kept import Kept
    from clew.library.library import Library
    from clew.sync.contract import Seen, There
    from clew.sync.states import Base

CLUE = ".clue"
WORKSPACE = ".clew/workspace/"  # where its files stand on the remote: no project's folder begins with a dot


class LibraryShelf:
    """The shelf of a library; `workspace` where its files go along."""

    def __init__(self, library: Library, workspace: Kept | None = None) -> None:
        self._library = library
        origin = library.origin("sync")
        self._files = [Files(library.kept, _is_librarys, _joined, library.clock, origin, closed=self._is_closed)]
        if workspace is not None:
            self._files.append(Files(workspace, _is_workspaces, _joined, library.clock, origin, prefix=WORKSPACE))

    def has(self, key: str) -> bool:
        """Whether a path of the remote is one of ours. Anybody may have put anything there."""
        return any(files.has(key) for files in self._files)

    def look(self, bases: Mapping[str, Base]) -> Mapping[str, Seen]:
        """Raises where the library has vanished: nothing of it was deleted."""
        self._library.refuse_vanished()
        self._library.kept.recover()
        found: dict[str, Seen] = {}
        for files in self._files:
            found.update(files.look(bases))
        return found

    def paired(self, seen: Mapping[str, Seen], bases: Mapping[str, Base]) -> Mapping[str, str]:
        """A path is its own name on both sides."""
        return {}

    def heard(self, found: Mapping[str, There]) -> None:
        """The repository keeps every version itself."""

    def read(self, key: str) -> Text:
        return all_of(self._files, key).read(key)

    def same(self, one: Text, other: Text) -> bool:
        return one.body == other.body

    def join(self, base: Text | None, ours: Text, theirs: Text) -> Joined:
        return all_of(self._files, ours.place or theirs.place).join(base, ours, theirs)

    def dressed(self, text: Text, base: Text | None, there: Text | None) -> Text:
        """As it is."""
        return text

    def write(self, key: str, text: Text, expect: Seen | None, ours: Text | None = None) -> Seen:
        return all_of(self._files, key).write(key, text, expect, ours)

    def put(self, key: str, text: Text, here: Seen) -> Seen:
        """Nothing is written down here: the file is what went."""
        return here

    def remove(self, key: str, expect: Seen) -> None:
        all_of(self._files, key).remove(key, expect)

    def rename_key(self, key: str, new: str, here: Seen) -> None:
        all_of(self._files, key).rename_key(key, new, here)

    def is_last(self, key: str) -> bool:
        """The clue file tells of the memories."""
        return key == CLUE

    def settle(self, keys: Iterable[str]) -> None:
        """What came or went stands in the clue file too, as far as it knows the project."""
        self._library.look_at(key for key in keys if not key.startswith("."))

    def note_origins(self) -> None:
        """Writes down where the projects of this machine come from; those that saved before anybody asked, too."""
        library = self._library
        here = [entry.dir for entry in library.clue.entries() if os.path.isdir(entry.dir)]
        off = library.off.directories()
        with library.kept.lock():
            library.origins.note(dir for dir in here if not within(dir, off))

    def _is_closed(self, path: str) -> bool:
        """Whether clew is off in the project's directory: its memories stay where they are."""
        entries = self._library.clue.of_slug(path.partition("/")[0]) if "/" in path else []
        off = self._library.off.directories()
        return bool(entries) and all(within(entry.dir, off) for entry in entries)


def _is_librarys(path: str) -> bool:
    folder, slash, name = path.partition("/")
    if not slash or "/" in name or not (is_folder_name(folder) and is_memory_file(name)):
        return path in (CLUE, ORIGINS)
    return all(addressable(part) and portable(part) for part in (folder, name))  # it may come from any system


def _is_workspaces(path: str) -> bool:
    return path == LONG_TERM or day_of(path) is not None


def _joined(path: str, base: str | None, ours: str, theirs: str) -> Joined:
    """Memories by their segments, the clue file by its entries, a day's note by what each added, all else by lines."""
    if path == CLUE:
        return _clues(base, ours, theirs)
    if path in (LONG_TERM, ORIGINS) or day_of(path) is not None:
        sides = lines_of(ours), lines_of(theirs)
        grows = path != LONG_TERM  # the others are added to: two additions stand one below the other
        merged = united(*sides, both_added=grows) if base is None else merge(lines_of(base), *sides, both_added=grows)
    else:
        merged = merge_memories(base, ours, theirs)
    return Joined(Text(text_of(merged.lines, ending_of(theirs))), merged.clashes)


def _clues(base: str | None, ours: str, theirs: str) -> Joined:
    try:
        data = merge_clues(None if base is None else _bytes(base), _bytes(ours), _bytes(theirs))
    except Unreadable as problem:
        raise Refused("git.not-clue", place=CLUE, reason=problem.message()) from problem
    return Joined(Text(data.decode("utf-8", "surrogateescape")))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
