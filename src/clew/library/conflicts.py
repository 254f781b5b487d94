"""Texts that a conflict left beside a memory, until a person has settled it."""

from __future__ import annotations

from clew.errors import NotFound
from clew.history.changing import Edit
from clew.library.directories import within
from clew.text.conflicts import is_conflict_copy, original_name
from clew.text.slugs import is_folder_name
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.library.library import Library
    from clew.stores.contract import Blob, Stat


class ConflictCopy(Value):
    """A copy, and the file that it is another text of; "" where the copy's name does not tell."""

    copy: str  # relative to the library
    file: str


def conflicts_in(library: Library) -> list[ConflictCopy]:
    """All of a library, but for directories where clew is off."""
    library.clue.refresh()
    off = library.off.directories()
    hidden = {entry.dir_slug for entry in library.clue.entries() if off and within(entry.dir, off)}
    found = []
    for standing in library.catalog.survey():
        if standing.folder not in hidden:
            found += conflicts_among(standing.others)
    return found


def conflicts_among(others: Iterable[Stat]) -> list[ConflictCopy]:
    """Those of what stands in a folder and is no memory."""
    return [
        ConflictCopy(stat.path, original_of(stat.path))
        for stat in others
        if stat.kind == "file" and not stat.name.startswith(".") and is_conflict_copy(stat.name)
    ]


def original_of(copy: str) -> str:
    """The file of which this is a conflict copy; "" for what is none, and where its name does not tell."""
    folder, _, name = copy.rpartition("/")
    original = original_name(name) if is_conflict_copy(name) else ""
    return f"{folder}/{original}" if original and is_folder_name(folder) else ""


def take_copy(library: Library, copy: str) -> Blob:
    """Gives the memory the text of its copy, and removes the copy: one entry of the history.

    Raises `NotFound` for a copy of which nobody can say whose it is.
    """
    file = original_of(copy)
    if not file:
        raise NotFound("library.no-original", path=library.path(copy))
    with library.kept.lock():
        other = library.kept.get(copy)
        edits = [Edit(file, other.data), Edit(copy, None, other.revision, other)]
        blob = library.kept.change(edits, library.origin("settle"))[0]
        assert blob is not None  # a text was given
        library.catalog.learned(file, blob)
        library.look_at([file])
    return blob
