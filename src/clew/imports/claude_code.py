"""Claude Code's auto memory: `MEMORY.md` and a file for each topic, in a folder for each project."""

from __future__ import annotations

import os

from clew.imports import markdown
from clew.imports.pieces import Found, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

TITLE = "Claude Code"


def takes(path: str) -> bool:
    """`…/projects/PROJECT/memory`, wherever the settings put it."""
    project, name = os.path.split(os.path.normpath(path))
    return name == "memory" and os.path.basename(os.path.dirname(project)) == "projects" and os.path.isdir(path)


def places(system: System, dir: str) -> list[str]:
    """Its folder of a project is the project's path, with a dash for whatever is no letter or digit."""
    folder = "".join(char if char.isascii() and char.isalnum() else "-" for char in dir)
    settings = system.named("CLAUDE_CONFIG_DIR") or system.at_home(".claude")
    return [system.join(settings, "projects", folder, "memory")]


def read(path: str, dir: str) -> Found:
    found = markdown.read(path, dir)
    return found.but(pieces=tuple(_named(piece) for piece in found.pieces if isinstance(piece, Memory)))


def _named(piece: Memory) -> Memory:
    """Every project has a `MEMORY.md`; a memory of that name would say nothing."""
    name = os.path.basename(piece.source)
    return piece.but(title="Claude Code memory" if name == "MEMORY.md" else piece.title)
