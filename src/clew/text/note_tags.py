"""Tags as the notes service has them: without white space and commas, and never one that shares a note with somebody.

Our tag becomes a legal one always in the same way, and two are compared by what the service makes of them, so that a
round trip changes no spelling here.
"""

from __future__ import annotations

from unicodedata import normalize
from urllib.parse import quote

from clew.text.characters import cut, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 256  # of the key


def note_tag_key(tag: str) -> str:
    """Two tags with one key are one tag of the service: its own key for it."""
    key = quote(normalize("NFC", tag).lower(), safe="")
    for sign in "-_.~":
        key = key.replace(sign, f"%{ord(sign):02X}")
    return key


def note_tag(tag: str) -> str:
    """The legal form of our tag; "" for one that is not published: an e-mail address would share the note."""
    legal = "-".join(visible(tag).replace(",", " ").split())
    name, at, host = legal.partition("@")
    if at and name and "." in host:
        return ""
    while len(note_tag_key(legal)) > _LONGEST:
        legal = cut(legal, len(legal.encode()) - 1)
    return legal


def note_tags(tags: Iterable[str]) -> list[str]:
    """All of them, each once."""
    legal = {note_tag_key(one): one for one in map(note_tag, tags) if one}
    return list(legal.values())


def same_note_tags(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether the service takes the two for the same tags."""
    return {note_tag_key(tag) for tag in one} == {note_tag_key(tag) for tag in other}
