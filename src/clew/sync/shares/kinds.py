"""The kinds of files that go to a git remote: which they are, and how two texts of one are made one."""

from __future__ import annotations

from clew.errors import Unreadable
from clew.library.catalog import can_be_listed
from clew.library.clue_file import PATH as CLUE
from clew.library.origins import PATH as ORIGINS
from clew.stores.paths import addressable, portable
from clew.sync.contract import Joined, Refused, Text
from clew.text.conflicts import is_memory_file
from clew.text.lines import ending_of, lines_of, text_of
from clew.text.merge import merge, united
from clew.text.merge_clue import merge_clues
from clew.text.merge_memory import merge_memories
from clew.text.slugs import is_folder_name
from clew.words import Phrase
from clew.workspace.layout import LONG_TERM, day_of


def is_librarys(path: str) -> bool:
    """The memories, the clue file, and which project comes from where."""
    folder, slash, name = path.partition("/")
    if not slash or "/" in name or not (is_folder_name(folder) and is_memory_file(name)):
        return path in (CLUE, ORIGINS)
    # It may come from any system, and from anybody.
    return all(addressable(part) and portable(part) and can_be_listed(part) for part in (folder, name))


def is_workspaces(path: str) -> bool:
    """Long-term memory and the notes of a day."""
    return path == LONG_TERM or day_of(path) is not None


def joined(path: str, base: str | None, ours: str, theirs: str) -> Joined:
    """Memories by their segments, the clue file by its entries, a day's note by what each added, all else by lines."""
    if path == CLUE:
        return _clues(base, ours, theirs)
    if path in (LONG_TERM, ORIGINS) or day_of(path) is not None:
        sides = lines_of(ours), lines_of(theirs)
        merged = united(*sides, both_added=True) if base is None else merge(lines_of(base), *sides, both_added=True)
    else:
        merged = merge_memories(base, ours, theirs)
    return Joined(Text(text_of(merged.lines, ending_of(theirs))), merged.clashes)


def _clues(base: str | None, ours: str, theirs: str) -> Joined:
    try:
        data = merge_clues(None if base is None else _bytes(base), _bytes(ours), _bytes(theirs))
    except Unreadable as problem:
        raise Refused("git.not-clue", place=CLUE, reason=Phrase(problem.key, **problem.data)) from problem
    return Joined(Text(data.decode("utf-8", "surrogateescape")))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
