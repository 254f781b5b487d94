"""Temporary files: whose they are is in their names, so that only those of dead processes are swept.

`.tmp-clew-<host>-<pid>-<start>-<random>`, where `start` is when the process began: a number used again
by another process is no proof of life.
"""

from __future__ import annotations

import os
import sys
from time import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.stores.handle import Folder

ANYONES = ".tmp-"  # how programs of clew's kind name theirs
PREFIX = ".tmp-clew-"
DAY = 86_400.0  # seconds

_mine = (0, "")  # process id, the beginning of its names; a forked child is another process


def new_name() -> str:
    """A name that nobody else makes."""
    global _mine
    pid = os.getpid()
    if _mine[0] != pid:
        _mine = (pid, f"{PREFIX}{host()}-{pid}-{started(pid) or 0}-")
    return _mine[1] + os.urandom(5).hex()


def host() -> str:
    """This machine's name, in letters that every file system takes, without the `-` that divides the parts."""
    if sys.platform == "win32":
        name = os.environ.get("COMPUTERNAME", "")
    else:
        name = os.uname().nodename
    return "".join(c if c.isascii() and (c.isalnum() or c in "._") else f"~{ord(c):x}~" for c in name[:40]) or "host"


def dead(root: Folder) -> list[str]:
    """clew's own, left by processes of this host that are no more."""
    return [path for _, path, name, _ in _all(root) if _is_dead(name)]


def sweep(root: Folder) -> list[str]:
    """Removes the dead ones, wherever they lie below the root; says which. Never raises: the rest is work for `check`."""
    swept = []
    for folder, path, name, _ in _all(root):
        if _is_dead(name):
            try:
                folder.remove(name)
            except OSError:  # a read-only disk, another sweeper: it will be met again
                continue
            swept.append(path)
    return swept


def sweep_alone(folder: Folder) -> None:
    """The same in this folder alone: below a folder that is not ours we do not walk."""
    for name in folder.names():
        if name.startswith(PREFIX) and _is_dead(name):
            try:
                folder.remove(name)
            except OSError:  # as above
                continue


def strangers(root: Folder, age: float = DAY) -> list[str]:
    """Temporary files of other programs and other hosts that nobody touched for so long. Not ours to remove."""
    oldest = time() - age
    return [path for _, path, name, changed in _all(root) if _maker(name)[0] != host() and changed < oldest]


def started(pid: int) -> int | None:
    """When this process began, in the system's own count. None: there is none; 0: there is one, but nobody says since when."""
    return _started(pid) if 0 < pid < 1 << 31 else None


def _all(folder: Folder, above: str = "") -> Iterator[tuple[Folder, str, str, float]]:
    """Everything that is named like a temporary file, with the open folder that it lies in. What cannot be read is passed by."""
    try:
        found = folder.scan()
    except OSError:
        return
    for name, seen in found:
        if name.startswith(ANYONES):
            yield folder, above + name, name, seen.st_mtime
        try:
            below = folder.down(name) if seen.st_mode & 0o170000 == 0o040000 else None
        except OSError:
            continue
        if below is not None:
            try:
                yield from _all(below, f"{above}{name}/")
            finally:
                below.close()


def _maker(name: str) -> tuple[str, int, int]:
    """Host, process and its start; all empty for a name that clew did not make."""
    made = name.removeprefix(PREFIX).split("-")
    if name.startswith(PREFIX) and len(made) == 4 and made[1].isdecimal() and made[2].isdecimal():
        return made[0], int(made[1]), int(made[2])
    return "", 0, 0


def _is_dead(name: str) -> bool:
    maker, pid, start = _maker(name)
    if maker != host():
        return False
    now = started(pid)
    return now is None or (now != start and 0 not in (now, start))


if sys.platform == "win32":

    def _started(pid: int) -> int | None:
        import ctypes  # late: only a sweep and the first write of a process ask
        from ctypes import wintypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        kernel.GetProcessTimes.argtypes = (wintypes.HANDLE, *[ctypes.POINTER(wintypes.FILETIME)] * 4)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        limited, no_such_process = 0x1000, 87
        process = kernel.OpenProcess(limited, False, pid)
        if not process:
            return None if ctypes.get_last_error() == no_such_process else 0
        try:
            began, ended, in_kernel, in_user = (wintypes.FILETIME() for _ in range(4))
            times = (ctypes.byref(began), ctypes.byref(ended), ctypes.byref(in_kernel), ctypes.byref(in_user))
            if not kernel.GetProcessTimes(process, *times):
                return 0
            if ended.dwHighDateTime:  # over, but somebody still holds a handle to it
                return None
            return int(began.dwHighDateTime) << 32 | int(began.dwLowDateTime)
        finally:
            kernel.CloseHandle(process)

else:

    def _started(pid: int) -> int | None:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()  # the program's own name may hold anything
            return None if fields[0] in (b"Z", b"X") else int(fields[19])  # a zombie writes no more
        except (OSError, IndexError, ValueError):  # no /proc there (macOS), or it hides other users' processes
            pass
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except OSError:  # somebody else's: alive
            pass
        return 0
