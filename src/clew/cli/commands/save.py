"""`clew save`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.spec import AGENT, CONVERSATION, DIR, TAG, Argument, Command, Option
from clew.errors import ClewError
from clew.library.wish import Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.library.saving import Saved

COMMAND = Command(
    group="conversations",
    arguments=(Argument("TEXT", required=False),),
    options=(
        TAG,
        CONVERSATION,
        DIR,
        Option("--title", "TITLE"),
        Option("--heading", "HEADING"),
        AGENT,
        Option("--request", "ID"),
        Option("--pending", "ID"),
        Option("--allow-secret"),
    ),
    json=(
        "conversation",
        "memory",
        "file",
        "path",
        "created",
        "lines",
        "tags",
        "common_tags",
        "revision",
        "repeated",
        "masked",
        "escaped",
    ),
    example='clew save "SQLite it is: one file, no server." --tag database --tag decision',
)


def run(call: Call) -> None:
    saved = _finished(call) if call.given.pending else _saved(call)
    if saved.masked:
        call.say(".masked", secrets=", ".join(saved.masked))
    if saved.escaped:
        call.say(".escaped", count=saved.escaped)
    key = ".repeated" if saved.repeated else ".created" if saved.created else ".appended"
    call.answer(saved.as_dict(), lambda: call.words(key, **saved.as_dict()))


def _saved(call: Call) -> Saved:
    given, home = call.given, call.home
    text = call.read_text()
    who = caller(given.conversation)
    wish = Wish(text, given.tag, who.conversation, given.title, given.heading, given.agent, given.request)
    try:
        library = home.library
        project = library.project(call.directory)
    except ClewError as problem:
        home.keep_text(problem, call.directory, wish, given.allow_secret)
        raise
    conversation = who.conversation or library.choices.last_started(who.terminal, project.dir)
    return library.save(project, wish.but(conversation=conversation), given.allow_secret)


def _finished(call: Call) -> Saved:
    text = call.read_text() if call.given.text is not None else None
    return call.home.library.finish(call.given.pending, call.given.tag, text, call.given.allow_secret)
