"""Passages found by what they mean: a model on this machine, the vectors of all passages, the likest ones.

Optional. Nothing of it is loaded, and no file of it is there, before somebody runs `clew index --embed`.
"""

from __future__ import annotations

import os


def folder_in(index: str) -> str:
    """Where the vectors of an index lie."""
    return os.path.join(index, "vectors")


def are_there(index: str) -> bool:
    """Whether anything was embedded: until then a search loads nothing of this room."""
    return os.path.exists(os.path.join(folder_in(index), "vectors.db"))
