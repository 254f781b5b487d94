"""The parsed clue file as rows, so that a menu reads one entry and not a megabyte of YAML."""

from __future__ import annotations

from clew.state.packing import pack, unpack
from clew.text.clue import Clue, ClueEntry, ClueMemory
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.state.database import State


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

    def known(self) -> KnownClue | None:
        """What the rows are the parse of; None when there are none."""
        row = self._state.row("SELECT fingerprint, revision, canonical FROM clue WHERE root = ?", self._root)
        return row and KnownClue(row[0], row[1], bool(row[2]))

    def replace(self, known: KnownClue, clue: Clue) -> None:
        """Takes over a whole parse."""
        with self._state.writing():
            self._state.run("DELETE FROM clue_entry WHERE root = ?", self._root)
            self._state.run("DELETE FROM clue_memory WHERE root = ?", self._root)
            self._insert(enumerate(clue.entries))
            self._know(known)

    def update(self, known: KnownClue, changed: Iterable[ClueEntry], gone: Iterable[str] = ()) -> None:
        """Takes over an edit of some entries; the others are as they were."""
        with self._state.writing():
            for dir in gone:
                self._delete(dir)
            for entry in changed:
                row = self._state.row(
                    "SELECT position FROM clue_entry WHERE root = ? AND dir = ?", self._root, entry.dir
                ) or self._state.row(
                    "SELECT COALESCE(MAX(position), -1) + 1 FROM clue_entry WHERE root = ?", self._root
                )
                self._delete(entry.dir)
                self._insert([(row[0] if row else 0, entry)])
            self._know(known)

    def touch(self, known: KnownClue) -> None:
        """The same bytes under a new fingerprint."""
        with self._state.writing():
            self._know(known)

    def entry(self, dir: str) -> ClueEntry | None:
        """The entry of exactly this directory."""
        return next(iter(self._select("AND dir = ?", dir)), None)

    def of_slug(self, slug: str) -> list[ClueEntry]:
        """The entries that share a folder, in file order."""
        return self._select("AND dir_slug = ?", slug)

    def directories(self) -> dict[str, str]:
        """Directory -> slug of every entry, in file order."""
        return dict(
            self._state.rows("SELECT dir, dir_slug FROM clue_entry WHERE root = ? ORDER BY position", self._root)
        )

    def entries(self) -> list[ClueEntry]:
        """Every entry, in file order."""
        return self._select("")

    def _know(self, known: KnownClue) -> None:
        self._state.run(
            "INSERT OR REPLACE INTO clue VALUES (?, ?, ?, ?)",
            self._root,
            known.fingerprint,
            known.revision,
            known.canonical,
        )

    def _delete(self, dir: str) -> None:
        self._state.run("DELETE FROM clue_entry WHERE root = ? AND dir = ?", self._root, dir)
        self._state.run("DELETE FROM clue_memory WHERE root = ? AND dir = ?", self._root, dir)

    def _insert(self, placed: Iterable[tuple[int, ClueEntry]]) -> None:
        placed = list(placed)
        self._state.run_many(
            "INSERT OR IGNORE INTO clue_entry VALUES (?, ?, ?, ?, ?, ?)",
            (
                (self._root, entry.dir, position, entry.dir_slug, entry.name, pack(entry.common_tags))
                for position, entry in placed
            ),
        )
        self._state.run_many(
            "INSERT OR IGNORE INTO clue_memory VALUES (?, ?, ?, ?, ?)",
            (
                (self._root, entry.dir, number, memory.file, pack(memory.tags))
                for _, entry in placed
                for number, memory in enumerate(entry.memories)
            ),
        )

    def _select(self, condition: str, *values: str) -> list[ClueEntry]:
        entries = self._state.rows(
            f"SELECT dir, dir_slug, name, common_tags FROM clue_entry WHERE root = ? {condition} ORDER BY position",
            self._root,
            *values,
        )
        memories: dict[str, list[ClueMemory]] = {dir: [] for dir, *_ in entries}
        query = "SELECT dir, file, tags FROM clue_memory WHERE root = ?"
        rows = (
            self._state.rows(f"{query} ORDER BY dir, position", self._root)
            if not condition
            else [
                row
                for dir in memories
                for row in self._state.rows(f"{query} AND dir = ? ORDER BY position", self._root, dir)
            ]
        )
        for dir, file, tags in rows:
            memories[dir].append(ClueMemory(file, unpack(tags)))
        return [
            ClueEntry(dir, slug, name, unpack(common), tuple(memories[dir])) for dir, slug, name, common in entries
        ]
