"""opencode, which keeps to the XDG standard on every system."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "opencode"


def settings(system: System) -> str:
    return system.config("opencode", "opencode.json")
