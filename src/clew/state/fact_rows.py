"""Facts about each memory file by fingerprint, so that a menu stats files and does not read them."""

from __future__ import annotations

from clew.state.packing import pack, unpack
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.state.database import State
    from clew.text.segments import Facts, Mark

    # The fields of `KnownMemory` as they lie in the table: a check of ten thousand looks at two of them.
    Row = tuple[str, str, str, int, str | None, str | None, str, str | None]


class KnownMemory(Value):
    """What is known of one memory file, and of which bytes."""

    path: str
    fingerprint: str
    revision: str
    lines: int
    time: str | None  # of the newest segment
    dir: str | None  # that the newest segment names
    tags: tuple[str, ...]
    problem: str | None  # why it cannot be read as a memory, where it cannot

    def row(self) -> Row:
        """As it lies in the table."""
        return (
            *(self.path, self.fingerprint, self.revision, self.lines, self.time, self.dir),
            *(pack(self.tags), self.problem),
        )


FINGERPRINT = 1  # its place in a row
_COLUMNS = "path, fingerprint, revision, lines, time, dir, tags, problem"


class FactRows:
    """The facts of one library."""

    def __init__(self, state: State, root: str) -> None:
        self._state = state
        self._root = root

    def of_folder(self, folder: str) -> dict[str, Row]:
        """File -> what is known, for the memories of one folder."""
        rows: list[Row] = self._state.rows(
            f"SELECT {_COLUMNS} FROM memory WHERE root = ? AND path > ? AND path < ?",
            self._root,
            folder + "/",
            folder + "0",  # the character behind `/`
        )
        start = len(folder) + 1
        return {row[0][start:]: row for row in rows}

    def of_path(self, path: str) -> Row | None:
        """What is known of one memory."""
        row: Row | None = self._state.row(
            f"SELECT {_COLUMNS} FROM memory WHERE root = ? AND path = ?", self._root, path
        )
        return row

    def by_folder(self) -> dict[str, dict[str, Row]]:
        """Folder -> file -> what is known, for the whole library in one query."""
        found: dict[str, dict[str, Row]] = {}
        for row in self._state.rows(f"SELECT {_COLUMNS} FROM memory WHERE root = ?", self._root):
            folder, _, file = row[0].partition("/")
            found.setdefault(folder, {})[file] = row
        return found

    def learn_all(self, found: Iterable[tuple[KnownMemory, Facts | None]]) -> None:
        """`learn` for several files, in one transaction."""
        with self._state.writing():
            for known, facts in found:
                self.learn(known, facts)

    def learn(self, known: KnownMemory, facts: Facts | None) -> None:
        """Replaces what was known of this file."""
        times: dict[tuple[str, str], int] = {}
        for asked in facts.requests if facts else ():
            times[asked] = times.get(asked, 0) + 1
        with self._state.writing():
            if facts is not None:  # of what cannot be read the conversations are still those that it had
                self._forget_marks(known.path)
            self._state.run(
                f"INSERT OR REPLACE INTO memory (root, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                self._root,
                *known.row(),
            )
            if facts is not None:
                self._state.run_many(
                    "INSERT OR IGNORE INTO said VALUES (?, ?, ?)",
                    ((self._root, conversation, known.path) for conversation in facts.conversations),
                )
                self._state.run_many(
                    "INSERT INTO asked VALUES (?, ?, ?, ?, ?)",
                    (
                        (self._root, request, conversation, known.path, count)
                        for (conversation, request), count in times.items()
                    ),
                )

    def grow(self, known: KnownMemory, mark: Mark) -> None:
        """What is known of a file that has one segment more; the other conversations and requests stay."""
        with self._state.writing():
            self._state.run(
                f"INSERT OR REPLACE INTO memory (root, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                self._root,
                *known.row(),
            )
            self._state.run("INSERT OR IGNORE INTO said VALUES (?, ?, ?)", self._root, mark.conversation, known.path)
            if mark.request is not None:
                self._state.run(
                    "INSERT INTO asked VALUES (?, ?, ?, ?, 1)"
                    " ON CONFLICT (root, request, conversation, path) DO UPDATE SET times = times + 1",
                    self._root,
                    mark.request,
                    mark.conversation,
                    known.path,
                )

    def touch(self, path: str, fingerprint: str) -> None:
        """The same bytes under a new fingerprint."""
        with self._state.writing():
            self._state.run(
                "UPDATE memory SET fingerprint = ? WHERE root = ? AND path = ?", fingerprint, self._root, path
            )

    def forget(self, paths: Iterable[str]) -> None:
        """These files are gone."""
        with self._state.writing():
            for path in paths:
                self._forget_marks(path)
                self._state.run("DELETE FROM memory WHERE root = ? AND path = ?", self._root, path)

    def paths_of(self, conversation: str) -> list[str]:
        """The memories in which this conversation has a segment: one, unless somebody copied a file."""
        rows = self._state.rows(
            "SELECT path FROM said WHERE root = ? AND conversation = ? ORDER BY path", self._root, conversation
        )
        return [path for (path,) in rows]

    def asked(self, request: str) -> list[tuple[str, str]]:
        """(conversation, path) of the segments that a request with this id wrote."""
        rows = self._state.rows(
            "SELECT conversation, path FROM asked WHERE root = ? AND request = ?", self._root, request
        )
        return [(conversation, path) for conversation, path in rows]

    def split(self) -> dict[str, list[str]]:
        """Conversation -> paths, of those that stand in more than one memory."""
        found: dict[str, list[str]] = {}
        query = (
            "SELECT conversation, path FROM said WHERE root = ? AND conversation IN"
            " (SELECT conversation FROM said WHERE root = ? GROUP BY conversation HAVING count(*) > 1)"
            " ORDER BY conversation, path"
        )
        for conversation, path in self._state.rows(query, self._root, self._root):
            found.setdefault(conversation, []).append(path)
        return found

    def repeated(self) -> dict[tuple[str, str], list[str]]:
        """(conversation, request) -> paths, of the requests that were written more than once."""
        found: dict[tuple[str, str], list[str]] = {}
        query = (
            "SELECT conversation, request, path FROM asked WHERE root = ? AND (request, conversation) IN"
            " (SELECT request, conversation FROM asked WHERE root = ?"
            " GROUP BY request, conversation HAVING sum(times) > 1) ORDER BY conversation, request, path"
        )
        for conversation, request, path in self._state.rows(query, self._root, self._root):
            found.setdefault((conversation, request), []).append(path)
        return found

    def folders(self) -> dict[str, str]:
        """Folder -> its fingerprint when it was last listed whole."""
        return dict(self._state.rows("SELECT folder, fingerprint FROM folder WHERE root = ?", self._root))

    def list_all(self, fingerprints: dict[str, str]) -> None:
        """`listed` for several folders, in one transaction."""
        with self._state.writing():
            for folder, fingerprint in fingerprints.items():
                self.listed(folder, fingerprint)

    def listed(self, folder: str, fingerprint: str | None) -> None:
        """This folder was listed whole at this fingerprint; None: it is gone."""
        with self._state.writing():
            if fingerprint is None:
                self._state.run("DELETE FROM folder WHERE root = ? AND folder = ?", self._root, folder)
            else:
                self._state.run("INSERT OR REPLACE INTO folder VALUES (?, ?, ?)", self._root, folder, fingerprint)

    def _forget_marks(self, path: str) -> None:
        self._state.run("DELETE FROM said WHERE root = ? AND path = ?", self._root, path)
        self._state.run("DELETE FROM asked WHERE root = ? AND path = ?", self._root, path)


def known_of(row: Row) -> KnownMemory:
    """What is known, read out of its row."""
    path, fingerprint, revision, lines, time, dir, tags, problem = row
    return KnownMemory(path, fingerprint, revision, lines, time, dir, unpack(tags), problem)
