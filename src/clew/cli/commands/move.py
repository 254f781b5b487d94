"""`clew move`."""

from __future__ import annotations

from clew.cli.place import memory_placed
from clew.cli.spec import CONVERSATION, REF, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="care",
    arguments=(REF,),
    options=(Option("--dir", "DIR", complete="dir"), CONVERSATION),
    json=("file", "path"),
    example="clew move home-project/redis.md --dir ~/other",
)


def run(call: Call) -> None:
    """The REF is looked up where we are; `--dir` says where it goes."""
    from clew.library.moving import move

    library = call.home.library
    target = library.project(call.directory)
    file = move(library, memory_placed(call, here=True).file, target)
    answer = {"file": file, "path": library.path(file)}
    call.answer(answer, lambda: call.words(".done", **answer))
