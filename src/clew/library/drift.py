"""The check at the start: one project's entry against its folder. Decided purely, carried out under the lock."""

from __future__ import annotations

from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.conflicts import placeholder_of
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.library.catalog import Memory


class Drift(Value):
    """What the clue file says of a project that its folder does not bear out."""

    dropped: tuple[str, ...] = ()  # files that are gone
    added: tuple[str, ...] = ()  # files that were missed
    retagged: bool = False  # common_tags were not the union
    missing: bool = False  # the folder is gone or holds no memory at all: reported, never cleaned

    def __bool__(self) -> bool:
        return bool(self.dropped or self.added or self.retagged)


def drift_of(entry: ClueEntry, memories: Sequence[Memory], others: Iterable[str] = ()) -> Drift:
    """Compares an entry with what stands in its folder: the memories, and what other names there are."""
    if entry.memories and not memories:
        return Drift(missing=True)
    listed = {memory.file for memory in entry.memories}
    standing = names_that_stand((memory.file for memory in memories), others)
    return Drift(
        dropped=tuple(memory.file for memory in entry.memories if memory.file not in standing),
        added=tuple(memory.file for memory in memories if memory.file not in listed and memory.problem is None),
        retagged=tuple(entry.common_tags) != common_tags(entry.memories),
    )


def names_that_stand(memories: Iterable[str], others: Iterable[str]) -> frozenset[str]:
    """Every name that is not gone, be it a link now, a conflict copy, or a file in the cloud."""
    others = list(others)
    away = [file for file in map(placeholder_of, others) if file]
    return frozenset([*memories, *others, *away])


def mended(entry: ClueEntry, drift: Drift, memories: Sequence[Memory]) -> ClueEntry:
    """The entry without its drift; tags that a person gave a memory stay."""
    kept = tuple(memory for memory in entry.memories if memory.file not in drift.dropped)
    missed = tuple(ClueMemory(memory.file, memory.tags) for memory in memories if memory.file in drift.added)
    return entry.but(memories=kept + missed, common_tags=common_tags(kept + missed))


def is_disaster(gone: int, of: int) -> bool:
    """Whether so many memories at once went by no one's choice: ten at least, and more than a tenth of the library."""
    return gone >= 10 and 10 * gone > of


def common_tags(memories: Sequence[ClueMemory]) -> tuple[str, ...]:
    """The union over a project's memories, first seen first."""
    # Equal spellings, which are most, need no comparing by NFC and case.
    return tuple(union(dict.fromkeys([tag for memory in memories for tag in memory.tags])))
