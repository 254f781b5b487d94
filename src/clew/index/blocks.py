"""Which lines of a Markdown text belong together: paragraphs, list items, blocks of code. Pure, and quick."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    Block = tuple[int, int, bool]  # first line, the line behind it, whether it is a list item

LIMIT = 1200  # characters of a passage
_SMALL = 600  # characters of a list item that keeps the items below it
_FRONT = 200  # lines
_BLANKS = " \t\r\n\v\f>"  # a quoted empty line parts what is quoted
_PLAIN = ("\n", "")  # how most blank lines begin; no other line does
_MARKS = frozenset(" \t\r\n\v\f>-*+_0123456789")  # how a line begins that may be no text


def blocks_of(lines: Sequence[str], start: int, end: int, quiet: Collection[int]) -> Iterator[Block]:
    """The blocks between two lines that are under one heading; `quiet` are those in fences and long comments."""
    at = start
    while at < end:
        first, line = at, lines[at]
        at += 1
        if first in quiet:
            while at < end and at in quiet:
                at += 1
            yield first, at, False
        elif line[:1] in _PLAIN or not line.strip(_BLANKS) or is_rule(line):
            continue
        elif line[0] in _MARKS and is_bullet(line):
            at = _end_of_item(lines, first, end, quiet)
            yield from _items(lines, first, at)
        else:
            while at < end and at not in quiet and not (lines[at][0] in _MARKS and _ends_paragraph(lines[at])):
                at += 1
            yield first, at, False


def front_matter_end(lines: Sequence[str]) -> int:
    """The line behind the front matter; 0 where there is none. A rule at the top of a text begins none."""
    if not lines or lines[0].strip(" \t\r\n\ufeff") != "---":
        return 0
    keys = 0
    for at in range(1, min(len(lines), _FRONT)):
        line = lines[at].rstrip()
        if line in ("---", "..."):
            return at + 1 if keys else 0
        if line and line[0] not in " \t-#":
            key, colon, _ = line.partition(":")
            if not colon or len(key) > 40 or not key.strip():
                return 0
            keys += 1
    return 0


def is_rule(line: str) -> bool:
    """`---`, `* * *`: drawn as a line across the page."""
    if line[:1] not in "-*_ ":
        return False
    bare = "".join(line.split())
    return len(bare) >= 3 and bare[0] in "-*_" and not bare.strip(bare[0])


def is_bullet(line: str) -> bool:
    """Whether a list item begins here."""
    bare = line.lstrip(" \t")
    mark = bare[:1]
    if mark in "-*+" and mark:
        return bare[1:2] in " \t" and bool(bare[1:].strip()) and not is_rule(line)
    if not mark.isdigit() or not mark.isascii():
        return False
    rest = bare.lstrip("0123456789")
    return len(bare) - len(rest) < 10 and rest[:1] in (".", ")") and rest[1:2] in (" ", "\t")


def _ends_paragraph(line: str) -> bool:
    if not line.strip(_BLANKS):
        return True
    if line[:1] not in " \t-*+_1":
        return False
    bare = line.lstrip(" \t")
    # As in Markdown, only the first of a numbered list may follow a line of text: "in\n2026. We" is no list.
    return is_rule(line) or (is_bullet(line) and (not bare[0].isdigit() or bare[:2] in ("1.", "1)")))


def _indent(line: str) -> int:
    bare = line.lstrip(" \t")
    return len(line[: len(line) - len(bare)].expandtabs(4))


def _end_of_item(lines: Sequence[str], start: int, end: int, quiet: Collection[int]) -> int:
    """The line behind all that belongs to the item: lines that go on, and what is indented below it."""
    indent, at, behind = _indent(lines[start]), start + 1, start + 1
    blank = False
    while at < end:
        line = lines[at]
        if not line.strip():
            blank = True
        else:
            deeper = _indent(line) > indent
            if not deeper and (blank or at in quiet or is_bullet(line) or is_rule(line)):
                break
            blank = False
            behind = at + 1
        at += 1
    return behind


def _items(lines: Sequence[str], start: int, end: int) -> Iterator[Block]:
    """An item with all below it, or, where that is long, each for itself. Without recursion: lists may nest as deep as
    somebody's program wrote them."""
    indents = {at: _indent(lines[at]) for at in range(start + 1, end) if is_bullet(lines[at])}
    left = [(start, end)]
    while left:
        first, behind = left.pop()
        below = [at for at in range(first + 1, behind) if at in indents] if indents else []
        if not below or sum(map(len, lines[first:behind])) <= _SMALL:
            yield first, behind, True
            continue
        yield first, _behind_text(lines, first, below[0]), True
        indent = min(indents[at] for at in below)
        tops = [at for at in below if indents[at] <= indent]
        tops = tops if tops[0] == below[0] else [below[0], *tops]
        ends = [*tops[1:], behind]
        left += [(at, _behind_text(lines, at, until)) for at, until in zip(reversed(tops), reversed(ends))]


def _behind_text(lines: Sequence[str], start: int, end: int) -> int:
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end
