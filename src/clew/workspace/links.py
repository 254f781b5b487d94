"""A workspace whose own files may be links: a person keeps MEMORY.md in a vault of notes, and edits it there.

MEMORY.md, the daily notes and their folders are read and written at their target, wherever it lies: the link
stays, the vault has the new text. Any other link in the workspace is what it is in every store: not followed.
"""

from __future__ import annotations

import errno
import os

from clew.errors import Unreadable
from clew.stores.contract import ANY
from clew.stores.folder import FolderStore
from clew.stores.handle import kind_of
from clew.stores.placed import PlacedFolder
from clew.workspace.layout import FOLDER, LONG_TERM, day_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import Iterable, Iterator

    from clew.stores.contract import Blob, Stat


class LinkedFolder(FolderStore):
    """A `FolderStore` that costs more only where it meets a link.

    Two workspaces that reach the same folder have two locks; so the folder itself is locked too while it is written.
    """

    def get(self, path: str) -> Blob:
        try:
            return super().get(path)
        except Unreadable as problem:
            store, there = self._behind(path, problem)
        return store.get(there)

    def stat(self, path: str) -> Stat | None:
        """What stands behind the link; a link that leads nowhere is told as the link that it is."""
        try:
            seen = super().stat(path)
        except Unreadable as problem:
            store, there = self._behind(path, problem)
        else:
            if seen is None or seen.kind != "link" or not _is_own(path):
                return seen
            try:
                store, there = self._target(path)
            except Unreadable:
                return seen
        found = store.stat(there)
        return None if found is None else found.but(path=path)

    def list(self, folder: str = "", deep: bool = False) -> builtins.list[Stat]:
        try:
            found = super().list(folder, deep)
        except Unreadable as problem:
            store, there = self._behind(folder, problem)
            if store.stat(there) is None:
                raise _nowhere(self.path_of(folder), store.path_of(there)) from problem
            found = [stat.but(path=folder + stat.path[len(there) :]) for stat in store.list(there, deep)]
        return sorted(self._followed(found, deep), key=lambda stat: stat.path)

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        from clew.stores.guest import FolderTurn  # late: a workspace is read more often than written

        with self.lock():
            try:
                with FolderTurn(os.path.dirname(self.path_of(path))):
                    return super().put(path, data, expect)
            except Unreadable as problem:
                store, there = self._behind(path, problem)
            return store.put(there, data, expect)

    def delete(self, path: str, expect: str = ANY) -> None:
        """Takes away the target; the link stays, and leads to where a new one will be."""
        try:
            return super().delete(path, expect)
        except Unreadable as problem:
            store, there = self._behind(path, problem)
        with self.lock():
            return store.delete(there, expect)

    def _followed(self, found: Iterable[Stat], deep: bool) -> Iterator[Stat]:
        for stat in found:
            if stat.kind == "link" and _is_own(stat.path):
                stat = self.stat(stat.path) or stat
                if deep and stat.kind == "folder":
                    yield from self.list(stat.path, True)
            yield stat

    def _behind(self, path: str, problem: Unreadable) -> tuple[FolderStore, str]:
        """Where to go instead, if a link was what went wrong and it is one of ours; else raises the problem."""
        if problem.key != "stores.is-link" or not _is_own(path):
            raise problem
        return self._target(path)

    def _target(self, path: str) -> tuple[FolderStore, str]:
        """The folder that the last link on the way leads to, and the path from there on.

        Raises `Unreadable` for a link to itself, and for one to a folder that is not there: it may be unmounted.
        """
        names = path.split("/")
        base, rest = self.root, ""
        for depth, name in enumerate(names, 1):
            rest = f"{rest}/{name}" if rest else name
            here = os.path.join(base, *rest.split("/"))
            if not _is_link(here):
                continue
            target = os.path.realpath(here)
            if _is_link(target):
                raise Unreadable("workspace.link-loop", path=here, errno=errno.ELOOP)
            base, rest = (target, "") if depth < len(names) else os.path.split(target)
            if not os.path.isdir(base) and not self._inside(base):
                raise _nowhere(here, target)
        if inside := self._inside(base):
            return FolderStore(self.root, self.name, makes_root=False), "/".join([*inside, rest])
        from clew.stores.guest import GuestFolder  # late: few have links

        return GuestFolder(base, self.name), rest

    def _inside(self, path: str) -> builtins.list[str]:
        """The way from the root to this folder below it; empty for the root itself and for any folder elsewhere."""
        root = os.path.realpath(self.root) + os.sep
        return path[len(root) :].split(os.sep) if path.startswith(root) else []


class PlacedLinkedFolder(PlacedFolder, LinkedFolder):
    """The same at the place of a setting."""


def _is_own(path: str) -> bool:
    """Whether this is long-term memory, a daily note, or a folder that they lie in."""
    if path in (LONG_TERM, FOLDER) or day_of(path) is not None:
        return True
    above, _, month = path.rpartition("/")
    return above == FOLDER and len(month) == 6 and month.isascii() and month.isdecimal()


def _nowhere(path: str, target: str) -> Unreadable:
    return Unreadable("workspace.link-nowhere", path=path, errno=errno.ENOENT, target=target)


def _is_link(path: str) -> bool:
    try:
        return kind_of(os.lstat(path)) == "link"
    except OSError:
        return False
