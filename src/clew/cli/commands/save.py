"""`clew save`."""

from __future__ import annotations

from clew.callers import caller
from clew.cli.cleaned import tell_cleaned
from clew.cli.spec import AGENT, CONVERSATION, DIR, TAG, Argument, Command, Option
from clew.errors import ClewError, Usage
from clew.library.save import kept_text
from clew.library.wish import Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.library.save_plan import Saved

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
        Option("--discard"),
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
    if call.given.discard:
        return _discard(call)
    saved = _finished(call) if call.given.pending else _saved(call)
    tell_cleaned(call, saved.masked, saved.escaped)
    key = ".repeated" if saved.repeated else ".created" if saved.created else ".appended"
    call.answer(saved.as_dict(), lambda: call.words(key, **saved.as_dict()))
    return None


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
    text = None if call.given.text is None else call.read_text()
    return call.home.library.finish(call.given.pending, call.given.tag, text, call.given.allow_secret)


def _discard(call: Call) -> None:
    if call.given.pending is None:
        raise Usage("commands.save.discard-what")
    kept = kept_text(call.home.library.pending, call.given.pending)
    call.home.library.pending.settle(kept.id)
    call.say(".discarded", id=kept.id)
    call.answer({"discarded": kept.id, "text": kept.text}, kept.text)
