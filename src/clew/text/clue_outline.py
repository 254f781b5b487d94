"""Where each entry of a clue file stands, by the lines that begin with its dash, and what it says.

An entry that is not in canonical form is parsed alone where that is sound, so that one comment of a person does not
make a megabyte slow.
"""

from __future__ import annotations

from clew.errors import Unreadable
from clew.text.clue_entry import DASH, is_harmless_key, is_harmless_text, is_harmless_value, scan_entry
from clew.text.clue_values import ClueEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ITEM = DASH.encode()


def as_text(data: bytes, path: str) -> str:
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


def newline_of(data: bytes) -> bytes:
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1] == 13 else b"\n"


def unix(text: str, newline: bytes) -> str:
    """The text with bare newlines; a `\\r` that stays is no part of one, and no scanner takes it."""
    if newline == b"\r\n" and text.count("\n") == text.count("\r\n"):
        return text.replace("\r\n", "\n")
    return text


class Outline:
    """Where each entry stands, by the lines that begin with its dash.

    `trouble` is the first block from which on a line may belong to anything (0: the whole file), else None.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self.newline = newline_of(data)
        self.blocks: list[tuple[int, int]] = []
        self.entries: list[ClueEntry | None] = []  # None: not in canonical form
        self.trouble: int | None = None
        try:
            self._scan(data)
        except UnicodeDecodeError:
            as_text(data, path)  # says where
            raise

    def _scan(self, data: bytes) -> None:
        head, *pieces = data.split(self.newline + ITEM)
        top = self._top_lines(head.decode())
        if top is None or (pieces and top[-1:] != ["entries:"]):
            self.trouble = 0
        at = len(head) + len(self.newline)
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            end = tail_of(data, at) if last else at + len(ITEM) + len(piece) + len(self.newline)
            text = unix(data[at:end].decode(), self.newline)
            entry = scan_entry(text)
            if entry is None and self.trouble is None and _has_top_line(text):
                self.trouble = number
            self.blocks.append((at, end))
            self.entries.append(entry)
            at = end
        if pieces and self.trouble is None:
            tail = self._top_lines(data[at:].decode())
            if tail is None or not _keys(tail).isdisjoint(_keys(top or ())):
                self.trouble = len(pieces) - 1

    def _top_lines(self, text: str) -> list[str] | None:
        """The lines of top-level keys in a text; None unless all of it is harmless line by line."""
        text = unix(text, self.newline)
        lines = [line for line in text.split("\n") if line.strip(" ") and line.lstrip(" ")[0] != "#"]
        harmless = is_harmless_text(text) and all(map(_is_harmless_line, lines)) and len(_keys(lines)) == len(lines)
        return lines if harmless else None


def _is_harmless_line(line: str) -> bool:
    if line in ("entries:", "entries: []"):
        return True
    key, _, raw = line.partition(": ")
    return key != "entries" and is_harmless_key(key) and is_harmless_value(raw)


def _keys(lines: Iterable[str]) -> set[str]:
    return {line.partition(":")[0] for line in lines}


def _has_top_line(text: str) -> bool:
    return any(line[:1] not in ("", " ", "#") for line in text.split("\n"))


def tail_of(data: bytes, start: int) -> int:
    """Where the top-level keys behind the last entry begin, which starts at `start`; the end of the file if none do."""
    at = data.find(b"\n", start) + 1
    while 0 < at < len(data):
        if data[at] not in b" #\r\n":
            return at
        at = data.find(b"\n", at) + 1
    return len(data)


def read_other(data: bytes, outline: Outline, path: str) -> list[ClueEntry]:
    """The entries of a file that is not canonical: those that are not, one by one where that is sound."""
    from clew.text.clue_yaml import read_document

    if not outline.blocks:
        return read_document(as_text(data, path), path)
    entries = read_each(data, outline)
    if entries is not None:
        return entries
    # What stands before the first strange entry was understood line by line. Only the rest is parsed, with the
    # head of the file: an error is found at once, however large the file, and an anchor is found from its alias.
    number = outline.entries.index(None) if None in outline.entries else len(outline.entries)
    number = min(number, outline.trouble if outline.trouble is not None else number)
    head, start = outline.blocks[0][0], outline.blocks[number][0]
    lines = data.count(b"\n", 0, head)
    rest = read_document(as_text(data[:head] + data[start:], path), path, lines, data.count(b"\n", head, start))
    return [*filter(None, outline.entries[:number]), *rest]


def read_each(data: bytes, outline: Outline) -> list[ClueEntry] | None:
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
