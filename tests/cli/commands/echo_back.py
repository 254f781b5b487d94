"""A command that says what it got, or fails as it is told."""

from __future__ import annotations

import time
from collections.abc import Callable

from clew.cli.spec import CONVERSATION, DIR, TAG, Argument, Command, Option
from clew.errors import Conflict, Locked, NotFound, RuleBroken

COMMAND = Command(
    group="care",
    arguments=(Argument("TEXT", required=False),),
    options=(
        DIR,
        TAG,
        CONVERSATION,
        Option("--title", "TITLE"),
        Option("--limit", "N", "-k", kind="int", least=1, default=10),
        Option("--kind", "KIND", choices=("memory", "daily")),
        Option("--exact"),
        Option("--read"),
        Option("--ask"),
        Option("--yes"),
        Option("--talk", "WORDS"),
        Option("--count", "N", kind="int"),
        Option("--fail", "HOW"),
        Option("--fail-late", "HOW"),
    ),
    json=("text", "tags"),
    example="clew echo-back 'SQLite it is' --tag db --tag decision",
)

FAILURES: dict[str, Callable[[], BaseException]] = {
    "not-found": lambda: NotFound("commands.echo-back.lost", path="/library/a/b.md", name="b"),
    "rule": lambda: RuleBroken("tags-count", fewest=2, most=5, count=1, suggestions=["db", "配置"], pending="p1"),
    "conflict": lambda: Conflict(path="/library/a/b.md"),
    "locked": lambda: Locked(path="/library", holder="goose", seconds=10),
    "bug": lambda: KeyError("nobody thought of this"),
    "interrupt": KeyboardInterrupt,
    "disk": lambda: OSError(28, "No space left on device", "/library/a/b.md"),
    "socket": lambda: BrokenPipeError(32, "Broken pipe"),
    "lines": lambda: NotFound("commands.echo-back.lost", path="/a\nb\x1b[2J", name="a\nb\x1b[2J"),
}


def run(call):
    given = call.given
    if given.talk:
        call.say(".talk", words=given.talk)
    with call.progress(given.count, "counting [not markup]") as bar:
        for done in range(given.count or 0):
            time.sleep(0.2)
            bar.at(done + 1, given.count)
    if given.fail:
        raise FAILURES[given.fail]()
    if given.ask and not call.confirm(".sure"):
        return 1
    text = call.read_text() if given.read else given.text
    call.answer({"text": text, "tags": given.tag}, lambda: text or "nothing", exact=given.exact)
    if given.fail_late:
        raise FAILURES[given.fail_late]()
    return 0
