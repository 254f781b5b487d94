"""The token that every request over HTTP must bear: in the home, for its owner alone, made when it is first needed."""

from __future__ import annotations

import os

from clew.errors import StorageFailed, Unreadable

NAME = "http-token"
_BYTES = 32  # of randomness


def path_of(home: str) -> str:
    """Where it lies."""
    return os.path.join(home, NAME)


def token_of(home: str) -> str:
    """The token of this home. Raises `Unreadable` for one that others can read too, `StorageFailed` where none can be made."""
    path = path_of(home)
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    try:
        _make(path)
        return _read(path)
    except OSError as problem:
        if isinstance(problem, Unreadable):
            raise
        raise StorageFailed("mcp.token-failed", path=path, errno=problem.errno, reason=problem.strerror) from problem


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            token = file.read(4096).decode("ascii", "replace").strip()
    except FileNotFoundError:
        raise
    except OSError as problem:
        raise Unreadable("mcp.token-unreadable", path=path, errno=problem.errno, reason=problem.strerror) from problem
    if os.name != "nt" and mode & 0o077:
        raise Unreadable("mcp.token-open", path=path)
    if len(token) < _BYTES or not token.isprintable() or "\ufffd" in token:
        raise Unreadable("mcp.token-damaged", path=path)
    return token


def _make(path: str) -> None:
    """Whole or not at all, and never over another: two servers may start at once."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    fresh = f"{path}.{os.urandom(5).hex()}"
    descriptor = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        try:
            os.write(descriptor, os.urandom(_BYTES).hex().encode() + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        try:
            os.link(fresh, path)
        except FileExistsError:  # the other was first: its token is the one
            pass
    finally:
        os.unlink(fresh)
