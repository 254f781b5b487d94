"""Rows of `teamNoteTb`, the table that seed 1 was published in: what a row says, and how it is written.

    {"id": 10014, "team_id": 1, "author_id": 1, "content": "# Title …", "tags": "[]",
     "created_at": "2026-05-13T03:41:29Z", "updated_at": …, "enable": 1, "pinned": 0,
     "comment": "source=simplenote; source_id=3264d883-…", "folder_id": null, "locked_by": null, "position": 0}

Read leniently: tags as a list or as the text of one, times with or without `T` and `Z`, `T` and `F` for booleans.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

COLUMNS = (
    *("id", "team_id", "author_id", "content", "tags", "created_at", "updated_at"),
    *("enable", "pinned", "comment", "folder_id", "locked_by", "position"),
)
_FALSE = ("", "0", "f", "false", "no", "none")


class TeamNote(Value):
    """What a row says."""

    content: str
    source: str  # where it comes from: `simplenote`, `clew`; "" where the comment does not say
    source_id: str
    tags: tuple[str, ...]
    created: datetime | None  # aware
    updated: datetime | None
    pinned: bool = False


def team_note(row: Mapping[str, object]) -> TeamNote | None:
    """None for a row without a text."""
    content = row.get("content")
    if not isinstance(content, str) or not content.strip():
        return None
    said = comment_of(row.get("comment"))
    return TeamNote(
        content,
        said.get("source", ""),
        said.get("source_id", ""),
        _tags(row.get("tags")),
        _time(row.get("created_at")),
        _time(row.get("updated_at")),
        str(row.get("pinned") or "").strip().lower() not in _FALSE,
    )


def row_of(note: TeamNote, id: int, before: Mapping[str, object]) -> dict[str, object]:
    """The row of a note; what clew does not know of the row that stood there before stays."""
    fresh: dict[str, object] = {
        "id": id,
        "content": note.content,
        "tags": json.dumps(note.tags, ensure_ascii=False),
        "created_at": _stamp(note.created),
        "updated_at": _stamp(note.updated),
        "pinned": int(note.pinned),
        "comment": f"source={note.source}; source_id={note.source_id}",
    }
    unset = {"team_id": 1, "author_id": 1, "enable": 1, "position": 0}
    known = {column: before.get(column, unset.get(column)) for column in COLUMNS}
    return {**known, **before, **fresh}


def comment_of(comment: object) -> dict[str, str]:
    """The pairs of a comment: `source=simplenote; source_id=…`."""
    parts = comment.split(";") if isinstance(comment, str) else []
    return {key.strip(): value.strip() for key, equals, value in (part.partition("=") for part in parts) if equals}


def _tags(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = str(value).strip("[] ").split(",")
    return tuple(str(tag).strip() for tag in value if str(tag).strip()) if isinstance(value, list) else ()


def _time(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _stamp(time: datetime | None) -> str | None:
    return None if time is None else f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
