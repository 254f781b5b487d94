"""Whose the lines of MEMORY.md are: everybody's, or one project's, under `## Project: NAME`.

The comments of a project's facts say its directory, so two projects of one name are told apart: who comes later
gets `## Project: NAME (DIRECTORY)`. Lean: a context asks at every turn.
"""

from __future__ import annotations

from unicodedata import normalize

from clew.text.attributes import quoted
from clew.text.fact_lines import fact_line
from clew.text.sections import project_named
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from clew.library.project import Project
    from clew.text.sections import Outline, Section


class Owner(Value):
    """A project, as MEMORY.md knows it. `shares` is asked only where a section's facts name no directory."""

    name: str
    dir: str
    shares: Callable[[], bool] = staticmethod(lambda: False)  # whether another known project has this name


def owner_of(project: Project) -> Owner:
    """The project as an owner of facts."""

    def shares() -> bool:
        entries = project.library.clue.entries()
        return any(entry.name == project.name and entry.dir != project.dir for entry in entries)

    return Owner(project.name, project.dir, shares)


def project_section(outline: Outline, owner: Owner) -> Section | None:
    """The section with the project's facts; of several that with its directory in the heading, else the first."""
    own = [section for section in project_sections(outline) if owns(owner, section.title, dirs_said(outline, section))]
    long = _named(f"{owner.name} ({owner.dir})")
    return next((section for section in own if project_named(section.title) == long), own[0] if own else None)


def owns(owner: Owner, title: str, dirs: Collection[str]) -> bool:
    """Whether a section with this title, whose facts name these directories, is the project's.

    One without directories, written by hand, is the project's while no other known project has the name.
    """
    name = project_named(title)
    if name is None or name == _named(f"{owner.name} ({owner.dir})"):
        return name is not None
    if name != _named(owner.name):
        return False
    return _said(owner.dir) in dirs if dirs else not owner.shares()


def new_heading(outline: Outline, owner: Owner) -> str:
    """The title of the section that the project does not have yet: with its directory where the name is taken."""
    taken = any(project_named(section.title) == _named(owner.name) for section in project_sections(outline))
    return _one_line(f"Project: {owner.name}" + (f" ({owner.dir})" if taken else ""))


def relinked(outline: Outline, old: Owner, new: Owner) -> str:
    """The text with the facts of a project that moved to another directory under its new name; all else as it was."""
    lines = list(outline.lines)
    for section in project_sections(outline):
        if owns(old, section.title, dirs_said(outline, section)):
            long = project_named(section.title) != _named(old.name)
            title = _one_line(f"Project: {new.name}" + (f" ({new.dir})" if long else ""))
            lines[section.start] = lines[section.start].replace(section.title, title, 1)
            before, after = (quoted("dir", _said(owner.dir)).decode() for owner in (old, new))
            for at in range(section.body, section.end):
                if before in lines[at] and fact_line(lines[at]).mark.dir == _said(old.dir):
                    lines[at] = after.join(lines[at].rsplit(before, 1))
    return "".join(lines)


def projects_said(outline: Outline) -> frozenset[str]:
    """The directories of all projects whose facts name one."""
    return frozenset().union(*(dirs_said(outline, section) for section in project_sections(outline)))


def dirs_said(outline: Outline, section: Section) -> frozenset[str]:
    """The directories that the facts of a section name."""
    lines = (outline.lines[at] for at in range(section.body, section.end))
    return frozenset(fact_line(line).mark.dir for line in lines if " dir=" in line) - {""}


def project_sections(outline: Outline) -> list[Section]:
    """The sections of all projects."""
    return [section for section in outline.sections if project_named(section.title) is not None]


def facts_in(outline: Outline, within: Section | None) -> list[int]:
    """The lines that may hold facts: those of one project's section; without one, those of no project.

    Headings, blank lines, fenced blocks and comments of several lines are none.
    """
    if within is not None:
        lines: Iterable[int] = range(within.body, within.end)
    else:
        foreign = {at for section in project_sections(outline) for at in range(section.start, section.end)}
        lines = (at for at in range(len(outline.lines)) if at not in foreign)
    heads = {at for section in outline.sections for at in range(section.start, section.body)}
    return [at for at in lines if at not in outline.quiet and at not in heads and outline.lines[at].strip()]


def _named(name: str) -> str | None:
    """The name as its heading can say it."""
    return project_named(_one_line(f"Project: {name}"))


def _said(dir: str) -> str:
    """As a comment can say it: UTF-8."""
    return dir.encode("utf-8", "replace").decode()


def _one_line(words: str) -> str:
    return normalize("NFC", " ".join(_said(words).replace("<!--", "&lt;!--").split()))
