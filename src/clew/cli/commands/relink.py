"""`clew relink`."""

from __future__ import annotations

from clew.answers.menus import project_json
from clew.cli.spec import Argument, Command
from clew.errors import ClewError
from clew.library.directories import absolute

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
    from clew.library.moving import known_as, relink

    library = call.home.library
    library.clue.refresh()
    old = known_as(library, absolute(call.given.old))
    project = relink(library, old, call.given.new)
    try:
        call.home.facts.relinked(old, project.dir)
    except ClewError as problem:  # the memories are moved; a workspace that is not mounted can wait
        call.tell(problem.message(call.lang))
    call.answer({"project": project_json(project)}, lambda: call.words(".done", dir=project.dir, slug=project.dir_slug))
