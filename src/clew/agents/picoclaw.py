"""PicoClaw.

A chat bot: a conversation is the key of its session and the day. Its hooks are one process that lives as long as it does
and is asked before each call of the model; what it answers is not kept, so the block goes into every call.
It writes its own MEMORY.md: `docs/agents.md` says what clew can protect there.
"""

from __future__ import annotations

from clew.agents.additions import JSON, NAME, Member, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "picoclaw"
TITLE = "PicoClaw"
RAN = ""
SESSION = ""
HOOKS: dict[str, str] = {}
PROJECT_RULES = "AGENTS.md"
BY_HAND = ()
IS_CHAT = True


def settings(system: System) -> str:
    return system.named("PICOCLAW_CONFIG") or system.at_home(".picoclaw", "config.json")


def rules(system: System) -> str:
    return system.at_home(".picoclaw", "workspace", "AGENTS.md")


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("picoclaw")
    server = {"enabled": True, "deferred": False, "type": "stdio", "command": command, "args": arguments, "env": {}}
    hook = {
        "enabled": True,
        "transport": "stdio",
        "command": [*told.command, "hook", "process", "--agent", "picoclaw"],
        "intercept": ["before_llm"],
    }
    file = settings(system)
    return [
        Member(file, JSON, ("tools", "mcp", "enabled"), True),
        Member(file, JSON, ("tools", "mcp", "servers", NAME), server),
        Member(file, JSON, ("hooks", "enabled"), True),
        Member(file, JSON, ("hooks", "processes", NAME), hook),
        Rules(rules(system), told.lang),
    ]
