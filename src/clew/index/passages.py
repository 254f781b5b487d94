"""The bytes of a Markdown file, cut into small passages: a paragraph, a list item, a block of code. Pure.

Small ones are ranked better than large ones, and their neighbours are at hand where context is wanted. A paragraph is
one passage, whatever its lines; what is longer than a screen is cut at lines, else at sentences. No passage reaches
over a heading, a segment's mark or a rule, which are no text themselves: a heading's words stand beside each passage
below it, and one with nothing below is a passage of its own. The bytes may be anything.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from clew.index.blocks import LIMIT, blocks_of, front_matter_end
from clew.text.fact_lines import fact_line
from clew.text.late import late
from clew.text.sections import outline_of
from clew.text.segments import segments_of
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew.text.sections import Outline, Section
    from clew.text.segments import Mark

_ENDS = ".!?。！？；…"  # of sentences
_CLOSERS = "\"'”’）)」』】"
_TAG_KEYS = ("tags", "tag", "标签")
_OURS = late(r"[ \t]*<!--\s*(?:clew\b(?:(?!-->).)*|pin\s*)-->")
_FULL_WIDTH = "。！？；…"  # behind which the next sentence follows without a space


class Piece:
    """One passage: where it stands, and its text without clew's comments. No `Value`: a first index makes 100,000."""

    __slots__ = ("end", "lines", "pinned", "start", "superseded", "text", "time")

    def __init__(self, lines: tuple[int, int], start: int, end: int, text: str) -> None:
        self.lines = lines  # 1-based, inclusive
        self.start = start  # byte offsets in the file
        self.end = end
        self.text = text  # surrogates stand for bytes that are not UTF-8
        self.pinned = self.superseded = False
        self.time = ""  # that its own comment names


class Part(Value):
    """The passages that share a heading and a segment."""

    segment: int  # its number; in a file without segments that of the top section. 0: before the first
    mark: Mark | None  # of the segment
    headings: tuple[str, ...]  # the headings above it, outermost first, without the title
    section: Section | None  # the innermost of them
    pieces: tuple[Piece, ...]


class Cut(Value):
    """A whole file."""

    title: str  # its first heading, where that is of the first level; else ""
    tags: tuple[str, ...]  # that its front matter names
    parts: tuple[Part, ...]
    outline: Outline


def cut(data: bytes) -> Cut:
    """The passages of a file, in its order."""
    text = data.decode("utf-8", "surrogateescape")
    outline = outline_of(text)
    return _Cutter(data, text, outline).cut()


class _Cutter:
    """One file while it is cut: its lines, and where they begin."""

    def __init__(self, data: bytes, text: str, outline: Outline) -> None:
        self._outline = outline
        self._lines = outline.lines
        lengths = map(len, self._lines) if text.isascii() else (len(line) + 1 for line in data.split(b"\n"))
        self._starts = [0, *accumulate(lengths)]
        self._size = len(data)
        self._quiet = outline.quiet
        self._front = front_matter_end(self._lines)
        self._sections = [section for section in outline.sections if section.start >= self._front]
        segments = segments_of(data) if b"<!-- clew " in data else []
        self._marks = [segment.mark for segment in segments]
        self._mark_lines = [bisect_right(self._starts, segment.start) - 1 for segment in segments]
        self._tops = self._top_sections()
        self._told: set[int] = set()  # the lines of headings under which something stands

    def cut(self) -> Cut:
        first = self._sections[0] if self._sections else None
        self._title = first if first is not None and first.level == 1 else None
        parts: list[Part] = []
        if self._front:
            parts += self._of_lines(1, self._front - 1)
        parts += self._parts(None, (), self._front, first.start if first else len(self._lines))
        above: list[Section] = []
        paths = []
        for section in self._sections:
            while above and above[-1].level >= section.level:
                above.pop()
            if section is not self._title:
                above.append(section)
            paths.append((section, tuple(above)))
            parts += self._parts(section, above, section.body, section.own)
        untold = [one for one in paths if one[0].start not in self._told and (one[0] is not self._title or not parts)]
        if untold:  # nothing below it says it: it is all that can be found
            parts += [part for section, path in untold for part in self._of_heading(section, path)]
            parts.sort(key=lambda part: part.pieces[0].start)
        title = self._title.title if self._title else ""
        return Cut(title, tuple(_front_tags(self._lines[: self._front])), tuple(parts), self._outline)

    def _top_sections(self) -> list[int]:
        """The lines at which the outermost sections begin; one title around all others is none of them."""
        sections = self._sections
        if len(sections) > 1 and sections[0].level == 1 and sections[0].end == len(self._lines):
            sections = sections[1:]
        level = min((section.level for section in sections), default=1)
        return [section.start for section in sections if section.level == level]

    def _parts(self, section: Section | None, above: Sequence[Section], start: int, end: int) -> Iterator[Part]:
        """What stands in some lines under one heading; a part for each segment that they reach into."""
        marks = self._mark_lines
        at = start
        for number in range(bisect_right(marks, start - 1), bisect_right(marks, end - 1) + 1):
            until = marks[number] if number < len(marks) and marks[number] < end else end
            pieces = tuple(self._pieces(blocks_of(self._lines, at, until, self._quiet)))
            if pieces:
                yield self._part(section, above, at, pieces)
            at = until + 1

    def _of_heading(self, section: Section, above: Sequence[Section]) -> Iterator[Part]:
        end = section.body if section.body - section.start < 3 else section.start + 1
        piece = self._piece(section.start, end, self._starts[section.start], self._starts[end], section.title)
        if piece is not None:
            yield self._part(section, above, section.start, (piece,))

    def _part(self, section: Section | None, above: Sequence[Section], at: int, pieces: tuple[Piece, ...]) -> Part:
        number = bisect_right(self._mark_lines, at)
        if number:  # no heading of another segment reaches into this one
            above = [one for one in above if one.start > self._mark_lines[number - 1]]
        self._told.update([one.start for one in above])
        titles = tuple([one.title for one in above])
        if not self._marks:
            return Part(bisect_right(self._tops, at), None, titles, section, pieces)
        return Part(number, self._marks[number - 1] if number else None, titles, section, pieces)

    def _of_lines(self, start: int, end: int) -> Iterator[Part]:
        """Of front matter."""
        pieces = tuple(self._pieces([(start, end, False)]))
        if pieces:
            yield Part(0, None, (), None, pieces)

    def _pieces(self, blocks: Iterator[tuple[int, int, bool]] | list[tuple[int, int, bool]]) -> Iterator[Piece]:
        lines, starts = self._lines, self._starts
        for start, end, is_item in blocks:
            text = lines[start] if end == start + 1 else "".join(lines[start:end])
            if len(text) > LIMIT:
                yield from self._cut_long(start, end)
            elif piece := self._piece(start, end, starts[start], starts[end], text, is_item):
                yield piece

    def _piece(self, first: int, end: int, start: int, stop: int, text: str, is_item: bool = False) -> Piece | None:
        """None where nothing but comments of ours stands there."""
        piece = Piece((first + 1, end), start, min(stop, self._size), text)
        if "<!--" in text or (is_item and "~~" in text):
            fact = fact_line(self._lines[first])
            piece.pinned, piece.superseded, piece.time = fact.pinned, fact.superseded and is_item, fact.mark.time
            piece.text = without_comments(text)
            if not piece.text.strip():
                return None
        return piece

    def _cut_long(self, start: int, end: int) -> Iterator[Piece]:
        """A block that is too long: whole lines as long as they fit, a line that does not fit at its sentences."""
        lines, starts = self._lines, self._starts
        first, length = start, 0
        for at in range(start, end):
            size = len(lines[at])
            if length and length + size > LIMIT:
                yield from self._whole(first, at)
                first, length = at, 0
            if size > LIMIT:
                begun = starts[at]
                for text in sentences(lines[at]):
                    stop = begun + len(text.encode("utf-8", "surrogateescape"))
                    if text.strip() and (piece := self._piece(at, at + 1, begun, stop, text)):
                        yield piece
                    begun = stop
                first, length = at + 1, 0
            else:
                length += size
        if first < end:
            yield from self._whole(first, end)

    def _whole(self, start: int, end: int) -> Iterator[Piece]:
        text = "".join(self._lines[start:end])
        if text.strip() and (piece := self._piece(start, end, self._starts[start], self._starts[end], text)):
            yield piece


def without_comments(text: str) -> str:
    """The text without the comments that clew reads and writes; anybody else's stay."""
    return _OURS.sub("", text)


def sentences(text: str) -> Iterator[str]:
    """A long text in pieces of at most `LIMIT` characters, cut behind sentences, else words, else anywhere."""
    start = 0
    while len(text) - start > LIMIT:
        stop = _end_of_sentence(text, start, start + LIMIT)
        yield text[start:stop]
        start = stop
    yield text[start:]


def _end_of_sentence(text: str, start: int, limit: int) -> int:
    for at in range(limit - 1, start + LIMIT // 4, -1):
        if text[at] in _ENDS and (text[at] in _FULL_WIDTH or text[at + 1 : at + 2].isspace()):
            at += 1
            while at < limit and (text[at] in _CLOSERS or text[at].isspace()):
                at += 1
            return at
    for at in range(limit - 1, start + LIMIT // 2, -1):
        if text[at].isspace() or text[at] in "，、,;":
            return at + 1
    return limit


def _front_tags(lines: Sequence[str]) -> Iterator[str]:
    """`tags: [a, b]`, `tags: a, b`, or a list below `tags:`."""
    inside = False
    for line in lines:
        key, colon, value = line.partition(":")
        if line[:1] not in (" ", "\t", "-") and colon:
            inside = key.strip().lower() in _TAG_KEYS
            found = value.strip().strip("[]").split(",") if inside else []
        else:
            found = [line.strip().lstrip("-")] if inside else []
        for tag in found:
            if word := tag.strip().strip("\"'").lstrip("#"):
                yield word
