"""Cursor. By its documented format only: nobody has run it with clew, so there is a snippet and no installing."""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "cursor"
TITLE = "Cursor"
RAN = ""
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
ONLY_PRINTED = True


def settings(system: System) -> str:
    return system.at_home(".cursor", "mcp.json")


def rules(_: System) -> str:
    """Only a project has a file of rules."""
    return ""


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("cursor")
    server = {"command": command, "args": arguments, "env": {}}
    return [Member(settings(system), JSON, ("mcpServers", NAME), server)]
