"""`clew relink`."""

from __future__ import annotations

from clew.cli.menu_text import project_json
from clew.cli.spec import Argument, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="care",
    arguments=(Argument("OLD", complete="dir"), Argument("NEW", complete="dir")),
    json=("project",),
    example="clew relink /srv/old /srv/new",
)


def run(call: Call) -> None:
    from clew.library.moving import relink

    project = relink(call.home.library, call.given.old, call.given.new)
    call.answer({"project": project_json(project)}, lambda: call.words(".done", dir=project.dir, slug=project.dir_slug))
