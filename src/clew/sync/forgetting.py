"""A text taken out of what is remembered of syncs, for a purge. The other side is not ours to clear; the next sync sends
it the cleaned text."""

from __future__ import annotations

import os
import shutil
import zlib

from clew.history.purge import MARKS, cleaned

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    import sqlite3

    from clew.history.file import File

_MARK = MARKS[0].decode()
_TEXTS = {
    "base": ("here", "place", "there_place", "tags", "more"),
    "begun": ("expect", "place", "tags", "more"),
    "parked": ("place", "data"),
    "word": ("value",),
    "noted": ("path", "lines"),
}


def targets_holding(file: File, needle: re.Pattern[bytes]) -> list[str]:
    """The targets of which something kept here holds the text: so they hold it, too."""
    with file.reading() as db:
        if db is None:
            return []
        found: dict[str, None] = {}
        for table in ("base", "begun"):
            for target, body in db.execute(f"SELECT target, body FROM {table}"):
                if needle.search(zlib.decompress(body)):
                    found[target] = None
        for table, columns in _TEXTS.items():
            owner = "root" if table == "noted" else "target"
            for target, *values in db.execute(f"SELECT {owner}, {', '.join(columns)} FROM {table}"):
                if any(needle.search(value.encode("utf-8", "surrogatepass")) for value in values):
                    found.setdefault(target if owner == "target" else "", None)
        return list(found)


def forget(file: File, home: str, needle: re.Pattern[bytes]) -> None:
    """Takes the text out, of free pages and journals too. A git remote's copy goes whole: it is fetched again."""
    with file.reading() as db:
        if db is None:
            return
    with file.writing() as db:
        for table in ("base", "begun"):
            _clean_bodies(db, table, needle)
        for table, columns in _TEXTS.items():
            _clean_columns(db, table, columns, needle)
    file.scrub()
    shutil.rmtree(os.path.join(home, "git"), ignore_errors=True)


def may_be(sent: str, there: str) -> bool:
    """Whether this is what was sent, whatever a purge has since taken out of what is remembered of it."""
    left, purged, _ = sent.rpartition(f"\n{_MARK}")
    first, *others = left.split(_MARK)
    if not (purged and others and there.startswith(first)):
        return False
    at = len(first)
    for piece in others[:-1]:
        at = there.find(piece, at + 1)
        if at < 0:
            return False
        at += len(piece)
    return there.endswith(others[-1]) and len(there) - len(others[-1]) > at


def _clean_bodies(db: sqlite3.Connection, table: str, needle: re.Pattern[bytes]) -> None:
    for row, body in db.execute(f"SELECT rowid, body FROM {table}").fetchall():
        data = zlib.decompress(body)
        if needle.search(data):
            # What is here now was cleaned in the same way. It must look changed, or the other side would never hear of it.
            fresh = zlib.compress(cleaned(data, needle) + f"\n{_MARK}".encode(), 1)
            db.execute(f"UPDATE {table} SET body = ? WHERE rowid = ?", (fresh, row))


def _clean_columns(db: sqlite3.Connection, table: str, columns: tuple[str, ...], needle: re.Pattern[bytes]) -> None:
    for row, *values in db.execute(f"SELECT rowid, {', '.join(columns)} FROM {table}").fetchall():
        for column, value in zip(columns, values):
            data = value.encode("utf-8", "surrogatepass")
            if needle.search(data):
                fresh = cleaned(data, needle).decode("utf-8", "surrogatepass")
                db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (fresh, row))
