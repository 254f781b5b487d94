"""Whose the lines of MEMORY.md are: everybody's, or one project's, under `## Project: NAME`.

The comments of a project's facts say its directory, so two projects of one name are told apart: who comes later
gets `## Project: NAME (DIRECTORY)`. Lean: a context asks at every turn.
"""

from __future__ import annotations

from unicodedata import normalize

from clew.text.fact_lines import fact_line
from clew.text.sections import project_named
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.text.sections import Outline, Section


class Owner(Value):
    """A project, as MEMORY.md knows it."""

    name: str
    dir: str
    namesakes: tuple[str, ...] = ()  # directories of other known projects that have this name


def project_section(outline: Outline, owner: Owner) -> Section | None:
    """The section with the project's facts.

    One that says no directory, written by hand, is the project's while no other known project has the name.
    """
    long, plain = _sections(outline, owner)
    if long:
        return long[0]
    said = [(section, dirs_said(outline, section)) for section in plain]
    own = next((section for section, dirs in said if _said(owner.dir) in dirs), None)
    return own or next((section for section, dirs in said if not dirs and not owner.namesakes), None)


def new_heading(outline: Outline, owner: Owner) -> str:
    """The title of the section that the project does not have yet: with its directory where the name is taken."""
    _, plain = _sections(outline, owner)
    return _one_line(f"Project: {owner.name}" + (f" ({owner.dir})" if plain else ""))


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


def _sections(outline: Outline, owner: Owner) -> tuple[list[Section], list[Section]]:
    """The sections under the project's name with its directory, and those under the name alone."""
    plain = project_named(_one_line(f"Project: {owner.name}"))
    long = project_named(_one_line(f"Project: {owner.name} ({owner.dir})"))
    all_of_them = project_sections(outline)
    return (
        [section for section in all_of_them if project_named(section.title) == long],
        [section for section in all_of_them if project_named(section.title) == plain],
    )


def _said(dir: str) -> str:
    """As a comment can say it: UTF-8."""
    return dir.encode("utf-8", "replace").decode()


def _one_line(words: str) -> str:
    return normalize("NFC", " ".join(_said(words).replace("<!--", "&lt;!--").split()))
