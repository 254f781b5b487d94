"""nanobot."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "nanobot"


def settings(system: System) -> str:
    return system.at_home(".nanobot", "config.json")
