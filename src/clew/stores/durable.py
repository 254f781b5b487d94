"""Bytes that are on the disk when the call returns."""

from __future__ import annotations

import errno
import os
import sys

if sys.platform == "darwin":
    import fcntl

    def sync(fd: int) -> None:
        """fsync there leaves the bytes in the drive's own cache."""
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError:  # a network drive or FAT, which know only the plain one
            os.fsync(fd)

else:

    def sync(fd: int) -> None:
        os.fsync(fd)


def write_all(fd: int, data: bytes) -> None:
    """All of it: the system may take less at a time."""
    done = os.write(fd, data)
    rest = memoryview(data)
    while done < len(data):
        written = os.write(fd, rest[done:])
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        done += written


def read_all(fd: int, size: int) -> bytes:
    """From where `fd` stands to the end; `size` is what is expected, and saves copies."""
    data = os.read(fd, size + 1)
    if len(data) == size:  # asked for one byte more and did not get it: the end
        return data
    chunks = [data]
    while data:
        data = os.read(fd, 1 << 20)
        chunks.append(data)
    return b"".join(chunks)
