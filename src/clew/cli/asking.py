"""What a person types that nobody may see: never an argument, never shown."""

from __future__ import annotations

import sys
from getpass import getpass

from clew.cli.streams import is_terminal, read_all, write
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call


def secret(call: Call, label: str) -> str:
    """Typed without an echo at a terminal, else all of standard input. Raises `Usage` for nothing."""
    if is_terminal(sys.stdin) and not call.given.no_input:
        try:
            said = getpass(f"{label}: ")
        except EOFError:  # the terminal was left without a word
            said = ""
    else:
        said = read_all().decode("utf-8", "replace")
    if not said.strip():
        raise Usage("cli.nothing-typed", what=label)
    return said.strip()


def line(call: Call, label: str) -> str:
    """One visible line. Raises `Usage` where there is nobody to ask."""
    if not call.interactive:
        raise Usage("cli.nothing-typed", what=label)
    write(sys.stderr, f"{label}: ")
    said = sys.stdin.readline().strip()
    if not said:
        raise Usage("cli.nothing-typed", what=label)
    return said
