"""The start menu as text: one memory a line, newest first, its lines but not its tags."""

from __future__ import annotations

from clew.cli.quoting import quoted
from clew.library.menu import SHOWN_TO_AGENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.call import Call
    from clew.library.menu import Menu, MenuLine
    from clew.library.project import Project

_NAMED = 3  # files in the line about the check at the start


def menu_text(call: Call, project: Project, menu: Menu) -> str:
    """What an agent shows as it is. A person at a terminal sees every memory, an agent the newest."""
    most = None if call.interactive else SHOWN_TO_AGENTS
    lines = [drift_text(call, menu)] if menu.drift else []
    lines.append(call.words("menu.of", name=project.name, dir=project.dir))
    lines += _some(call, menu.lines, most)
    above: dict[str, list[MenuLine]] = {}
    for line in menu.parents:
        above.setdefault(line.dir, []).append(line)
    for dir, of_dir in above.items():
        lines += [call.words("menu.above", dir=dir), *_some(call, of_dir, most)]
    lines.append(call.words("menu.new"))
    if menu.moved_from:
        lines.append(call.words("menu.moved", old=quoted(menu.moved_from), new=quoted(project.dir)))
    return "\n".join(lines)


def drift_text(call: Call, menu: Menu) -> str:
    """The one line about what the check at the start mended."""
    said = [
        call.words(key, files=_listed(files))
        for key, files in (("menu.dropped", menu.drift.dropped), ("menu.added", menu.drift.added))
        if files
    ]
    if len(said) == 2:
        said = [call.words("menu.both", dropped=said[0], added=said[1])]
    return call.words("menu.drift", what=said or call.words("menu.retagged"))


def _listed(files: Sequence[str]) -> list[str]:
    return [*files[:_NAMED], *(["…"] if len(files) > _NAMED else [])]


def menu_json(project: Project, menu: Menu) -> dict[str, object]:
    """The answer of `clew menu --json`."""
    return {
        "project": project_json(project),
        "revision": menu.revision,
        "memories": menu.lines,
        "parents": menu.parents,
        "checked": menu.drift,
        "moved_from": menu.moved_from,
    }


def project_json(project: Project) -> dict[str, str]:
    """A project as every answer has it."""
    return {"dir": project.dir, "dir_slug": project.dir_slug, "name": project.name}


def row_text(line: MenuLine) -> str:
    """`3. [120] redis-cache`."""
    return f"{line.number}. [{line.lines}] {line.name}"


def _some(call: Call, lines: Sequence[MenuLine], most: int | None) -> list[str]:
    shown = [row_text(line) for line in lines[:most]]
    if len(lines) > len(shown):
        shown.append(call.words("menu.more", count=len(lines) - len(shown)))
    return shown
