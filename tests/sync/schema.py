"""What a note must be made of. The service checks something of this kind; exactly what is not known."""

from __future__ import annotations

from typing import Any

_KEYS: dict[str, type | tuple[type, ...]] = {
    "content": str,
    "tags": list,
    "systemTags": list,
    "creationDate": (int, float),
    "modificationDate": (int, float),
    "deleted": (bool, int),
    "shareURL": str,
    "publishURL": str,
}
_DAY = 86_400


def objection(note: dict[str, Any], now: float) -> str:
    """Why a note is refused; "" for one that is not."""
    for key, kind in _KEYS.items():
        if key not in note:
            return f"schema: missing {key}"
        if not isinstance(note[key], kind):
            return f"schema: {key} has the wrong type"
    if note["modificationDate"] > now + _DAY:
        return "schema: modificationDate too far in the future"
    if note["deleted"] not in (0, 1):
        return "schema: deleted is neither true nor false"
    return ""
