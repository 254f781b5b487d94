"""Conflict copies: the second text that a sync leaves beside a file. They are never memories."""

from __future__ import annotations

# What stands in a copy's name: ours, Syncthing's, and that of Dropbox, Nextcloud and others, in both languages.
_MARKS = (".conflict-", ".sync-conflict-", "conflicted copy", "冲突副本", "冲突的副本", "衝突複本")


def is_conflict_copy(name: str) -> bool:
    """Whether a file name says that it is the other side of a conflict."""
    folded = name.casefold()
    return any(mark in folded for mark in _MARKS)


def is_memory_file(name: str) -> bool:
    """Whether a file of this name in a project's folder is a memory: `.md`, not hidden, no conflict copy."""
    return name.endswith(".md") and not name.startswith(".") and not is_conflict_copy(name)
