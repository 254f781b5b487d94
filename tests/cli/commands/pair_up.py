"""Arguments of every sort: required, optional, all the rest."""

from __future__ import annotations

from clew.cli.spec import Argument, Command, Option

COMMAND = Command(
    group="care",
    arguments=(Argument("OLD"), Argument("NEW", required=False), Argument("REST", required=False, many=True)),
    options=(Option("--all"),),
    example="clew pair-up a b",
)


def run(call):
    call.answer({"old": call.given.old, "new": call.given.new, "rest": call.given.rest}, "done")
