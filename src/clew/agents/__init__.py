"""Other people's agents, one file each: `claude_code.py` is `claude-code`. There is no table to edit.

A file says what the agent is called and by what program it is started, where its settings and rules live, what a
conversation is there, what its hooks hear and how they answer, and what installing clew adds. It opens nothing.
"""

from __future__ import annotations

import os

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol

    from clew.agents.additions import Addition, Told
    from clew.agents.hooks import Heard
    from clew.agents.system import System

    class Agent(Protocol):
        """What a file in this folder holds. With `ONLY_PRINTED` nothing is installed, with `IS_CHAT` each day is a
        conversation of its own, with `FORGETS` a session that is resumed must be told all again.

        One with `HOOKS` has `heard`, and `answered` or `message_file` too (see `Hooked`). One that puts its conversation
        or directory beside each call of a tool has `of_call(meta)`, which says both."""

        PROGRAM: str
        TITLE: str
        RAN: str  # the version that the tests ran for real; "" for one that is known by its documented format only
        SESSION: str  # the variable by which it names its session to what it starts; "" for none
        HOOKS: Mapping[str, str]  # our events, and what they are called there
        PROJECT_RULES: str  # its file of rules in a project
        BY_HAND: tuple[str, ...]  # words about what is left for the person to do

        def settings(self, system: System, /) -> str:
            """The file with the settings of the person, whether or not it is there."""

        def rules(self, system: System, /) -> str:
            """The person's own file of rules."""

        def additions(self, system: System, told: Told, /) -> list[Addition]:
            """What installing adds."""

    class Hooked(Agent, Protocol):
        """An agent that runs hooks."""

        def heard(self, given: Mapping[str, Any], /) -> Heard:
            """What it says when it runs one."""

        def answered(self, name: str, text: str, /) -> dict[str, object]:
            """The JSON object by which a text reaches the model, in answer to the event that it calls `name`."""


class Presence(Value):
    """Whether an agent is on this machine."""

    name: str
    found: bool  # its program or the folder of its settings is there
    settings: str | None  # the file, where it is there


_NO_AGENTS = {"__init__", "system", "hooks", "additions"}


def names() -> list[str]:
    """All agents that clew knows, by name."""
    stems = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if file.endswith(".py")}
    return sorted(stem.replace("_", "-") for stem in stems - _NO_AGENTS)


def installable() -> list[str]:
    """Those that `clew install` can do."""
    return [name for name in names() if not is_only_printed(find(name))]


def is_only_printed(agent: Agent) -> bool:
    """Whether there is a snippet to paste and no more: nobody could run it here."""
    return bool(getattr(agent, "ONLY_PRINTED", False))


def conversation_of(agent: Agent, session: str, day: str) -> str:
    """The conversation of a session. A chat bot's goes on for ever, so each day (YYYY-MM-DD) is one of its own."""
    return f"{session}@{day}" if session and getattr(agent, "IS_CHAT", False) else session


def find(name: str) -> Agent:
    """The agent of this name, which is one of `names`."""
    agent: Agent = __import__(f"{__name__}.{name.replace('-', '_')}", fromlist=["PROGRAM"])
    return agent


def look_around(system: System | None = None) -> list[Presence]:
    """Every agent that clew knows, and whether it is here. Looks at names only: no settings are opened."""
    from clew.agents.system import System  # late: a hook asks for no place

    system = system or System.here()
    return [_presence(name, find(name), system) for name in names()]


def _presence(name: str, agent: Agent, system: System) -> Presence:
    from shutil import which  # late: a hook looks for no program, and it costs more than all else here

    file = agent.settings(system)
    here = os.path.isdir(system.above(file)) or which(agent.PROGRAM, path=system.environ.get("PATH")) is not None
    return Presence(name, here, file if os.path.isfile(file) else None)
