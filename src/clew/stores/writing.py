"""Putting bytes under a name, and taking a name away, so that at each moment there is the old file or the new one."""

from __future__ import annotations

import os
from time import time_ns

from clew.stores.durable import sync, write_all
from clew.stores.present import Present, state_of
from clew.stores.temporary import new_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.stores.handle import Folder


_RESTLESS = 1_000_000_000  # ns; a moment of a thousandth of that is what it is about
_SETS_TIMES = os.utime in os.supports_fd


class Moved(Exception):
    """Another program changed the file between our reading and our replacing it."""


class Displaced(Exception):
    """The same in the moment of replacing. Their text is there again, but whoever read ours meanwhile may write over it
    without having seen it: `data` is what nobody else may have."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data


class Unsure(Exception):
    """The disk failed after the change and again while it was being undone: nobody knows what a power cut would leave."""


def begin(folder: Folder, data: bytes, like: Present | None, times: os.stat_result | None = None) -> tuple[str, int]:
    """A temporary file that holds the data, in the manner of the file that it will replace: its name, and itself open."""
    name = new_name()
    fd = folder.create(name)
    try:
        write_all(fd, data)
        folder.give_manner(fd, like.fd if like else None)
        if times is not None and _SETS_TIMES:
            os.utime(fd, ns=(times.st_atime_ns, times.st_mtime_ns))
    except BaseException:  # Ctrl-C too must leave no temporary file
        try:
            os.close(fd)
        finally:
            drop(folder, name)
        raise
    return name, fd


def make_last(fd: int) -> None:
    """What was begun is on the disk, and closed."""
    try:
        sync(fd)
    finally:
        os.close(fd)  # a network drive may say only now that it is full


def make(folder: Folder, data: bytes, like: Present | None, times: os.stat_result | None = None) -> str:
    """Both at once; its name."""
    name, fd = begin(folder, data, like, times)
    try:
        make_last(fd)
    except BaseException:  # as above
        drop(folder, name)
        raise
    return name


def drop(folder: Folder, temporary: str) -> None:
    try:
        folder.remove(temporary)
    except OSError:  # the first failure is the one to tell of; what is left is swept later
        pass


def place(folder: Folder, temporary: str, name: str, before: Present | None) -> None:
    """Gives `name` to a temporary file, in the place of `before` (None: of nothing). Raises `Moved` if something else is
    there by now, or `OSError`.

    Whatever is raised, what others put under the name stays there, and no temporary file is left; but for `Unsure`. The
    folder is the caller's to sync.
    """
    try:
        _still(folder, name, before)
        if before is None:
            _appear(folder, temporary, name)
        elif not (_restless(before) and _swapped(folder, temporary, name, before)):
            if not folder.replaces_open:
                before.close()
            folder.move(temporary, name)
    except BaseException:  # as above
        drop(folder, temporary)
        raise


def put_back(folder: Folder, name: str, before: Present | None) -> None:
    """Undoes `place` when the folder cannot be synced: what it promises might not outlive a power cut. Or `Unsure`."""
    try:
        if before is None:
            folder.remove(name)
            return
        former = make(folder, before.data(), before, times=before.seen)
        try:
            folder.move(former, name)
        except BaseException:  # as above
            drop(folder, former)
            raise
    except OSError as error:
        raise Unsure from error


def take_away(folder: Folder, name: str, before: Present) -> None:
    """Removes the file for good. Raises `Moved` or `OSError`: then it is still there, itself and no copy. Or `Unsure`."""
    temporary = new_name()
    _still(folder, name, before)
    if not folder.replaces_open:
        before.close()
    folder.move(name, temporary)
    try:
        if not os.path.samestat(folder.look(temporary), before.seen):  # an editor was quicker by a hair
            raise Moved
        folder.sync()
        folder.remove(temporary)
    except BaseException as problem:  # as above
        try:
            folder.move(temporary, name)
        except OSError:
            raise Unsure from problem
        raise


def _still(folder: Folder, name: str, before: Present | None) -> None:
    try:
        seen = folder.look(name)
    except FileNotFoundError:
        seen = None
    if (seen and state_of(seen)) != (before and state_of(before.seen)):
        raise Moved


def _appear(folder: Folder, temporary: str, name: str) -> None:
    try:
        folder.appear(temporary, name)
    except FileExistsError:
        raise Moved from None


def _restless(before: Present) -> bool:
    """Whether somebody changed it so lately that he may be doing it again: an editor, a sync, another agent."""
    return time_ns() - before.seen.st_ctime_ns < _RESTLESS


def _swapped(folder: Folder, temporary: str, name: str, before: Present) -> bool:
    """Replaces `before`, and looks at what was replaced: between `_still` and a move there is a moment in which another
    program may put its own file there, which nobody would have read. False where the system cannot do so."""
    ours = folder.look(temporary)
    if not _swap(folder, temporary, name):
        return False
    try:
        theirs = None if os.path.samestat(folder.look(temporary), before.seen) else _read(folder, temporary)
        if theirs is None:
            folder.remove(temporary)
            return True
    except BaseException as problem:  # whatever it is, who is told that it failed finds the old file
        try:
            folder.swap(temporary, name)
        except OSError:
            raise Unsure from problem
        raise
    _swap(folder, temporary, name)
    if not os.path.samestat(folder.look(temporary), ours):  # yet another one came in between: the newest stays
        _swap(folder, temporary, name)
    raise Displaced(theirs)


def _swap(folder: Folder, temporary: str, name: str) -> bool:
    try:
        return folder.swap(temporary, name)
    except FileNotFoundError:  # somebody deleted the file
        raise Moved from None


def _read(folder: Folder, name: str) -> bytes:
    present = Present(folder, name)
    try:
        return present.data()
    finally:
        present.close()
