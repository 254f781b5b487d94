"""A text that does not go to the other side, and why: kept as a words key and what it names, said in anybody's language."""

from __future__ import annotations

from clew.state.packing import pack, unpack
from clew.values import Value
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_IS_PHRASE = "="  # in no name of a blank


class Parked(Value):
    """A text that the target will not take. `text` is its hash, `reason` a words key, `data` what that names."""

    key: str
    place: str
    text: str
    reason: str
    data: Mapping[str, object]


def packed(data: Mapping[str, object]) -> str:
    """What a reason names as one text: strings, and phrases with what they name."""
    parts: list[str] = []
    for name, value in data.items():
        if isinstance(value, Phrase):
            parts += [f"{name}{_IS_PHRASE}{value.key}", packed(value.data)]
        elif value is not None:
            parts += [name, str(value)]
    return pack(parts)


def unpacked(text: str) -> dict[str, object]:
    """What `packed` made."""
    parts = unpack(text)
    found: dict[str, object] = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        blank, phrase, key = name.partition(_IS_PHRASE)
        found[blank] = Phrase(key, **unpacked(value)) if phrase else value
    return found
