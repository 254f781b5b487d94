"""The clue file `.clue`: the index of a library, bytes in, values out, and the smallest edit back into bytes.

A library of 10,000 memories has a clue file of a megabyte, in which a save changes one entry. So an edit finds
the lines of its entry by a search for the bytes of its `dir` and touches no other. What clew did not write
itself - other YAML, a person's hand - is read and edited by `clue_yaml` and `clue_splice`, by the entry where
entries stand apart as clew writes them, else as a whole.

Every edit keeps comments, unknown keys, order, newlines, encoding; it raises `Unreadable` where it cannot.
"""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.text.clue_entry import (
    DASH,
    Change,
    ClueEntry,
    ClueMemory,
    entry_lines,
    is_harmless_key,
    is_harmless_text,
    is_harmless_value,
    scan_entry,
    spliced,
    with_entry_after,
    without_own_lines,
)
from clew.text.quoted import quote
from clew.values import Value

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
_ITEM = DASH.encode()


class Clue(Value):
    """A clue file as read. Two entries may have one `dir`: two programs may have appended at once."""

    entries: tuple[ClueEntry, ...]
    canonical: bool  # every line is as clew writes it, or harmless: edits find their place without reading the rest


# Reading


def read_clue(data: bytes, path: str = ".clue") -> Clue:
    """Raises `Unreadable` for what is no YAML or no clue file, with `line`, `column` and `reason` in its data."""
    data = _as_utf8(data, path)[0].removeprefix(_BOM)
    outline = _Outline(data, path)
    entries = outline.entries
    if outline.trouble is None and None not in entries:
        return Clue(tuple(entries), True)  # type: ignore[arg-type]
    return Clue(tuple(_read_other(data, outline, path)), False)


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


def _as_text(data: bytes, path: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        raise Unreadable(
            "clue.unparseable",
            path=path,
            line=before.count("\n") + 1,
            column=len(before) - before.rfind("\n"),
            reason=f"not UTF-8 (byte 0x{data[error.start]:02x})",
        ) from None


def _newline(data: bytes) -> bytes:
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1] == 13 else b"\n"


def _unix(text: str, newline: bytes) -> str:
    """The text with bare newlines; a `\\r` that stays is no part of one, and no scanner takes it."""
    if newline == b"\r\n" and text.count("\n") == text.count("\r\n"):
        return text.replace("\r\n", "\n")
    return text


class _Outline:
    """Where each entry stands, by the lines that begin with its dash.

    `trouble` is the first block from which on a line may belong to anything (0: the whole file), else None.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self.newline = _newline(data)
        self.blocks: list[tuple[int, int]] = []
        self.entries: list[ClueEntry | None] = []  # None: not in canonical form
        self.trouble: int | None = None
        head, *pieces = data.split(self.newline + _ITEM)
        keys = self._top_keys(_as_text(head, path))
        if keys is None or (pieces and (not keys or keys[-1] != "entries")):
            self.trouble = 0
        at = len(head) + len(self.newline)
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            end = _tail(data, at) if last else at + len(_ITEM) + len(piece) + len(self.newline)
            text = _unix(_as_text(data[at:end], path), self.newline)
            entry = scan_entry(text)
            if entry is None and self.trouble is None and _has_top_line(text):
                self.trouble = number
            self.blocks.append((at, end))
            self.entries.append(entry)
            at = end
        if pieces and self.trouble is None:
            tail = self._top_keys(_as_text(data[at:], path))
            if tail is None or not set(tail).isdisjoint(keys or ()):
                self.trouble = len(pieces) - 1

    def _top_keys(self, text: str) -> list[str] | None:
        """The top-level keys in these lines; None unless all is harmless line by line."""
        text = _unix(text, self.newline)
        keys: list[str] = []
        if not is_harmless_text(text):
            return None
        for line in text.split("\n"):
            if not line.strip(" ") or line.lstrip(" ")[0] == "#":
                continue
            key, _, raw = line.partition(": ")
            if line in ("entries:", "entries: []"):
                key = "entries"
            elif key == "entries" or not is_harmless_key(key) or not is_harmless_value(raw):
                return None
            if key in keys:
                return None
            keys.append(key)
        return keys


def _has_top_line(text: str) -> bool:
    return any(line[:1] not in ("", " ", "#") for line in text.split("\n"))


def _tail(data: bytes, start: int) -> int:
    """Where the top-level keys behind the last entry begin, which starts at `start`; the end of the file if none do."""
    at = data.find(b"\n", start) + 1
    while 0 < at < len(data):
        if data[at] not in b" #\r\n":
            return at
        at = data.find(b"\n", at) + 1
    return len(data)


def _read_other(data: bytes, outline: _Outline, path: str) -> list[ClueEntry]:
    """The entries of a file that is not canonical: those that are not, one by one where that is sound."""
    from clew.text.clue_yaml import read_document

    if not outline.blocks:
        return read_document(_as_text(data, path), path)
    entries = _read_each(data, outline)
    if entries is not None:
        return entries
    # What stands before the first strange entry was understood line by line. Only the rest is parsed, with the
    # head of the file: an error is found at once, however large the file, and an anchor is found from its alias.
    number = outline.entries.index(None) if None in outline.entries else len(outline.entries)
    number = min(number, outline.trouble if outline.trouble is not None else number)
    head, start = outline.blocks[0][0], outline.blocks[number][0]
    lines = data.count(b"\n", 0, head)
    rest = read_document(_as_text(data[:head] + data[start:], path), path, lines, data.count(b"\n", head, start))
    return [*filter(None, outline.entries[:number]), *rest]


def _read_each(data: bytes, outline: _Outline) -> list[ClueEntry] | None:
    """Each entry read alone; None if the file does not fall apart into its entries."""
    if outline.trouble is not None:
        return None
    entries = []
    for (start, end), entry in zip(outline.blocks, outline.entries, strict=True):
        alone = entry or _read_alone(data[start:end], outline.newline)
        if alone is None:
            return None
        entries.append(alone)
    return entries


def _read_alone(block: bytes, newline: bytes) -> ClueEntry | None:
    from clew.text.clue_yaml import read_document

    try:
        entries = read_document((b"entries:" + newline + block).decode(), "")
    except Unreadable:
        return None
    return entries[0] if len(entries) == 1 else None


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
    return _edited(data, [_putting(entry) for entry in entries], canonical, path)


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


def _putting(entry: ClueEntry) -> Change:
    return Change(entry.dir, lambda _: entry, missing=entry)


def _edited(data: bytes, changes: Sequence[Change], canonical: bool | None, path: str) -> bytes:
    data, encoding = _as_utf8(data, path)
    bom = _BOM if data.startswith(_BOM) else b""
    body = data.removeprefix(bom)
    blocks = _Blocks(body) if canonical else _read_blocks(body, path)
    result = bom + (_edited_whole(body, changes, path) if blocks is None else blocks.edited(changes, path))
    return result.decode().encode(encoding) if encoding else result


def _read_blocks(data: bytes, path: str) -> _Blocks | None:
    """The blocks of a file of which nothing is known yet; None if it does not fall apart into its entries."""
    outline = _Outline(data, path)
    entries = _read_each(data, outline)
    if entries is None:
        return None
    spans: dict[str, list[tuple[int, int]]] = {}
    for span, entry in zip(outline.blocks, entries, strict=True):
        spans.setdefault(entry.dir, []).append(span)
    return _Blocks(data, spans)


def _edited_whole(data: bytes, changes: Sequence[Change], path: str) -> bytes:
    from clew.text.clue_splice import edited

    return edited(_as_text(data, path), changes, path).encode()


class _Blocks:
    """A clue file whose entries stand apart, each a block of lines. Without `spans` it is canonical, and searched."""

    def __init__(self, data: bytes, spans: dict[str, list[tuple[int, int]]] | None = None) -> None:
        self.data = data
        self.spans = spans
        self.newline = _newline(data)
        self.now: dict[tuple[int, int], bytes] = {}  # the blocks that changed

    def edited(self, changes: Iterable[Change], path: str) -> bytes:
        added: dict[str, ClueEntry] = {}
        for change in changes:
            spans = self._found(change.dir)
            if not spans and change.missing:
                added[change.dir] = change.missing
            elif not spans and change.which == "first":
                raise NotFound("clue.no-entry", path=path, dir=change.dir)
            for span in {"first": spans[:1], "spare": spans[1:]}.get(change.which, spans):
                self.now[span] = self._edited_block(self._block(span), change, path)
        if added:
            self._append(list(added.values()), path)
        return self._result()

    def _found(self, dir: str) -> list[tuple[int, int]]:
        if self.spans is not None:
            return self.spans.get(dir, [])
        return list(self._search(dir))

    def _search(self, dir: str) -> Iterable[tuple[int, int]]:
        needle = f"dir: {quote(dir)}".encode()
        data = self.data
        at = data.find(needle)
        while at >= 0:
            line = data.rfind(b"\n", 0, at) + 1
            behind = at + len(needle)
            if data[line:at] in (_ITEM, b"    ") and data[behind : behind + 1] in (b"", b"\r", b"\n"):
                start = data.rfind(b"\n" + _ITEM, 0, at) + 1
                yield start, self._end(start)
            at = data.find(needle, behind)

    def _end(self, start: int) -> int:
        following = self.data.find(b"\n" + _ITEM, start)
        return following + 1 if following >= 0 else _tail(self.data, start)

    def _last(self) -> tuple[int, int] | None:
        start = self.data.rfind(b"\n" + _ITEM) + 1
        return (start, self._end(start)) if start else None

    def _block(self, span: tuple[int, int]) -> bytes:
        now = self.now.get(span)
        return self.data[span[0] : span[1]] if now is None else now

    def _lines(self, block: bytes) -> list[str]:
        return _unix(block.decode(), self.newline).split("\n")

    def _joined(self, lines: list[str]) -> bytes:
        return self.newline.join([line.encode() for line in lines])

    def _edited_block(self, block: bytes, change: Change, path: str) -> bytes:
        lines = self._lines(block)
        old = scan_entry("\n".join(lines))
        if old is None:
            return self._alone(block, [change.but(which="all", missing=None)], path)
        new = change.become(old)
        if new is None:
            return self._joined(without_own_lines(lines))
        if new == old:
            return block
        lines = spliced(lines, old, new, change.was)
        if scan_entry("\n".join(lines)) != new:
            raise Unreadable("clue.cannot-edit", path=path, dir=change.dir)
        return self._joined(lines)

    def _alone(self, block: bytes, changes: list[Change], path: str) -> bytes:
        """An entry that is not in canonical form, edited as a clue file of its own."""
        head = b"entries:"
        result = _edited_whole(head + self.newline + block, changes, path)
        for start in (head + self.newline, head + b" []" + self.newline):
            if result.startswith(start):
                return result[len(start) :]
        raise Unreadable("clue.cannot-edit", path=path, dir=changes[0].dir)

    def _append(self, added: list[ClueEntry], path: str) -> None:
        span = self._last()
        lines = [line for entry in added for line in entry_lines(entry)]
        if span is None:
            self._append_first(lines)
            return
        block = self._block(span)
        old = self._lines(block)
        if scan_entry("\n".join(old)) or without_own_lines(old) == old:
            self.now[span] = self._joined(with_entry_after(old, lines))
        else:
            self.now[span] = self._alone(block, [_putting(entry) for entry in added], path)

    def _append_first(self, added: list[str]) -> None:
        lines = self._lines(self.data)
        for form in ("entries:", "entries: []"):
            if form in lines:
                at = lines.index(form)
                lines[at : at + 1] = ["entries:", *added]
                break
        else:
            end = len(lines) - (lines[-1] == "")
            lines[end:end] = ["entries:", *added]
        self.now[(0, len(self.data))] = self._joined(lines)

    def _result(self) -> bytes:
        parts: list[bytes] = []
        at = 0
        for (start, end), block in sorted(self.now.items()):
            parts += (self.data[at:start], block)
            at = end
        result = b"".join([*parts, self.data[at:]])
        if self.now and b"\n" + _ITEM not in result:
            lines = self._lines(result)
            lines[lines.index("entries:")] = "entries: []"
            result = self._joined(lines)
        if self.data.strip() and not self.data.endswith(b"\n"):
            result = result.removesuffix(self.newline)
        return result
