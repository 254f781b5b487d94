"""A look at a whole library, as one value that the rules of a check decide upon."""

from __future__ import annotations

import os
import re
from functools import cached_property
from types import MappingProxyType

from clew.errors import ClewError, NotFound, Unreadable
from clew.library.catalog import TEXT_PROBLEMS
from clew.library.clue_file import PATH
from clew.library.conversation import is_of_one_device
from clew.library.directories import within
from clew.library.drift import names_that_stand
from clew.library.findings import finding_of
from clew.library.past import NOTHING, past_of
from clew.stores.folder import FolderStore
from clew.stores.temporary import ANYONES
from clew.text.clue_entry import entry_lines
from clew.text.names import same_name_key
from clew.text.slugs import is_folder_name
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Set

    from clew.library.catalog import Memory, Standing
    from clew.library.findings import Finding
    from clew.library.library import Library
    from clew.library.past import Past
    from clew.stores.contract import Stat
    from clew.text.clue_values import ClueEntry


class Group(Value):
    """What the clue file says of one folder, and what stands there.

    Several entries share a folder where several machines have the project in different directories.
    """

    slug: str
    entries: tuple[ClueEntry, ...]  # one for each directory
    spares: tuple[ClueEntry, ...]  # further ones of a directory that has one already; nobody reads them
    standing: Standing | None

    @cached_property
    def listed(self) -> dict[str, None]:
        """Every file that an entry of the folder lists, in that order."""
        return {memory.file: None for entry in (*self.entries, *self.spares) for memory in entry.memories}

    @cached_property
    def present(self) -> frozenset[str]:
        """Every name that is not gone."""
        others = self.standing.others if self.standing else ()
        return names_that_stand(self.files, [stat.name for stat in others])

    @property
    def files(self) -> Set[str]:
        """The memories that stand there."""
        return self.standing.files.keys() if self.standing else set()

    @property
    def missed(self) -> list[Memory]:
        """Those of them that no entry lists."""
        if self.standing is None or self.listed.keys() >= self.standing.files.keys():
            return []
        return [memory for memory in self.standing.memories if memory.file not in self.listed]

    @property
    def gone(self) -> list[str]:
        """The files that are listed and do not stand."""
        if self.listed.keys() <= self.present:
            return []
        return [file for file in self.listed if file not in self.present]

    @cached_property
    def is_missing(self) -> bool:
        """Whether nothing stands there of all that is listed, nor any other memory."""
        if self.standing is not None and (self.standing.files or self.standing.problem):
            return False
        listed = self.listed
        return bool(listed) and self.present.isdisjoint(listed)

    @property
    def is_shared(self) -> bool:
        """Whether the entries list the same memories, as those of several machines do."""
        lists = [{memory.file for memory in entry.memories} for entry in self.entries]
        return all(other == lists[0] for other in lists)

    @property
    def can_be_compared(self) -> bool:
        """Whether what is listed and what stands can be held against one another."""
        read = self.standing is None or self.standing.problem is None
        return read and not self.is_missing and is_folder_name(self.slug)


class Snapshot(Value):
    """A library at one moment."""

    root: str
    clue: str  # "read"; "missing"; "unreadable", and then nothing is said of entries
    groups: tuple[Group, ...] = ()
    unlisted: tuple[Standing, ...] = ()  # folders with memories of which the clue file says nothing
    folders: tuple[Standing, ...] = ()  # every one
    names: tuple[Stat, ...] = ()  # in the root itself
    problems: tuple[Finding, ...] = ()  # what could not be looked at
    joinable: frozenset[str] = frozenset()  # directories whose several entries can be made one without a loss
    split: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (conversation, memories)
    repeated: tuple[tuple[str, str, tuple[str, ...]], ...] = ()  # (conversation, request, memories)
    moved: Mapping[str, str] = MappingProxyType({})  # listed memories that are gone: where their text stands now
    leftovers: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    past: Past = NOTHING

    @property
    def memories(self) -> int:
        """How many there are, on the disk or in the clue file."""
        standing = sum(len(folder.files) for folder in self.folders)
        return standing + sum(len(group.gone) for group in self.groups)

    @property
    def clue_path(self) -> str:
        """Where the clue file is or should be."""
        return self.path(PATH)

    def path(self, file: str) -> str:
        """The absolute path of a file of the library."""
        return os.path.join(self.root, *file.split("/")) if file else self.root

    def tags_before_move(self, file: str) -> tuple[str, ...] | None:
        """The tags of a missed memory under the name that it had; None where it had none."""
        return self._tags_before.get(file)

    @cached_property
    def _tags_before(self) -> dict[str, tuple[str, ...]]:
        listed = {
            f"{group.slug}/{memory.file}": memory.tags
            for group in (self.groups if self.moved else ())
            for entry in group.entries
            for memory in entry.memories
        }
        return {now: listed[before] for before, now in self.moved.items() if before in listed}

    def could_be(self, slug: str) -> bool:
        """Whether the folder of an entry could stand there: it has a name, and nothing else has taken it (a link, a file)."""
        return is_folder_name(slug) and not any(stat.path == slug and stat.kind != "folder" for stat in self.names)

    @property
    def entries(self) -> list[ClueEntry]:
        """One entry for each directory."""
        return [entry for group in self.groups for entry in group.entries]


def snapshot_of(library: Library, progress: Callable[[int, int], None]) -> Snapshot:
    """Looks at everything. Folders of directories where clew is off are passed by.

    Raises what the home's own files raise; what stands in the library is reported in the snapshot, however bad.
    """
    try:
        names = library.kept.list()
        library.clue.refresh()
    except (NotFound, Unreadable) as problem:
        return Snapshot(library.root, "unreadable", problems=(finding_of(problem, library.root),))
    off = library.off.directories()
    hidden = {slug for dir, slug in library.clue.directories().items() if off and within(dir, off)}
    written = [] if library.clue.problem else library.clue.written()
    written = [entry for entry in written if entry.dir_slug not in hidden]
    folders = library.catalog.survey(progress, hidden)
    groups = _groups(written, {standing.folder: standing for standing in folders})
    slugs = {group.slug for group in groups}
    unlisted = [standing for standing in folders if standing.files and standing.folder not in slugs]
    missing = library.clue.problem is None and not any(stat.path == PATH for stat in names)
    clue = "unreadable" if library.clue.problem else "missing" if missing else "read"
    problems = [finding_of(library.clue.problem, library.clue.path, "clue-unreadable")] if library.clue.problem else []
    unknown = unlisted and clue != "unreadable"
    leftovers, strangers = _temporaries(library, names, folders)
    return Snapshot(
        root=library.root,
        clue=clue,
        groups=tuple(groups),
        unlisted=tuple(unlisted),
        folders=tuple(folders),
        names=tuple(names),
        problems=(*problems, *_unreadable(library, folders)),
        joinable=_joinable(library, groups),
        split=_split(library, hidden),
        repeated=tuple((*asked, tuple(paths)) for asked, paths in library.catalog.repeated(hidden).items()),
        moved=_moved(library, groups, unlisted),
        leftovers=leftovers,
        strangers=strangers,
        past=past_of(library.kept, {one.folder for one in unlisted}) if unknown else NOTHING,
    )


def _split(library: Library, hidden: Set[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Conversations in several memories; not those of which several devices may each have one."""
    found = library.catalog.split(hidden).items()
    return tuple((id, tuple(paths)) for id, paths in found if not is_of_one_device(id))


def _groups(written: Iterable[ClueEntry], standing: dict[str, Standing]) -> list[Group]:
    seen: set[str] = set()
    entries: dict[str, list[ClueEntry]] = {}
    spares: dict[str, list[ClueEntry]] = {}
    for entry in written:
        (spares if entry.dir in seen else entries).setdefault(entry.dir_slug, []).append(entry)
        seen.add(entry.dir)
    return [
        Group(slug, tuple(entries.get(slug, ())), tuple(spares.get(slug, ())), standing.get(slug))
        for slug in {**entries, **spares}
    ]


def _joinable(library: Library, groups: Iterable[Group]) -> frozenset[str]:
    """The directories with several entries in one folder, of which the further ones hold nothing but what clew knows."""
    spares = [(group, spare) for group in groups for spare in group.spares]
    if not spares:
        return frozenset()
    try:
        text = library.kept.get(PATH).data.decode("utf-8", "replace").replace("\r\n", "\n")
    except (NotFound, Unreadable):  # another hand took it away in this moment
        return frozenset()
    found: set[str] = set()
    lost: set[str] = set()
    for group, spare in spares:
        at_home = is_folder_name(group.slug) and any(entry.dir == spare.dir for entry in group.entries)
        equal = (*group.entries, *group.spares).count(spare)
        (found if at_home and _written_by_clew(spare, text) == equal else lost).add(spare.dir)
    return frozenset(found - lost)


def _written_by_clew(entry: ClueEntry, text: str) -> int:
    """How often this very entry stands there with nothing more to it: behind it comes another, or another key, or the end."""
    lines = "\n".join(["", *entry_lines(entry)])
    return len(re.findall(re.escape(lines) + r"(?=\n(?:  - |\S|\Z))", text))


def _moved(library: Library, groups: Iterable[Group], unlisted: Iterable[Standing]) -> Mapping[str, str]:
    """Listed memories that are gone, and whose very text stands under a name that is listed nowhere.

    A person renamed or moved them, or the file system spells their names in another way.
    """
    gone, missed = [], [memory for standing in unlisted for memory in standing.memories]
    for group in groups:
        if group.can_be_compared:
            gone += [f"{group.slug}/{file}" for file in group.gone]
        missed += group.missed
    if not (gone and missed):
        return {}
    names = {f"{memory.folder}/{same_name_key(memory.file)}": memory.path for memory in missed}
    texts = {memory.revision: memory.path for memory in missed if memory.revision}
    found: dict[str, str] = {}
    for file in gone:
        folder, _, name = file.partition("/")
        now = names.get(f"{folder}/{same_name_key(name)}") or texts.get(_last_revision(library, file))
        if now and now not in found.values():
            found[file] = now
    return found


def _last_revision(library: Library, file: str) -> str:
    try:
        return library.kept.history.know(library.kept.key, file) or ""
    except ClewError:  # without a history it is gone, as it looks
        return ""


def _unreadable(library: Library, folders: Iterable[Standing]) -> Iterable[Finding]:
    """Why folders and memories cannot be read, with the system's own words."""
    for standing in folders:
        if standing.problem is not None:
            yield finding_of(standing.problem, library.path(standing.folder))
        for path, known in standing.troubled:
            if known not in TEXT_PROBLEMS:
                try:
                    library.kept.get(path)
                except NotFound:
                    continue
                except ClewError as problem:
                    yield finding_of(problem, library.path(path))


def _temporaries(
    library: Library, names: Iterable[Stat], folders: Iterable[Standing]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """clew's own leftovers, and old ones of others. Asked for only where any stands: it means another walk."""
    store = library.kept.store
    below = (stat.name for standing in folders for stat in standing.others)
    if not isinstance(store, FolderStore) or not any(
        name.startswith(ANYONES) for name in (*(stat.path for stat in names), *below)
    ):
        return (), ()
    return tuple(store.leftovers()), tuple(store.strangers())
