"""Refused texts: kept until a save settles them, so that a refusal never costs a word."""

from __future__ import annotations

import os

from clew.state.packing import pack, unpack
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.state.database import State


class Pending(Value):
    """A save that was refused, with all that is needed to finish it by giving the tags alone."""

    id: str
    conversation: str
    dir: str
    text: str
    tags: tuple[str, ...]
    title: str | None
    heading: str | None
    agent: str | None
    request: str | None
    reason: str  # the rule or error that refused it
    time: str


def new_pending_id() -> str:
    """Short enough to be typed."""
    return f"p-{os.urandom(4).hex()}"


_COLUMNS = "id, conversation, dir, text, tags, title, heading, agent, request, reason, time"


class PendingTexts:
    """The refused texts of one home."""

    def __init__(self, state: State) -> None:
        self._state = state

    def keep(self, pending: Pending) -> None:
        """Durable when it returns. The same id again replaces the text's earlier refusal."""
        with self._state.writing(kept=True, durable=True):
            self._state.run(
                f"INSERT OR REPLACE INTO pending ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *pending.but(tags=pack(pending.tags)).as_dict().values(),
            )

    def get(self, id: str) -> Pending | None:
        """The refused save with this id."""
        if not id.isprintable():  # half a character, which SQLite refuses, among others
            return None
        return next(iter(self._select("WHERE id = ?", id)), None)

    def same(self, dir: str, text: str) -> Pending | None:
        """The refused save of this very text in this project."""
        return next(iter(self._select("WHERE dir = ? AND text = ? ORDER BY time DESC", dir, text)), None)

    def all(self) -> list[Pending]:
        """All refused saves, oldest first."""
        return self._select("ORDER BY time, id")

    def follow(self, dirs: Mapping[str, str]) -> None:
        """Projects have new directories; their refused saves go with them."""
        with self._state.writing():
            for old, new in dirs.items():
                self._state.run("UPDATE pending SET dir = ? WHERE dir = ?", new, old)

    def settle(self, id: str) -> None:
        """The text is saved; it is pending no longer."""
        with self._state.writing():
            self._state.run("DELETE FROM pending WHERE id = ?", id)

    def _select(self, rest: str, *values: str) -> list[Pending]:
        rows = self._state.rows(f"SELECT {_COLUMNS} FROM pending {rest}", *values)
        return [
            Pending(id, conversation, dir, text, unpack(tags), title, heading, agent, request, reason, time)
            for id, conversation, dir, text, tags, title, heading, agent, request, reason, time in rows
        ]
