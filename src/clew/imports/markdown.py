"""A folder of Markdown, or one file: each file becomes a memory of the project that it is imported into."""

from __future__ import annotations

import os

from clew.imports.pieces import Found, Memory
from clew.imports.reading import files_in, texts_in, title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System
    from clew.errors import ClewError

TITLE = "Markdown"
GENERAL = True


def takes(path: str) -> bool:
    return os.path.isdir(path) or path.lower().endswith((".md", ".markdown", ".txt"))


def places(system: System, dir: str) -> list[str]:
    """Nowhere in particular: a folder is given by its path."""
    return []


def read(path: str, dir: str) -> Found:
    problems: list[ClewError] = []
    files = files_in(path, ".md", problems, deep=True) if os.path.isdir(path) else iter([path])
    pieces = [
        Memory(file, title_of(text, file), text, time, dir, _folders(path, file))
        for file, text, time in texts_in(files, problems)
    ]
    return Found(tuple(pieces), tuple(problems))


def _folders(root: str, file: str) -> tuple[str, ...]:
    """The folders that it lies in say what it is about."""
    inside = os.path.relpath(os.path.dirname(file), root) if os.path.isdir(root) else os.curdir
    return () if inside == os.curdir else tuple(inside.split(os.sep))[:3]
