"""The root of a folder store: the way from it down to a name, and what is told where there is none."""

from __future__ import annotations

import errno
import os
from unicodedata import normalize

from clew.errors import ClewError, NotFound, StorageFailed, Unreadable, Usage
from clew.stores import lock, temporary
from clew.stores.failures import failed, not_a_file, unreadable
from clew.stores.handle import kind_of
from clew.stores.native import NativeFolder
from clew.stores.paths import parts, portable
from clew.stores.present import NotAFile, Present
from clew.stores.way import Way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.stores.handle import Folder


class Root:
    """`makes`: whether the first write makes it where it is missing. `folders`: how folders are held open."""

    def __init__(self, path: str, makes: bool, folders: type[Folder] | None) -> None:
        self.path = os.path.abspath(path)
        self.makes = makes
        self.heirs: list[Callable[[], object]] = []  # called, with the lock held, when its last holder died
        self._folders: type[Folder] = folders or NativeFolder

    def path_of(self, path: str) -> str:
        """Absolute, in the system's own form."""
        return os.path.join(self.path, *path.split("/")) if path else self.path

    def names(self, path: str) -> list[str]:
        """The parts of a path that may be asked for. The lock is ours, and no file of anybody's."""
        names = parts(path)
        if names == [lock.NAME]:
            raise Usage("stores.bad-path", given=path)
        return names

    def start(self, target: str) -> Way:
        """Where each way begins: at the root that this thread's lock holds open, else at one opened anew."""
        hold = lock.held(self.path)
        if hold is not None:
            return Way(hold.folder, lent=True)
        try:
            return Way(self._folders.root(self.path), lent=False)
        except FileNotFoundError:
            if self.makes:
                raise NotFound("stores.not-found", path=self.path_of(target), errno=errno.ENOENT) from None
            raise Unreadable("stores.root-missing", path=self.path, errno=errno.ENOENT) from None
        except OSError as error:
            raise unreadable(self.path, error) from error

    def walk(self, names: list[str], target: str) -> Way:
        """Through folders that are there, to `target` at or below their end. Raises `NotFound`, `Unreadable`."""
        way = self.start(target)
        for depth, name in enumerate(names, 1):
            try:
                way.down(name)
            except OSError as error:
                refusal = self._no_way(way, "/".join(names[:depth]), target, error)
                way.close()
                raise refusal from error
        return way

    def make_way(self, way: Way, names: list[str], target: str) -> None:
        """The same for a write: folders that are missing are made."""
        for depth, name in enumerate(names, 1):
            try:
                way.down(name)
            except FileNotFoundError:
                self.check_new(name, target)
                try:
                    way.make(name)
                except FileExistsError:  # by another program, in this moment
                    way.down(name)
            except NotADirectoryError as error:
                if kind_of(way.end.look(name)) == "file":
                    raise failed("write", self.path_of(target), error) from error
                raise self._no_way(way, "/".join(names[:depth]), target, error) from error
            else:
                self.check_own(way.folders[-2], name, target)

    def present(self, way: Way, name: str, target: str) -> Present:
        """The file at the end of the way. Raises `NotFound`, `Unreadable`."""
        try:
            return Present(way.end, name)
        except NotAFile as other:
            raise not_a_file(self.path_of(target), other.kind) from None
        except OSError as error:
            raise unreadable(self.path_of(target), error) from error

    def check_new(self, name: str, target: str) -> None:
        """Raises `Usage` for a new name that cannot exist on every system, or that would be swept one day."""
        if not portable(name) or name.startswith(temporary.PREFIX):
            raise Usage("stores.bad-name", given=target, part=name)

    def check_own(self, folder: Folder, name: str, target: str) -> None:
        """Raises `StorageFailed` where the file system takes this name and another one for the same.

        A name in another normalisation is not another name: HFS+ gives every name back decomposed.
        """
        other = name.swapcase()
        if other == name:
            return
        try:
            folder.look(other)
        except OSError:  # case counts here, as on most of Linux
            return
        there = folder.names()
        if name in there:
            return
        alike = [each for each in there if normalize("NFC", each).casefold() == normalize("NFC", name).casefold()]
        if alike and normalize("NFC", name) not in (normalize("NFC", each) for each in alike):
            clash = {"part": name, "other": alike[0]}
            raise StorageFailed("stores.name-clash", path=self.path_of(target), errno=errno.EEXIST, **clash)

    def take(self, seconds: float) -> lock.Hold:
        return lock.take(self.path, self._open_to_write, seconds, self._inherit)

    def recover(self) -> None:
        if lock.holder_died(self.path):
            try:
                self.take(0).give()  # taking it sweeps; who has it instead of us, swept
            except ClewError:
                pass

    def _inherit(self, root: Folder) -> None:
        temporary.sweep(root)
        for heir in self.heirs:
            heir()

    def _no_way(self, way: Way, step: str, target: str, error: OSError) -> ClewError:
        """Why the folder `step`, behind the end of the way, could not be opened for `target`."""
        try:
            kind = kind_of(way.end.look(step.rpartition("/")[2]))
        except OSError:
            kind = ""
        if kind == "link":
            return not_a_file(self.path_of(step), kind)
        if kind in ("file", "other") and step != target:
            return NotFound("stores.not-found", path=self.path_of(target), errno=errno.ENOENT)
        return unreadable(self.path_of(target if isinstance(error, FileNotFoundError) else step), error)

    def _open_to_write(self) -> Folder:
        try:
            return self._folders.root(self.path)
        except FileNotFoundError:
            if not self.makes:
                raise StorageFailed("stores.root-missing", path=self.path, errno=errno.ENOENT) from None
        except OSError as error:
            raise failed("lock", self.path, error) from error
        try:
            make_folders(self.path, self._folders)
            return self._folders.root(self.path)
        except OSError as error:
            raise failed("write", self.path, error) from error


def make_folders(path: str, folders: type[Folder] = NativeFolder) -> None:
    """All of this absolute path that are missing, 0700 and on the disk. Raises `OSError`."""
    missing = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for path in reversed(missing):
        above = folders.root(os.path.dirname(path))
        try:
            above.make(os.path.basename(path)).close()
            above.sync()
        except FileExistsError:  # by another first write
            pass
        finally:
            above.close()
