"""Lists of strings in one text column, exactly, without the price of `json` on the lean path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SEPARATOR = "\x1f"


def pack(values: Iterable[str]) -> str:
    """Each value ends with the separator, so that no list, one empty string and two differ."""
    return "".join(value.replace("\\", "\\\\").replace(_SEPARATOR, "\\s") + _SEPARATOR for value in values)


def unpack(packed: str) -> tuple[str, ...]:
    """What `pack` was given."""
    values = packed.split(_SEPARATOR)[:-1]
    if "\\" not in packed:
        return tuple(values)
    return tuple(_unescaped(value) for value in values)


def _unescaped(value: str) -> str:
    return "\\".join(part.replace("\\s", _SEPARATOR) for part in value.split("\\\\"))
