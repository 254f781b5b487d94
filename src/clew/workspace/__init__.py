"""The workspace memory: long-term memory and daily notes, PicoClaw's methods on files that nobody loses."""

from __future__ import annotations

from clew.workspace.memory import MemoryStore

__all__ = ["MemoryStore"]
