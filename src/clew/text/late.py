"""Regular expressions that are compiled when they are first used: a question in English needs no class of Chinese."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any


class _Late:
    def __init__(self, pattern: str, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        import re  # late: it costs a quarter of an interpreter, and a question of plain words needs none of it

        found = getattr(re.compile(self._pattern, self._flags), name)  # `re` keeps what it compiled
        setattr(self, name, found)
        return found


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Used like what `re.compile` gives. What is wrong with the pattern comes out at its first use."""
    return _Late(pattern, flags)  # type: ignore[return-value]
