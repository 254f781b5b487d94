"""Sizes of files, for a person."""

from __future__ import annotations


def shown_size(size: int) -> str:
    """`12 KiB`."""
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size} {unit}"
        size //= 1024
    return f"{size} GiB"
