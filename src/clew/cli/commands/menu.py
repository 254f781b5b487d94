"""`clew menu`."""

from __future__ import annotations

from clew.answers.menus import menu_json, menu_text
from clew.callers import caller
from clew.cli.spec import CONVERSATION, DIR, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="conversations",
    options=(DIR, CONVERSATION),
    json=("project", "revision", "memories", "parents"),
    example="clew menu --dir ~/project",
)


def run(call: Call) -> None:
    library = call.home.library
    project = library.project(call.directory)
    menu = project.whole_menu()
    viewer = caller(call.given.conversation).viewer
    library.choices.show(viewer, project.dir, menu.files(), library.now().isoformat())
    call.answer(
        menu_json(project, menu) if call.given.json else {},
        lambda: menu_text(project, menu, call.lang, whole=call.interactive),
    )
