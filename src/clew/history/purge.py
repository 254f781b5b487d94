"""A text taken out of every version for good, as if it had never been written."""

from __future__ import annotations

import json
import re
from collections import Counter
from unicodedata import normalize

from clew.history.file import damaged
from clew.history.reading import version as read_version
from clew.history.recording import bound, unbound
from clew.history.splices import join
from clew.history.texts import form, piece
from clew.stores.contract import revision_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from clew.history.database import History
    from clew.history.records import Version

MARKS = (b"[purged]", b"***", b"")  # what stands in the place of the text; the first that does not hold it


class _Text(Value):
    """A version in its chain: its bytes, and those of the version that it rests on."""

    version: int
    base: int | None
    below: bytes
    data: bytes


class Purged(Value):
    """The versions that held the text, and the names (of files, of stores) that hold it still: they are in use."""

    versions: tuple[Version, ...]
    names: tuple[str, ...]


def spellings(text: str) -> re.Pattern[bytes]:
    """The text in the bytes of a file: composed or decomposed, with either line end, as JSON and YAML escape it."""
    if not text:
        raise ValueError("an empty text is everywhere")
    spelled = b"".join(map(_spelled, normalize("NFC", text)))
    plain = {text, *(json.dumps(text, ensure_ascii=escaped)[1:-1] for escaped in (True, False))}
    # Each once: a pattern of one spelling, such as a key's, is searched for ten times as fast.
    return re.compile(
        b"|".join(dict.fromkeys([spelled, *(re.escape(_bytes(each)) for each in sorted(plain, key=len)[::-1])]))
    )


def cleaned(data: bytes, needle: re.Pattern[bytes]) -> bytes:
    """The bytes with a mark in the place of each find. What purges a file uses this too: both read the same then."""
    mark = next(mark for mark in MARKS if not needle.search(mark))
    while needle.search(data):
        data = needle.sub(mark, data)
        mark = b""  # only where mark and rest make a new find
    return data


def find(history: History, needle: re.Pattern[bytes]) -> list[Version]:
    """The versions of all stores that hold the text."""
    with history.file.reading() as db:
        if db is None:
            return []
        texts = (each for root in _roots(db) for each in _chain(db, root))
        held = sorted(each.version for each in texts if needle.search(each.data))
        return [read_version(db, number) for number in held]


def purge(history: History, needle: re.Pattern[bytes], progress: Callable[[int, int], None] | None = None) -> Purged:
    """Takes the text out of all versions, of the names of files that are gone and of agents and conversations.

    The file is rewritten, so that no free page and no journal holds the text, compressed or not. The other bytes of
    each version stay; its revision becomes that of the new bytes. May be run again after a failure, and must be
    after `Locked` (another process was reading an older state): until then traces may remain.
    """
    with history.file.reading() as db:
        if db is None:
            return Purged((), ())
    with history.file.writing() as db:
        roots = _roots(db)
        changed: list[int] = []
        for number, root in enumerate(roots):
            if progress is not None:
                progress(number, len(roots))
            changed += _rewrite(db, root, needle)
        versions = tuple(read_version(db, number) for number in sorted(changed))
        names = _clean_names(db, needle)
    history.file.scrub()
    return Purged(versions, names)


def _roots(db: sqlite3.Connection) -> list[int]:
    found = db.execute("SELECT id FROM versions WHERE base IS NULL AND revision IS NOT NULL ORDER BY id")
    return [number for (number,) in found]


def _chain(db: sqlite3.Connection, root: int) -> Iterator[_Text]:
    """A whole text and all splices that rest on it, each after its base.

    A text is let go once nothing rests on it any more: a long chain of a large file fits into memory.
    """
    members = db.execute(
        "WITH RECURSIVE resting(id) AS (VALUES (?) UNION"
        " SELECT v.id FROM versions v JOIN resting r ON v.base = r.id)"
        " SELECT v.id, v.base FROM versions v JOIN resting USING (id) ORDER BY v.id",
        (root,),
    ).fetchall()
    waiting = Counter(base for _, base in members)
    texts: dict[int | None, bytes] = {None: b""}
    for number, base in members:
        if base not in texts or (base is None) != (number == root):
            raise damaged(db, f"version {number}")
        below = texts[base]
        held = piece(db, number)
        built = bytearray(below)
        join(built, held.head, held.tail, held.data)
        waiting[base] -= 1
        if not waiting[base]:
            del texts[base]
        if waiting[number]:
            texts[number] = bytes(built)
        yield _Text(number, base, below, bytes(built))


def _rewrite(db: sqlite3.Connection, root: int, needle: re.Pattern[bytes]) -> list[int]:
    """Cleans one chain; the versions that held the text."""
    held = [each.version for each in _chain(db, root) if needle.search(each.data)]
    fresh: set[int | None] = set()  # versions whose rows are new: what rests on them must be laid on them again
    last: tuple[int | None, bytes] = (None, b"")  # most rest on the one before them
    for each in _chain(db, root) if held else ():
        if each.version not in held and each.base not in fresh:
            continue
        data = cleaned(each.data, needle)
        below = last[1] if last[0] == each.base else cleaned(each.below, needle)
        kept = form(db, data, each.base, below)
        db.execute(
            "UPDATE versions SET revision = ?, bytes = ?, base = ?, head = ?, tail = ?, depth = ?, spent = ?,"
            " zipped = ?, data = ? WHERE id = ?",
            (
                *(bytes.fromhex(revision_of(data)), len(data), kept.base, kept.head, kept.tail, kept.depth, kept.spent),
                *(kept.zipped, kept.data, each.version),
            ),
        )
        fresh.add(each.version)
        last = (each.version, data)
    return held


def _clean_names(db: sqlite3.Connection, needle: re.Pattern[bytes]) -> tuple[str, ...]:
    """Cleans the names of files that are gone, and of agents and the like; returns the names in use that hold the text."""
    left = [unbound(key) for (key,) in db.execute("SELECT key FROM stores") if needle.search(_bytes(unbound(key)))]
    files = db.execute(
        "SELECT f.id, f.store, f.path, v.revision IS NULL FROM files f JOIN versions v ON v.id = f.last"
    ).fetchall()
    taken = {(store, unbound(path)) for _, store, path, _ in files}
    for file, store, raw, gone in files:
        path = unbound(raw)
        if not needle.search(_bytes(path)):
            continue
        if not gone:
            left.append(path)
            continue
        new = plain = cleaned(_bytes(path), needle).decode("utf-8", "surrogateescape")
        number = 1
        while (store, new) in taken:
            number += 1
            new = f"{plain}-{number}"
        taken.add((store, new))
        db.execute("UPDATE files SET path = ? WHERE id = ?", (bound(new), file))
    for column in ("agent", "conversation", "device"):
        for (name,) in db.execute(f"SELECT DISTINCT {column} FROM entries WHERE {column} IS NOT NULL").fetchall():
            if needle.search(name.encode()):
                new = cleaned(name.encode(), needle).decode("utf-8", "replace")
                db.execute(f"UPDATE entries SET {column} = ? WHERE {column} = ?", (new, name))
    return tuple(left)


def _spelled(char: str) -> bytes:
    if char == "\n":
        return rb"\r?\n"
    forms = {_bytes(char), _bytes(normalize("NFD", char))}
    return b"(?:" + b"|".join(map(re.escape, sorted(forms))) + b")" if len(forms) > 1 else re.escape(forms.pop())


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a name on Windows may hold half a character
        return text.encode("utf-8", "surrogatepass")
