"""Zed. By its documented format only: nobody has run it with clew, so there is a snippet and no installing."""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "zed"
TITLE = "Zed"
RAN = ""
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
ONLY_PRINTED = True


def settings(system: System) -> str:
    if system.is_windows:
        return system.join(system.named("APPDATA") or system.at_home("AppData", "Roaming"), "Zed", "settings.json")
    return system.config("zed", "settings.json")  # on macOS too


def rules(_: System) -> str:
    """Only a project has a file of rules."""
    return ""


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("zed")
    server = {"command": command, "args": arguments, "env": {}}
    return [Member(settings(system), JSON, ("context_servers", NAME), server)]
