"""Rows of `teamNoteTb` in a JSON file: each row with a text becomes a memory, tied to its note."""

from __future__ import annotations

import json

from clew.errors import Unreadable
from clew.imports.pieces import Found, Memory, note_said
from clew.imports.reading import text_of, title_of
from clew.text.note_line import is_note_id
from clew.text.team_notes import TeamNote, team_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from clew.agents.system import System

TITLE = "teamNoteTb"


def takes(path: str) -> bool:
    return path.lower().endswith(".json")


def places(system: System, dir: str) -> list[str]:
    """Nowhere in particular: a file is given by its path."""
    return []


def read(path: str, dir: str) -> Found:
    text, changed = text_of(path)
    notes = [
        (_name(row.get("id"), number), note)
        for number, row in enumerate(rows_of(text, path), 1)
        if (note := team_note(row))
    ]
    return Found(tuple(_memory(path, id, note, changed, dir) for id, note in notes))


def _name(id: object, number: int) -> str:
    """Of a row, within its file: two without an id are two."""
    return str(id) if isinstance(id, (int, str)) and is_note_id(str(id)) else f"row-{number}"


def _memory(path: str, id: str, note: TeamNote, changed: datetime, dir: str) -> Memory:
    """One that came from clew is the conversation's own; one of Simplenote is the source of its note."""
    published = note.source == "simplenote" and note.source_id
    title = title_of(note.content, f"note-{id}")
    return Memory(
        source=f"{path}#{id}",
        title=title,
        text=note.content,
        time=note.updated or note.created or changed,
        dir=dir,
        tags=(*note.tags, "pinned") if note.pinned else note.tags,
        note=note_said(title, note.source_id, note.content) if published else None,
        conversation=note.source_id if note.source == "clew" else "",
    )


def rows_of(text: str, path: str) -> list[dict[str, object]]:
    """The rows of a file, as a JSON array or one a line. Raises `Unreadable`."""
    try:
        rows = json.loads(text) if text.lstrip().startswith("[") else [json.loads(line) for line in text.splitlines()]
    except (ValueError, RecursionError) as problem:
        raise Unreadable("imports.no-rows", path=path, reason=str(problem)) from problem
    if not all(isinstance(row, dict) and "content" in row for row in rows):
        raise Unreadable("imports.no-rows", path=path, reason="content")
    return rows
