"""`clew help [COMMAND]`, for who does not think of `--help`."""

from __future__ import annotations

from clew.cli.pages import answer
from clew.cli.spec import Argument, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="begin",
    arguments=(Argument("COMMAND", required=False, complete="command"),),
    json=("help",),
    example="clew help save",
)


def run(call: Call) -> None:
    answer(call, call.given.command or "", "help")
