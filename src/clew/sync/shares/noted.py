"""Which memories say that they are the source of a note, known by the memories' revisions: nothing is read twice."""

from __future__ import annotations

from clew.errors import ClewError
from clew.library.directories import within
from clew.stores.contract import revision_of
from clew.text.note_line import NoteLine, note_lines
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from clew.history.file import File
    from clew.library.catalog import Memory
    from clew.library.library import Library

_FIELD, _LINE = "\x1f", "\x1e"


class Noted(Value):
    """A library at one moment, as far as notes are concerned."""

    memories: Mapping[str, Memory]  # by path
    lines: Mapping[str, list[NoteLine]]
    tags: Mapping[str, tuple[str, ...]]  # as the clue file has them, else as the segments say
    missing: Mapping[str, str]  # folders that are empty though the clue file lists memories in them: their directories
    closed: frozenset[str]  # folders of directories where clew is off

    def seen(self, path: str) -> str:
        """The revision of a memory and its tags."""
        return revision_with(self.memories[path].revision, self.tags[path])


def revision_with(revision: str, tags: Iterable[str]) -> str:
    """One word for the bytes of a memory and its tags, which stand in the clue file."""
    packed = _FIELD.join(tags).encode("utf-8", "surrogateescape")
    return f"{revision[:32]}:{revision_of(packed)[:16]}"


def noted(library: Library, file: File, *, keeps: bool) -> Noted:
    """Looks at all memories of directories where clew is on. Raises for a library or a clue file that cannot be read."""
    library.refuse_vanished()
    library.clue.refresh()
    if library.clue.problem is not None:
        raise library.clue.problem
    entries = library.clue.entries()
    off = library.off.directories()
    hidden = {entry.dir_slug for entry in entries if off and within(entry.dir, off)}
    folders = {slug: found for slug, found in library.catalog.everywhere().items() if slug not in hidden}
    memories = {memory.path: memory for found in folders.values() for memory in found}
    listed = {f"{entry.dir_slug}/{one.file}": one.tags for entry in reversed(entries) for one in entry.memories}
    missing = {entry.dir_slug: entry.dir for entry in entries if entry.memories and not folders.get(entry.dir_slug)}
    return Noted(
        memories=memories,
        lines=_lines(library, file, memories, keeps=keeps),
        tags={path: listed.get(path, memory.tags) for path, memory in memories.items()},
        missing={slug: dir for slug, dir in missing.items() if slug not in hidden},
        closed=frozenset(hidden),
    )


def _lines(library: Library, file: File, memories: Mapping[str, Memory], *, keeps: bool) -> dict[str, list[NoteLine]]:
    before = _remembered(file, library.root)
    found: dict[str, list[NoteLine]] = {}
    fresh: dict[str, tuple[str, str]] = {}
    for path, memory in memories.items():
        revision, packed = before.get(path, ("", ""))
        if revision != memory.revision or not revision:
            packed = _packed(library, path)
            if memory.revision:
                fresh[path] = memory.revision, packed
        found[path] = [NoteLine(*line.split(_FIELD)) for line in packed.split(_LINE) if line]
    if keeps:
        _remember(file, library.root, fresh, before.keys() - memories.keys())
    return found


def _packed(library: Library, path: str) -> str:
    try:
        text = library.kept.get(path).data.decode("utf-8", "replace")
    except ClewError:  # it is gone, or cannot be read: whoever needs it is told so then
        return ""
    return _LINE.join(_FIELD.join(line.as_dict().values()) for line in note_lines(text))


def _remembered(file: File, root: str) -> dict[str, tuple[str, str]]:
    """Path -> (revision, note lines), as they were when somebody looked."""
    with file.reading() as db:
        if db is None:
            return {}
        rows = db.execute("SELECT path, revision, lines FROM noted WHERE root = ?", (root,))
        return {path: (revision, lines) for path, revision, lines in rows}


def _remember(file: File, root: str, found: Mapping[str, tuple[str, str]], gone: Iterable[str]) -> None:
    """Writes down what changed of these; nothing where nothing did."""
    gone = list(gone)
    if not found and not gone:
        return
    with file.writing(lasting=False) as db:
        db.executemany("DELETE FROM noted WHERE root = ? AND path = ?", [(root, path) for path in gone])
        db.executemany(
            "INSERT OR REPLACE INTO noted (root, path, revision, lines) VALUES (?,?,?,?)",
            [(root, path, *values) for path, values in found.items()],
        )
