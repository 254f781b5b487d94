"""Two names change places in one step: `renameat2` on Linux, `renameatx_np` on macOS, which Python does not know."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_EXCHANGE = 2  # of both
_CALLS = {"linux": "renameat2", "darwin": "renameatx_np"}
# The kernel, the disk or a container's fence does not know it or does not let us.
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)

_call: Callable[[int, bytes, int, bytes, int], int] | None = None


def swap(folder: int, one: str, other: str) -> bool:
    """In this open folder; both must be there. False where that cannot be done; raises `OSError`."""
    import ctypes  # late: it costs 2 ms, and only who writes where another writes too has need of it

    global _call
    if _call is None:
        try:
            found = getattr(ctypes.CDLL(None, use_errno=True), _CALLS[sys.platform])
        except (KeyError, OSError, AttributeError):  # another system, or a C library without it
            return False
        found.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
        _call = found
    if _call(folder, os.fsencode(one), folder, os.fsencode(other), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), one)
