"""Edits of a clue file by the blocks of lines in which its entries stand, each touching only its own block."""

from __future__ import annotations

from itertools import islice

from clew.errors import NotFound, Unreadable
from clew.text.clue_entry import Change, entry_lines, putting, scan_entry, spliced, with_entry_after, without_own_lines
from clew.text.clue_outline import ITEM, Outline, as_text, newline_of, read_each, tail_of, unix
from clew.text.clue_values import ClueEntry
from clew.text.quoted import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def edited_file(data: bytes, changes: Sequence[Change], canonical: bool | None, path: str) -> bytes:
    """The file, UTF-8 without a mark, with the changes in it; `canonical` as for `with_entries`."""
    blocks = Blocks(data) if canonical else _read_blocks(data, path)
    return _edited_whole(data, changes, path) if blocks is None else blocks.edited(changes, path)


def _edited_whole(data: bytes, changes: Sequence[Change], path: str) -> bytes:
    from clew.text.clue_splice import edited

    return edited(as_text(data, path), changes, path).encode()


def _read_blocks(data: bytes, path: str) -> Blocks | None:
    """The blocks of a file of which nothing is known yet; None if it does not fall apart into its entries."""
    outline = Outline(data, path)
    entries = read_each(data, outline)
    if entries is None:
        return None
    spans: dict[str, list[tuple[int, int]]] = {}
    for span, entry in zip(outline.blocks, entries, strict=True):
        spans.setdefault(entry.dir, []).append(span)
    return Blocks(data, spans)


class Blocks:
    """A clue file whose entries stand apart, each a block of lines. Without `spans` it is canonical, and searched."""

    def __init__(self, data: bytes, spans: dict[str, list[tuple[int, int]]] | None = None) -> None:
        self.data = data
        self.spans = spans
        self.newline = newline_of(data)
        self.now: dict[tuple[int, int], bytes] = {}  # the blocks that changed

    def edited(self, changes: Iterable[Change], path: str) -> bytes:
        added: dict[str, ClueEntry] = {}
        for change in changes:
            spans = self._found(change.dir, change.which == "first")
            if not spans and change.missing:
                added[change.dir] = change.missing
            elif not spans and change.which == "first":
                raise NotFound("clue.no-entry", path=path, dir=change.dir)
            for span in {"first": spans[:1], "spare": spans[1:]}.get(change.which, spans):
                self.now[span] = self._edited_block(self._block(span), change, path)
        if added:
            self._append(list(added.values()), path)
        return self._result()

    def _found(self, dir: str, first: bool) -> list[tuple[int, int]]:
        """The blocks of a directory's entries; where the `first` will do, the rest of the file is not searched."""
        if self.spans is not None:
            return self.spans.get(dir, [])
        return list(islice(self._search(dir), 1 if first else None))

    def _search(self, dir: str) -> Iterable[tuple[int, int]]:
        needle = f"dir: {quote(dir)}".encode()
        data = self.data
        at = data.find(needle)
        while at >= 0:
            line = data.rfind(b"\n", 0, at) + 1
            behind = at + len(needle)
            if data[line:at] in (ITEM, b"    ") and data[behind : behind + 1] in (b"", b"\r", b"\n"):
                start = data.rfind(b"\n" + ITEM, 0, at) + 1
                yield start, self._end(start)
            at = data.find(needle, behind)

    def _end(self, start: int) -> int:
        following = self.data.find(b"\n" + ITEM, start)
        return following + 1 if following >= 0 else tail_of(self.data, start)

    def _last(self) -> tuple[int, int] | None:
        start = self.data.rfind(b"\n" + ITEM) + 1
        return (start, self._end(start)) if start else None

    def _block(self, span: tuple[int, int]) -> bytes:
        now = self.now.get(span)
        return self.data[span[0] : span[1]] if now is None else now

    def _lines(self, block: bytes) -> list[str]:
        return unix(block.decode(), self.newline).split("\n")

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
        return self._joined(spliced(lines, old, new, change.was))

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
            self.now[span] = self._alone(block, [putting(entry) for entry in added], path)

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
        data = memoryview(self.data)  # a slice of a megabyte is not copied before it is joined
        parts: list[bytes | memoryview] = []
        at = 0
        for (start, end), block in sorted(self.now.items()):
            parts += (data[at:start], block)
            at = end
        result = b"".join([*parts, data[at:]])
        if self.now and b"\n" + ITEM not in result:
            lines = self._lines(result)
            lines[lines.index("entries:")] = "entries: []"
            result = self._joined(lines)
        if not self.data.endswith(b"\n") and self.data.strip():
            result = result.removesuffix(self.newline)
        return result
