"""Claude Code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.system import System

PROGRAM = "claude"


def settings(system: System) -> str:
    return system.join(system.named("CLAUDE_CONFIG_DIR") or system.at_home(".claude"), "settings.json")
