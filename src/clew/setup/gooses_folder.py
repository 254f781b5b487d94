"""goose's own memory folder, where clew's forerunner put its library. Its tool that empties a memory deletes all of it."""

from __future__ import annotations

import os
from itertools import pairwise

from clew.agents import goose
from clew.agents.system import System
from clew.library.clue_file import PATH
from clew.setup.places import is_within


def libraries(system: System | None = None) -> list[str]:
    """The folders of goose's that hold a clue file."""
    folders = goose.memory_folders(system or System.here())
    return [folder for folder in folders if is_library(folder)]


def is_library(folder: str) -> bool:
    """Whether there is a clue file."""
    return os.path.isfile(os.path.join(folder, PATH))


def holds(root: str, system: System | None = None) -> bool:
    """Whether a library lies where goose may delete it: in its own memory folder, or in that of a project."""
    parts = root.replace("\\", "/").split("/")
    of_a_project = any(pair == (".goose", "memory") for pair in pairwise(parts))
    return of_a_project or is_within(root, goose.memory_folders(system or System.here()))


def texts(root: str) -> list[str]:
    """What goose's own extension keeps there: `*.txt`, none of clew's business."""
    try:
        return sorted(name for name in os.listdir(root) if name.endswith(".txt") and not name.startswith("."))
    except OSError:
        return []
