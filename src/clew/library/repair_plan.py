"""How fixes change a clue file, decided purely: from a look at the library to the entries as they should be."""

from __future__ import annotations

from clew.library.drift import common_tags
from clew.library.findings import (
    AddMemory,
    DropMemory,
    JoinEntries,
    JoinMemories,
    RebuildClue,
    RebuildEntry,
    RemoveTemporary,
    Retag,
)
from clew.library.menu import newest_first
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.slugs import is_folder_name, project_name, slug_of
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from clew.library.catalog import Standing
    from clew.library.findings import Fix
    from clew.library.survey import Group, Snapshot


class Plan(Value):
    """What a repair does."""

    changed: tuple[ClueEntry, ...] = ()
    joined: tuple[str, ...] = ()  # directories of which only the first entry stays
    base: bytes | None = None  # what a clue file that is missing begins from
    dropped: int = 0  # lines of memories whose text is not in the library any more
    temporary: tuple[str, ...] = ()


class Claim(Value):
    """A folder that the clue file misses, and the directory that it is of, as far as anything says so."""

    standing: Standing
    dir: str | None
    taken: str | None = None  # the folder that this directory has already


def plan(snapshot: Snapshot, fixes: Collection[Fix]) -> Plan:
    """The change that these fixes make together, as one."""
    temporary = tuple(fix.file for fix in fixes if isinstance(fix, RemoveTemporary))
    if RebuildClue() in fixes:
        return rebuilt(snapshot).but(temporary=temporary)
    wanted = {fix.dir: fix.slug for fix in fixes if isinstance(fix, RebuildEntry)}
    entries = [
        _rebuilt_entry(claim.standing, claim.dir, (*snapshot.past.of_folder(claim.standing.folder), *snapshot.entries))
        for claim in (claims(snapshot) if wanted else ())
        if claim.dir and wanted.get(claim.dir) == claim.standing.folder
    ]
    dropped = [fix for fix in fixes if isinstance(fix, DropMemory)]
    return Plan(
        changed=(*_mended(snapshot, fixes), *entries),
        joined=tuple(fix.dir for fix in fixes if isinstance(fix, JoinEntries)),
        dropped=sum(f"{fix.slug}/{fix.file}" not in snapshot.moved for fix in dropped),
        temporary=temporary,
    )


def after_fixes(snapshot: Snapshot, group: Group, entry: ClueEntry, fixes: Collection[Fix]) -> ClueEntry:
    """One entry after fixes of its folder; where none concerns it, as it is."""
    memories = list(entry.memories)
    if JoinEntries(entry.dir) in fixes:
        memories += [memory for spare in group.spares if spare.dir == entry.dir for memory in spare.memories]
        memories = _once(memories, {memory.file for memory in memories})
    memories = _once(memories, {fix.file for fix in fixes if isinstance(fix, JoinMemories) and fix.dir == entry.dir})
    dropped = {fix.file for fix in fixes if isinstance(fix, DropMemory)}
    memories = [memory for memory in memories if memory.file not in dropped]
    added = {fix.file for fix in fixes if isinstance(fix, AddMemory)}
    for memory in group.missed if added else ():
        if memory.file in added and entry in _takers(group, memory.dir):
            tags = snapshot.tags_before_move(memory.path)
            memories.append(ClueMemory(memory.file, memory.tags if tags is None else tags))
    if tuple(memories) == entry.memories and Retag(entry.dir) not in fixes:
        return entry
    return entry.but(memories=tuple(memories), common_tags=common_tags(memories))


def rebuilt(snapshot: Snapshot) -> Plan:
    """A clue file in place of a missing one: the last there was, made to say what stands, and what it never knew."""
    before: dict[str, list[ClueEntry]] = {}
    for entry in snapshot.past.entries:
        before.setdefault(entry.dir, []).append(entry)
    standing = {one.folder: one for one in snapshot.folders if one.files}
    entries, dropped = [], 0
    for dir, past in before.items():
        if there := standing.get(past[0].dir_slug):
            entries.append(_rebuilt_entry(there, dir, past))
            dropped += len({memory.file for entry in past for memory in entry.memories} - there.files.keys())
    entries += [_rebuilt_entry(one.standing, one.dir, ()) for one in claims(snapshot) if one.dir and not one.taken]
    doubled = tuple(dir for dir, past in before.items() if len(past) > 1)
    return Plan(tuple(entries), doubled, snapshot.past.data, dropped)


def claims(snapshot: Snapshot) -> Iterator[Claim]:
    """For each folder that the clue file misses, whose it is.

    What the clue file last said counts most, for a project that moved says so nowhere else; then the marks of the
    newest memory. A directory has one folder: the one of its own name comes first.
    """
    entries = snapshot.past.entries if snapshot.clue == "missing" else snapshot.entries
    known = {entry.dir: entry.dir_slug for entry in entries if is_folder_name(entry.dir_slug)}
    slugs = set(known.values())
    missed = [standing for standing in snapshot.unlisted if standing.folder not in slugs]
    for standing in sorted(missed, key=lambda one: (one.folder not in map(slug_of, _said(one)), one.folder)):
        past: list[str | None] = [entry.dir for entry in snapshot.past.of_folder(standing.folder)]
        for dir in past or _said(standing)[:1] or [None]:
            if dir is None:
                yield Claim(standing, None)
            else:
                yield Claim(standing, dir, known.get(dir))
                known.setdefault(dir, standing.folder)


def _mended(snapshot: Snapshot, fixes: Collection[Fix]) -> Iterator[ClueEntry]:
    of_slug: dict[str, set[Fix]] = {}
    of_dir: dict[str, set[Fix]] = {}
    for fix in fixes:
        if isinstance(fix, DropMemory | AddMemory):
            of_slug.setdefault(fix.slug, set()).add(fix)
        elif isinstance(fix, JoinMemories | JoinEntries | Retag):
            of_dir.setdefault(fix.dir, set()).add(fix)
    for group in snapshot.groups:
        for entry in group.entries:
            own = of_slug.get(group.slug, set()) | of_dir.get(entry.dir, set())
            after = after_fixes(snapshot, group, entry, own) if own else entry
            if after != entry:
                yield after


def _takers(group: Group, dir: str | None) -> tuple[ClueEntry, ...]:
    """The entries that a missed memory of this directory belongs into."""
    if group.is_shared:
        return group.entries
    own = tuple(entry for entry in group.entries if entry.dir == dir)
    return own or group.entries[:1]


def _said(standing: Standing) -> list[str]:
    """The directories that the marks name, the newest first."""
    said = dict.fromkeys(memory.dir for memory in newest_first(standing.memories))
    return [dir for dir in said if dir and (dir[0] == "/" or dir.startswith("\\\\") or dir[1:2] == ":")]


def _rebuilt_entry(standing: Standing, dir: str, past: Iterable[ClueEntry]) -> ClueEntry:
    """An entry for what stands, with the order, the name and the tags that it had."""
    before = [entry for entry in past if entry.dir == dir]
    tags: dict[str, tuple[str, ...]] = {}
    for memory in (memory for entry in before for memory in entry.memories):
        tags[memory.file] = tuple(union(tags.get(memory.file, ()), memory.tags))
    there = {memory.file: memory.tags for memory in standing.memories}
    memories = [ClueMemory(file, tags.get(file, there[file])) for file in {**tags, **there} if file in there]
    name = before[0].name if before else project_name(dir)
    return ClueEntry(dir, standing.folder, name, common_tags(memories), tuple(memories))


def _once(memories: list[ClueMemory], files: Collection[str]) -> list[ClueMemory]:
    """Each of these files once, where it stands first, with the tags of all its lines; others as they are."""
    found: list[ClueMemory] = []
    places: dict[str, int] = {}
    for memory in memories:
        if memory.file in files and memory.file in places:
            at = places[memory.file]
            found[at] = memory.but(tags=tuple(union(found[at].tags, memory.tags)))
        else:
            places[memory.file] = len(found)
            found.append(memory)
    return found
