"""`clew relink`."""

from __future__ import annotations

from clew.answers.menus import project_json
from clew.cli.spec import Argument, Command
from clew.errors import ClewError
from clew.library.directories import absolute
from clew.text.slugs import project_name

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
    from clew.workspace.realms import Owner, owner_of

    old = absolute(call.given.old)
    project = relink(call.home.library, old, call.given.new)
    try:
        call.home.facts.relinked(Owner(project_name(old), old), owner_of(project))
    except ClewError as problem:  # the memories are moved; a workspace that is not mounted can wait
        call.tell(problem.message(call.lang))
    call.answer({"project": project_json(project)}, lambda: call.words(".done", dir=project.dir, slug=project.dir_slug))
