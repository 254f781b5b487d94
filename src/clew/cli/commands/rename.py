"""`clew rename`."""

from __future__ import annotations

from clew.cli.place import memory_placed
from clew.cli.spec import CONVERSATION, DIR, REF, Argument, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="care",
    arguments=(REF, Argument("NAME")),
    options=(DIR, CONVERSATION),
    json=("file", "path"),
    example="clew rename 1 cache-decision",
)


def run(call: Call) -> None:
    from clew.library.moving import rename

    library = call.home.library
    file = rename(library, memory_placed(call).file, call.given.name)
    answer = {"file": file, "path": library.path(file)}
    call.answer(answer, lambda: call.words(".done", **answer))
