"""A memory is Markdown made of segments; each begins with a comment that says who wrote it.

    # Title of the memory

    <!-- clew conversation="c1" agent="goose" time="2026-11-30T15:24:48+08:00" tags="redis, 缓存" -->
    ## Heading

    The text, verbatim.

    ---

    <!-- clew conversation="c1" ... -->
    ## Next heading
    ...

The comments are the truth about which conversation wrote what: a copied or synced
library still knows it, viewers do not show it, a person can delete it. `docs/format.md` has the grammar.
"""

from __future__ import annotations

from datetime import UTC, datetime

from clew.text.attributes import attributes_of, quoted
from clew.text.tags import union
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BOM = b"\xef\xbb\xbf"  # some editors put it before the first line
_OPENING = b"<!-- clew "
_CLOSING = b" -->"
_DIVIDER = b"\n---\n\n"
_LATEST = 253_370_764_800  # seconds; the year 9999, which every time zone can tell


class Mark(Value):
    """What the comment of a segment says."""

    conversation: str
    time: str  # RFC 3339 with offset
    dir: str | None = None  # of the project; from it a lost clue file is rebuilt
    agent: str | None = None
    device: str | None = None
    tags: tuple[str, ...] = ()
    request: str | None = None


class Segment(Value):
    """One appended part of a memory, as byte offsets into its file."""

    mark: Mark
    heading: str
    start: int  # of the comment
    body: int  # of the text
    end: int  # behind the text: where the file ended when this was the last segment

    def text(self, data: bytes) -> bytes:
        """The text as it was saved, with the newline that ends it."""
        return data[self.body : self.end]


class Facts(Value):
    """What a menu, a save and a check want to know of a memory without reading it again."""

    lines: int
    time: str | None  # of the newest segment
    tags: tuple[str, ...]  # union over the saves
    dir: str | None  # of the newest segment that says one
    conversations: tuple[str, ...]
    requests: tuple[tuple[str, str], ...]  # (conversation, request)


def count_lines(data: bytes) -> int:
    """Newline bytes, plus one for an unterminated last line, 0 when empty."""
    return data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0)


def segments_of(data: bytes) -> list[Segment]:
    """The segments in file order. What stands before the first comment, or has none, belongs to no segment."""
    marks = list(_marks(data))
    found = []
    for number, (start, body, mark) in enumerate(marks):
        end = len(data) if number + 1 == len(marks) else _before_divider(data, body, marks[number + 1][0])
        heading, body = _heading(data, body, end)
        found.append(Segment(mark, heading, start, body, end))
    return found


def facts_of(data: bytes) -> Facts:
    """One pass over a memory's bytes."""
    marks = [mark for _, _, mark in _marks(data)]
    return Facts(
        lines=count_lines(data),
        time=max((mark.time for mark in marks), key=seconds_of, default=None),
        tags=tuple(union(*(mark.tags for mark in marks))),
        dir=next((mark.dir for mark in reversed(marks) if mark.dir), None),
        conversations=tuple(dict.fromkeys(mark.conversation for mark in marks)),
        requests=tuple((mark.conversation, mark.request) for mark in marks if mark.request is not None),
    )


def first_segment(title: str, mark: Mark, heading: str, text: str) -> bytes:
    """A whole new memory."""
    return f"# {_one_line(title)}\n\n".encode() + _segment(mark, heading, text)


def next_segment(data: bytes, mark: Mark, heading: str, text: str) -> bytes:
    """What is appended to `data`: a rule, then the segment. `data` itself stays as it is, byte for byte."""
    rule = _DIVIDER if data.endswith(b"\n") else b"\n" + _DIVIDER
    return (rule if data else b"") + _segment(mark, heading, text)


def escaped(text: str) -> tuple[str, int]:
    """The text with everything that could pass for our comment made harmless, and how often that was needed."""
    if "<!--" not in text:
        return text, 0
    import re  # late: nearly no text has a comment

    return re.subn(r"<!--(?=\s*clew\b)", "&lt;!--", text, flags=re.IGNORECASE)


def seconds_of(time: str) -> float:
    """RFC 3339 -> seconds since the epoch; 0.0 for what is no time of ours (a person may have edited the comment)."""
    try:
        moment = datetime.fromisoformat(time)
        seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        return seconds if 0 <= seconds < _LATEST else 0.0
    except (ValueError, OverflowError):
        return 0.0


def _segment(mark: Mark, heading: str, text: str) -> bytes:
    attributes = {
        "conversation": mark.conversation,
        "dir": mark.dir,
        "agent": mark.agent,
        "device": mark.device,
        "time": mark.time,
        "tags": ", ".join(mark.tags) or None,
        "request": mark.request,
    }
    comment = b" ".join(quoted(key, value) for key, value in attributes.items() if value is not None)
    ending = "" if text.endswith("\n") else "\n"
    return b"<!-- clew " + comment + f" -->\n## {_one_line(heading)}\n\n{text}{ending}".encode()


def _marks(data: bytes) -> Iterator[tuple[int, int, Mark]]:
    """(start of the comment, start of what follows it, what it says) of each well-formed comment line."""
    first = len(_BOM) if data.startswith(_BOM) else 0
    start = first if data.startswith(_OPENING, first) else data.find(b"\n" + _OPENING) + 1
    while start or data.startswith(_OPENING):
        stop = data.find(b"\n", start)
        line, body = (data[start:], len(data)) if stop < 0 else (data[start:stop], stop + 1)
        mark = _mark(line.rstrip())
        if mark is not None:
            yield start, body, mark
        start = data.find(b"\n" + _OPENING, body - 1) + 1
        if not start:
            return


def _mark(line: bytes) -> Mark | None:
    if not line.endswith(_CLOSING):
        return None
    found = attributes_of(line[len(_OPENING) : -len(_CLOSING)].decode("utf-8", "replace"))
    if found is None or "conversation" not in found:
        return None
    tags = tuple(tag for tag in (part.strip() for part in found.get("tags", "").split(",")) if tag)
    return Mark(
        conversation=found["conversation"],
        time=found.get("time", ""),
        dir=found.get("dir"),
        agent=found.get("agent"),
        device=found.get("device"),
        tags=tags,
        request=found.get("request"),
    )


def _before_divider(data: bytes, body: int, next_comment: int) -> int:
    if data.endswith(_DIVIDER, body, next_comment):
        return next_comment - len(_DIVIDER)
    if data.endswith(b"\r\n---\r\n\r\n", body, next_comment):  # an editor changed the line endings
        return next_comment - len(b"\r\n---\r\n\r\n")
    return next_comment


def _heading(data: bytes, body: int, end: int) -> tuple[str, int]:
    if not data.startswith(b"## ", body, end):
        return "", body
    stop = data.find(b"\n", body, end)
    stop = end if stop < 0 else stop + 1
    heading = data[body + 3 : stop].decode("utf-8", "replace").strip()
    for blank in (b"\n", b"\r\n"):
        if data.startswith(blank, stop, end):
            return heading, stop + len(blank)
    return heading, stop


def _one_line(words: str) -> str:
    return " ".join(escaped(words)[0].split())
