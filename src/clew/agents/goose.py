"""goose. Its own memory extension keeps `*.txt` in a folder that clew's forerunner, an extension of goose, put its library into.

A conversation is its session, which each call of a tool names too; a session that is resumed runs no hook at its start.
What its hooks print is shown to nobody: a text reaches the model by the file that `GOOSE_MOIM_MESSAGE_FILE` names,
which goose puts before the model at every turn. So it holds what is new for this turn, and is empty otherwise.
"""

from __future__ import annotations

from clew.agents.additions import NAME, YAML, Member, Rules, Trace, Whole, json_text
from clew.agents.hooks import END, PROMPT, START, STOP, Heard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.agents.additions import Addition, Told
    from clew.agents.system import System

PROGRAM = "goose"
TITLE = "goose"
RAN = "1.52.0"
SESSION = "AGENT_SESSION_ID"
HOOKS = {START: "SessionStart", PROMPT: "UserPromptSubmit", STOP: "Stop", END: "SessionEnd"}
PROJECT_RULES = ".goosehints"
BY_HAND = ("goose-file",)
MESSAGE_FILE = "GOOSE_MOIM_MESSAGE_FILE"


def settings(system: System) -> str:
    return system.join(_folder(system), "config.yaml")


def rules(system: System) -> str:
    return system.join(_folder(system), ".goosehints")


def heard(given: Mapping[str, Any]) -> Heard:
    """Most of its events do not say where they are: a hook is started there."""
    said = {
        name: given.get(key) for name, key in (("session", "session_id"), ("dir", "working_dir"), ("prompt", "message"))
    }
    known = {name: value for name, value in said.items() if isinstance(value, str)}
    session = known.get("session", "")
    return Heard(**known, transcript=f"goose session export --session-id {session}" if session else "")


def of_call(meta: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Its session and where it works, which it puts beside each call of a tool."""
    session, dir = (meta.get(key) for key in ("agent-session-id", "agent-working-dir"))
    return session if isinstance(session, str) else None, dir if isinstance(dir, str) else None


def message_file(environ: Mapping[str, str]) -> str | None:
    """The file by which a text reaches the model; None where the person has not named one."""
    return environ.get(MESSAGE_FILE) or None


def additions(system: System, told: Told) -> list[Addition]:
    command, *arguments = told.serving("goose")
    server = {
        "enabled": True,
        "type": "stdio",
        "name": NAME,
        "description": "Memory that outlives a conversation: recall, save, search, remember",
        "cmd": command,
        "args": arguments,
        "envs": {},
        "env_keys": [],
        "timeout": 60,
    }
    plugin = system.at_home(".agents", "plugins", NAME)
    return [
        Member(settings(system), YAML, ("extensions", NAME), server),
        Whole(system.join(plugin, "plugin.json"), json_text({"name": NAME, "version": "1.0.0"})),
        Whole(system.join(plugin, "hooks", "hooks.json"), json_text({"hooks": _hooks(told)})),
        Trace(settings(system), YAML, ("plugins", plugin)),
        Rules(rules(system), told.lang),
    ]


def memory_folders(system: System) -> list[str]:
    """Where its memory extension may keep `*.txt`: its tool deletes the whole folder, whoever put things there."""
    return list(dict.fromkeys([system.join(_folder(system), "memory"), system.join(_usual_folder(system), "memory")]))


def _hooks(told: Told) -> dict[str, object]:
    return {
        name: [{"hooks": [{"type": "command", "command": told.hook(event, "goose"), "timeout": 20}]}]
        for event, name in HOOKS.items()
    }


def _folder(system: System) -> str:
    root = system.named("GOOSE_PATH_ROOT")
    return system.join(root, "config") if root else _usual_folder(system)


def _usual_folder(system: System) -> str:
    if system.is_windows:
        roaming = system.named("APPDATA") or system.at_home("AppData", "Roaming")
        return system.join(roaming, "Block", "goose", "config")
    return system.config("goose")  # on macOS too
