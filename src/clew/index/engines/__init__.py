"""The full-text engines: one file each, found by its name, the best that is installed first."""

from __future__ import annotations

import os

from clew.index.contract import EngineFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.index.contract import Engine

    Opens = Callable[[str | None], Engine]

ENGINES = ("tantivy", "fts5")  # the quickest first; the last is always there


def best_engine() -> str:
    """The name of the best engine whose library is installed."""
    return next(name for name in ENGINES if _class_of(name) is not None)


def open_engine(name: str, folder: str | None) -> Engine:
    """The engine in a folder of its own, made where it is new; without a folder in memory.

    Raises `EngineFailed` where its library is missing or its files are not as it left them.
    """
    kind = _class_of(name)
    if kind is None:
        raise EngineFailed(f"no engine {name!r} here")
    if folder is not None and not _holds_files_only(folder):
        raise EngineFailed(f"there is something else than files in {folder}")
    return kind(folder)


def _holds_files_only(folder: str) -> bool:
    """An engine would wait for ever for what comes out of a pipe, and read a device to its end."""
    try:
        with os.scandir(folder) as entries:
            return all(entry.is_file(follow_symlinks=False) for entry in entries)
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _class_of(name: str) -> Opens | None:
    """None for an engine that is unknown or not installed."""
    if name not in ENGINES:
        return None
    try:
        module = __import__(f"clew.index.engines.{name}", fromlist=["ENGINE"])  # `importlib` costs a millisecond
    except ImportError:
        return None
    found: Opens = module.ENGINE
    return found
