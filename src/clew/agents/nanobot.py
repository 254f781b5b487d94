"""nanobot.

A chat bot that runs for weeks: a conversation is the key of its session and the day. It has no hooks and tells its
servers nothing of a session, so there the server's own id and the day stand in for it.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "nanobot"
TITLE = "nanobot"
RAN = "0.3.5"
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
IS_CHAT = True


def settings(system: System) -> str:
    return system.at_home(".nanobot", "config.json")


def rules(system: System) -> str:
    """In its workspace; where that is elsewhere, `clew rules add` takes the file."""
    return system.at_home(".nanobot", "workspace", "AGENTS.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("nanobot")
    server = {"command": command, "args": arguments, "env": {}, "toolTimeout": 60}
    return [
        Member(settings(system), JSON, ("tools", "mcpServers", NAME), server),
        Rules(rules(system), told.lang),
    ]
