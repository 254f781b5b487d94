"""What was chosen and shown before anything was saved.

A choice is pending here until the first save of its conversation; from then on the memory's own
segment comments say what the conversation is bound to, and the row is of no more account.
"""

from __future__ import annotations

from clew.state.packing import pack, unpack
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from clew.state.database import State


class Choice(Value):
    """A conversation's choice: `path` of a memory in the library, or None for a new one."""

    conversation: str
    dir: str
    path: str | None


class Shown(Value):
    """The menu that a conversation or a terminal saw last."""

    dir: str
    paths: tuple[str, ...]


class Choices:
    """Choices, terminals and shown menus of one home, for one library."""

    def __init__(self, state: State, root: str) -> None:
        self._state = state
        self._root = root

    def choice(self, conversation: str) -> Choice | None:
        """What this conversation chose, if it chose."""
        row = self._state.row(
            "SELECT dir, path FROM choice WHERE conversation = ? AND root = ?", conversation, self._root
        )
        return Choice(conversation, *row) if row else None

    def choose(self, choice: Choice, time: str) -> None:
        """Replaces what the conversation chose before."""
        with self._state.writing(kept=True):
            self._state.run(
                "INSERT OR REPLACE INTO choice VALUES (?, ?, ?, ?, ?)",
                choice.conversation,
                self._root,
                choice.dir,
                choice.path,
                time,
            )

    def follow(self, old: str, new: str) -> None:
        """A memory has a new path; choices and shown menus go with it."""
        with self._state.writing():
            self._state.run("UPDATE choice SET path = ? WHERE root = ? AND path = ?", new, self._root, old)
            for viewer, paths in self._state.rows("SELECT viewer, paths FROM shown"):
                if old in unpack(paths):
                    renamed = pack(new if path == old else path for path in unpack(paths))
                    self._state.run("UPDATE shown SET paths = ? WHERE viewer = ?", renamed, viewer)

    def follow_directories(self, dirs: Mapping[str, str]) -> None:
        """Projects have new directories; what was chosen in them goes along."""
        with self._state.writing():
            for old, new in dirs.items():
                self._state.run("UPDATE choice SET dir = ? WHERE root = ? AND dir = ?", new, self._root, old)
                self._state.run("UPDATE OR REPLACE terminal SET dir = ? WHERE dir = ?", new, old)
                self._state.run("UPDATE shown SET dir = ? WHERE dir = ?", new, old)

    def forget_where(self, told: Callable[[str], bool]) -> None:
        """Forgets what conversations chose whose ids must not exist any more."""
        with self._state.writing():
            for table in ("choice", "terminal"):
                for (id,) in self._state.rows(f"SELECT DISTINCT conversation FROM {table}"):
                    if told(id):
                        self._state.run(f"DELETE FROM {table} WHERE conversation = ?", id)

    def last_started(self, terminal: str, dir: str) -> str | None:
        """The conversation of the last `clew start` for this project from this terminal."""
        row = self._state.row("SELECT conversation FROM terminal WHERE terminal = ? AND dir = ?", terminal, dir)
        return row[0] if row else None

    def started(self, terminal: str, dir: str, conversation: str, time: str) -> None:
        """Remembers it for `last_started`."""
        with self._state.writing(kept=True):
            self._state.run("INSERT OR REPLACE INTO terminal VALUES (?, ?, ?, ?)", terminal, dir, conversation, time)

    def shown(self, viewer: str) -> Shown | None:
        """The menu this viewer (a conversation or a terminal) saw last."""
        row = self._state.row("SELECT dir, paths FROM shown WHERE viewer = ?", viewer)
        return Shown(row[0], unpack(row[1])) if row else None

    def show(self, viewer: str, dir: str, paths: Sequence[str], time: str) -> None:
        """Remembers it for `shown`; an unchanged menu is not written again."""
        if self.shown(viewer) != Shown(dir, tuple(paths)):
            with self._state.writing():
                self._state.run("INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?)", viewer, dir, pack(paths), time)
