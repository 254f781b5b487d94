"""`clew serve`: starts the other way in, for agents."""

from __future__ import annotations

import sys

from clew.cli.spec import AGENT, Command, Option
from clew.cli.streams import is_terminal
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="agents",
    options=(
        Option("--http"),
        Option("--host", "HOST"),
        Option("--port", "PORT", kind="int"),
        AGENT,
    ),
    example="clew serve\nclew serve --http --port 8765",
)


def run(call: Call) -> int:
    given = call.given
    if given.http:
        return call.other_way_in("serve-http")(given.home, given.agent, given.host, given.port, call.say)
    if given.host is not None or given.port is not None:
        raise Usage("commands.serve.only-http")
    if is_terminal(sys.stdin):
        call.say(".waiting")
    return call.other_way_in("serve")(given.home, given.agent)
