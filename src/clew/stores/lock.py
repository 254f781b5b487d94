"""The lock of a root: one writer at a time among all threads and processes of all homes that share it.

`<root>/.clew.lock` is locked by the system, which lets go when a process dies, however it dies. Its
content says who holds it and is emptied on release: a lock that could be taken and is not empty was
left by somebody who died in the middle, and what they left behind is cleaned before anything else.
"""

from __future__ import annotations

import errno
import os
import sys
from _thread import get_ident
from time import monotonic, monotonic_ns, sleep, strftime

from clew.errors import Locked
from clew.stores.failures import failed
from clew.stores.temporary import host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.stores.handle import Folder

NAME = ".clew.lock"
SECONDS = 10.0  # how long everybody waits, by contract
# Seconds between two tries. The first in the line tries at ever longer intervals, the others at ever shorter ones:
# whoever has waited longer is likelier to be the next.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02
_LINE_PAUSE, _SHORTEST_PAUSE = 0.02, 0.005

_held: dict[tuple[object, ...], Hold] = {}  # by process, thread and root; and by process, thread and lock file
_me = (0, "")  # process id, the beginning of its name; a forked child is another process


class Hold:
    """The lock in one thread's hands; `folder` is the root that it guards, open, `dead` who died with it before."""

    __slots__ = ("_depth", "_fd", "_keys", "_pid", "_root", "_size", "dead", "folder")

    def __init__(self, root: str, folder: Folder) -> None:
        self.folder = folder
        self.dead = ""
        self._root = root
        self._pid, self._depth = os.getpid(), 0
        self._fd, self._size = -1, 0
        try:
            self._fd = folder.open_lock(NAME)
            seen = os.fstat(self._fd)
        except OSError as error:
            self.close()
            raise failed("lock", root, error) from error
        self._keys = ((self._pid, get_ident(), root), (self._pid, get_ident(), seen.st_dev, seen.st_ino))

    def same(self) -> Hold | None:
        """This lock, if the thread has it already: by another spelling of the root."""
        return _held.get(self._keys[1])

    def wait(self, deadline: float, seconds: float) -> bool:
        """False when the root was deleted and perhaps made anew meanwhile: then this is not its lock any more.

        Only the first in the line tries; without a line, whoever lets go and comes back at once always wins.
        """
        first, pause = False, _LINE_PAUSE
        while True:
            if not first and self._try_to_be_first():
                first, pause = True, _FIRST_PAUSE
            if first and self._try():
                self._leave_the_line()
                return self._still_there()
            if not self._still_there():
                return False
            left = deadline - monotonic()
            if left <= 0:
                raise Locked(path=self._root, holder=_read(self._fd) or "?", seconds=seconds)
            # Uneven, lest those who wait stay in step.
            sleep(min(left, pause * (0.5 + monotonic_ns() % 1024 / 1024)))
            pause = min(pause * 1.5, _LONGEST_PAUSE) if first else max(pause * 0.8, _SHORTEST_PAUSE)

    def enter(self) -> bool:
        """Writes the holder's name. Says whether the one before died with the lock in hand."""
        for key in self._keys:
            _held[key] = self
        died = self._size > 0
        name = _my_name()
        try:
            if died:
                self.dead = _read(self._fd)
                os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, name)
            if died:  # after writing: at no moment is the dead one forgotten and not yet cleaned up after
                os.ftruncate(self._fd, len(name))
        except OSError:  # a full disk; the name is a courtesy, and a deletion that makes room must still pass
            pass
        return died

    def give(self, cleaned: bool = True) -> None:
        self._depth -= 1
        if self._depth:
            return
        for key in self._keys:
            del _held[key]
        if self._pid == os.getpid():  # a child forked meanwhile has the descriptor too, but it is not the holder
            try:
                if cleaned:
                    os.ftruncate(self._fd, 0)
            except OSError:  # costs the next holder a needless sweep, no more
                pass
            _release(self._fd)
        self.close()

    def take(self) -> Hold:
        self._depth += 1
        return self

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
        self.folder.close()

    def _try(self) -> bool:
        try:
            return _try(self._fd)
        except OSError as error:
            raise failed("lock", self._root, error) from error

    def _try_to_be_first(self) -> bool:
        try:
            return _try_line(self.folder, self._fd)
        except OSError:  # a network drive that cannot lock a folder: no line there, and luck decides
            return True

    def _leave_the_line(self) -> None:
        try:
            _leave_line(self.folder, self._fd)
        except OSError:  # as above
            pass

    def _still_there(self) -> bool:
        try:
            there = os.lstat(os.path.join(self._root, NAME))
        except FileNotFoundError:
            return False
        except OSError as error:
            raise failed("lock", self._root, error) from error
        self._size = there.st_size
        return (there.st_dev, there.st_ino) == self._keys[1][2:]


def held(root: str) -> Hold | None:
    """The lock of this root, if this thread has it."""
    return _held.get((os.getpid(), get_ident(), root))


def take(root: str, opened: Callable[[], Folder], seconds: float, clean: Callable[[Folder], object]) -> Hold:
    """Waits for the lock and takes it; a thread that has it has it once more. Each `take` wants its `give`.

    `opened` opens the root; `clean` is called, with the lock held, when its last holder died. Raises `Locked`
    with the holder's name, `StorageFailed` where there can be no lock.
    """
    hold = held(root)
    if hold is not None:
        return hold.take()
    deadline = monotonic() + seconds
    while True:
        hold = Hold(root, opened())
        try:
            mine = hold.same()
            taken = mine is None and hold.wait(deadline, seconds)
        except BaseException:  # a time-out, or Ctrl-C while waiting: the descriptors must not stay open
            hold.close()
            raise
        if taken:
            break
        hold.close()
        if mine is not None:
            return mine.take()
    hold.take()
    if hold.enter():
        try:
            clean(hold.folder)
        except BaseException:  # Ctrl-C: the next holder must find that there is something to clean
            hold.give(cleaned=False)
            raise
    return hold


def holder_died(root: str) -> bool:
    """Whether somebody died with the lock in hand and nobody has cleaned up yet. Cheap: every reading command asks."""
    try:
        fd = os.open(os.path.join(root, NAME), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:  # no lock, no holder; or one that only its owner may judge
        return False
    try:
        if not _read(fd) or not _try(fd, shared=True):
            return False
        died = bool(_read(fd))  # once more, now that nobody can be between emptying it and letting go
        _release(fd)
        return died
    except OSError:
        return False
    finally:
        os.close(fd)


def _my_name() -> bytes:
    """Short and without words of any language, for it is shown as it is."""
    global _me
    pid = os.getpid()
    if _me[0] != pid:
        folder, program = os.path.split(sys.argv[0] if sys.argv else "")
        if program == "__main__.py":  # python -m clew
            program = os.path.basename(folder)
        _me = (pid, f"{program or 'python'} (pid {pid}, {host()}")
    now = strftime("%Y-%m-%dT%H:%M:%S%z")
    return f"{_me[1]}, {now[:-2]}:{now[-2:]})\n".encode("utf-8", "replace")


def _read(fd: int) -> str:
    """The holder's name; "" when there is none."""
    try:
        os.lseek(fd, 0, os.SEEK_SET)
        text = os.read(fd, 300).decode("utf-8", "replace")
    except OSError:
        return ""
    return "".join(c if c.isprintable() else " " for c in text).strip()


if sys.platform == "win32":
    import msvcrt

    # Far behind the content, which stays readable: what Windows locks nobody else can read.
    _BYTE, _LINE_BYTE = 0x40000000, 0x40000001

    def _try(fd: int, shared: bool = False) -> bool:  # noqa: ARG001  there is one kind of lock here
        return _try_byte(fd, _BYTE)

    def _release(fd: int) -> None:
        _release_byte(fd, _BYTE)

    def _try_line(folder: Folder, fd: int) -> bool:  # noqa: ARG001  a folder cannot be locked here
        return _try_byte(fd, _LINE_BYTE)

    def _leave_line(folder: Folder, fd: int) -> None:  # noqa: ARG001  as above
        _release_byte(fd, _LINE_BYTE)

    def _try_byte(fd: int, byte: int) -> bool:
        os.lseek(fd, byte, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                return False
            raise
        finally:
            os.lseek(fd, 0, os.SEEK_SET)
        return True

    def _release_byte(fd: int, byte: int) -> None:
        os.lseek(fd, byte, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)
        os.lseek(fd, 0, os.SEEK_SET)

else:
    import fcntl

    def _try(fd: int, shared: bool = False) -> bool:
        try:
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)

    def _try_line(folder: Folder, fd: int) -> bool:  # noqa: ARG001  the line is a lock on the root folder itself
        return folder.fd is None or _try(folder.fd)

    def _leave_line(folder: Folder, fd: int) -> None:  # noqa: ARG001  as above
        if folder.fd is not None:
            _release(folder.fd)
