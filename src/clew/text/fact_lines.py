"""One fact is one line of a Markdown list; a comment behind it says where it comes from.

    - Prefers tabs <!-- clew fact="f3a9c1d20" agent="goose" time="2026-11-30T15:24:48+08:00" -->
    - ~~Time zone: UTC~~ <!-- clew fact="f81b2c3d4" … superseded="2026-11-30" by="f3a9c1d20" -->
    - Never push on a Friday <!-- pin -->

Whoever removes the comment keeps the fact. `docs/format.md` has the grammar.
"""

from __future__ import annotations

from clew.text.attributes import attributes_of, quoted
from clew.values import Value

PIN = "<!-- pin -->"
_OPENING = "<!-- clew "
_CLOSING = " -->"
_STRIKE = "~~"


class Mark(Value):
    """What the comment of a fact says; "" where it does not."""

    fact: str = ""  # the id
    dir: str = ""  # of the project, in a project's section
    agent: str = ""
    conversation: str = ""
    device: str = ""
    time: str = ""  # RFC 3339 with offset
    superseded: str = ""  # since when (YYYY-MM-DD) another fact stands in its place
    by: str = ""  # the id of that one


class FactLine(Value):
    """A line taken apart; `lead + body + tail + ending` is the line again."""

    lead: str  # indentation, bullet, check box
    body: str
    tail: str  # comments behind the text, with the white space before them
    ending: str  # white space, and the end of the line
    mark: Mark
    pinned: bool

    @property
    def said(self) -> str:
        """The fact itself, without the strokes through a superseded one."""
        return self.body[2:-2] if self._struck else self.body

    @property
    def superseded(self) -> bool:
        """Whether another fact stands in its place; without its comment, the strokes say so."""
        return bool(self.mark.superseded) or self._struck

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list."""
        return bool(self.lead.strip())

    @property
    def _struck(self) -> bool:
        return len(self.body) > 4 and self.body.startswith(_STRIKE) and self.body.find(_STRIKE, 2) == len(self.body) - 2


def fact_line(line: str) -> FactLine:
    """Any line; one that is no fact has an empty mark."""
    bare = line.rstrip()
    ending = line[len(bare) :]
    whole, mark, pinned = bare, Mark(), False
    while bare.endswith("-->") and (start := bare.rfind("<!--")) >= 0:
        comment = bare[start:]
        if "".join(comment.split()) == "<!--pin-->":
            pinned = True
        elif comment.startswith(_OPENING) and (found := attributes_of(comment[len(_OPENING) : -len(_CLOSING)])):
            mark = Mark(**{key: value for key, value in found.items() if key in Mark._fields})
        else:
            break
        bare = bare[:start].rstrip()
    lead = _lead(bare)
    return FactLine(lead, bare[len(lead) :], whole[len(bare) :], ending, mark, pinned)


def without_comments(line: str) -> str:
    """The line as it is shown: clew's comments behind it tell a reader nothing. Any other line as it is."""
    if not line.rstrip().endswith("-->"):  # as nearly all: no reason to take them apart
        return line
    known = fact_line(line)
    return known.lead + known.body if known.tail else line


def written(text: str, mark: Mark, bullet: str = "-", pinned: bool = False) -> str:
    """The line of a fact, without an end. `text` is one line (see `one_line`)."""
    return f"{bullet} {text}{' ' + PIN if pinned else ''} {_comment(mark)}"


def marked_superseded(line: str, day: str, by: str) -> str:
    """The line with strokes through what it says and the date in its comment; all else in it stays."""
    known = fact_line(line)
    body = known.body if known.superseded else f"{_STRIKE}{known.body}{_STRIKE}"
    since = f"{quoted('superseded', day).decode()} {quoted('by', by).decode()}"
    start = known.tail.rfind(_OPENING)
    if start < 0:
        tail = f"{known.tail} {_OPENING}{since}{_CLOSING}"
    else:
        stop = known.tail.find(_CLOSING, start)
        tail = f"{known.tail[:stop]} {since}{known.tail[stop:]}"
    return known.lead + body + tail + known.ending


def one_line(text: str) -> str:
    """A text as one line under anybody's definition of a line, so that none of it can be a heading of its own."""
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


def _comment(mark: Mark) -> str:
    pairs = ((key, _unicode(value)) for key, value in mark.as_dict().items() if value)
    return _OPENING + " ".join(quoted(key, value).decode() for key, value in pairs) + _CLOSING


def _unicode(value: str) -> str:
    """Names that are not UTF-8 lose what no comment can say."""
    return value.encode("utf-8", "replace").decode()


def _lead(bare: str) -> str:
    """The indentation, the bullet or number, the check box."""
    rest = bare.lstrip(" \t")
    number = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    size = len(number) + 1
    marked = rest[len(number) : size] in ((".", ")") if number else ("-", "*", "+"))
    if marked and rest[size : size + 1] in (" ", "\t"):
        rest = rest[size:].lstrip(" \t")
        if rest[:3] in ("[ ]", "[x]", "[X]") and rest[3:4] in (" ", "\t"):
            rest = rest[3:].lstrip(" \t")
    return bare[: len(bare) - len(rest)]
