"""`clew list`."""

from __future__ import annotations

from clew.answers.menus import project_json
from clew.cli.columns import aligned
from clew.cli.spec import DIR, Command, Option
from clew.errors import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.call import Call
    from clew.library.project import Project

COMMAND = Command(
    group="find",
    options=(DIR, Option("--all")),
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
        lines += _shown(rows)
    call.answer({"memories": memories}, "\n".join(lines) or call.words(".none"))


def _shown(rows: Sequence[dict[str, object]]) -> list[str]:
    """Time, lines and name; the paths are in the JSON."""
    cells = [(str(row["modified"])[:16].replace("T", " "), f"[{row['lines']}]", str(row["name"])) for row in rows]
    return aligned(cells, right=(1,))


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
        for line in project.menu()
    ]
