"""OpenClaw. No test runs it with clew, so there is a snippet and no installing.

A chat bot: a conversation is the key of its session and the day.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "openclaw"
TITLE = "OpenClaw"
RAN = ""
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
IS_CHAT = True
ONLY_PRINTED = True


def settings(system: System) -> str:
    return system.at_home(".openclaw", "openclaw.json")


def rules(system: System) -> str:
    return system.at_home(".openclaw", "workspace", "AGENTS.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("openclaw")
    server = {"command": command, "args": arguments, "env": {}}
    return [Member(settings(system), JSON, ("mcp", "servers", NAME), server), Rules(rules(system), told.lang)]
