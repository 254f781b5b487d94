"""Two sides of a memory made one: by its segments first, then by the lines of each.

A segment is known by who wrote it when, so those of different conversations never meet: what each side appended is
there afterwards, in the order of time. Only lines of one and the same segment can contradict each other.
"""

from __future__ import annotations

from clew.text.lines import lines_of
from clew.text.merge import Merged, merge, united
from clew.text.note_header import later
from clew.text.note_line import note_line, own_lines
from clew.text.segments import seconds_of, segments_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Key = tuple[str, str, int]

_DIVIDER = ["", "---", "", ""]


class _Piece(Value):
    """A segment, and what stood between it and the one before; its last line is "" where it ends with a newline."""

    divider: list[str]
    lines: list[str]


class _Memory(Value):
    head: list[str]  # above the first segment, without note lines
    notes: dict[str, str]  # the note lines by their ids
    pieces: dict[Key, _Piece]


def merge_memories(base: str | None, ours: str, theirs: str) -> Merged:
    """The lines of both; see `clew.text.merge`. `base` None: nobody knows what the two came from."""
    if base is not None and base in (ours, theirs):
        return Merged(lines_of(theirs if ours == base else ours))
    before = _memory(base) if base is not None else None
    mine, other = _memory(ours), _memory(theirs)
    head = _merged(before.head if before else None, mine.head, other.head)
    notes = _merged_notes(before.notes if before else {}, mine.notes, other.notes)
    lines = _with_notes(head.lines, notes)
    clashes = head.clashes
    first = True
    old = before.pieces if before else None
    for key in _order(mine.pieces, other.pieces):
        piece = _kept(old, mine.pieces.get(key), other.pieces.get(key), key)
        if piece is None:
            continue
        body, clashed = piece
        clashes += clashed
        source = other.pieces.get(key) or mine.pieces[key]
        lines = _appended(lines, [] if first else source.divider or _DIVIDER, body)
        first = False
    return Merged(lines, clashes)


def _memory(text: str) -> _Memory:
    data = text.replace("\r\n", "\n").encode("utf-8", "surrogateescape")
    segments = segments_of(data)
    pieces: dict[Key, _Piece] = {}
    end = segments[0].start if segments else len(data)
    head = _lines(data[:end])
    for number, segment in enumerate(segments):
        times = sum(key[:2] == (segment.mark.conversation, segment.mark.time) for key in pieces)
        key = segment.mark.conversation, segment.mark.time, times
        divider = _lines(data[end : segment.start]) if number else []
        pieces[key] = _Piece(divider, _lines(data[segment.start : segment.end]))
        end = segment.end
    own = own_lines(head)
    notes = {said.id: line for line in head if (said := note_line(line))}
    return _Memory([line for at, line in enumerate(head) if at not in own], notes, pieces)


def _lines(data: bytes) -> list[str]:
    return lines_of(data.decode("utf-8", "surrogateescape"))


def _merged(base: Sequence[str] | None, ours: Sequence[str], theirs: Sequence[str]) -> Merged:
    return united(ours, theirs) if base is None else merge(base, ours, theirs)


def _kept(
    base: Mapping[Key, _Piece] | None, ours: _Piece | None, theirs: _Piece | None, key: Key
) -> tuple[list[str], int] | None:
    """The lines of one segment, and how often ours gave way; None where one side took it out and the other left it."""
    old = base.get(key) if base is not None else None
    if ours is not None and theirs is not None:
        merged = _merged(old.lines if old else None, ours.lines, theirs.lines)
        return merged.lines, merged.clashes
    only = ours or theirs
    if only is None or (old is not None and old.lines == only.lines):
        return None
    return only.lines, 0


def _order(ours: Mapping[Key, _Piece], theirs: Mapping[Key, _Piece]) -> list[Key]:
    """All segments: those of both as theirs has them, in between by time."""
    mine, other = _runs(ours, theirs), _runs(theirs, ours)
    order: list[Key] = []
    for anchor in [None, *(key for key in theirs if key in ours)]:
        order += [anchor] if anchor else []
        order += _by_time(other.get(anchor, []), mine.get(anchor, []))
    return order


def _by_time(theirs: list[Key], ours: list[Key]) -> list[Key]:
    """Two runs as one; neither is put into another order."""
    order: list[Key] = []
    while theirs and ours:
        mine_first = seconds_of(ours[0][1]) < seconds_of(theirs[0][1])
        source = ours if mine_first else theirs
        order.append(source.pop(0))
    return [*order, *theirs, *ours]


def _runs(one: Mapping[Key, _Piece], other: Mapping[Key, _Piece]) -> dict[Key | None, list[Key]]:
    """The segments that only one side has, by the common one that they stand behind."""
    runs: dict[Key | None, list[Key]] = {}
    anchor = None
    for key in one:
        if key in other:
            anchor = key
        else:
            runs.setdefault(anchor, []).append(key)
    return runs


def _appended(lines: list[str], divider: list[str], piece: list[str]) -> list[str]:
    if not divider:
        return [*lines[:-1], *piece] if lines and not lines[-1] else [*lines, *piece]
    above = lines if not lines[-1] else [*lines, ""]  # a rule begins on a line of its own
    return [*above[:-1], *divider[:-1], *piece]


def _merged_notes(base: Mapping[str, str], ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """The note lines of both, each in its later version; one that a side took out and the other left is gone."""
    found = []
    for id in {**theirs, **ours}:
        mine, other = ours.get(id), theirs.get(id)
        if mine is None or other is None:
            only = mine or other
            found += [only] if only is not None and base.get(id) != only else []
        else:
            versions = [said.version for line in (mine, other) if (said := note_line(line))]
            found.append(other if later(versions[1], versions[0]) == versions[1] else mine)
    return found


def _with_notes(head: list[str], notes: list[str]) -> list[str]:
    if not notes:
        return head
    if head[0].startswith(("# ", "\ufeff# ")):
        return [head[0], "", *notes, *head[1:]]
    return [*notes, "", *head]
