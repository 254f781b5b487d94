"""Forgetting the oldest versions when the history outgrows its limit, the newest of a path never."""

from __future__ import annotations

from clew.history.texts import text, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_SLACK = 16  # a sixteenth of the limit is freed at once, so that not every save has to

# What a deleted file held last is as good as its newest version, unless nothing else is left to go.
_SPARED = """ AND v.id NOT IN (
    SELECT g.prev FROM files t JOIN versions g ON g.id = t.last WHERE g.revision IS NULL AND g.prev IS NOT NULL)"""


def used(db: sqlite3.Connection) -> int:
    """Bytes of the file that hold something; SQLite counts them itself."""
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    (free,) = db.execute("PRAGMA freelist_count").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    return int((pages - free) * size)


def due(db: sqlite3.Connection, limit: int) -> bool:
    """Whether thinning would help: too much is there, and more than the last time when nothing could go."""
    now = used(db)
    if now <= limit:
        return False
    stuck = db.execute("SELECT max(used) FROM thinned").fetchone()[0] or 0
    return now > stuck + limit // _SLACK or stuck == 0


def thin(db: sqlite3.Connection, limit: int) -> None:
    """Drops versions, oldest first, until there is room again or only newest ones are left."""
    target = limit - limit // _SLACK
    db.execute("DELETE FROM thinned")
    for spared in (_SPARED, ""):
        while (excess := used(db) - target) > 0:
            batch = _oldest(db, spared, excess)
            if not batch:
                break
            _drop(db, batch)
    if (left := used(db)) > limit:
        db.execute("INSERT INTO thinned (used) VALUES (?)", (left,))


def _oldest(db: sqlite3.Connection, spared: str, excess: int) -> list[int]:
    """The oldest versions that may go and together free about as many bytes."""
    rows = db.execute(
        "SELECT v.id, coalesce(length(v.data), 0) FROM versions v JOIN files f ON f.id = v.file"
        f" WHERE v.id <> f.last{spared} ORDER BY v.id LIMIT 500"
    )
    batch = []
    for version, size in rows:
        batch.append(version)
        excess -= size
        if excess <= 0:
            break
    return batch


def _drop(db: sqlite3.Connection, batch: list[int]) -> None:
    gone = set(batch)
    marks = ",".join("?" * len(batch))
    resting = db.execute(f"SELECT id FROM versions WHERE base IN ({marks}) ORDER BY id", batch).fetchall()
    for (version,) in resting:
        if version not in gone:  # it was a splice on one that goes: it stands for itself now
            kept = whole(text(db, version))
            db.execute(
                "UPDATE versions SET base = NULL, head = 0, tail = 0, depth = 0, spent = 0, zipped = ?, data = ?"
                " WHERE id = ?",
                (kept.zipped, kept.data, version),
            )
    entries = db.execute(f"SELECT DISTINCT entry FROM versions WHERE id IN ({marks})", batch).fetchall()
    db.execute(f"DELETE FROM versions WHERE id IN ({marks})", batch)
    db.executemany(
        "DELETE FROM entries WHERE id = ? AND NOT EXISTS ("
        "SELECT 1 FROM versions v WHERE v.id >= first AND v.id < first + parts AND v.entry = entries.id)",
        entries,
    )
