"""Other memories come in, one file each: `claude_code.py` reads those of `claude-code`. There is no table to edit.

A file says where such a memory lies, knows one when it sees it, and reads it into pieces (`clew.imports.pieces`); it
writes nothing. What becomes of the pieces is decided and done in `clew.imports.importing`, for all of them alike.
"""

from __future__ import annotations

import os

from clew.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from clew.agents.system import System
    from clew.imports.pieces import Found

    class Importer(Protocol):
        """What a file in this folder holds. One with `GENERAL` takes nearly anything, and is asked last."""

        TITLE: str  # what people call it

        def takes(self, path: str, /) -> bool:
            """Whether a file or folder that is there is such a memory."""

        def places(self, system: System, dir: str, /) -> Sequence[str]:
            """Where it lies for somebody who works in `dir`, whether or not it is there."""

        def read(self, path: str, dir: str, /) -> Found:
            """Its pieces. What of it cannot be read is among the problems. Raises `NotFound`, `Unreadable`, `Usage`."""


_NO_IMPORTERS = {"__init__", "pieces", "reading", "importing"}


def names() -> list[str]:
    """Everything that can be imported, by name."""
    stems = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if file.endswith(".py")}
    return sorted(stem.replace("_", "-") for stem in stems - _NO_IMPORTERS)


def find(name: str) -> Importer:
    """The importer of this name, which is one of `names`."""
    importer: Importer = __import__(f"{__name__}.{name.replace('-', '_')}", fromlist=["TITLE"])
    return importer


def sources(source: str, system: System, dir: str) -> list[tuple[str, str]]:
    """What `clew import SOURCE` means: (importer, path) of each place, by the importer's name or by a path.

    Raises `NotFound` where nothing is there, or nobody knows what it is.
    """
    if source in names():
        places = find(source).places(system, dir)
        found = [(source, place) for place in places if os.path.exists(place)]
        if not found:
            raise NotFound("imports.nothing-there", path=places[0] if places else dir, name=source)
        return found
    path = os.path.abspath(os.path.expanduser(source))
    if not os.path.lexists(path):
        raise NotFound("imports.no-source", path=path, names=names())
    for name in sorted(names(), key=lambda name: getattr(find(name), "GENERAL", False)):
        if find(name).takes(path):
            return [(name, path)]
    raise NotFound("imports.unknown", path=path, names=names())
