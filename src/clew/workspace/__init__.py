"""The workspace memory: long-term memory and daily notes, PicoClaw's methods on files that nobody loses."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.workspace.memory import MemoryStore

__all__ = ["MemoryStore"]


def __getattr__(name: str) -> type[MemoryStore]:
    if name != "MemoryStore":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from clew.workspace.memory import MemoryStore  # late: a search only wants to know where the files lie

    return MemoryStore
