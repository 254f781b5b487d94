"""Whose the lines of long-term memory are, told for all projects at once."""

from __future__ import annotations

from clew.library.directories import within
from clew.text.sections import project_named
from clew.workspace.realms import Owner, dirs_said, owns, project_sections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from clew.text.sections import Outline, Section


class Realms:
    """`owners` are the known projects; they are asked for only where a section is some project's."""

    def __init__(self, outline: Outline, owners: Callable[[], list[Owner]], off: list[str]) -> None:
        self._sections = project_sections(outline)
        self._outline = outline
        self._owners = owners() if self._sections else []
        self._off = off
        self._known = [self._owner(section) for section in self._sections]

    def at(self, line: int) -> str | None:
        """The dir of the project, "" for everybody's; None where clew is off."""
        for section, dir in zip(self._sections, self._known):
            if section.start <= line < section.end:
                return None if dir and within(dir, self._off) else dir
        return ""

    def _owner(self, section: Section) -> str:
        """Of a project that the library does not know what its facts say, else its name, which is nobody's directory:
        better found in a search of everything only than by another project."""
        said = dirs_said(self._outline, section)
        names = [one.name for one in self._owners]
        for one in self._owners:
            alone = names.count(one.name) == 1
            if owns(Owner(one.name, one.dir, lambda alone=alone: not alone), section.title, said):  # type: ignore[misc]
                return one.dir
        return min(said, default=project_named(section.title) or "")
