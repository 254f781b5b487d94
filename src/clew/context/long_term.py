"""What of MEMORY.md is for an agent that works in one project. Pure: a text in, lines and what is withheld out.

Left out are the facts of other projects, what the template says where no fact is yet, sections that hold nothing,
facts that another one has taken the place of, and the comments of facts. Where code or a block that is never closed
hides a project's heading, it counts as one: better too little than another project's facts.
"""

from __future__ import annotations

from itertools import compress
from operator import not_
from unicodedata import normalize

from clew.text.fact_lines import PIN, fact_line
from clew.text.sections import Section, outline_of, project_named
from clew.text.tokens import estimate
from clew.values import Value
from clew.workspace.template import PLACEHOLDERS, TEMPLATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD = tuple(line for line in TEMPLATE.splitlines()[:3] if line)
_HEADINGS = frozenset("#`~<= \ufeff")  # what a line begins with that the outline must see
_RULES = ("--", "-")


class Chosen(Value):
    """Lines for the agent, the indexes of those that are pinned, and what others would have taken in tokens."""

    lines: tuple[str, ...]
    pinned: tuple[int, ...]
    of_others: int
    superseded: int


def for_project(text: str, project: str) -> Chosen:
    """The long-term memory as it concerns the project of this name."""
    lines = text.removeprefix("\ufeff").splitlines()
    sections, hidden = _sections(lines)
    dropped = bytearray(len(lines))
    headings = sorted([*sections, *hidden], key=lambda section: section.start)
    others = _others(headings, len(lines), normalize("NFC", project))
    for start, end in others:
        dropped[start:end] = b"\1" * (end - start)
    _drop_template(lines, sections, dropped)
    _drop_empty(lines, sections, dropped)
    shown, pinned, gone = shown_lines(lines, dropped)
    of_others = sum(estimate("\n".join(lines[start:end])) for start, end in others)
    return Chosen(tuple(shown), tuple(pinned), of_others, gone)


def shown_lines(lines: Sequence[str], dropped: bytearray | None = None) -> tuple[list[str], list[int], int]:
    """The lines without clew's comments, runs of blank ones as one; which of them are pinned; tokens of the superseded."""
    shown: list[str] = []
    pinned: list[int] = []
    superseded = 0
    for line in lines if dropped is None else compress(lines, map(not_, dropped)):
        if "<!--" in line:
            known = fact_line(line)
            if known.mark.superseded:
                superseded += estimate(line)
                continue
            if known.tail and "clew" in known.tail:
                line = known.lead + known.body + (f" {PIN}" if known.pinned else "")
                if not line.strip():
                    continue
            if known.pinned:
                pinned.append(len(shown))
        if line and not line.isspace():
            shown.append(line)
        elif shown and shown[-1]:
            shown.append("")
    if shown and not shown[-1]:
        shown.pop()
    return shown, pinned, superseded


def _sections(lines: list[str]) -> tuple[list[Section], list[Section]]:
    """The sections of a text, as indexes of its lines, and what would be a project's section but for a block around it.

    Of a long text most lines are items, which say nothing about where sections begin: those are not looked at.
    """
    seen = [at for at, line in enumerate(lines) if line[:1] in _HEADINGS or line[:2] in _RULES or "-->" in line]
    near = sorted({each for at in seen for each in range(max(at - 2, 0), at + 1)})  # an underline needs what is above
    outline = outline_of("".join(f"{lines[at]}\n" for at in near))
    place = [*near, len(lines)]
    found = [
        section.but(
            start=place[section.start],
            body=place[section.body - 1] + 1,
            own=place[section.own],
            end=place[section.end],
        )
        for section in outline.sections
    ]
    hidden = [_hidden(lines, near[at]) for at in outline.quiet if project_named(_title(lines[near[at]])) is not None]
    return found, hidden


def _hidden(lines: list[str], at: int) -> Section:
    bare = lines[at].strip()
    level = len(bare) - len(bare.lstrip("#"))
    return Section(_title(bare), level, at, at + 1, at + 1, at + 1)


def _title(line: str) -> str:
    """What would be the title if this line in a block were a heading; "" for any other."""
    bare = line.strip()
    return bare.strip("# \t") if bare.startswith("#") else ""


def _others(headings: Sequence[Section], count: int, mine: str) -> list[tuple[int, int]]:
    """From which line to which the other projects' sections go."""
    found: list[tuple[int, int]] = []
    level, start = 0, 0
    for section in headings:
        if level and section.level <= level:
            found.append((start, section.start))
            level = 0
        if not level and project_named(section.title) not in (None, mine):
            level, start = section.level, section.start
    return [*found, (start, count)] if level else found


def _drop_template(lines: list[str], sections: Sequence[Section], dropped: bytearray) -> None:
    for at, line in enumerate(lines[: len(_HEAD) + 2]):
        if line.strip() in _HEAD:
            dropped[at] = 1
    for section in sections:
        if section.title in PLACEHOLDERS:
            own = [at for at in range(section.body, section.own) if lines[at].strip()]
            if tuple(lines[at].strip() for at in own) == PLACEHOLDERS[section.title]:
                for at in own:
                    dropped[at] = 1


def _drop_empty(lines: list[str], sections: Sequence[Section], dropped: bytearray) -> None:
    """The headings of sections in which nothing is left; inner ones first, so that outer ones see it."""
    for section in reversed(sections):
        if not any(not dropped[at] and lines[at].strip() for at in range(section.body, section.end)):
            dropped[section.start : section.body] = b"\1" * (section.body - section.start)
