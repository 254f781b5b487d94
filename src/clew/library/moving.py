"""Memories and projects change their place: rename, move, delete, relink. Each is one entry of the history."""

from __future__ import annotations

import os

from clew.errors import NotFound, RuleBroken
from clew.history.changing import Edit
from clew.library import directories
from clew.library.drift import common_tags
from clew.library.start import sharing
from clew.state.sessions import Sessions
from clew.stores.contract import ABSENT
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.names import checked_name, numbered, same_name_key
from clew.text.slugs import project_name
from clew.text.tags import union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.library.library import Library
    from clew.library.project import Project


def rename(library: Library, file: str, name: str, what: str = "rename") -> str:
    """Gives a memory another name; its new file. Raises `RuleBroken` with a free name when this one is taken."""
    stem = checked_name(name)
    folder = file.partition("/")[0]
    with library.kept.lock():
        taken = [other for other in _names(library, folder) if other != file.partition("/")[2]]
        if same_name_key(stem) in {same_name_key(other.removesuffix(".md")) for other in taken}:
            raise RuleBroken(
                "name-taken", path=library.path(f"{folder}/{stem}.md"), suggestions=[numbered(stem, taken)], name=stem
            )
        new = f"{folder}/{stem}.md"
        if new != file:
            old = file.partition("/")[2]
            listed = [
                (entry.dir, old, f"{stem}.md")
                for entry in _entries(library, folder)
                if old in (memory.file for memory in entry.memories)
            ]
            _carry_out(library, what, {file: new}, renamed=listed)
    return new


def move(library: Library, file: str, project: Project) -> str:
    """Puts a memory into another project's folder, under a number when its name is taken there; its new file."""
    folder, _, old = file.partition("/")
    with library.kept.lock():
        if folder == project.dir_slug:
            return file
        stem = numbered(old.removesuffix(".md"), _names(library, project.dir_slug))
        new = f"{project.dir_slug}/{stem}.md"
        tags = _tags(library, file)
        target = library.entry_of(project) or ClueEntry(project.dir, project.dir_slug, project.name, (), ())
        memories = (*target.memories, ClueMemory(f"{stem}.md", tags))
        changed = [_without(entry, old) for entry in _entries(library, folder)]
        changed += sharing(library, target.but(memories=memories, common_tags=common_tags(memories)))
        _carry_out(library, "move", {file: new}, changed=changed)
    return new


def delete(library: Library, file: str, what: str = "delete") -> None:
    """Removes a memory and its line in the clue file; `undo` and `restore` bring it back."""
    folder, _, old = file.partition("/")
    with library.kept.lock():
        blob = library.kept.get(file)
        entries = [_without(entry, old) for entry in _entries(library, folder)]
        library.clue.change(library.origin(what), [Edit(file, None, blob.revision, blob)], changed=entries)
        library.catalog.forgotten(file)


def relink(library: Library, old: str, new: str) -> Project:
    """The project of directory `old` is that of `new` from now on, and so are those below it.

    The folder keeps its name: the record decides, not the formula. Where `new` has memories already, they move
    into that folder. Raises `NotFound` for an unknown `old`, with the projects whose directories are gone.
    """
    old, new = directories.absolute(old), directories.real(directories.absolute(new))
    library.refuse_vanished()
    with library.kept.lock():
        library.clue.refresh()
        known = library.clue.directories()
        source = known_as(library, old)
        below = [one for one in library.clue.entries() if one.dir.startswith(source.rstrip("/\\") + os.sep)]
        entry = library.clue.entry(source)
        if entry is None and not below:
            problem = NotFound("library.no-project", dir=old)
            problem.suggestions = gone_directories(library)
            raise problem
        if source == new:
            return library.project(new)
        relinked = {one.dir: one.but(dir=new + one.dir[len(source) :]) for one in below}
        taken = [one.dir for one in relinked.values() if one.dir in known]
        if taken:
            raise RuleBroken("relink-taken", dir=taken[0])
        moved: dict[str, str] = {}
        gone: list[str] = []
        if entry is not None:
            there = library.clue.entry(new)
            if there is not None:
                gone = [new]
                if there.dir_slug != entry.dir_slug:
                    moved, entry = _merged(library, there, entry)
            relinked[source] = entry.but(dir=new, name=project_name(new))
        _carry_out(library, "relink", moved, gone=gone, relinked=relinked)
        dirs = {before: now.dir for before, now in relinked.items()}
        library.pending.follow(dirs)
        library.choices.follow_directories(dirs)
        Sessions(library.state).follow_directories(dirs)
    return library.project(new)


def known_as(library: Library, dir: str) -> str:
    """The absolute directory as the clue file has it; as it is where that has none such."""
    known = library.clue.directories()
    return dir if dir in known else directories.recorded(directories.real(dir), known) or dir


def join(library: Library, entry: ClueEntry, into: ClueEntry) -> None:
    """Two projects are one from now on: the memories of `entry` stand in the folder of `into`, for the directories of both."""
    with library.kept.lock():
        moved, whole = _merged(library, entry, into)
        here = [one.but(dir_slug=whole.dir_slug) for one in _entries(library, entry.dir_slug)]
        listed = [one.but(memories=whole.memories, common_tags=whole.common_tags) for one in here]
        _carry_out(library, "join", moved, changed=[*sharing(library, whole), *listed])


def gone_directories(library: Library) -> list[str]:
    """The directories of the clue file that are not there: gone, moved, or on a disk that is not mounted."""
    library.clue.refresh()
    return [dir for dir in library.clue.directories() if not os.path.lexists(dir)]


def _merged(library: Library, there: ClueEntry, entry: ClueEntry) -> tuple[dict[str, str], ClueEntry]:
    """Where the memories of `there` go in the folder of `entry`, and `entry` with them."""
    moved = {}
    names = list(_names(library, entry.dir_slug))
    memories = list(entry.memories)
    for memory in library.catalog.folder(there.dir_slug):
        stem = numbered(memory.name, names)
        names.append(stem)
        moved[memory.path] = f"{entry.dir_slug}/{stem}.md"
        memories.append(ClueMemory(f"{stem}.md", _tags(library, memory.path)))
    return moved, entry.but(memories=tuple(memories), common_tags=common_tags(memories))


def _carry_out(
    library: Library,
    what: str,
    moved: Mapping[str, str],
    *,
    changed: Sequence[ClueEntry] = (),
    gone: Sequence[str] = (),
    renamed: Sequence[tuple[str, str, str]] = (),
    relinked: Mapping[str, ClueEntry] = {},
) -> None:
    """Writes every file under its new name, removes the old ones, changes the clue file: one entry of the history."""
    edits = []
    for old, new in moved.items():
        blob = library.kept.get(old)
        edits.append(Edit(new, blob.data, ABSENT, moved_from=old))
        edits.append(Edit(old, None, blob.revision, blob))
    blobs = library.clue.change(
        library.origin(what), edits, changed=changed, gone=gone, renamed=renamed, relinked=relinked
    )
    for (old, new), written in zip(moved.items(), blobs[::2], strict=True):
        assert written is not None  # it was just written
        library.catalog.learned(new, written)
        library.catalog.forgotten(old)
        library.choices.follow(old, new)


def _entries(library: Library, folder: str) -> list[ClueEntry]:
    """The entries of a folder; none where the clue file missed it. Raises `Unreadable` for one that does not parse."""
    library.clue.refresh()
    if library.clue.problem is not None:
        raise library.clue.problem
    return library.clue.of_slug(folder)


def _without(entry: ClueEntry, file: str) -> ClueEntry:
    memories = tuple(memory for memory in entry.memories if memory.file != file)
    return entry.but(memories=memories, common_tags=common_tags(memories))


def _tags(library: Library, file: str) -> tuple[str, ...]:
    """A memory's tags: as the clue file has them, else as its segments say."""
    folder, _, name = file.partition("/")
    listed = [one.tags for entry in _entries(library, folder) for one in entry.memories if one.file == name]
    said = [one.tags for one in library.catalog.folder(folder) if one.path == file]
    return tuple(union(*(listed or said)))


def _names(library: Library, folder: str) -> list[str]:
    """Every name that is taken in a folder: on disk or in the clue file."""
    standing = [stat.name for stat in library.kept.list(folder)]
    return [*standing, *(memory.file for entry in _entries(library, folder) for memory in entry.memories)]
