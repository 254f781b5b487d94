"""Claude Code.

A conversation is its session: compaction and resuming keep the id, a clear begins another. Its servers keep the
environment that they were started with, so after a clear what the hooks recorded of the process counts.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Item, Member, Rules
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP, answered, heard, hook_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "claude"
TITLE = "Claude Code"
RAN = "2.1.332"
SESSION = "CLAUDE_CODE_SESSION_ID"
HOOKS = {
    START: "SessionStart",
    PROMPT: "UserPromptSubmit",
    COMPACTING: "PreCompact",
    STOP: "Stop",
    END: "SessionEnd",
}
PROJECT_RULES = "CLAUDE.md"
BY_HAND = ()
__all__ = ["answered", "heard"]


def settings(system: System) -> str:
    return system.join(_folder(system), "settings.json")


def rules(system: System) -> str:
    return system.join(_folder(system), "CLAUDE.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("claude-code")
    server = {"type": "stdio", "command": command, "args": arguments, "env": {}, "alwaysLoad": True}
    return [
        Member(_servers(system), JSON, ("mcpServers", NAME), server),
        Item(settings(system), JSON, ("permissions", "allow"), f"mcp__{NAME}"),
        *hook_items(settings(system), HOOKS, "claude-code", told),
        Rules(rules(system), told.lang),
    ]


def _folder(system: System) -> str:
    return system.named("CLAUDE_CONFIG_DIR") or system.at_home(".claude")


def _servers(system: System) -> str:
    """The file of a person's own servers, which is not that of the settings."""
    return system.join(system.named("CLAUDE_CONFIG_DIR") or system.home, ".claude.json")
