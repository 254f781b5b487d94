"""Codex CLI.

A conversation is its session, which is also the thread that each call of a tool names; a server is told nothing of it
by its environment. A hook that nobody has looked at is not run: the person must allow ours in `/hooks`.
"""

from __future__ import annotations

from clew.agents.additions import NAME, TOML, Member, Rules
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP, answered, heard, hook_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "codex"
TITLE = "Codex CLI"
RAN = "0.171.0"
SESSION = ""
HOOKS = {
    START: "SessionStart",
    PROMPT: "UserPromptSubmit",
    COMPACTING: "PreCompact",
    STOP: "Stop",
    END: "SessionEnd",
}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ("codex-hooks",)
__all__ = ["answered", "heard"]


def settings(system: System) -> str:
    return system.join(_folder(system), "config.toml")


def rules(system: System) -> str:
    return system.join(_folder(system), "AGENTS.md")


def of_call(meta: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Its thread and its workspace, which it puts beside each call of a tool."""
    thread, turn = meta.get("threadId"), meta.get("x-codex-turn-metadata")
    workspaces = turn.get("workspaces") if isinstance(turn, dict) else None
    places = [place for place in workspaces if isinstance(place, str)] if isinstance(workspaces, dict) else []
    return thread if isinstance(thread, str) else None, next(iter(places), None)


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("codex")
    server = {
        "command": command,
        "args": arguments,
        "startup_timeout_sec": 20,
        "tool_timeout_sec": 60,
        "default_tools_approval_mode": "approve",
    }
    return [
        Member(settings(system), TOML, ("mcp_servers", NAME), server),
        *hook_items(system.join(_folder(system), "hooks.json"), HOOKS, "codex", told),
        Rules(rules(system), told.lang),
    ]


def _folder(system: System) -> str:
    return system.named("CODEX_HOME") or system.at_home(".codex")
