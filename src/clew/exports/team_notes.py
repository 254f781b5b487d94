"""Memories as rows of `teamNoteTb`, in a JSON file that is kept up to date: a row keeps its id and what others put there."""

from __future__ import annotations

import json
import os
import stat
from datetime import UTC, datetime

from clew.errors import ClewError, Conflict
from clew.imports.reading import text_of
from clew.imports.team_notes import rows_of
from clew.stores.files import write_file_atomic
from clew.text.decoding import decoded
from clew.text.note_line import note_lines
from clew.text.plain import plain
from clew.text.secrets import mask
from clew.text.segments import seconds_of, segments_of
from clew.text.tags import tag_key, union
from clew.text.team_notes import TeamNote, comment_of, row_of, team_note
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.library.library import Library
    from clew.library.project import Project

_FIRST_ID = 1
_PRIVATE = 0o600
_PINNED = ("pinned", "置顶")


class Exported(Value):
    """What an export did."""

    path: str
    rows: int  # in the file now
    new: int
    changed: int
    problems: tuple[ClewError, ...]  # memories that could not be read, and are left out
    masked: tuple[str, ...]  # keys that stand in the memories and not in the file, as they are shown


def export(library: Library, projects: Iterable[Project], path: str, *, allow_secret: bool = False) -> Exported:
    """Brings the file up to date with the memories of these projects. It is replaced as a whole, or not at all.

    A key that stands in a memory is masked, unless it is allowed: a file for others goes further than the memory does.

    Raises `Unreadable` for a file that is there and is none of rows: it is somebody's, and stays. Raises `Conflict` where
    another program wrote it meanwhile.
    """
    before = _text(path)
    rows = rows_of(before, path) if before is not None else []
    problems: list[ClewError] = []
    place = {_key(row): at for at, row in enumerate(rows)}
    next_id = max((id for row in rows if isinstance(id := row.get("id"), int)), default=_FIRST_ID - 1) + 1
    new = changed = 0
    shown: dict[str, None] = {}
    for note in _notes(library, projects, problems):
        if not allow_secret:
            masked = mask(note.content)
            shown.update(dict.fromkeys(one.shown for one in masked.found))
            note = note.but(content=masked.text)
        at = place.get((note.source, note.source_id))
        if at is None:
            rows.append(row_of(note, next_id, {}))
            next_id, new = next_id + 1, new + 1
        elif team_note(rows[at]) != note:
            known = rows[at].get("id")
            rows[at] = row_of(note, known if isinstance(known, int) else next_id, rows[at])
            changed += 1
    if new or changed or before is None:
        text = json.dumps(rows, ensure_ascii=False, indent=1)
        _replace(path, before, text.encode("utf-8", "surrogateescape") + b"\n")
    return Exported(os.path.abspath(path), len(rows), new, changed, tuple(problems), tuple(shown))


def _text(path: str) -> str | None:
    """What stands there; None for nothing. Raises `Unreadable`."""
    return text_of(path)[0] if os.path.exists(path) else None


def _replace(path: str, before: str | None, data: bytes) -> None:
    """At the target of a link, in the mode that it has."""
    target = os.path.realpath(path)
    if _text(target) != before:
        raise Conflict(path=path, mine=data)
    mode = _PRIVATE if before is None else stat.S_IMODE(os.stat(target).st_mode)
    write_file_atomic(target, data, mode)


def _notes(library: Library, projects: Iterable[Project], problems: list[ClewError]) -> Iterator[TeamNote]:
    for project in projects:
        for line in project.menu():
            try:
                yield _note(library.kept.get(line.file).data, line.file)
            except ClewError as problem:
                problems.append(problem)


def _note(data: bytes, file: str) -> TeamNote:
    """Tied to its note where it was published, else to its conversation; a memory without either to its file."""
    marks = [segment.mark for segment in segments_of(data)]
    times = sorted(seconds_of(mark.time) for mark in marks)
    tags = union(*(mark.tags for mark in marks))
    text = decoded(data)
    published = next((said for said in note_lines(text) if said.service == "Simplenote" and not said.part), None)
    source_id = published.id if published else marks[0].conversation if marks else file
    return TeamNote(
        decoded(plain(data)),
        "simplenote" if published else "clew",
        source_id,
        tuple(tag for tag in tags if tag_key(tag) not in _PINNED),
        _at(times[:1]),
        _at(times[-1:]),
        any(tag_key(tag) in _PINNED for tag in tags),
    )


def _key(row: dict[str, object]) -> tuple[str, str]:
    said = comment_of(row.get("comment"))
    return said.get("source", ""), said.get("source_id", "")


def _at(times: list[float]) -> datetime | None:
    return datetime.fromtimestamp(times[0], UTC) if times else None
