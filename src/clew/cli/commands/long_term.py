"""`clew long-term`."""

from __future__ import annotations

import os

from clew.callers import caller
from clew.cli.cleaned import tell_cleaned
from clew.cli.spec import AGENT, CONVERSATION, DIR, Argument, Command, Option
from clew.errors import Conflict, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.workspace.facts import Page, Written

COMMAND = Command(
    group="facts",
    arguments=(Argument("ACTION", required=False, choices=("show", "write", "edit")), Argument("TEXT", required=False)),
    options=(Option("--expect", "REVISION"), DIR, CONVERSATION, AGENT, Option("--allow-secret")),
    json=("text", "revision", "file", "path", "masked", "escaped", "changed"),
    example="clew long-term edit",
)


def run(call: Call) -> None:
    action = call.given.action or "show"
    if action == "write":
        written = _replace(call, call.read_text(), call.given.expect)
        call.answer({**written.as_dict(), "changed": True}, lambda: call.words(".done", path=written.path))
        return
    if call.given.text is not None:
        raise Usage("commands.long-term.no-text")
    page = call.home.facts.long_term(call.directory)
    if action == "edit":
        _edit(call, page)
        return
    if not page.revision:
        call.say(".none", path=page.path)
    call.answer(page.as_dict(), page.text, exact=True)


def _replace(call: Call, text: str, expect: str | None) -> Written:
    written = call.home.facts.replace(
        text,
        expect,
        call.directory,
        agent=call.given.agent,
        conversation=caller(call.given.conversation).conversation,
        allow_secret=call.given.allow_secret,
    )
    tell_cleaned(call, written.masked, written.escaped)
    return written


def _edit(call: Call, page: Page) -> None:
    """In the person's editor; what they wrote is lost by no failure: the copy stays, and is named."""
    from clew.cli.editor import clear, edited
    from clew.workspace.template import TEMPLATE

    if call.given.no_input:
        raise Usage("commands.long-term.no-editing")
    if call.given.expect is not None and call.given.expect not in (page.revision, page.revision or "none"):
        raise Conflict(path=page.path, theirs=page.text.encode("utf-8", "surrogateescape"))
    before = page.text.encode("utf-8", "surrogateescape") if page.revision else TEMPLATE.encode()
    copy = os.path.join(call.home.path, "editing", f"MEMORY-{os.urandom(4).hex()}.md")
    after = edited(before, copy)
    if after == before:
        clear(copy)
        call.answer({**page.as_dict(), "changed": False}, lambda: call.words(".unchanged", path=page.path))
        return
    try:
        written = _replace(call, after.decode("utf-8", "surrogateescape"), page.revision)
    except Conflict as problem:
        kept = Conflict(
            "commands.long-term.edited-meanwhile", path=page.path, mine=problem.mine, theirs=problem.theirs, copy=copy
        )
        raise kept from problem
    except BaseException:  # whatever it was, the person learns where their text is, and it goes on
        call.tell(call.words(".kept", copy=copy))
        raise
    clear(copy)
    call.answer({**written.as_dict(), "changed": True}, lambda: call.words(".done", path=written.path))
