"""`clew context`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.spec import CONVERSATION, DIR, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="find",
    options=(
        DIR,
        CONVERSATION,
        Option("--budget", "TOKENS", kind="int", least=1, default=2000),
        Option("--query", "QUERY"),
    ),
    json=("text", "tokens", "parts"),
    example="clew context --budget 1000",
)


def run(call: Call) -> None:
    who = caller(call.given.conversation)
    asked = call.directory, who.conversation, call.given.budget, call.given.query
    made = call.home.context(*asked, lang=call.lang, terminal=who.terminal, once=True)
    if not made.parts:
        call.say(".off", dir=call.directory)
    for part in made.parts:
        if part.left_out:
            call.say(".cut", id=part.id, reason=part.reason)
    if made.menu:  # a number that the person says next is one of this menu
        library = call.home.library
        library.choices.show(who.viewer, made.dir, made.menu, library.now().isoformat())
    call.answer({"text": made.text, "tokens": made.tokens, "parts": made.parts}, made.text)
