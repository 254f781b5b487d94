"""Gemini CLI.

A conversation is its session. Its hook before a compression runs before every call of the model, so it is left alone:
the end of each turn notes the same.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member, Rules
from clew.agents.hooks import END, PROMPT, START, STOP, answered, heard, hook_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "gemini"
TITLE = "Gemini CLI"
RAN = "0.61.0"
SESSION = "GEMINI_SESSION_ID"
HOOKS = {START: "SessionStart", PROMPT: "BeforeAgent", STOP: "AfterAgent", END: "SessionEnd"}
PROJECT_RULES = "GEMINI.md"
BY_HAND = ()
FORGETS = True  # what a hook told is not in a session that is resumed
__all__ = ["answered", "heard"]

_MILLISECONDS = 1000


def settings(system: System) -> str:
    return system.at_home(".gemini", "settings.json")


def rules(system: System) -> str:
    return system.at_home(".gemini", "GEMINI.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("gemini")
    server = {"command": command, "args": arguments, "trust": True, "timeout": 20 * _MILLISECONDS}
    return [
        Member(settings(system), JSON, ("mcpServers", NAME), server),
        *hook_items(settings(system), HOOKS, "gemini", told, HOOKS, _MILLISECONDS),
        Rules(rules(system), told.lang),
    ]
