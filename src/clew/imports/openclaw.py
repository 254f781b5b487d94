"""An OpenClaw workspace: `MEMORY.md`, which becomes facts, and `memory/YYYY-MM-DD.md`, which become daily notes."""

from __future__ import annotations

import os
from datetime import date

from clew.errors import Unreadable
from clew.imports.pieces import Day, Fact, Found
from clew.imports.reading import files_in, leads_out, texts_in
from clew.text.fact_lines import fact_line
from clew.text.sections import outline_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from clew.agents.system import System
    from clew.errors import ClewError

TITLE = "OpenClaw"


def takes(path: str) -> bool:
    """A folder with a day's note in its `memory`."""
    notes = os.path.join(path, "memory")
    return os.path.isdir(notes) and any(_day(name) for name in os.listdir(notes))


def places(system: System, dir: str) -> list[str]:
    return [system.named("OPENCLAW_WORKSPACE") or system.at_home(".openclaw", "workspace")]


def read(path: str, dir: str) -> Found:
    problems: list[ClewError] = []
    pieces: list[Fact | Day] = []
    long_term = os.path.join(path, "MEMORY.md")
    there = os.path.lexists(long_term) and not leads_out(long_term, os.path.realpath(path), problems)
    for file, text, time in texts_in(iter([long_term] if there else []), problems):
        pieces += _facts(file, text, time, problems)
    for file, text, _ in texts_in(files_in(os.path.join(path, "memory"), ".md", problems), problems):
        day = _day(os.path.basename(file))
        if day is None:
            problems.append(Unreadable("imports.no-day", path=file))
        else:
            pieces.append(Day(file, _without_date(text, day), day))
    return Found(tuple(pieces), tuple(problems))


def _day(name: str) -> date | None:
    try:
        return date.fromisoformat(name.removesuffix(".md")) if len(name) == len("YYYY-MM-DD.md") else None
    except ValueError:
        return None


def _without_date(text: str, day: date) -> str:
    """A daily note of clew's begins with its date as well; twice is once too often."""
    first, _, rest = text.lstrip().partition("\n")
    return rest.strip("\n") if first.strip("# ") == day.isoformat() else text.strip("\n")


def _facts(file: str, text: str, time: datetime, problems: list[ClewError]) -> Iterator[Fact]:
    """List items and paragraphs, each in the section that it stands in. What is no line of words is told, not bent."""
    outline = outline_of(text)
    headings = {section.start for section in outline.sections}
    block: list[str] = []
    section: str | None = None
    for at, line in enumerate((*outline.lines, "")):
        bare = line.strip()
        new = not bare or at in headings or at in outline.quiet or fact_line(line).is_item
        if new and block:
            yield Fact(file, " ".join(block), time, section)
            block = []
        if at in headings:
            around = outline.at(at)[-1]
            section = around.title if around.level > 1 else None  # the title of the whole says nothing
        elif at in outline.quiet:
            if bare and at - 1 not in outline.quiet:
                problems.append(Unreadable("imports.no-fact", path=file, line=at + 1))
        elif bare.strip("-*_=# "):
            block.append(bare)
