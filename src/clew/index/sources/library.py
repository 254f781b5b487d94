"""The memories of the library, project by project. Where clew is off, nothing is read."""

from __future__ import annotations

import os

from clew.errors import ClewError
from clew.index.contract import LIBRARY, MEMORY
from clew.index.rows import MadeFile
from clew.index.shelves import FolderReading, Looked, Shelf, listed, opened, scanned
from clew.library.directories import within
from clew.stores.failures import unreadable
from clew.text.tags import union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.index.contract import Scope
    from clew.index.making import Moment
    from clew.index.passages import Cut, Part
    from clew.index.shelves import Read
    from clew.library.library import Library

_UNKNOWN = "?"  # before the owner of a folder that no entry of the clue file has


class LibrarySource:
    """`library` may raise: its root was set and is not there."""

    name = LIBRARY

    def __init__(self, library: Callable[[], Library]) -> None:
        self._library = library
        self._off: list[str] = []

    def look(self, scope: Scope | None) -> Looked:
        try:
            library = self._library()
            library.clue.refresh()
            self._off = library.off.directories()
            projects = scope.projects if scope is not None else None
            dirs = library.clue.directories(projects)
        except ClewError as problem:
            return Looked((), (), ((problem.path or "", problem.key),))
        paths = None
        if projects is not None:
            paths = tuple(dict.fromkeys(dirs[dir] for dir in projects if dir in dirs))
        return self._look(library.root, dirs, paths)

    def wants(self, folder: str, name: str) -> bool:
        from clew.text.conflicts import is_memory_file  # late, as in `made`

        return bool(folder) and is_memory_file(name)

    def path(self, folder: str, name: str) -> str:
        return os.path.join(self._library().root, folder, name)

    def reading(self, folder: str) -> FolderReading:
        return FolderReading(self._library().root, folder)

    def made(self, shelf: Shelf, name: str, read: Read) -> MadeFile:
        from clew.index.making import Around, made_parts, moment_of  # late: most searches meet no file that changed
        from clew.index.passages import cut
        from clew.text.names import memory_name_of

        title = memory_name_of(name)
        whole = cut(read.data)
        newest = next((part.mark.dir for part in reversed(whole.parts) if part.mark and part.mark.dir), None)
        project = self._project(shelf.owner, newest)
        loose = self._loose(whole, read) if any(part.mark is None for part in whole.parts) else None

        def around(part: Part) -> Around:
            if part.mark is None:
                assert loose is not None  # as such a part was seen
                return Around(project, *loose)
            return Around(project, part.mark.tags, moment_of(part.mark.time) or self._changed(read))

        hidden = project is not None and within(project, self._off)
        parts = () if hidden else made_parts(whole, title, around)
        return MadeFile(LIBRARY, shelf.path, name, read.revision, MEMORY, title, None, parts)

    def _loose(self, whole: Cut, read: Read) -> tuple[tuple[str, ...], Moment]:
        """What is known of what stands in no segment: the tags of all, and when the file was changed."""
        return tuple(union(*(part.mark.tags for part in whole.parts if part.mark), whole.tags)), self._changed(read)

    def _changed(self, read: Read) -> Moment:
        from clew.index.making import moment_at

        return moment_at(read.modified, self._library().clock().tzinfo)

    def _look(self, root: str, dirs: dict[str, str], paths: tuple[str, ...] | None) -> Looked:
        owners: dict[str, list[str]] = {}
        for dir, slug in dirs.items():
            owners.setdefault(slug, []).append(dir)
        shelves: list[Shelf] = []
        problems: list[tuple[str, str]] = []
        try:
            folder = opened(root)
        except FileNotFoundError:  # nothing was saved yet
            return Looked((), paths)
        except OSError as problem:
            return Looked((), (), ((root, unreadable(root, problem).key),))
        try:
            names = paths if paths is not None else [name for name in folder.names() if not name.startswith(".")]
            for name, found in scanned(folder, [name for name in names if self._is_open(owners.get(name, []))]):
                if isinstance(found, NotADirectoryError):
                    continue
                if isinstance(found, OSError):
                    problems.append((os.path.join(root, name), unreadable(name, found).key))
                else:
                    shelves.append(Shelf(name, self._owner(owners.get(name, [])), listed(found)))
        finally:
            folder.close()
        return Looked(tuple(shelves), paths, tuple(problems))

    def _is_open(self, dirs: list[str]) -> bool:
        return not dirs or any(not within(dir, self._off) for dir in dirs)

    def _owner(self, dirs: list[str]) -> str:
        """Two entries may share a folder; where clew is off decides, as long as the files alone say whose they are."""
        if len(dirs) == 1:
            return dirs[0]
        return "\n".join([_UNKNOWN, *dirs, "", *self._off])

    def _project(self, owner: str, newest: str | None) -> str | None:
        first, *lines = owner.split("\n")
        if first != _UNKNOWN:
            return owner
        dirs = lines[: lines.index("")]
        return newest if newest in dirs or not dirs else dirs[0]
