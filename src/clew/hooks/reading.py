"""What a client writes to the standard input of its hook: a JSON object, read without the six milliseconds of `import json`."""

from __future__ import annotations

import sqlite3

from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def object_of(data: bytes) -> dict[str, Any]:
    """The members of the object; what lies deeper is left as JSON. Raises `Usage` for anything else."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    reader = sqlite3.connect(":memory:")
    reader.text_factory = lambda found: found.decode("utf-8", "replace")
    try:
        (kind,) = reader.execute("SELECT json_type(?)", (text,)).fetchone()
        if kind != "object":
            raise Usage("hooks.not-json", reason=kind)
        return dict(reader.execute("SELECT key, value FROM json_each(?)", (text,)))
    except sqlite3.Error as problem:
        if "no such" in str(problem):  # an SQLite that was built without it
            return _slowly(text)
        raise Usage("hooks.not-json", reason=str(problem)) from problem
    finally:
        reader.close()


def _slowly(text: str) -> dict[str, Any]:
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Usage("hooks.not-json", reason=str(problem)) from problem
    if not isinstance(found, dict):
        raise Usage("hooks.not-json", reason=type(found).__name__)
    return found
