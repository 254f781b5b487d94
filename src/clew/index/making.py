"""A file that was cut, made into what the tables keep: terms, labels, times. Pure."""

from __future__ import annotations

from datetime import datetime

from clew.index.rows import PINNED, SUPERSEDED, MadePart
from clew.text.terms import joined_terms
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import tzinfo

    from clew.index.passages import Cut, Part, Piece
    from clew.index.rows import PieceRow

_REMEMBERED = 4096
_labels: dict[tuple[str, ...], str] = {}
_moments: dict[str, tuple[str, int] | None] = {}


class Moment(Value):
    """When something was said."""

    time: str  # RFC 3339
    day: int  # in the writer's own offset, as `date.toordinal` counts


class Around(Value):
    """What a source knows of the passages of a part."""

    project: str | None
    tags: tuple[str, ...]
    moment: Moment


def made_parts(cut: Cut, title: str, around: Callable[[Part], Around | None]) -> tuple[MadePart, ...]:
    """The parts of a file; those around which there is None are nobody's business and left out."""
    made: list[MadePart] = []
    for part in cut.parts:
        known = around(part)
        if known is None:
            continue
        label = _label((title, cut.title, *part.headings, *known.tags))
        heading = clean(" > ".join(part.headings))
        for moment, pieces in _by_time(part.pieces, known.moment):
            made.append(
                MadePart(part.segment, known.project, heading, known.tags, moment.time, moment.day, label, pieces)
            )
    return tuple(made)


def moment_of(time: str) -> Moment | None:
    """None for what is no time (a person may have edited the comment)."""
    if time not in _moments:
        if len(_moments) > _REMEMBERED:
            _moments.clear()
        try:
            found = datetime.fromisoformat(time)
            _moments[time] = (time if found.tzinfo else f"{found.isoformat()}Z"), found.toordinal()
        except ValueError:
            _moments[time] = None
    known = _moments[time]
    return None if known is None else Moment(*known)


def moment_at(seconds: float, zone: tzinfo | None) -> Moment:
    """Of a file's last change; of one beyond all calendars the beginning of ours."""
    try:
        moment = datetime.fromtimestamp(seconds, zone)
    except (ValueError, OverflowError, OSError):
        moment = datetime.fromtimestamp(0, zone)
    return Moment(moment.isoformat(timespec="seconds"), moment.toordinal())


def clean(text: str) -> str:
    """As SQLite can keep it: what is not Unicode is shown as such."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _label(words: tuple[str, ...]) -> str:
    known = _labels.get(words)
    if known is None:
        if len(_labels) > _REMEMBERED:
            _labels.clear()
        known = _labels[words] = joined_terms("\n".join(dict.fromkeys(word for word in words if word)))
    return known


def _by_time(pieces: Iterable[Piece], moment: Moment) -> Iterator[tuple[Moment, tuple[PieceRow, ...]]]:
    """The pieces in their order, those beside each other that are of one time together."""
    rows: list[PieceRow] = []
    now = moment
    for piece in pieces:
        then = (piece.time and moment_of(piece.time)) or moment
        if then != now and rows:
            yield now, tuple(rows)
            rows = []
        now = then
        flags = PINNED * piece.pinned + SUPERSEDED * piece.superseded
        rows.append((*piece.lines, piece.start, piece.end, flags, joined_terms(piece.text)))
    if rows:
        yield now, tuple(rows)
