"""Completion in the shell: click's scripts and protocol, our candidates."""

from __future__ import annotations

import os

from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from clew.cli.spec import Argument, Option
from clew.errors import ClewError, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VARIABLE = "_CLEW_COMPLETE"


def script(shell: str) -> str:
    """The script that a shell reads once. Raises `Usage` where this click does not know the shell."""
    from clew.cli.clicked import root

    kind = get_completion_class(shell)
    if kind is None:  # click before 8.5 knows no PowerShell
        raise Usage("commands.completion.not-here", shell=shell)
    shell_side = kind(root(), {}, "clew", VARIABLE)
    # not `.source()`, which starts a bash to look at its version
    return str(shell_side.source_template % shell_side.source_vars())


def answer_shell(instruction: str) -> int:
    """Answer the script: what may stand where the cursor is. A failure completes nothing and says nothing."""
    from clew.cli.clicked import root

    try:
        return shell_complete(root(), {}, "clew", VARIABLE, instruction)
    except Exception:  # a message here would be torn into candidates on the person's prompt
        if os.environ.get("CLEW_DEBUG"):
            raise
        return 1


def candidates(of: Option | Argument, given: dict[str, Any], incomplete: str) -> list[CompletionItem]:
    """What may stand for one option or argument."""
    if of.choices:
        return [CompletionItem(choice) for choice in of.choices if choice.startswith(incomplete)]
    if of.complete in ("dir", "file"):
        return [CompletionItem(incomplete, type=of.complete)]
    return [
        CompletionItem(word)
        for word in _stored(of.complete, given)
        if word.casefold().startswith(incomplete.casefold())
    ]


def _stored(what: str, given: dict[str, Any]) -> list[str]:
    """Names from the library of the project that one is in."""
    from clew.cli.call import Call
    from clew.cli.spec import unset

    call = Call("", {**unset(None), "dir": None, **given})
    try:
        if what == "memory":
            return [line.name for line in call.home.library.project(call.directory).menu()]
        if what == "tag":
            return list(call.home.library.project(call.directory).common_tags)
    except ClewError:
        pass
    finally:
        call.close()
    return []
