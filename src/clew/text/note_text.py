"""A note taken apart: what it says, its header, its change log; and put together again."""

from __future__ import annotations

from clew.text.change_log import begins_at
from clew.text.lines import lines_of, text_of, trimmed, without_trailing_blanks
from clew.text.note_header import ENDS_HEAD, Header, headed, header_line
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class NoteText(Value):
    """`body` is what is compared and merged, its title first, without blank lines at its end."""

    body: tuple[str, ...]
    header: Header | None = None
    log: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The first line that says something, as notes are listed by."""
        return title_of(self.body)


def title_of(lines: Sequence[str]) -> str:
    """The first line that says something, without the marks of a heading."""
    return next((line.lstrip("# ").strip() for line in lines if line.strip("# \t")), "")


def note_text(content: str) -> NoteText:
    """A note as it was written, by whomever."""
    lines = lines_of(content)
    rest = lines[: begins_at(lines)]
    hidden = header_lines(rest)
    body = without_trailing_blanks([line for at, line in enumerate(rest) if at not in hidden])
    return NoteText(tuple(body), headed(rest).header, tuple(trimmed(lines[len(rest) :])))


def header_lines(lines: Sequence[str]) -> set[int]:
    """The indexes of the header and of the one blank line with which it came."""
    found = headed(lines)
    if found.header is None:
        return set()
    hidden = set(range(found.start, found.end))
    if found.start and not lines[found.start - 1].strip():
        hidden.add(found.start - 1)
    elif not found.start and found.end < len(lines) and not lines[found.end].strip():
        hidden.add(found.end)
    return hidden


def content_of(note: NoteText, lang: str) -> str:
    """The note as clew writes it. Taken apart again it has the same body."""
    body = [*note.body]
    if note.header is not None:
        line = header_line(note.header, lang)
        titled = "".join(body[:1]).strip() and not body[0].startswith(ENDS_HEAD) and headed(body[:1]).header is None
        body[1:1] = ["", line] if titled else []
        body[0:0] = [] if titled else [line, ""]
    return text_of([*body, *(["", *note.log] if note.log else []), ""])
