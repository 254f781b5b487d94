"""The clue file `.clue`: the index of a library, bytes in, values out, and the smallest edit back into bytes.

A library of 10,000 memories has a clue file of a megabyte, in which a save changes one entry. So an edit finds
the lines of its entry by a search for the bytes of its `dir` and touches no other. What clew did not write
itself - other YAML, a person's hand - is read and edited by `clue_yaml` and `clue_splice`, by the entry where
entries stand apart as clew writes them, else as a whole.

Every edit keeps comments, unknown keys, order, newlines, encoding; it raises `Unreadable` where it cannot.
"""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.text.clue_blocks import edited_file
from clew.text.clue_entry import Change, entry_lines, putting
from clew.text.clue_outline import Outline, read_other
from clew.text.clue_values import Clue, ClueEntry, ClueMemory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "Clue",
    "ClueEntry",
    "ClueMemory",
    "new_clue",
    "read_clue",
    "salvage_clue",
    "with_dir",
    "with_entries",
    "with_file",
    "without_entry",
]

_BOM = b"\xef\xbb\xbf"
_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


# Reading


def read_clue(data: bytes, path: str = ".clue") -> Clue:
    """Raises `Unreadable` for what is no YAML or no clue file, with `line`, `column` and `reason` in its data."""
    data = _as_utf8(data, path)[0].removeprefix(_BOM)
    outline = Outline(data, path)
    entries = outline.entries
    if outline.trouble is None and None not in entries:
        return Clue(tuple(entries), True)  # type: ignore[arg-type]
    return Clue(tuple(read_other(data, outline, path)), False)


def salvage_clue(data: bytes) -> Clue:
    """What can still be read of a damaged clue file. To go on reading with; an edit must never start from it."""
    from clew.text.clue_salvage import salvage

    return Clue(tuple(salvage(data)), False)


def _as_utf8(data: bytes, path: str) -> tuple[bytes, str | None]:
    """The same file in UTF-8, and what it was in if that was UTF-16."""
    encoding = _UTF16.get(data[:2])
    if encoding is None:
        return data, None
    try:
        return data.decode(encoding).encode(), encoding
    except UnicodeError as error:
        raise Unreadable("clue.unparseable", path=path, line=1, column=1, reason=f"not UTF-16 ({error})") from None


# Writing


def new_clue(entries: Iterable[ClueEntry]) -> bytes:
    """A whole clue file in canonical form."""
    lines = [line for entry in entries for line in entry_lines(entry)]
    return "\n".join(["entries:", *lines, ""] if lines else ["entries: []", ""]).encode()


def with_entries(
    data: bytes, entries: Iterable[ClueEntry], *, canonical: bool | None = None, path: str = ".clue"
) -> bytes:
    """Each of the entries put in the place of that of its `dir`, or appended; fields that differ only.

    Memories are matched by `file`; they come in the order given, those not given go. `canonical=True` is what
    `read_clue` said of these same bytes, and saves reading them again.
    """
    return _edited(data, [putting(entry) for entry in entries], canonical, path)


def without_entry(
    data: bytes, dir: str, *, spare: bool = False, canonical: bool | None = None, path: str = ".clue"
) -> bytes:
    """Without the entries of `dir`, if there are any; comments stay. `spare`: the first of them stays too."""
    change = Change(dir, lambda _: None, which="spare" if spare else "all")
    return _edited(data, [change], canonical, path)


def with_dir(
    data: bytes, old_dir: str, new_dir: str, name: str, *, canonical: bool | None = None, path: str = ".clue"
) -> bytes:
    """The same entry for a directory that moved. Raises `NotFound` if `old_dir` has none."""
    change = Change(old_dir, lambda old: old.but(dir=new_dir, name=name))
    return _edited(data, [change], canonical, path)


def with_file(
    data: bytes, dir: str, old_file: str, new_file: str, *, canonical: bool | None = None, path: str = ".clue"
) -> bytes:
    """The same memory under a new name. Raises `NotFound` if there is no such entry or it has no such memory."""

    def renamed(old: ClueEntry) -> ClueEntry:
        files = [memory.file for memory in old.memories]
        if old_file not in files:
            raise NotFound("clue.no-memory", path=path, dir=dir, file=old_file)
        at = files.index(old_file)
        memory = old.memories[at].but(file=new_file)
        return old.but(memories=(*old.memories[:at], memory, *old.memories[at + 1 :]))

    return _edited(data, [Change(dir, renamed, was={new_file: old_file})], canonical, path)


def _edited(data: bytes, changes: Sequence[Change], canonical: bool | None, path: str) -> bytes:
    data, encoding = _as_utf8(data, path)
    bom = _BOM if data.startswith(_BOM) else b""
    body = data.removeprefix(bom)
    result = bom + edited_file(body, changes, canonical, path)
    return result.decode().encode(encoding) if encoding else result
