"""Other people's agents, one file each: `claude_code.py` is `claude-code`. There is no table to edit.

A file says by what program the agent is started, `PROGRAM`, and where its settings live, `settings(system)`.
"""

from __future__ import annotations

import os
from importlib import import_module
from shutil import which

from clew.agents.system import System
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Agent(Protocol):
        """What a file in this folder holds."""

        PROGRAM: str

        def settings(self, system: System, /) -> str:
            """The file with the settings of the person, whether or not it is there."""


class Presence(Value):
    """Whether an agent is on this machine."""

    name: str
    found: bool  # its program or the folder of its settings is there
    settings: str | None  # the file, where it is there


def names() -> list[str]:
    """All agents that clew knows, by name."""
    stems = {file.partition(".")[0] for folder in __path__ for file in os.listdir(folder) if file.endswith(".py")}
    return sorted(stem.replace("_", "-") for stem in stems - {"__init__", "system"})


def find(name: str) -> Agent:
    """The agent of this name, which is one of `names`."""
    agent: Agent = import_module(f"{__name__}.{name.replace('-', '_')}")
    return agent


def look_around(system: System | None = None) -> list[Presence]:
    """Every agent that clew knows, and whether it is here. Looks at names only: no settings are opened."""
    system = system or System.here()
    return [_presence(name, find(name), system) for name in names()]


def _presence(name: str, agent: Agent, system: System) -> Presence:
    file = agent.settings(system)
    here = os.path.isdir(system.above(file)) or which(agent.PROGRAM, path=system.environ.get("PATH")) is not None
    return Presence(name, here, file if os.path.isfile(file) else None)
