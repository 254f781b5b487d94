"""VS Code. By its documented format only: nobody has run it with clew, so there is a snippet and no installing."""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "code"
TITLE = "VS Code"
RAN = ""
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
ONLY_PRINTED = True


def settings(system: System) -> str:
    """The person's own profile; a project has the same in `.vscode/mcp.json`."""
    if system.is_windows:
        return system.join(system.named("APPDATA") or system.at_home("AppData", "Roaming"), "Code", "User", "mcp.json")
    if system.platform == "darwin":
        return system.at_home("Library", "Application Support", "Code", "User", "mcp.json")
    return system.config("Code", "User", "mcp.json")


def rules(_: System) -> str:
    """Only a project has a file of rules."""
    return ""


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("vscode")
    server = {"type": "stdio", "command": command, "args": arguments, "env": {}}
    return [Member(settings(system), JSON, ("servers", NAME), server)]
