"""Two sides of a clue file made one, by entry and by memory, never by line.

Each entry is a directory's, each memory in it a file's; tags are sets. What only one side touched, comments and unknown
keys included, is that side's to the letter. What contradicts itself (a name, a slug) is theirs: others have it already.
"""

from __future__ import annotations

from clew.errors import Unreadable
from clew.text.clue import ClueEntry, ClueMemory, new_clue, read_clue, with_entries, without_entry
from clew.text.clue_outline import Outline
from clew.text.tags import merged_tags, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Entries = Mapping[str, ClueEntry]
    Blocks = dict[str, bytes]


def merge_clues(base: bytes | None, ours: bytes, theirs: bytes, path: str = ".clue") -> bytes:
    """The clue file that says what both say. Raises `Unreadable` for one that does not parse.

    `base` None: nobody knows what the two came from, and nothing is taken out.
    """
    if ours in (theirs, base):
        read_clue(theirs, path)
        return theirs
    mine, other = _entries(ours, path), _entries(theirs, path)
    if theirs == base:
        return ours
    before = _entries(base, path) if base is not None else {}
    wanted = merged_entries(before, mine, other)
    data = _with_untouched(base or new_clue(()), ours, theirs)
    now = _entries(data, path)
    for dir in now.keys() - wanted.keys():
        data = without_entry(data, dir, path=path)
    return with_entries(data, [entry for dir, entry in wanted.items() if now.get(dir) != entry], path=path)


def merged_entries(base: Entries, ours: Entries, theirs: Entries) -> dict[str, ClueEntry]:
    """The entries of both by directory, theirs first."""
    found: dict[str, ClueEntry] = {}
    for dir in {**theirs, **ours}:
        mine, other, before = ours.get(dir), theirs.get(dir), base.get(dir)
        if mine is not None and other is not None:
            found[dir] = _merged(before or ClueEntry(dir, "", "", (), ()), mine, other)
        elif (only := mine or other) is not None and only != before:
            found[dir] = only
    return found


def _merged(base: ClueEntry, ours: ClueEntry, theirs: ClueEntry) -> ClueEntry:
    if ours == theirs:
        return theirs
    old, mine, other = ({memory.file: memory.tags for memory in entry.memories} for entry in (base, ours, theirs))
    memories = []
    for file in {**other, **mine}:
        if file in mine and file in other:
            memories.append(ClueMemory(file, tuple(merged_tags(old.get(file, ()), mine[file], other[file]))))
        elif (only := mine.get(file, other.get(file))) is not None and only != old.get(file):
            memories.append(ClueMemory(file, only))
    return ClueEntry(
        dir=theirs.dir,
        dir_slug=_either(base.dir_slug, ours.dir_slug, theirs.dir_slug),
        name=_either(base.name, ours.name, theirs.name),
        common_tags=tuple(union(*(memory.tags for memory in memories))),
        memories=tuple(memories),
    )


def _either(base: str, ours: str, theirs: str) -> str:
    return ours if theirs == base else theirs


def _entries(data: bytes, path: str) -> dict[str, ClueEntry]:
    """By directory; of two with the same the first, which is the one that counts."""
    return {entry.dir: entry for entry in reversed(read_clue(data, path).entries)} if data else {}


def _with_untouched(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """Theirs, with the letters of ours where they left those of the base: comments, unknown keys, the order of keys."""
    taken = [_taken_apart(data) for data in (base, ours, theirs)]
    if any(one is None for one in taken):
        return theirs
    (head, old, tail), (my_head, mine, my_tail), (their_head, other, their_tail) = filter(None, taken)
    blocks = [
        mine[dir] if dir in mine and block == old.get(dir) and mine[dir] != block else block
        for dir, block in other.items()
    ]
    start = my_head if their_head == head and my_head.rstrip().endswith(b"entries:") else their_head
    end = my_tail if their_tail == tail else their_tail
    return b"".join([start, *blocks, end]) if blocks else theirs


def _taken_apart(data: bytes) -> tuple[bytes, Blocks, bytes] | None:
    """What stands before the first entry, each entry by its directory, what stands behind; None for any other form."""
    try:
        outline = Outline(data, "")
    except Unreadable:
        return None
    entries = [entry for entry in outline.entries if entry is not None]
    if outline.trouble is not None or len(entries) != len(outline.entries):
        return None
    if not outline.blocks:
        return data, {}, b""
    blocks = {entry.dir: data[start:end] for (start, end), entry in zip(outline.blocks, entries)}
    if len(blocks) != len(entries) or not all(block.endswith(b"\n") for block in blocks.values()):
        return None
    return data[: outline.blocks[0][0]], blocks, data[outline.blocks[-1][1] :]
