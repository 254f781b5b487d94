"""Qwen Code.

A conversation is its session. It reports a prompt again after each result of a tool, then without a text.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member, Rules
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP, answered, heard, hook_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "qwen"
TITLE = "Qwen Code"
RAN = "0.24.4"
SESSION = "QWEN_CODE_SESSION_ID"
HOOKS = {
    START: "SessionStart",
    PROMPT: "UserPromptSubmit",
    COMPACTING: "PreCompact",
    STOP: "Stop",
    END: "SessionEnd",
}
PROJECT_RULES = "QWEN.md"
BY_HAND = ()
FORGETS = True  # what a hook told is not in a session that is resumed
__all__ = ["answered", "heard"]

_MILLISECONDS = 1000


def settings(system: System) -> str:
    return system.at_home(".qwen", "settings.json")


def rules(system: System) -> str:
    return system.at_home(".qwen", "QWEN.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("qwen")
    server = {
        "command": command,
        "args": arguments,
        "trust": True,
        "alwaysLoadTools": True,
        "timeout": 20 * _MILLISECONDS,
    }
    return [
        Member(settings(system), JSON, ("mcpServers", NAME), server),
        *hook_items(settings(system), HOOKS, "qwen", told, unit=_MILLISECONDS),
        Rules(rules(system), told.lang),
    ]
