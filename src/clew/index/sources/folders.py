"""A folder of somebody's Markdown, named in the settings: read, never written.

Where the library or long-term memory lies in it, or it in one of them, these are left out: what is of one project would
be everybody's here. So is each directory in it where clew is off.
"""

from __future__ import annotations

import os

from clew.errors import ClewError
from clew.index.contract import EXTRA
from clew.index.rows import MadeFile
from clew.index.shelves import FolderReading, Looked, Shelf, listed, opened
from clew.library.directories import within
from clew.stores.failures import unreadable
from clew.stores.handle import kind_of
from clew.text.conflicts import is_conflict_copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.config import Clock
    from clew.index.contract import Scope
    from clew.index.shelves import Read
    from clew.stores.handle import Folder

_ENDINGS = (".md", ".markdown")
_DEEPEST = 100  # folders below each other, each of which is held open while one looks into those below it
_NOBODYS = ("node_modules", "__pycache__")  # besides hidden folders


class FolderSource:
    """All its folders but hidden ones and what is `closed`; a link is not followed, but that to the root itself."""

    def __init__(self, name: str, root: str, clock: Clock, closed: Callable[[], Iterable[str]] = tuple) -> None:
        self.name = name
        self._root = root
        self._clock = clock
        self._closed = closed

    def look(self, scope: Scope | None) -> Looked:
        try:
            closed = Closed(self._root, self._closed())
        except ClewError as problem:
            return Looked((), (), ((problem.path or "", problem.key),))
        if closed.whole:
            return Looked(())
        try:
            root = opened(self._root)
        except FileNotFoundError:
            return Looked((), (), ((self._root, "index.no-folder"),))
        except OSError as problem:
            return Looked((), (), ((self._root, unreadable(self._root, problem).key),))
        shelves: list[Shelf] = []
        problems: list[tuple[str, str]] = []
        self._walk(root, "", closed, shelves, problems)
        return Looked(tuple(shelves), None, tuple(problems))

    def wants(self, folder: str, name: str) -> bool:
        return name.lower().endswith(_ENDINGS) and not name.startswith(".") and not is_conflict_copy(name)

    def path(self, folder: str, name: str) -> str:
        return os.path.join(self._root, *folder.split("/"), name)

    def reading(self, folder: str) -> FolderReading:
        return FolderReading(self._root, folder)

    def made(self, shelf: Shelf, name: str, read: Read) -> MadeFile:
        from clew.index.making import Around, made_parts, moment_at  # late: most searches meet no file that changed
        from clew.index.passages import cut

        whole = cut(read.data)
        title = os.path.splitext(name)[0]
        known = Around(None, whole.tags, moment_at(read.modified, self._clock().tzinfo))
        parts = made_parts(whole, title, lambda _: known)
        return MadeFile(self.name, shelf.path, name, read.revision, EXTRA, title, None, parts)

    def _walk(
        self, folder: Folder, path: str, closed: Closed, shelves: list[Shelf], problems: list[tuple[str, str]]
    ) -> None:
        """Closes the folder."""
        try:
            found = [one for one in folder.scan() if not closed.holds(path, *one)]
            below = [name for name, seen in found if kind_of(seen) == "folder" and _is_open(name)]
            files = [(name, seen) for name, seen in found if self.wants(path, name)]
            if files:
                shelves.append(Shelf(path, "", listed(files)))
            if below and path.count("/") >= _DEEPEST:
                problems.append((self.path(path, ""), "index.too-deep"))
                below = []
            for name in sorted(below):
                try:
                    down = folder.down(name)
                except FileNotFoundError:  # gone since the folder was read
                    continue
                self._walk(down, f"{path}/{name}" if path else name, closed, shelves, problems)
        except OSError as problem:
            where = self.path(path, "").rstrip(os.sep)
            problems.append((where, unreadable(where, problem).key))
        finally:
            folder.close()


class Closed:
    """What of a folder is not shown, by absolute paths. They are compared without their links, and as the disk does."""

    def __init__(self, root: str, paths: Iterable[str]) -> None:
        real = [os.path.realpath(path) for path in paths]
        self._root = os.path.realpath(root)
        self.whole = within(self._root, real) is not None
        self._paths = {os.path.normcase(path) for path in real if within(path, [self._root])}
        self._known = {known for path in real if (known := _inode(path)) is not None}

    def holds(self, folder: str, name: str, seen: os.stat_result) -> bool:
        """Whether a name in a folder below the root is one of them."""
        if not self._known and not self._paths:
            return False
        if seen.st_ino and (seen.st_dev, seen.st_ino) in self._known:
            return True
        return os.path.normcase(os.path.join(self._root, *folder.split("/"), name)) in self._paths


def _inode(path: str) -> tuple[int, int] | None:
    try:
        seen = os.stat(path)
    except (OSError, ValueError):
        return None
    return (seen.st_dev, seen.st_ino) if seen.st_ino else None


def _is_open(name: str) -> bool:
    if name.startswith(".") or name in _NOBODYS:
        return False
    try:
        name.encode()
    except UnicodeEncodeError:  # no path of it could be told
        return False
    return True
