"""What tells, without opening a file, whether it changed."""

from __future__ import annotations

import os
import sys
from time import time_ns

TICK = 20_000_000  # ns; two changes within one tick of the kernel's clock (1 to 16 ms) may carry the same time
COARSE_TICK = 2_020_000_000  # ns; FAT counts in steps of two seconds, HFS+ and ext3 in whole ones


def fingerprint(stat: os.stat_result) -> str:
    """The one string that `Stat` and `Blob` carry."""
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ctime_ns}-{stat.st_ino}"


def settled(stat: os.stat_result) -> str:
    """The fingerprint, or "" while a further change could still hide behind it.

    The time of the last change of any kind is what counts (ctime): nobody can set it, whereas an editor, rsync
    and git put an mtime back. Windows has no such time. A time in the future (a clock set back) is never settled.
    """
    changed = stat.st_mtime_ns if sys.platform == "win32" else stat.st_ctime_ns
    tick = COARSE_TICK if changed % 1_000_000_000 == 0 else TICK
    return fingerprint(stat) if time_ns() - changed >= tick else ""
