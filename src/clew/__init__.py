"""clew: memory for AI agents, in plain Markdown files that their user owns."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from clew.config import Clock
    from clew.home import Home

__version__ = "0.1.0"


def open(  # noqa: A001 - `clew.open` reads as what it does
    path: str | os.PathLike[str] | None = None, clock: Clock | None = None
) -> Home:
    """The home at `path` (default: `$CLEW_HOME`, else `~/.clew`); `clock` gives aware times.

    Makes nothing: the first write does. Raises `Unreadable` or `Usage` for settings that cannot be used.
    """
    from os import fspath

    from clew.home import Home

    return Home(None if path is None else fspath(path), clock)
