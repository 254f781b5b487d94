"""What a store is: relative POSIX paths to bytes, each with a revision.

A store holds bytes and nothing else. It does not decode, it does not merge, it does not know what
a memory is. Whoever writes says which revision is replaced; a stale expectation is a `Conflict`
that carries both texts, and nothing is written.
"""

from __future__ import annotations

import sys

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import Any, Protocol
else:
    Protocol = object

ANY = "*"  # an expectation that every present state meets, absence included
ABSENT = ""  # the expectation that there is no such file; also the revision of a file that is not there


# A write meets each text up to five times over; to compare it costs a tenth of hashing it.
_SMALLEST, _LARGE, _LARGEST, _MOST = 1 << 10, 1 << 16, 1 << 23, 4
_recent: list[tuple[bytes, str]] = []
_STEP = 1 << 17
_trail: tuple[bytes, list[Any]] = b"", []  # the last large text, and the hash as it stood behind each step of it


def revision_of(data: bytes) -> str:
    """The sha256 of the bytes, in hex."""
    if len(data) >= _SMALLEST:
        for known, revision in tuple(_recent):
            if known == data:
                return revision
    revision = _sha256(data)
    if _SMALLEST <= len(data) <= _LARGEST:
        _recent.insert(0, (data, revision))
        del _recent[_MOST:]
    return revision


def _sha256(data: bytes) -> str:
    """A short text is hashed by CPython's own module, as `hashlib` does without OpenSSL: to load that costs 4 ms."""
    if len(data) < _LARGE and "hashlib" not in sys.modules:
        try:
            own = __import__("_sha2" if sys.version_info >= (3, 12) else "_sha256")
            return str(own.sha256(data).hexdigest())
        except ImportError:  # a CPython that was built without it
            pass
    return _hashed_on(data)


def _hashed_on(data: bytes) -> str:
    """The hash of a text that is mostly the last one goes on from where the two part."""
    global _trail
    from hashlib import sha256

    last, hashes = _trail  # another thread may replace it meanwhile, nobody changes it
    same = 0
    while same < len(hashes) and data.startswith(last[same * _STEP : (same + 1) * _STEP], same * _STEP):
        same += 1
    passed = hashes[:same]
    running = passed[-1].copy() if passed else sha256()
    view = memoryview(data)
    for start in range(same * _STEP, len(data), _STEP):
        running.update(view[start : start + _STEP])
        if start + _STEP <= len(data):
            passed.append(running.copy())
    if _LARGE <= len(data) <= _LARGEST:
        _trail = data, passed
    return running.hexdigest()


class Blob(Value):
    """The bytes of one file as they were at one moment."""

    data: bytes
    revision: str
    fingerprint: str  # `Stat.fingerprint` then; "" when the file is younger than 20 ms: a further change could hide in
    # the same clock tick, so it equals nothing and the next reader looks again (nobody sleeps for that)


class Seen(str):
    """The revision of a file that was read, as an expectation: while the file's fingerprint stands, a store may take
    the bytes for the same without reading a megabyte again; and to compare them is quicker than to hash them."""

    __slots__ = ("blob",)
    blob: Blob

    def __new__(cls, blob: Blob) -> Seen:
        seen = super().__new__(cls, blob.revision)
        seen.blob = blob
        return seen


class Stat(Value):
    """What a folder says about one name, without opening it."""

    path: str  # relative to the root, POSIX
    kind: str  # "file", "folder", "link", or "other" (a FIFO, a socket, a device)
    size: int  # bytes
    modified: float  # seconds since the epoch
    fingerprint: str  # size, mtime, ctime and inode in one string; a change of bytes changes it

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]


class Store(Protocol):
    """The contract that each store keeps; `tests/stores/suite.py` holds it to it.

    Paths are relative, with `/`, without `.`, `..`, empty or absolute parts; any other is `Usage`.
    A path is the file it names, exactly: what is not a regular file is `Unreadable` to `get` and is
    neither replaced by `put` nor removed by `delete`.
    """

    name: str  # "library", "workspace", or the name of an extra folder
    root: str  # absolute; what `path` in errors and JSON starts with

    def get(self, path: str) -> Blob:
        """The file. Raises `NotFound`; `Unreadable` for what is there but cannot be read."""
        ...

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        """Writes the whole file, atomically and durably, making folders as needed.

        `expect` is the revision that this replaces, `ABSENT` for a new file, `ANY` for whatever is there.
        Raises `Conflict` (nothing written), `Locked`, `Unreadable`, `StorageFailed` (nothing changed).
        """
        ...

    def delete(self, path: str, expect: str = ANY) -> None:
        """Removes the file; a folder that it leaves empty goes with it, the root never. Raises as `put`, and `NotFound`."""
        ...

    def stat(self, path: str) -> Stat | None:
        """What is under this name, or None; nothing is opened."""
        ...

    def list(self, folder: str = "", deep: bool = False) -> list[Stat]:
        """What is in a folder, sorted by path, hidden names too; `deep` goes down into folders (not links).

        A folder that does not exist is empty. One that cannot be read raises `Unreadable`.
        """
        ...

    def lock(self, seconds: float = 10.0) -> AbstractContextManager[None]:
        """Holds the store for this thread: no other thread or process writes meanwhile. Re-entrant.

        Raises `Locked` when another holder keeps it for longer. A dead holder holds nothing.
        """
        ...

    def recover(self) -> None:
        """Cleans up after a writer that died in the middle; what reading commands do first. Cheap, never raises."""
        ...
