"""goose's own memory extension: `CATEGORY.txt`, for all projects in its settings, for one in `.goose/memory`.

An entry is some lines, the first of them perhaps `# tag tag`; an empty line ends it.
"""

from __future__ import annotations

import os

from clew import agents
from clew.imports.pieces import Fact, Found
from clew.imports.reading import files_in, texts_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.agents.system import System
    from clew.errors import ClewError

TITLE = "goose"
_LOCAL = os.path.join(".goose", "memory")


def takes(path: str) -> bool:
    """A folder of its texts, or one of them: in one called `memory`, with nothing of Markdown in it."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    inside = os.listdir(folder) if os.path.isdir(folder) else []
    named = os.path.basename(os.path.normpath(folder)) == "memory"
    return named and any(name.endswith(".txt") for name in inside) and not path.endswith(".md")


def places(system: System, dir: str) -> list[str]:
    settings = agents.find("goose").settings(system)
    return [system.join(system.above(settings), "memory"), system.join(dir, ".goose", "memory")]


def read(path: str, dir: str) -> Found:
    problems: list[ClewError] = []
    files = files_in(path, ".txt", problems) if os.path.isdir(path) else iter([path])
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    local = os.path.normpath(folder).endswith(os.sep + _LOCAL)
    pieces = [
        Fact(file, fact, time, os.path.splitext(os.path.basename(file))[0], dir if local else None)
        for file, text, time in texts_in(files, problems)
        for fact in _entries(text)
    ]
    return Found(tuple(pieces), tuple(problems))


def _entries(text: str) -> Iterator[str]:
    """Each entry as one line, its tags behind it: they are the words by which it was to be found."""
    for entry in text.split("\n\n"):
        lines = [line.strip() for line in entry.split("\n") if line.strip()]
        tags = lines.pop(0)[1:].strip() if lines and lines[0].startswith("# ") else ""
        if lines:
            yield " ".join(lines) + (f" ({tags})" if tags else "")
