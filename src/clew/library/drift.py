"""The check at the start: one project's entry against its folder. Decided purely, carried out under the lock."""

from __future__ import annotations

from clew.text.clue import ClueEntry, ClueMemory
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.library.catalog import Memory


class Drift(Value):
    """What the clue file says of a project that its folder does not bear out."""

    dropped: tuple[str, ...] = ()  # files that are gone
    added: tuple[str, ...] = ()  # files that were missed
    retagged: bool = False  # common_tags were not the union
    missing: bool = False  # the folder is gone or holds no memory at all: reported, never cleaned

    def __bool__(self) -> bool:
        return bool(self.dropped or self.added or self.retagged)


def drift_of(entry: ClueEntry, memories: Sequence[Memory]) -> Drift:
    """Compares an entry with what stands in its folder."""
    if entry.memories and not memories:
        return Drift(missing=True)
    listed = {memory.file for memory in entry.memories}
    standing = {memory.file for memory in memories}
    return Drift(
        dropped=tuple(memory.file for memory in entry.memories if memory.file not in standing),
        added=tuple(memory.file for memory in memories if memory.file not in listed),
        retagged=tuple(entry.common_tags) != common_tags(entry.memories),
    )


def mended(entry: ClueEntry, drift: Drift, memories: Sequence[Memory]) -> ClueEntry:
    """The entry without its drift; tags that a person gave a memory stay."""
    kept = tuple(memory for memory in entry.memories if memory.file not in drift.dropped)
    missed = tuple(ClueMemory(memory.file, memory.tags) for memory in memories if memory.file in drift.added)
    return entry.but(memories=kept + missed, common_tags=common_tags(kept + missed))


def common_tags(memories: Sequence[ClueMemory]) -> tuple[str, ...]:
    """The union over a project's memories, first seen first."""
    return tuple(union(*(memory.tags for memory in memories)))
