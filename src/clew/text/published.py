"""What of a memory is published in a note, and an edit of the note brought back into the memory.

The lines that are clew's own (marks, note lines), a header and a change log that somebody wrote there, and blank lines
at the end stay in the memory and are hidden from the note. An edit is woven in around them: whatever the other side
did, no mark is lost, forged or moved into another order.
"""

from __future__ import annotations

from clew.errors import NotFound
from clew.text.change_log import begins_at
from clew.text.lines import ending_of, trimmed, without_trailing_blanks
from clew.text.matching import blocks
from clew.text.note_header import headed
from clew.text.note_line import own_lines
from clew.text.note_text import NoteText, header_lines
from clew.text.segments import escaped, segments_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.text.note_header import Header
    from clew.text.segments import Segment

_MARK = "<!-- clew "
_BOM = "\ufeff"


class Part(Value):
    """What of a memory is published: the whole, or one segment, known by who wrote it when."""

    heading: str = ""
    conversation: str = ""
    time: str = ""

    def __bool__(self) -> bool:
        return bool(self.conversation)


WHOLE = Part()


def part_named(text: str, heading: str) -> Part:
    """The segment with this heading, or this number; of several the first. Raises `NotFound` with those that there are."""
    found = segments_of(_bytes(text))
    if heading.isdecimal() and 0 < int(heading) <= len(found):
        return _part(found[int(heading) - 1])
    named = next((one for one in found if one.heading == heading), None)
    if named is None:
        problem = NotFound("sync.no-segment", heading=heading)
        problem.suggestions = [one.heading for one in found]
        raise problem
    return _part(named)


def part_of(text: str, part: Part) -> Part | None:
    """The same segment as it is called now; None where it is gone."""
    if not part:
        return WHOLE
    segment = _segment(text, part)
    return None if segment is None else _part(segment)


def published(text: str, part: Part = WHOLE) -> NoteText:
    """What a note of this part of a memory says. Raises `NotFound` for a segment that is not there."""
    view = _view(text, part)
    return NoteText(tuple(line for _, line in view.shown), view.header, view.log)


def with_edit(text: str, body: Sequence[str], part: Part = WHOLE) -> str:
    """The memory, saying in this part what `body` says. Raises as `published` does."""
    view = _view(text, part)
    ending = "\r" if ending_of(text) == "\r\n" else ""
    wanted = [escaped(line)[0] for line in without_trailing_blanks([*body])]
    if view.titled and wanted and wanted[0].startswith("# "):
        new = [f"#{wanted[0]}", *wanted[1:]]  # the title of the note is the heading of the segment
    else:
        new = wanted
    return "\n".join(_woven(view, wanted, [line + ending for line in new]))


class _View(Value):
    """A memory as a note sees it."""

    lines: tuple[str, ...]  # of the file, with the `\r` that may end them
    shown: tuple[tuple[int, str], ...]  # which of these a note shows, and how
    titled: bool  # whether the first of those is a segment's heading, shown as a title
    header: Header | None
    log: tuple[str, ...]


def _view(text: str, part: Part) -> _View:
    raw = text.split("\n")
    lines = [line.removesuffix("\r") for line in raw]
    start, end, titled = 0, len(lines), False
    if part:
        segment = _segment(text, part)
        if segment is None:
            raise NotFound("sync.no-segment", heading=part.heading)
        start, end, titled = _range(_bytes(text), segment, lines)
    said = lines[start:end]
    if titled:
        said[0] = said[0].removeprefix("#")
    log = begins_at(said)
    hidden = own_lines(said) | header_lines(said[:log]) | set(range(log, len(said)))
    hidden |= {at for at, line in enumerate(said) if line.removeprefix(_BOM).startswith(_MARK)}
    last = max((at for at, line in enumerate(said) if at not in hidden and line.strip()), default=-1)
    shown = [(start + at, line) for at, line in enumerate(said) if at not in hidden and at <= last]
    if shown and shown[0][0] == 0:
        shown[0] = 0, shown[0][1].removeprefix(_BOM)
    return _View(tuple(raw), tuple(shown), titled, headed(said[:log]).header, tuple(trimmed(said[log:])))


def _range(data: bytes, segment: Segment, lines: Sequence[str]) -> tuple[int, int, bool]:
    """From which line to which a segment is published, and whether its heading is the title."""
    start = data.count(b"\n", 0, segment.start) + 1
    body = data.count(b"\n", 0, segment.body)
    end = data.count(b"\n", 0, segment.end) + (not data.endswith(b"\n", 0, segment.end))
    first = next((line for line in lines[body:end] if line.strip()), "")
    titled = bool(segment.heading) and not first.startswith("# ")
    return (start if titled else body), end, titled


def _woven(view: _View, wanted: Sequence[str], new: Sequence[str]) -> list[str]:
    """The file with `wanted` (written as `new`) in the place of what is shown, and what is hidden where it was.

    A line that is new comes before what is hidden at its place, but at the beginning: a mark is above its segment.
    """
    places = [at for at, _ in view.shown]
    done = places[0] if places else 0
    made = [*view.lines[:done]]
    old = to = 0
    for here, there, size in blocks([line for _, line in view.shown], wanted):
        stop = places[here - 1] + 1 if here > old else done
        gone = {*places[old:here]}
        hidden = [view.lines[at] for at in range(done, stop) if at not in gone]
        made += _between(hidden, new[to:there])
        done = stop
        end = places[here + size - 1] + 1 if size else done
        made += view.lines[done:end]
        done, old, to = end, here + size, there + size
    return [*made, *view.lines[done:]]


def _between(hidden: list[str], new: Sequence[str]) -> list[str]:
    """What was hidden among lines that gave way to new ones: a mark goes on standing above its segment's heading."""
    headings = [at for at, line in enumerate(new) if line.startswith("## ")]
    marks = [at for at, line in enumerate(hidden) if line.startswith(_MARK)]
    if not headings or not marks:
        return [*hidden, *new]
    made: list[str] = []
    done = to = 0
    for number, mark in enumerate(marks):
        heading = headings[number] if number < len(headings) else len(new)
        made += [*hidden[done:mark], *new[to:heading], hidden[mark]]
        done, to = mark + 1, heading
    return [*made, *hidden[done:], *new[to:]]


def _segment(text: str, part: Part) -> Segment | None:
    found = segments_of(_bytes(text))
    same = [one for one in found if (one.mark.conversation, one.mark.time) == (part.conversation, part.time)]
    return next((one for one in same if one.heading == part.heading), same[0] if same else None)


def _part(segment: Segment) -> Part:
    return Part(segment.heading, segment.mark.conversation, segment.mark.time)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
