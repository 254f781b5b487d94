"""What can be wrong with the index's own files, as a key of words."""

from __future__ import annotations

import errno
import sqlite3

from clew.errors import ClewError, Locked, StorageFailed
from clew.text.late import late

BUSY, FULL, REFUSED = REFUSALS = ("index.busy", "index.full", "index.refused")  # the files themselves may be in order
DAMAGED, OUTDATED = "index.damaged", "index.outdated"

_OF_SQLITE = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: REFUSED,
    sqlite3.SQLITE_PERM: REFUSED,
    sqlite3.SQLITE_CANTOPEN: REFUSED,
    sqlite3.SQLITE_IOERR: REFUSED,
    sqlite3.SQLITE_NOMEM: REFUSED,
}
_NUMBER = late(r"os error (\d+)")  # as the engine's library tells it


def key_of(problem: BaseException) -> str:
    """Why the index could not be used as it was, or not be written."""
    if isinstance(problem, Locked):
        return BUSY
    if isinstance(problem, sqlite3.Error):
        return _OF_SQLITE.get(getattr(problem, "sqlite_errorcode", 0) & 0xFF, DAMAGED)
    if isinstance(problem, OSError):
        return _of_number(problem.errno)
    if isinstance(problem, ClewError):
        return REFUSED
    if isinstance(problem.__cause__, (sqlite3.Error, OSError)):
        return key_of(problem.__cause__)
    number = _NUMBER.search(str(problem))
    if number:
        return _of_number(int(number[1]))
    return OUTDATED if type(problem).__name__ == "Outdated" else DAMAGED


def told(problem: BaseException, path: str) -> ClewError:
    """The same as an error of clew."""
    if isinstance(problem, ClewError):
        return problem
    return StorageFailed(key_of(problem), path=path, errno=getattr(problem, "errno", None))


def _of_number(number: int | None) -> str:
    if number in (errno.ENOSPC, getattr(errno, "EDQUOT", None), errno.EFBIG):
        return FULL
    return DAMAGED if number in (errno.ENOENT, errno.EINVAL) else REFUSED
