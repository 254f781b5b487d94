"""A library that was moved keeps its choices; what was derived from the old place is derived anew at the new one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.state.database import State

_DERIVED = ("clue", "clue_entry", "clue_memory", "folder", "memory", "said", "asked")


def rehome(state: State, old: str, new: str) -> None:
    """The library at the root `old` is at `new` now. Said again it changes nothing."""
    with state.writing():
        state.run("UPDATE choice SET root = ? WHERE root = ?", new, old)
        for table in _DERIVED:
            state.run(f"DELETE FROM {table} WHERE root = ?", old)
