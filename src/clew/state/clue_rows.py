"""The parsed clue file as rows, so that a menu reads one entry and not a megabyte of YAML."""

from __future__ import annotations

from clew.state.packing import pack, unpack
from clew.text.clue_values import Clue, ClueEntry, ClueMemory
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from clew.state.database import State

_OF_DIR, _OF_SLUG = "AND dir = ?", "AND dir_slug = ?"
_POSITIONS = "SELECT position FROM clue_entry WHERE root = ?"


class KnownClue(Value):
    """Which bytes the rows are the parse of."""

    fingerprint: str
    revision: str
    canonical: bool


class ClueRows:
    """The rows of one library's clue file. Whoever reads them first makes sure that they are of today's bytes."""

    def __init__(self, state: State, root: str) -> None:
        self._state = state
        self._root = root
        self._read: dict[tuple[str, ...], list[ClueEntry]] = {}  # what was selected since the rows last changed
        self._read_of = ""  # the revision of those rows

    def refuse_newer(self) -> None:
        """As the state does."""
        self._state.refuse_newer()

    def known(self) -> KnownClue | None:
        """What the rows are the parse of; None when there are none."""
        row = self._state.row("SELECT fingerprint, revision, canonical FROM clue WHERE root = ?", self._root)
        if row is None or row[1] != self._read_of:
            self._read = {}
            self._read_of = row[1] if row else ""
        return KnownClue(row[0], row[1], bool(row[2])) if row else None

    def replace(self, known: KnownClue, clue: Clue) -> None:
        """Takes over a whole parse."""
        with self._state.writing():
            self._state.run("DELETE FROM clue_entry WHERE root = ?", self._root)
            self._state.run("DELETE FROM clue_memory WHERE root = ?", self._root)
            self._insert(enumerate(clue.entries))
            self._know(known)

    def update(self, known: KnownClue, changed: Sequence[ClueEntry], gone: Iterable[str] = ()) -> None:
        """Takes over an edit of some entries (of several with one `dir` the first); the others are as they were."""
        with self._state.writing():
            for dir in gone:
                for (position,) in self._state.rows(f"{_POSITIONS} AND dir = ?", self._root, dir):
                    self._delete(position)
            for entry in changed:
                (position,) = (
                    self._state.row(f"{_POSITIONS} AND dir = ? ORDER BY position", self._root, entry.dir)
                    or self._state.row(
                        "SELECT COALESCE(MAX(position), -1) + 1 FROM clue_entry WHERE root = ?", self._root
                    )
                    or (0,)
                )
                self._replace(position, entry)
            read = self._read
            self._know(known)
            self._take_over(read, known, changed, gone)

    def _take_over(
        self,
        read: dict[tuple[str, ...], list[ClueEntry]],
        known: KnownClue,
        changed: Sequence[ClueEntry],
        gone: Iterable[str],
    ) -> None:
        """What was selected before is still so, but for the entries that changed; what may have moved is forgotten."""
        now = {entry.dir: entry for entry in changed}
        lost = set(gone) | now.keys() - {entry.dir for entries in read.values() for entry in entries}
        if not lost:
            self._read = {asked: [now.get(entry.dir, entry) for entry in entries] for asked, entries in read.items()}
            self._read_of = known.revision

    def touch(self, known: KnownClue) -> None:
        """The same bytes under a new fingerprint."""
        with self._state.writing():
            self._know(known)

    def entry(self, dir: str) -> ClueEntry | None:
        """The entry of exactly this directory; where the file has several, the first is the one that counts."""
        return next(iter(self._select(_OF_DIR, dir)), None)

    def count(self) -> int:
        """How many memories are listed."""
        row = self._state.row("SELECT count(*) FROM clue_memory WHERE root = ?", self._root)
        return row[0] if row else 0

    def of_slug(self, slug: str) -> list[ClueEntry]:
        """The entries that share a folder, in file order."""
        return _first_of_each(self._select(_OF_SLUG, slug))

    def directories(self, beside: Collection[str] | None = None) -> dict[str, str]:
        """Directory -> slug of every entry, in file order; or of those that share a folder with one of `beside`."""
        values: tuple[str, ...] = (self._root,)
        query = "SELECT dir, dir_slug FROM clue_entry WHERE root = ?"
        if beside is not None:
            some = f"SELECT dir_slug FROM clue_entry WHERE root = ? AND dir IN ({', '.join('?' * len(beside))})"
            # By directory, or of one that has two entries only the second might be found, and taken for the first.
            query += f" AND dir IN (SELECT dir FROM clue_entry WHERE root = ? AND dir_slug IN ({some}))"
            values = (self._root,) * 3 + tuple(beside)
        found: dict[str, str] = {}
        for dir, slug in self._state.rows(f"{query} ORDER BY position", *values):
            found.setdefault(dir, slug)
        return found

    def entries(self) -> list[ClueEntry]:
        """Every entry, in file order."""
        return _first_of_each(self._select(""))

    def written(self) -> list[ClueEntry]:
        """Every entry as the file has it: two programs may each have appended one of the same directory."""
        return self._select("")

    def _know(self, known: KnownClue) -> None:
        self._read = {}
        self._state.run(
            "INSERT OR REPLACE INTO clue VALUES (?, ?, ?, ?)",
            self._root,
            known.fingerprint,
            known.revision,
            known.canonical,
        )

    def _delete(self, position: int) -> None:
        self._state.run("DELETE FROM clue_entry WHERE root = ? AND position = ?", self._root, position)
        self._state.run("DELETE FROM clue_memory WHERE root = ? AND entry = ?", self._root, position)

    def _replace(self, position: int, entry: ClueEntry) -> None:
        """One entry in the place of another; of its memories only those that differ are written."""
        query = "SELECT file, tags FROM clue_memory WHERE root = ? AND entry = ? ORDER BY position"
        before = self._state.rows(query, self._root, position)
        after = [(memory.file, pack(memory.tags)) for memory in entry.memories]
        self._state.run(
            "INSERT OR REPLACE INTO clue_entry VALUES (?, ?, ?, ?, ?, ?)",
            *(self._root, position, entry.dir, entry.dir_slug, entry.name, pack(entry.common_tags)),
        )
        self._state.run_many(
            "INSERT OR REPLACE INTO clue_memory VALUES (?, ?, ?, ?, ?)",
            [
                (self._root, position, number, *memory)
                for number, memory in enumerate(after)
                if number >= len(before) or before[number] != memory
            ],
        )
        if len(after) < len(before):
            self._state.run(
                "DELETE FROM clue_memory WHERE root = ? AND entry = ? AND position >= ?",
                *(self._root, position, len(after)),
            )

    def _insert(self, placed: Iterable[tuple[int, ClueEntry]]) -> None:
        placed = list(placed)
        self._state.run_many(
            "INSERT INTO clue_entry VALUES (?, ?, ?, ?, ?, ?)",
            (
                (self._root, position, entry.dir, entry.dir_slug, entry.name, pack(entry.common_tags))
                for position, entry in placed
            ),
        )
        self._state.run_many(
            "INSERT INTO clue_memory VALUES (?, ?, ?, ?, ?)",
            (
                (self._root, position, number, memory.file, pack(memory.tags))
                for position, entry in placed
                for number, memory in enumerate(entry.memories)
            ),
        )

    def _select(self, condition: str, *values: str) -> list[ClueEntry]:
        """Entries by a condition; a save asks for the same one three times."""
        if not condition:
            return self._selected(condition)
        asked = (condition, *values)
        if asked not in self._read:
            self._read[asked] = self._selected(condition, *values)
        return self._read[asked]

    def _selected(self, condition: str, *values: str) -> list[ClueEntry]:
        entries = self._state.rows(
            "SELECT position, dir, dir_slug, name, common_tags FROM clue_entry"
            f" WHERE root = ? {condition} ORDER BY position",
            self._root,
            *values,
        )
        memories: dict[int, list[ClueMemory]] = {position: [] for position, *_ in entries}
        query = "SELECT entry, file, tags FROM clue_memory WHERE root = ?"
        rows = (
            self._state.rows(f"{query} ORDER BY entry, position", self._root)
            if not condition
            else [
                row
                for position in memories
                for row in self._state.rows(f"{query} AND entry = ? ORDER BY position", self._root, position)
            ]
        )
        for position, file, tags in rows:
            memories[position].append(ClueMemory(file, unpack(tags)))
        return [
            ClueEntry(dir, slug, name, unpack(common), tuple(memories[position]))
            for position, dir, slug, name, common in entries
        ]


def _first_of_each(entries: list[ClueEntry]) -> list[ClueEntry]:
    found: dict[str, ClueEntry] = {}
    for entry in entries:
        found.setdefault(entry.dir, entry)
    return list(found.values())
