"""One file a command: `save.py` is `clew save`, `long_term.py` is `clew long-term`. There is no table to edit.

A file declares `COMMAND`, what it takes, and `run(call)`, which does it and returns an exit status or None for 0.
What a body needs is imported in it, so that the help pages may read all specs for the price of the specs.
"""

from __future__ import annotations

import os

from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from clew.cli.call import Call
    from clew.cli.spec import Command

    class CommandModule(Protocol):
        """What a file in this folder holds."""

        COMMAND: Command

        def run(self, call: Call, /) -> int | None:
            """Do it. Errors are raised, never printed here."""


def find(name: str) -> CommandModule | None:
    """The command of that name, imported, or None where there is none."""
    stem = name.replace("-", "_")
    if "_" in name or not (stem.isascii() and stem.isidentifier()) or stem.startswith("_") or stem != stem.lower():
        return None
    path = f"{__name__}.{stem}"
    try:
        # `importlib` would cost a millisecond here
        module: CommandModule = __import__(path, fromlist=["COMMAND"])
    except ModuleNotFoundError as missing:
        if missing.name == path:
            return None
        raise
    return module


def names() -> list[str]:
    """All commands, by name."""
    found = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if ".py" in file}
    return sorted(stem.replace("_", "-") for stem in found if not stem.startswith("_"))


def unknown(name: str) -> Usage:
    """The error for a name that is no command, with those that come near."""
    from difflib import get_close_matches

    error = Usage("cli.no-such-command", name=name)
    error.suggestions = get_close_matches(name, names())
    return error
