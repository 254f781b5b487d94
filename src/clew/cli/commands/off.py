"""`clew off`."""

from __future__ import annotations

from clew.cli.spec import Argument, Command
from clew.library import directories

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="care",
    arguments=(Argument("DIR", required=False, complete="dir"),),
    json=("dir", "off"),
    example="clew off ~/private",
)


def run(call: Call) -> None:
    home = call.home
    dir = directories.real(directories.absolute("." if call.given.dir is None else call.given.dir))
    off = home.off.switch_off(dir)
    call.answer({"dir": dir, "off": off}, lambda: call.words(".done", dir=dir))
