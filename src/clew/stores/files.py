"""Atomic writes as PicoClaw does them, for whoever holds a path and no store.

A link is replaced by a file, the mode is the one given and not the old one, folders are made with 0755
less the umask. The store does otherwise in all of these.
"""

from __future__ import annotations

import errno
import os
import sys

from clew.stores.durable import sync, write_all
from clew.stores.failures import Telling, failed
from clew.stores.handle import kind_of
from clew.stores.native import NativeFolder
from clew.stores.temporary import new_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.stores.handle import Folder


def write_file_atomic(path: str | os.PathLike[str], data: bytes, mode: int = 0o600) -> None:
    """Afterwards the file holds exactly `data`, on the disk; after any failure it is as it was.

    Raises `StorageFailed` with the `errno`; its `data["stage"]` says how far the write came.
    """
    target = os.path.abspath(path)
    above, name = os.path.split(target)
    make_open_folders(above, stage="failed to create directory")
    with _stage(target, "create temp file"):
        folder = NativeFolder.root(above)
    try:
        _replace(folder, name, target, data, mode)
        try:
            folder.sync()
        except OSError:  # PicoClaw's rule: the file is there, and most file systems need no more
            pass
    finally:
        folder.close()


def copy_file_atomic(source: str | os.PathLike[str], target: str | os.PathLike[str], mode: int = 0o600) -> None:
    """Reads the one, writes the other. Raises `NotFound` or `Unreadable` for the source, else as `write_file_atomic`."""
    with Telling("read", os.path.abspath(source)), open(source, "rb") as file:
        data = file.read()
    write_file_atomic(target, data, mode)


def _replace(folder: Folder, name: str, target: str, data: bytes, mode: int) -> None:
    temporary = new_name()
    with _stage(target, "create temp file"):
        fd = folder.create(temporary)
    try:
        _fill(fd, target, data, mode)
        with _stage(target, "rename temp file"):
            if _is_folder(folder, name):  # some systems say so with another number
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
            folder.move(temporary, name)
    except BaseException:  # Ctrl-C too must leave no temporary file
        try:
            folder.remove(temporary)
        except OSError:  # the first failure is the one to tell of
            pass
        raise


def _fill(fd: int, target: str, data: bytes, mode: int) -> None:
    try:
        with _stage(target, "write temp file"):
            write_all(fd, data)
        with _stage(target, "sync temp file"):
            sync(fd)
        if sys.platform != "win32":
            with _stage(target, "set permissions"):
                os.fchmod(fd, mode)
    except BaseException:  # a descriptor must not stay open
        os.close(fd)
        raise
    with _stage(target, "close temp file"):
        os.close(fd)


def _stage(target: str, what: str) -> Telling:
    return Telling("write", target, stage=f"failed to {what}")


def _is_folder(folder: Folder, name: str) -> bool:
    try:
        return kind_of(folder.look(name)) == "folder"
    except FileNotFoundError:
        return False


def make_open_folders(path: str, **data: object) -> None:
    """All of this absolute path that are missing, 0755 less the umask: `os.makedirs` would give the upper ones 0777.

    Raises `StorageFailed` with `data`.
    """
    missing = []
    with Telling("write", path, **data):
        while True:
            try:
                seen = os.stat(path)
                break
            except (FileNotFoundError, NotADirectoryError):
                missing.append(path)
                path = os.path.dirname(path)
    if kind_of(seen) != "folder":
        raise failed("write", path, NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path), **data)
    for path in reversed(missing):
        with Telling("write", path, **data):
            _make(path)


def _make(path: str) -> None:
    try:
        os.mkdir(path, 0o755)
    except FileExistsError:
        if not os.path.isdir(path):
            raise
