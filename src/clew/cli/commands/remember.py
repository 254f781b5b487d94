"""`clew remember`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.cleaned import tell_cleaned
from clew.cli.spec import AGENT, CONVERSATION, DIR, Argument, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="facts",
    arguments=(Argument("TEXT", required=False),),
    options=(
        Option("--section", "NAME"),
        Option("--project"),
        Option("--pin"),
        DIR,
        CONVERSATION,
        AGENT,
        Option("--allow-secret"),
    ),
    json=(
        "section",
        "line",
        "revision",
        "text",
        "file",
        "path",
        "number",
        "created",
        "repeated",
        "superseded",
        "masked",
        "escaped",
    ),
    example='clew remember "Replies in Chinese, without emoji"',
)


def run(call: Call) -> None:
    given = call.given
    remembered = call.home.facts.remember(
        call.read_text(),
        given.section,
        call.directory,
        project=given.project,
        agent=given.agent,
        conversation=caller(given.conversation).conversation,
        allow_secret=given.allow_secret,
        pin=given.pin,
    )
    tell_cleaned(call, remembered.masked, remembered.escaped)

    def text() -> str:
        key = ".repeated" if remembered.repeated else ".done"
        lines = [call.words(key, **remembered.as_dict())]
        lines += [call.words(".superseded", line=old.line, text=old.text) for old in remembered.superseded]
        return "\n".join([*lines, *([call.words(".undo")] if remembered.superseded else [])])

    call.answer(remembered.as_dict(), text)
