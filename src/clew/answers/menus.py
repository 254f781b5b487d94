"""The start menu as text: one memory a line, newest first, its lines but not its tags."""

from __future__ import annotations

from clew.answers.quoting import quoted
from clew.library.menu import SHOWN_TO_AGENTS
from clew.text.names import memory_name_of
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.library.conflicts import ConflictCopy
    from clew.library.menu import Menu, MenuLine
    from clew.library.project import Project

_NAMED = 3  # files in the line about the check at the start


def menu_text(project: Project, menu: Menu, lang: str, *, whole: bool = False) -> str:
    """What an agent shows as it is: the newest; a person sees the `whole` of it."""
    return "\n".join(menu_lines(project, menu, lang, whole=whole))


def menu_lines(project: Project, menu: Menu, lang: str, *, whole: bool = False) -> list[str]:
    """The same line by line: a file's own name may hold the end of a line."""
    most = None if whole else SHOWN_TO_AGENTS
    lines = [drift_text(menu, lang)] if menu.drift else []
    lines.append(say("menu.of", lang, name=project.name, dir=project.dir))
    lines += _some(menu.lines, most, lang)
    above: dict[str, list[MenuLine]] = {}
    for line in menu.parents:
        above.setdefault(line.dir, []).append(line)
    for dir, of_dir in above.items():
        lines += [say("menu.above", lang, dir=dir), *_some(of_dir, most, lang)]
    lines.append(say("menu.new", lang))
    for conflict in menu.conflicts:
        lines += conflict_lines(conflict, lang)
    if menu.moved_from:
        lines.append(say("menu.moved", lang, old=quoted(menu.moved_from), new=quoted(project.dir)))
    return lines


def drift_text(menu: Menu, lang: str) -> str:
    """The one line about what the check at the start mended."""
    said = [
        say(key, lang, files=_listed(files))
        for key, files in (("menu.dropped", menu.drift.dropped), ("menu.added", menu.drift.added))
        if files
    ]
    if len(said) == 2:
        said = [say("menu.both", lang, dropped=said[0], added=said[1])]
    return say("menu.drift", lang, what=said or say("menu.retagged", lang))


def conflict_lines(conflict: ConflictCopy, lang: str) -> list[str]:
    """That there is another text, and the commands that settle it."""
    name = memory_name_of(conflict.file or conflict.copy)
    return [say("menu.conflict", lang, name=name), *settling_lines(conflict.copy, lang)]


def settling_lines(copy: str, lang: str) -> list[str]:
    """The commands that settle a conflict, by a name short enough to be typed."""
    name = quoted(copy.rpartition("/")[2])
    return [say(f"menu.conflict-{what}", lang, copy=name) for what in ("diff", "restore", "delete")]


def _listed(files: Sequence[str]) -> list[str]:
    return [*files[:_NAMED], *(["…"] if len(files) > _NAMED else [])]


def menu_json(project: Project, menu: Menu) -> dict[str, object]:
    """A menu as the JSON of `clew menu` has it."""
    return {
        "project": project_json(project),
        "revision": menu.revision,
        "memories": menu.lines,
        "parents": menu.parents,
        "checked": menu.drift,
        "moved_from": menu.moved_from,
        "conflicts": menu.conflicts,
    }


def project_json(project: Project) -> dict[str, str]:
    """A project as every answer has it."""
    return {"dir": project.dir, "dir_slug": project.dir_slug, "name": project.name}


def row_text(line: MenuLine) -> str:
    """`3. [120] redis-cache`."""
    return f"{line.number}. [{line.lines}] {line.name}"


def _some(lines: Sequence[MenuLine], most: int | None, lang: str) -> list[str]:
    shown = [row_text(line) for line in lines[:most]]
    if len(lines) > len(shown):
        shown.append(say("menu.more", lang, count=len(lines) - len(shown)))
    return shown
