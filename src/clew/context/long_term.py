"""What of MEMORY.md is for an agent that works in one project. Pure: a text in, lines and what is withheld out.

Left out are the facts of other projects, what the template says where no fact is yet, sections that hold nothing,
facts that another one has taken the place of, and the comments of facts. Where code or a block that is never closed
hides a project's heading, it counts as one: better too little than another project's facts.
"""

from __future__ import annotations

from itertools import compress
from operator import not_

from clew.text.fact_lines import PIN, fact_line
from clew.text.sections import Section, outline_of, project_named
from clew.text.tokens import estimate
from clew.values import Value
from clew.workspace.realms import owns
from clew.workspace.template import PLACEHOLDERS, TEMPLATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.workspace.realms import Owner

_HEAD = tuple(line for line in TEMPLATE.splitlines()[:3] if line)
_HEADINGS = frozenset("#`~<=\ufeff")  # what a line begins with that the outline must see
_RULES = ("--", "-")


class Chosen(Value):
    """Lines for the agent, the indexes of those that are pinned, and what others would have taken in tokens."""

    lines: tuple[str, ...]
    pinned: tuple[int, ...]
    of_others: int
    superseded: int


def for_project(text: str, owner: Owner) -> Chosen:
    """The long-term memory as it concerns this project."""
    lines = text.removeprefix("\ufeff").splitlines()
    sections, hidden = _sections(lines)
    dropped = bytearray(len(lines))
    headings = sorted([*sections, *hidden], key=lambda section: section.start)
    others = _others(lines, headings, owner)
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
    gone = 0
    for line in lines if dropped is None else compress(lines, map(not_, dropped)):
        if "-->" in line and line.rstrip().endswith("-->"):
            bare, is_pinned, is_superseded = _without_comment(line.rstrip())
            if is_superseded:
                gone += estimate(line)
                continue
            if is_pinned:
                pinned.append(len(shown))
            elif not bare.strip():
                continue
            line = bare
        if line and not line.isspace():
            shown.append(line)
        elif shown and shown[-1]:
            shown.append("")
    if shown and not shown[-1]:
        shown.pop()
    return shown, pinned, gone


def _without_comment(line: str) -> tuple[str, bool, bool]:
    """The line without clew's comments behind it, whether it is pinned, whether superseded.

    What `fact_line` says, but for what is not asked here: a long memory has one such comment a line.
    """
    pinned = superseded = False
    rest = line
    while rest.endswith("-->") and (start := rest.rfind("<!--")) >= 0:
        comment = rest[start:]
        if comment.startswith("<!-- clew "):
            superseded = superseded or ' superseded="' in comment
        elif comment == PIN or "".join(comment.split()) == "<!--pin-->":
            pinned = True
        else:
            break
        rest = rest[:start].rstrip()
    return f"{rest} {PIN}" if pinned else rest, pinned, superseded


def _sections(lines: list[str]) -> tuple[list[Section], list[Section]]:
    """The sections of a text, as indexes of its lines, and what would be a project's section but for a block around it.

    Of a long text most lines are items, which say nothing about where sections begin: those are not looked at.
    """
    seen = [
        at for at, line in enumerate(lines) if line[:1] in _HEADINGS or line[:2] in _RULES or _is_indented_mark(line)
    ]
    if any(lines[at].lstrip(" ").startswith("<!--") and "-->" not in lines[at] for at in seen):
        seen += [at for at, line in enumerate(lines) if "-->" in line]  # a comment of several lines ends there
    near = sorted({each for at in seen for each in range(max(at - 2, 0), at + 1)})  # an underline needs what is above
    outline = outline_of("".join(f"{lines[at]}\n" for at in near))
    place = [*near, len(lines)]
    found = [
        Section(each.title, each.level, place[each.start], place[each.body - 1] + 1, place[each.own], place[each.end])
        for each in outline.sections
    ]
    hidden = [_hidden(lines, near[at]) for at in outline.quiet if project_named(_title(lines[near[at]])) is not None]
    return found, hidden


def _is_indented_mark(line: str) -> bool:
    if line[:1] != " " or line[:4] == "    ":
        return False
    bare = line.lstrip(" ")
    return bare[:1] in _HEADINGS or bare[:2] in _RULES


def _hidden(lines: list[str], at: int) -> Section:
    bare = lines[at].strip()
    level = len(bare) - len(bare.lstrip("#"))
    return Section(_title(bare), level, at, at + 1, at + 1, at + 1)


def _title(line: str) -> str:
    """What would be the title if this line in a block were a heading; "" for any other."""
    bare = line.strip()
    return bare.strip("# \t") if bare.startswith("#") else ""


def _others(lines: list[str], headings: Sequence[Section], owner: Owner) -> list[tuple[int, int]]:
    """From which line to which the other projects' sections go."""
    found: list[tuple[int, int]] = []
    behind = 0
    for number, heading in enumerate(headings):
        if heading.start < behind or project_named(heading.title) is None:
            continue
        below = (other.start for other in headings[number + 1 :] if other.level <= heading.level)
        end = next(below, len(lines))
        said = (fact_line(lines[at]).mark.dir for at in range(heading.body, end) if " dir=" in lines[at])
        if not owns(owner, heading.title, frozenset(said) - {""}):
            found.append((heading.start, end))
            behind = end
    return found


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
