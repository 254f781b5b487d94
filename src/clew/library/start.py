"""The start of a conversation: the check of its project, the menu, the choice."""

from __future__ import annotations

import os
from datetime import datetime

from clew.errors import ClewError, NotFound, RuleBroken, Unreadable
from clew.library import directories
from clew.library.conversation import Conversation, checked_conversation_id, new_conversation_id
from clew.library.drift import Drift, drift_of, is_disaster, mended
from clew.library.menu import Menu, MenuLine, ParentLine, newest_first
from clew.state.choices import Choice
from clew.text.clue_values import ClueEntry
from clew.text.conflicts import is_conflict_copy
from clew.text.names import memory_name_of, same_name_key
from clew.text.segments import segments_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.library.catalog import Memory, Standing
    from clew.library.conflicts import ConflictCopy
    from clew.library.library import Library
    from clew.library.project import Project

_PATIENCE = 2.0  # seconds for the lock: a menu must not wait long; what it leaves, the next one mends


def menu_of(library: Library, project: Project) -> Menu:
    """Checks the project, then lists its folder and those of the directories above."""
    standing = library.catalog.standing(project.dir_slug)
    drift, memories = check_at_start(library, project, standing.memories if standing else [])
    lines = [_line(library, number, memory) for number, memory in _numbered(memories, 1)]
    above: list[ParentLine] = []
    for dir in directories.parents(project.dir):
        for number, memory in _numbered(_memories_above(library, dir), len(lines) + len(above) + 1):
            above.append(ParentLine(**_line(library, number, memory).as_dict(), dir=dir))
    moved_from = None if lines else _moved_from(project.dir, library.clue.directories())
    return Menu(tuple(lines), tuple(above), drift, moved_from, _conflicts(standing))


def _conflicts(standing: Standing | None) -> tuple[ConflictCopy, ...]:
    if standing is None or not any(is_conflict_copy(stat.name) for stat in standing.others):
        return ()
    from clew.library.conflicts import conflicts_among  # late: nearly no folder has one

    return tuple(conflicts_among(standing.others))


def _memories_above(library: Library, dir: str) -> list[Memory]:
    """Those of a directory above; what cannot be read there is told, and is no reason to show nothing."""
    entry = library.clue.entry(dir)
    try:
        return library.catalog.folder(entry.dir_slug) if entry else []
    except Unreadable as problem:
        library.tell(problem.key, **problem.data)
        return []


def check_at_start(library: Library, project: Project, memories: list[Memory]) -> tuple[Drift, list[Memory]]:
    """Mends the project's entry where its folder does not bear it out; what could not be mended is only told."""
    if library.clue.problem is not None:
        return Drift(), memories
    drift = drift_of(_entry(library, project), memories)
    if drift.missing:
        library.tell("library.folder-missing", path=library.path(project.dir_slug), dir=project.dir)
    if not drift:
        return drift, memories
    if is_disaster(len(drift.dropped), library.clue.count()):
        library.tell("library.many-gone", path=library.path(project.dir_slug), count=len(drift.dropped))
        return Drift(), memories
    try:
        with library.kept.lock(_PATIENCE):
            library.clue.refresh()
            memories = library.catalog.folder(project.dir_slug)
            entry = _entry(library, project)
            # A save may have been in the middle of its two files, and not all that is no memory is gone.
            drift = drift_of(entry, memories, library.catalog.others(project.dir_slug))
            if drift:
                library.clue.change(library.origin("check"), changed=sharing(library, mended(entry, drift, memories)))
    except ClewError as problem:
        library.tell(problem.key, **problem.data)
        return Drift(), memories
    return drift, memories


def sharing(library: Library, entry: ClueEntry) -> list[ClueEntry]:
    """The entry, and with the same memories every other entry of its folder (another machine's directory)."""
    others = [other for other in library.clue.of_slug(entry.dir_slug) if other.dir != entry.dir]
    return [entry, *(other.but(memories=entry.memories, common_tags=entry.common_tags) for other in others)]


def start(
    library: Library, project: Project, pick: int | str | None, conversation: str | None, shown: Sequence[str] | None
) -> Conversation:
    """Binds a conversation to a memory, or to a new one of its own; see `Project.start`."""
    if pick is None and conversation is not None and (resumed := bound(library, project, conversation)):
        return resumed
    saved = None if conversation is None else library.memory_of(checked_conversation_id(conversation))
    id = conversation or new_conversation_id(library.now())
    path = None if str(pick or 0) == "0" else picked(library, project, str(pick), shown)
    if saved is not None:
        if path != saved:
            _refuse_unless_own(library, id, path, saved)
            path = saved
    else:
        library.choices.choose(Choice(id, project.dir, path), library.now().isoformat())
    return Conversation(id, path, project)


def bound(library: Library, project: Project, conversation: str) -> Conversation | None:
    """The conversation as its memory, else its choice, says; see `Library.bound`."""
    path = library.memory_of(checked_conversation_id(conversation))
    if path is None:
        choice = library.choices.choice(conversation)
        if choice is None or (choice.path is None and choice.dir != project.dir):
            return None
        path = choice.path
        if path is not None and library.kept.stat(path) is None:
            return None
    return Conversation(conversation, path, project)


def picked(library: Library, project: Project, pick: str, shown: Sequence[str] | None) -> str:
    """The file that a number of a menu or a name means. Raises `NotFound`, with what there is."""
    if pick.isdecimal():
        files = shown if shown is not None else menu_of(library, project).files()
        if not 0 < int(pick) <= len(files):
            raise NotFound("library.no-number", number=pick, dir=project.dir)
        if library.kept.stat(files[int(pick) - 1]) is None:
            raise NotFound("library.memory-gone", path=library.path(files[int(pick) - 1]))
        return files[int(pick) - 1]
    return named(library, project, pick)


def shown_to(library: Library, project: Project, pick: str, *viewers: str) -> Sequence[str] | None:
    """The files that a number means for who saw a menu: those of the one shown last, by the first viewer that saw any.

    None stands for today's: nobody saw one here, or a number that it did not have.
    """
    shown = next((seen for viewer in viewers if (seen := library.choices.shown(viewer))), None)
    files = shown.paths if shown and shown.dir == project.dir else None
    return None if files is not None and pick.isdecimal() and not 0 < int(pick) <= len(files) else files


def named(library: Library, project: Project | None, name: str) -> str:
    """The file of the memory with this name, in the project, else anywhere. Raises `NotFound`; several are listed."""
    key = same_name_key(name.removesuffix(".md"))
    own = library.catalog.folder(project.dir_slug) if project else []
    found = [memory.path for memory in own if same_name_key(memory.name) == key]
    if not found:
        everywhere = library.catalog.everywhere().values()
        found = [memory.path for memories in everywhere for memory in memories if same_name_key(memory.name) == key]
    if len(found) == 1:
        return found[0]
    if found:
        problem = NotFound("library.several", name=name, files=", ".join(found))
        problem.suggestions = found
    else:
        problem = NotFound("library.no-memory", name=name)
        problem.suggestions = _near(library, name)
    raise problem


def _near(library: Library, name: str) -> list[str]:
    """Names that may have been meant."""
    from difflib import get_close_matches  # late: only a name that is not there pays for it

    names = {memory.name: None for memories in library.catalog.everywhere().values() for memory in memories}
    return get_close_matches(name, names, n=3)


def _refuse_unless_own(library: Library, conversation: str, path: str | None, saved: str) -> None:
    """Another choice after a save is refused; `0` is the same choice where the conversation made its memory itself."""
    segments = segments_of(library.kept.get(saved).data)
    if path is None and segments and segments[0].mark.conversation == conversation:
        return
    raise RuleBroken("one-memory", path=library.path(saved), memory=memory_name_of(saved), conversation=conversation)


def _entry(library: Library, project: Project) -> ClueEntry:
    return library.clue.entry(project.dir) or ClueEntry(project.dir, project.dir_slug, project.name, (), ())


def _numbered(memories: Sequence[Memory], first: int) -> list[tuple[int, Memory]]:
    return list(enumerate(newest_first(memories), first))


def _line(library: Library, number: int, memory: Memory) -> MenuLine:
    modified = datetime.fromtimestamp(memory.modified, library.now().tzinfo)
    return MenuLine(
        number=number,
        name=memory.name,
        file=memory.path,
        path=library.path(memory.path),
        lines=memory.lines,
        modified=modified.isoformat(timespec="seconds"),
    )


def _moved_from(dir: str, known: dict[str, str]) -> str | None:
    """A project whose directory is gone and whose name or place says that it became this one."""
    if dir in known or not os.path.isdir(dir):
        return None
    name, above = os.path.basename(dir), os.path.dirname(dir)
    same = [other for other in known if os.path.basename(other) == name and not os.path.lexists(other)]
    beside = [other for other in known if os.path.dirname(other) == above and not os.path.lexists(other)]
    return next((found[0] for found in (same, beside) if len(found) == 1), None)
