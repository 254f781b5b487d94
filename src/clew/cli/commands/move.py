"""`clew move`."""

from __future__ import annotations

from clew.cli.place import memory_placed
from clew.cli.spec import CONVERSATION, REF, Command, Option
from clew.errors import Usage

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

    if call.given.dir is None:
        raise Usage("commands.move.where")
    library = call.home.library
    target = library.project(call.directory)
    before = memory_placed(call, here=True).file
    file = move(library, before, target)
    answer = {"file": file, "path": library.path(file)}
    call.answer(answer, lambda: call.words(".there" if file == before else ".done", **answer))
