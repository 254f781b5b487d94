"""`clew list`."""

from __future__ import annotations

from clew.cli.menu_text import project_json
from clew.cli.spec import CONVERSATION, DIR, Command, Option
from clew.errors import Unreadable
from clew.library.start import menu_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.library.project import Project

COMMAND = Command(
    group="find",
    options=(DIR, Option("--all"), CONVERSATION),
    json=("memories",),
    example="clew list --all",
)


def run(call: Call) -> None:
    library = call.home.library
    projects = library.open_projects() if call.given.all else [library.project(call.directory)]
    memories = []
    lines = []
    for project in projects:
        try:
            rows = _rows(project)
        except Unreadable as problem:  # told, and no reason to hide the others
            if not call.given.all:
                raise
            library.tell(problem.key, **problem.data)
            continue
        memories += rows
        if call.given.all and rows:
            lines.append(call.words(".project", name=project.name, dir=project.dir))
        lines += [call.words(".row", **row) for row in rows]
    call.answer({"memories": memories}, "\n".join(lines) or call.words(".none"))


def _rows(project: Project) -> list[dict[str, object]]:
    entry = project.library.entry_of(project)
    tags = {memory.file: memory.tags for memory in entry.memories} if entry else {}
    return [
        {
            "name": line.name,
            "file": line.file,
            "path": line.path,
            "lines": line.lines,
            "modified": line.modified,
            "tags": tags.get(line.file.partition("/")[2], ()),
            "project": project_json(project),
        }
        for line in menu_of(project.library, project).lines
    ]
