"""From what the system says to the errors of clew: which file, why in plain words, the errno kept."""

from __future__ import annotations

import errno

from clew.errors import ClewError, NotFound, StorageFailed, Unreadable
from clew.words import has

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class Telling:
    """`with Telling("write", path):` an `OSError` of the system leaves as an error of clew.

    `read` tells it as `NotFound` or `Unreadable`; `write`, `delete`, `lock` as `StorageFailed`, with `data`.
    """

    __slots__ = ("_action", "_data", "_path")

    def __init__(self, action: str, path: str, **data: object) -> None:
        self._action = action
        self._path = path
        self._data = data

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if not isinstance(error, OSError) or isinstance(error, ClewError):
            return
        if self._action == "read":
            raise unreadable(self._path, error) from error
        raise failed(self._action, self._path, error, **self._data) from error


def failed(action: str, path: str, error: OSError, **data: object) -> StorageFailed:
    return StorageFailed(_key(action, error), path=path, errno=error.errno, reason=_reason(error), **data)


def unreadable(path: str, error: OSError) -> NotFound | Unreadable:
    if isinstance(error, FileNotFoundError):
        return NotFound("stores.not-found", path=path, errno=errno.ENOENT)
    return Unreadable(_key("read", error), path=path, errno=error.errno, reason=_reason(error))


def not_a_file(path: str, kind: str) -> Unreadable:
    """For what stands where a regular file should; `kind` as in `Stat`."""
    if kind == "link":
        return Unreadable("stores.is-link", path=path, errno=errno.ELOOP)
    if kind == "folder":
        return Unreadable("stores.is-folder", path=path, errno=errno.EISDIR)
    return Unreadable("stores.is-special", path=path, errno=errno.EINVAL)


def _key(action: str, error: OSError) -> str:
    key = f"stores.{action}-{errno.errorcode.get(error.errno or 0, 'other')}"
    return key if has(key) else f"stores.{action}-other"


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
