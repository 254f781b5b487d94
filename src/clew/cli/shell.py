"""Completion in the shell: click's scripts and click's way to answer them."""

from __future__ import annotations

from click.shell_completion import get_completion_class, shell_complete

from clew.cli.clicked import root
from clew.errors import Usage

VARIABLE = "_CLEW_COMPLETE"


def script(shell: str) -> str:
    """The script that a shell reads once. Raises `Usage` where the installed click does not know the shell."""
    kind = get_completion_class(shell)
    if kind is None:
        raise Usage("commands.completion.not-here", shell=shell)
    ours = kind(root(), {}, "clew", VARIABLE)
    # not `ours.source()`: it starts a bash to look at its version
    return str(ours.source_template % ours.source_vars())


def answer(instruction: str) -> int:
    """Print what may stand where the cursor is; the script has put the line into the environment."""
    return shell_complete(root(), {}, "clew", VARIABLE, instruction)
