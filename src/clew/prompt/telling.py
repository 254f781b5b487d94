"""Where warnings go when nobody listens: to Python's log, which shows them on standard error."""

from __future__ import annotations

from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Tell(Protocol):
        """Hears a warning: the key of its words, and what fills them in."""

        def __call__(self, key: str, **data: object) -> object: ...


def log(key: str, **data: object) -> None:
    """A warning of the logger `clew.prompt`."""
    from logging import getLogger  # late: it costs half an interpreter start, and most prompts warn of nothing

    getLogger("clew.prompt").warning("%s", say(key, **data))
