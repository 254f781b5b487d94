"""How a version's bytes lie in the history file: whole, or as a splice on an earlier version."""

from __future__ import annotations

import zlib

from clew.history.file import damaged
from clew.history.splices import join, shared, squeeze, unsqueeze
from clew.stores.contract import revision_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

DEPTH = 50  # splices in a row at most
ROOM = 1 << 16  # splices together may outgrow a small text up to here


class Form(Value):
    """The columns of `versions` that hold the bytes; `base` None: all of them."""

    base: int | None
    head: int
    tail: int
    depth: int
    spent: int
    zipped: bool
    data: bytes | None  # None for a gone-mark


class Piece(Value):
    """The bytes of one row, unpacked, and where they go into the text of `base`; None: into nothing."""

    base: int | None
    head: int
    tail: int
    data: bytes


def whole(data: bytes) -> Form:
    """Standing for itself."""
    zipped, packed = squeeze(data)
    return Form(None, 0, 0, 0, 0, zipped, packed)


def form(db: sqlite3.Connection, data: bytes, base: int | None, old: bytes | None) -> Form:
    """The bytes as a splice on version `base`, which reads `old`, or whole where that is as good.

    After many splices in a row the next one is laid on the whole text under them all, if it is still much like it:
    50 MB that grow by a line a day are kept whole once.
    """
    if base is None or old is None:
        return whole(data)
    depth, spent = db.execute("SELECT depth, spent FROM versions WHERE id = ?", (base,)).fetchone()
    head, tail = shared(old, data)
    size = len(data) - head - tail
    if depth < DEPTH and size * 2 <= len(data) and spent + size <= max(len(data), ROOM):
        return _spliced(data, base, head, tail, depth + 1, spent + size)
    root = _root(db, base)
    if root != base:
        head, tail = shared(text(db, root), data)
        size = len(data) - head - tail
        if size * 4 <= len(data):
            return _spliced(data, root, head, tail, 1, size)
    return whole(data)


def text(db: sqlite3.Connection, version: int, near: dict[int, bytes] | None = None) -> bytes:
    """The bytes of a version that is not a gone-mark; `near` holds texts that the caller has already.

    Raises `Unreadable` where the file has lost a piece.
    """
    near = near or {}
    splices: list[Piece] = []
    at: int | None = version
    while at is not None and at not in near:
        splices.append(piece(db, at))
        at = splices[-1].base
    built = bytearray(b"" if at is None else near[at])
    for each in reversed(splices):
        join(built, each.head, each.tail, each.data)
    return bytes(built)


def sound(db: sqlite3.Connection, version: int, revision: bytes, near: dict[int, bytes]) -> bytes:
    """As `text`, and it is what was written."""
    data = text(db, version, near)
    if bytes.fromhex(revision_of(data)) != revision:
        raise damaged(db, f"version {version}")
    return data


def piece(db: sqlite3.Connection, version: int) -> Piece:
    """What one row holds; raises `Unreadable` if it does not."""
    row = db.execute("SELECT base, head, tail, zipped, data FROM versions WHERE id = ?", (version,)).fetchone()
    try:
        base, head, tail, zipped, packed = row
        found = Piece(base, head, tail, unsqueeze(zipped, packed))
    except (TypeError, zlib.error) as problem:  # no such row, no data in it, or not what was packed
        raise damaged(db, f"version {version}") from problem
    if base is not None and base >= version:
        raise damaged(db, f"version {version}")
    return found


def _spliced(data: bytes, base: int, head: int, tail: int, depth: int, spent: int) -> Form:
    zipped, packed = squeeze(data[head : len(data) - tail])
    return Form(base, head, tail, depth, spent, zipped, packed)


def _root(db: sqlite3.Connection, version: int) -> int:
    """The whole text at the bottom of a chain."""
    while (base := db.execute("SELECT base FROM versions WHERE id = ?", (version,)).fetchone()[0]) is not None:
        version = base
    return version
