"""`clew delete`."""

from __future__ import annotations

from clew.answers.quoting import quoted
from clew.cli.place import memory_placed
from clew.cli.spec import CONVERSATION, DIR, REF, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="care",
    arguments=(REF,),
    options=(DIR, CONVERSATION),
    json=("file", "path"),
    example="clew delete redis-cache",
)


def run(call: Call) -> None:
    from clew.library.moving import delete

    place = memory_placed(call)
    delete(call.home.library, place.file)
    call.say(".back", ref=quoted(place.file))
    call.answer({"file": place.file, "path": place.path}, lambda: call.words(".done", path=place.path))
