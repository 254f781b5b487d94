"""A Simplenote export archive: a zip with `source/notes.json`, or that file alone. What lies in the trash stays there."""

from __future__ import annotations

import json
import lzma
import os
import zlib
from datetime import UTC, datetime
from zipfile import BadZipFile, ZipFile

from clew.errors import Unreadable
from clew.imports.pieces import Found, Memory, note_said
from clew.imports.reading import text_of, title_of
from clew.text.note_line import is_note_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.agents.system import System

TITLE = "Simplenote"
_DAMAGED = (zlib.error, lzma.LZMAError)  # RuntimeError is for one with a password, or packed as nobody here can unpack
_INSIDE = "source/notes.json"
_MOST = 128 * 1024 * 1024  # bytes of notes.json; a zip may promise anything


def takes(path: str) -> bool:
    return path.lower().endswith(".zip") or os.path.basename(path) == "notes.json"


def places(system: System, dir: str) -> list[str]:
    """Nowhere in particular: an archive is given by its path."""
    return []


def read(path: str, dir: str) -> Found:
    text, changed = _unpacked(path) if path.lower().endswith(".zip") else text_of(path)
    try:
        notes = list(json.loads(text)["activeNotes"])
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise Unreadable("imports.no-archive", path=path) from problem
    pieces, problems = [], []
    for number, note in enumerate(notes, 1):
        if not isinstance(note, dict) or not isinstance(note.get("content", ""), str):
            problems.append(Unreadable("imports.no-note", path=path, number=number))
        elif note.get("content", "").strip():
            pieces.append(_memory(path, number, note, changed, dir))
    return Found(tuple(pieces), tuple(problems))


def _memory(path: str, number: int, note: Mapping[str, Any], changed: datetime, dir: str) -> Memory:
    text = note["content"].replace("\r\n", "\n")
    given = note.get("id")
    known = isinstance(given, str) and is_note_id(given)
    id = str(given if known else number)  # two without one are two
    title = _title(text, id)
    given = note.get("tags")
    tags = tuple(tag for tag in given if isinstance(tag, str)) if isinstance(given, list) else ()
    time = _time(note.get("lastModified")) or _time(note.get("creationDate")) or changed
    tags = (*tags, "pinned") if note.get("pinned") else tags
    return Memory(f"{path}#{id}", title, text, time, dir, tags, note_said(title, id, text) if known else None)


def _title(text: str, id: str) -> str:
    """Simplenote's notes have no title but their first line."""
    first = text.strip().partition("\n")[0].strip("# ")
    return title_of(text, f"note-{id}") if text.lstrip().startswith("# ") else first[:80] or f"note-{id}"


def _time(value: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _unpacked(path: str) -> tuple[str, datetime]:
    """The notes in an archive. Raises `Unreadable`."""
    try:
        with ZipFile(path) as archive:
            inside = next((one for one in archive.infolist() if one.filename.endswith(_INSIDE)), None)
            if inside is None or inside.file_size > _MOST:
                raise Unreadable("imports.no-archive", path=path)
            data = archive.read(inside)
            changed = datetime(*inside.date_time, tzinfo=UTC)
        return data.decode("utf-8-sig"), changed
    except OSError as problem:
        if isinstance(problem, Unreadable):
            raise
        if problem.errno is None:  # what is packed is damaged
            raise Unreadable("imports.no-archive", path=path) from problem
        raise Unreadable("imports.unreadable", path=path, errno=problem.errno, reason=problem.strerror) from problem
    except (BadZipFile, UnicodeDecodeError, ValueError, RuntimeError, EOFError, *_DAMAGED) as problem:
        raise Unreadable("imports.no-archive", path=path) from problem
