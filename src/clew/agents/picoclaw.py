"""PicoClaw."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "picoclaw"


def settings(system: System) -> str:
    return system.named("PICOCLAW_CONFIG") or system.at_home(".picoclaw", "config.json")
