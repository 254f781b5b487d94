"""`clew daily`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.cleaned import tell_cleaned
from clew.cli.spec import AGENT, CONVERSATION, DIR, Argument, Command, Option
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="facts",
    arguments=(Argument("ACTION", required=False, choices=("show", "add")), Argument("TEXT", required=False)),
    options=(
        Option("--days", "N", kind="int", least=1),
        DIR,
        CONVERSATION,
        AGENT,
        Option("--allow-secret"),
    ),
    json=("text", "revision", "file", "path", "masked", "escaped", "other_day"),
    example='clew daily add "Gauge 3 was silent from 9 to 11."',
)


def run(call: Call) -> None:
    if call.given.action == "add":
        if call.given.days is not None:
            raise Usage("commands.daily.days-add")
        _add(call)
    else:
        if call.given.text is not None:
            raise Usage("commands.daily.no-text")
        _show(call)


def _show(call: Call) -> None:
    page = call.home.facts.notes(call.given.days or 1, call.directory)
    if not page.text:
        call.say(".none", path=page.path)
    call.answer(page.as_dict(), page.text, exact=True)


def _add(call: Call) -> None:
    written = call.home.facts.note(
        call.read_text(),
        call.directory,
        agent=call.given.agent,
        conversation=caller(call.given.conversation).conversation,
        allow_secret=call.given.allow_secret,
    )
    tell_cleaned(call, written.masked, written.escaped)
    if written.other_day:
        call.say(".other-day", said=written.other_day, file=written.file)
    call.answer(written.as_dict(), lambda: call.words(".done", path=written.path))
