"""`clew prompt`."""

from __future__ import annotations

from clew.cli.spec import DIR, Command
from clew.library.directories import real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="agents",
    options=(DIR,),
    json=("text", "parts"),
    example="clew prompt > system.md",
)


def run(call: Call) -> None:
    from clew.prompt.builder import ContextBuilder

    call.home.off.refuse(call.directory, real(call.directory))
    builder = ContextBuilder(call.home.workspace, tell=call.home.tell)
    text, _ = builder.build()
    call.answer({"text": text, "parts": builder.parts()}, text, exact=True)
