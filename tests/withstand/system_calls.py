"""The system calls of a child, one by one: counted, refused, shortened, or the last that it makes.

What `strace -f` does with `-e inject=`, for a child that was forked and not executed anew: forty times as many deaths in a
minute, and nothing to install. It speaks `ptrace`, whose registers are those of one processor.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import sys
from dataclasses import dataclass

POSSIBLE = sys.platform == "linux" and platform.machine() == "x86_64"

# Those that change what is on a disk, those that say that it is there, and those that somebody else hears of.
_CALLS = {
    "write": [1],
    "pwrite": [18],
    "writev": [20],
    "pwritev": [296],
    "fsync": [74],
    "fdatasync": [75],
    "truncate": [76],
    "ftruncate": [77],
    "fallocate": [285],
    "rename": [82, 264, 316],
    "unlink": [87, 263],
    "rmdir": [84],
    "mkdir": [83, 258],
    "link": [86, 265],
    "symlink": [88, 266],
    "chmod": [90, 91, 268],
    "chown": [92, 93, 260],
    "utime": [280],
    "setxattr": [190],
    "create": [2, 85, 257],
    "send": [44],
    "receive": [45],
}
NUMBERS = {number: name for name, numbers in _CALLS.items() for number in numbers}
_WRITES = ("write", "pwrite")
_O_CREAT = 0o100

_TRACEME, _PEEKUSER, _GETREGS, _SETREGS, _SYSCALL, _SETOPTIONS = 0, 3, 12, 13, 24, 0x4200
_SYSGOOD, _TRACECLONE, _EXITKILL = 1, 8, 0x100000
_WALL = 0x40000000  # waitpid tells of threads too
_R10, _RAX, _RDX, _RSI, _RDI, _CALL = 7, 10, 12, 13, 14, 15  # where they stand in the registers
_Registers = ctypes.c_ulonglong * 27


@dataclass
class Fault:
    """What happens at the `at`-th call (from 1; 0: nothing); with `lasting`, at each one after it too."""

    at: int = 0
    how: str = ""  # "kill", "short", or the number of an error
    lasting: bool = False
    names: tuple[str, ...] = ()  # count these alone
    file: str = ""  # and only where the name of the open file holds this

    def meets(self, number: int) -> bool:
        return number == self.at or (self.lasting and 0 < self.at < number)


def be_watched() -> None:
    """What the child says first; it waits until its parent watches."""
    _ptrace(_TRACEME, 0)
    os.kill(os.getpid(), signal.SIGSTOP)


def watch(child: int, fault: Fault) -> tuple[int, list[str]]:
    """Runs the child to its end, with each thread that it begins: its wait status, and the calls that it made, in order."""
    calls: list[str] = []
    os.waitpid(child, 0)
    _ptrace(_SETOPTIONS, child, 0, _SYSGOOD | _TRACECLONE | _EXITKILL)
    _ptrace(_SYSCALL, child)
    inside: dict[int, int | None] = {}  # thread in a call -> what that shall return
    while True:
        thread, status = os.waitpid(-1, _WALL)
        if not os.WIFSTOPPED(status):
            if thread == child:
                return status, calls
            continue
        sign, passed_on = os.WSTOPSIG(status), 0
        if sign not in (signal.SIGTRAP | 0x80, signal.SIGTRAP, signal.SIGSTOP):  # the last two tell of a new thread
            passed_on = sign
        elif sign == signal.SIGTRAP | 0x80:
            if thread not in inside:
                inside[thread] = _enter(thread, fault, calls)
            elif (answer := inside.pop(thread)) is not None:
                _answer(thread, answer)
        _ptrace(_SYSCALL, thread, 0, passed_on)


def _enter(child: int, fault: Fault, calls: list[str]) -> int | None:
    """Lets the call be made, as it is or changed; or not, and then says what it shall return."""
    name = NUMBERS.get(_ptrace(_PEEKUSER, child, _CALL * 8))
    if name is None:
        return None
    registers = _Registers()
    _ptrace(_GETREGS, child, 0, ctypes.addressof(registers))
    if name == "create" and not _creates(registers):
        return None
    if name == "write" and registers[_RDI] in (1, 2):
        name = "say"
    if fault.names and name not in fault.names:
        return None
    if fault.file and fault.file not in _file(child, name, registers[_RDI]):
        return None
    calls.append(name)
    if not fault.meets(len(calls)):
        return None
    if fault.how == "short":
        if name in _WRITES and registers[_RDX] > 1:
            registers[_RDX] //= 2
            _ptrace(_SETREGS, child, 0, ctypes.addressof(registers))
        return None
    registers[_CALL] = 2**64 - 1  # no call at all
    _ptrace(_SETREGS, child, 0, ctypes.addressof(registers))
    if fault.how == "kill":
        os.kill(child, signal.SIGKILL)
        return None
    return -int(fault.how)


def _answer(child: int, value: int) -> None:
    registers = _Registers()
    _ptrace(_GETREGS, child, 0, ctypes.addressof(registers))
    registers[_RAX] = value % 2**64
    _ptrace(_SETREGS, child, 0, ctypes.addressof(registers))


def _file(child: int, name: str, descriptor: int) -> str:
    """The path that a descriptor stands for."""
    if name not in (*_WRITES, "fsync", "fdatasync", "ftruncate"):
        return ""
    return os.readlink(f"/proc/{child}/fd/{descriptor}")


def _creates(registers: ctypes.Array[ctypes.c_ulonglong]) -> bool:
    if registers[_CALL] == 85:
        return True
    return bool(registers[_RDX if registers[_CALL] == 257 else _RSI] & _O_CREAT)


_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.restype = ctypes.c_long
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def _ptrace(request: int, child: int, address: int = 0, data: int = 0) -> int:
    ctypes.set_errno(0)
    answer = int(_libc.ptrace(request, child, address, data))
    if answer == -1 and (number := ctypes.get_errno()):
        if number == 3:  # it is gone: the next wait says how
            return -1
        raise OSError(number, os.strerror(number))
    return answer
