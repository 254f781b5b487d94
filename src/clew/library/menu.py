"""The start menu: every memory of a project from disk, newest first, and its parents' apart."""

from __future__ import annotations

from clew.library.drift import Drift
from clew.stores.contract import revision_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.library.catalog import Memory
    from clew.library.conflicts import ConflictCopy

SHOWN_TO_AGENTS = 20


class MenuLine(Value):
    """One memory that can be picked by its number."""

    number: int
    name: str
    file: str  # POSIX, relative to the library
    path: str  # absolute
    lines: int
    modified: str  # RFC 3339 with offset


class ParentLine(MenuLine):
    """A memory of a directory above; `dir` says which."""

    dir: str


class Menu(Value):
    """What is put before an agent or a person at the start of a conversation."""

    lines: tuple[MenuLine, ...]
    parents: tuple[ParentLine, ...]
    drift: Drift
    moved_from: str | None = None  # a project whose directory is gone and which may be this one

    conflicts: tuple[ConflictCopy, ...] = ()  # other texts of these memories, which nobody has settled yet

    def files(self) -> tuple[str, ...]:
        """The files in the order of their numbers."""
        return tuple(line.file for line in (*self.lines, *self.parents))

    @property
    def revision(self) -> str:
        """sha256 of the files in their order: another one where a number would mean another memory."""
        return revision_of("\n".join(self.files()).encode("utf-8", "surrogateescape"))


def newest_first(memories: Sequence[Memory]) -> list[Memory]:
    """By the time of the last segment, else the file's; ties by file name."""
    return sorted(memories, key=lambda memory: (-memory.modified, memory.file))
