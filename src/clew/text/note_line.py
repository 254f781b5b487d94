"""The line in a memory that says of what note it is the source, for people and for any program of seed 1.

    - Note: Redis as a cache — Simplenote ID: 3264d883-b42b-469b-97c1-928a6b6b620f, version 1.3

Such lines stand in one block below the title, in no segment. What a memory says is compared without them.
A note that clew did not publish counts too: any UUID, or 32 hex digits, beside its topic.
"""

from __future__ import annotations

import re

from clew.text.characters import caseless, is_unspaced, visible
from clew.text.lines import ending_of, lines_of, text_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_IS_ID = re.compile(r"[\w.%@-]{1,256}")
_LINE = re.compile(
    rf"- (?:Note|笔记)[:：]\s*(?P<topic>.+) — (?P<service>[A-Za-z][\w-]*) ID[:：]\s*(?P<id>{_IS_ID.pattern})[,，]\s*"
    r"(?:version|版本)\s*(?P<version>\d+(?:\.\d+)*)(?:[,，]\s*(?:segment|段)\s*[“\"](?P<part>.*)[”\"])?\s*"
)
_ID = re.compile(
    r"(?<![0-9a-z-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-z-])", re.IGNORECASE
)
_STARTS = ("- Note", "- 笔记")
_FORMS = {
    "en": ("- Note: {topic} — {service} ID: {id}, version {version}", ", segment “{part}”"),
    "zh": ("- 笔记：{topic} — {service} ID：{id}，版本 {version}", "，段“{part}”"),
}


class NoteLine(Value):
    """What such a line says. `part` is the heading of the segment that is published, "" for the whole memory."""

    topic: str
    service: str
    id: str
    version: str
    part: str = ""


def is_note_id(id: str) -> bool:
    """Whether a service could have given it, and such a line can say it."""
    return _IS_ID.fullmatch(id) is not None


def note_line(line: str) -> NoteLine | None:
    """What one line says; None for any other line."""
    if not line.startswith(_STARTS):
        return None
    found = _LINE.fullmatch(line.rstrip("\r\n"))
    return NoteLine(**{**found.groupdict(), "part": found["part"] or ""}) if found else None


def note_lines(text: str) -> list[NoteLine]:
    """All of a memory; those in a segment too, where a person may have moved one."""
    if " ID" not in text:
        return []
    return [said for line in lines_of(text) if (said := note_line(line))]


def with_note_line(text: str, said: NoteLine, lang: str) -> str:
    """The text with this line in the place of the one with its id, else below the title."""
    ending = ending_of(text)
    lines = lines_of(text)
    form, of_part = _FORMS[lang if lang in _FORMS else "en"]
    fields = {**said.as_dict(), "topic": visible(said.topic), "part": visible(said.part)}
    new = form.format(**fields) + (of_part.format(**fields) if said.part else "")
    for at, line in enumerate(lines):
        if (other := note_line(line)) and other.id == said.id:
            lines[at] = new
            return text_of(lines, ending)
    block = own_lines(lines)
    if block:
        lines.insert(max(block) + 1, new)
    elif lines[0].startswith(("# ", "\ufeff# ")):
        lines[1:1] = ["", new]
    else:
        lines[0:0] = [new, ""]
    return text_of(lines, ending)


def without_note_line(text: str, id: str) -> str:
    """The text without the line of this note, and without the blank one that came with the block."""
    ending = ending_of(text)
    lines = lines_of(text)
    own = own_lines(lines)
    named = {at for at in own if (said := note_line(lines[at])) and said.id == id}
    gone = own if not [at for at in own if note_line(lines[at]) and at not in named] else named
    return text_of([line for at, line in enumerate(lines) if at not in gone], ending) if named else text


def own_lines(lines: Sequence[str]) -> set[int]:
    """The indexes of all note lines, and of the one blank line with which each block of them came."""
    found = {at for at, line in enumerate(lines) if note_line(line)}
    for at in sorted(found):
        if at - 1 in found:
            continue
        if at and not lines[at - 1].strip():
            found.add(at - 1)
        elif not at:
            end = next(behind for behind in range(at, len(lines) + 1) if behind not in found)
            if end < len(lines) and not lines[end].strip():
                found.add(end)
    return found


def ids_beside(text: str, topic: str) -> list[str]:
    """The ids of notes beside this topic: in one line with it, else in the next or the last line of its paragraph."""
    key = caseless(visible(topic))
    lines = lines_of(text)
    found: dict[str, None] = {}
    for at, line in enumerate(lines):
        if not key or line.startswith("<!--") or not _names(caseless(visible(line)), key):
            continue
        ids = _ids(line)
        if not ids and line.strip():
            near = (lines[at + 1] if at + 1 < len(lines) else "", lines[at - 1] if at else "")
            ids = next((there for other in near if (there := _ids(other))), [])
        found.update(dict.fromkeys(ids))
    return list(found)


def _ids(line: str) -> Iterable[str]:
    return [] if line.startswith("<!--") else _ID.findall(line)


def _names(line: str, topic: str) -> bool:
    """Whether the topic stands there as words of its own; a Chinese one only where no other word goes on from it."""
    line = f" {line} "
    at = line.find(topic)
    while at >= 0:
        if not _glued(line[at - 1], topic[0]) and not _glued(topic[-1], line[at + len(topic)]):
            return True
        at = line.find(topic, at + 1)
    return False


def _glued(one: str, other: str) -> bool:
    word = one.isalnum() and other.isalnum() and is_unspaced(one) == is_unspaced(other)
    return word or (one in "-_" and other.isalnum()) or (other in "-_" and one.isalnum())
