"""A word that says what to do, then at least one thing."""

from __future__ import annotations

from clew.cli.spec import Argument, Command

COMMAND = Command(
    group="care",
    arguments=(Argument("ACTION", choices=("show", "write")), Argument("REF", many=True)),
    example="clew act-on show 1 2",
)


def run(call):
    call.answer({"action": call.given.action, "ref": call.given.ref}, "done")
