"""A library that was moved keeps its choices; what was derived from the old place is derived anew at the new one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.state.database import State

_DERIVED = ("clue", "clue_entry", "clue_memory", "folder", "memory", "said", "asked")


def settle_in(state: State, old: str, new: str) -> None:
    """The library at the root `old` is about to be at `new`: what was chosen in it holds at both. Durable on return."""
    with state.writing(kept=True, durable=True):
        state.run(
            "INSERT OR REPLACE INTO choice SELECT conversation, ?, dir, path, time FROM choice WHERE root = ?", new, old
        )


def leave(state: State, old: str) -> None:
    """Nothing is at the root `old` any more. Said again it changes nothing."""
    with state.writing():
        for table in ("choice", *_DERIVED):
            state.run(f"DELETE FROM {table} WHERE root = ?", old)
