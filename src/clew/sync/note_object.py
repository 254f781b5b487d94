"""A note as the service keeps it: an object of eight keys, in which any program may have left anything."""

from __future__ import annotations

from clew.sync.contract import Refused, Text, There
from clew.sync.note_more import NoteMore, unpacked
from clew.text.lines import lines_of
from clew.text.note_text import NoteText, content_of, note_text, title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.simperium.client import Held, Object

_DAY = 86_400
_MARKDOWN = "markdown"
_NEW: Object = {"systemTags": [], "deleted": False, "shareURL": "", "publishURL": ""}


def object_of(text: Text, before: Object | None, lang: str, now: float) -> Object:
    """The whole object of a text; what other programs keep in `before` stays."""
    more = unpacked(text.more)
    kept: Object = {**_NEW, **((more.rest if before is None else before) or {})}
    note = NoteText(tuple(lines_of(text.body)), more.header, more.log)
    modified = modified_now(kept, now)
    marks = [mark for mark in _list(kept.get("systemTags")) if isinstance(mark, str)]
    return {
        "creationDate": modified["modificationDate"],
        **kept,
        "content": content_of(note, lang),
        "tags": [*text.tags],
        "systemTags": marks if _MARKDOWN in marks else [*marks, _MARKDOWN],
        "deleted": False,
        **modified,
    }


def modified_now(data: Object, now: float) -> Object:
    """Later than before, whatever our clock says, but never of another day: the service refuses that."""
    before = number(data.get("modificationDate"))
    return {"modificationDate": max(now, before + 0.001) if before < now + _DAY else now}


def there_of(held: Held) -> There:
    """What it says and what it carries besides; `odd` where it is no text."""
    data = held.data
    content = data.get("content")
    note = note_text(content if isinstance(content, str) else "")
    tags = tuple(tag for tag in _list(data.get("tags")) if isinstance(tag, str) and tag.isprintable())
    header = note.header
    rest = {name: value for name, value in data.items() if name not in ("content", "tags")}
    more = NoteMore(header.author if header else "", header.version if header else "", note.log, rest)
    odd = None if isinstance(content, str) else Refused("sync.no-text-there")
    return There(Text("\n".join(note.body), tags, "", more.packed()), str(held.version), odd)


def title_in(data: Object) -> str:
    """Its first line; "" for what is no text."""
    content = data.get("content")
    return title_of(lines_of(content)) if isinstance(content, str) else ""


def is_deleted(data: Object) -> bool:
    """Only what says so plainly: what any program left there instead is no reason to take a memory away."""
    said = data.get("deleted")
    return isinstance(said, int) and said != 0


def _list(said: object) -> list[object]:
    return said if isinstance(said, list) else []


def number(said: object) -> float:
    """0 for what is none."""
    return said if isinstance(said, (int, float)) and said == said else 0.0
