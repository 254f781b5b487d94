"""Who calls: which conversation the environment names, and which terminal it is."""

from __future__ import annotations

import os
import sys

from clew.stores.temporary import started
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from clew.state.sessions import Session

# Each agent names its session to the commands that it runs; ours comes first.
SESSION_VARIABLES = (
    "CLEW_CONVERSATION",
    "CLAUDE_CODE_SESSION_ID",
    "AGENT_SESSION_ID",
    "QWEN_CODE_SESSION_ID",
    "GEMINI_SESSION_ID",
)

# Where an agent says in which project it was started.
PROJECT_VARIABLES = ("CLAUDE_PROJECT_DIR",)

_SHELLS = frozenset(("sh", "bash", "dash", "ash", "busybox", "zsh", "fish", "ksh", "mksh", "env", "timeout", "nice"))
_DEEPEST = 8  # shells in shells


class Caller(Value):
    """`conversation` is the one that was named, None where none was; `terminal` is never empty."""

    conversation: str | None
    terminal: str

    @property
    def viewer(self) -> str:
        """For whom a shown menu is remembered."""
        return self.conversation or self.terminal


class Called(Value):
    """What is known of a call to a server that a client started, perhaps long ago; None where nobody says."""

    conversation: str | None
    dir: str | None  # of the project
    agent: str | None

    @classmethod
    def of(
        cls,
        given: str | None,
        meta: Mapping[str, object],
        recorded: Session | None,
        environ: Mapping[str, str] = os.environ,
    ) -> Self:
        """`given` is the conversation that the call names itself, `meta` what its client put beside it, `recorded` what a
        hook recorded last of that client: after a clear it knows more than our environment, which is as old as we."""
        conversation, dir = _said_beside(meta)
        ours, *agents = SESSION_VARIABLES
        named = (
            *(given, environ.get(ours), conversation, recorded.conversation if recorded else None),
            *(environ.get(name) for name in agents),
        )
        places = (dir, recorded.dir if recorded else None, *(environ.get(name) for name in PROJECT_VARIABLES))
        agent = recorded.agent if recorded else ""
        return cls(next(filter(None, named), None), next(filter(None, places), None), agent or None)


def caller(given: str | None, environ: Mapping[str, str] = os.environ) -> Caller:
    """The caller of this process; `given` is what it said itself."""
    named = given or next((environ[name] for name in SESSION_VARIABLES if environ.get(name)), None)
    return Caller(named, _terminal())


def client_process() -> str:
    """The process of the client that runs us as a hook or as a server, and when it began, so that the two agree.

    It is the one above us that is no shell: some clients put one between. Where the system does not tell what the
    processes above are called, it is the next one.
    """
    pid = os.getppid()
    for _ in range(_DEEPEST):
        name, above = _named(pid)
        if name not in _SHELLS or above <= 1:
            break
        pid = above
    return f"{pid}:{started(pid)}"


def _said_beside(meta: Mapping[str, object]) -> tuple[str | None, str | None]:
    """The conversation and the project's directory that an agent puts into the `_meta` of each call."""
    if all(key == "progressToken" or key.startswith("io.modelcontextprotocol/") for key in meta):
        return None, None
    from clew.agents import find, names  # late: most callers are commands

    for agent in map(find, names()):
        of_call = getattr(agent, "of_call", None)
        if of_call is not None and any(said := of_call(meta)):
            conversation, dir = said
            return conversation, dir
    return None, None


def _named(pid: int) -> tuple[str, int]:
    """What a process is called and which one started it; "" where nobody says."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            before, _, rest = file.read().rpartition(b")")
        return before.partition(b"(")[2].decode(errors="replace"), int(rest.split()[1])
    except (OSError, IndexError, ValueError):
        return "", 0


def _terminal() -> str:
    """The session of the terminal that we are at; in a pipe, the process that started us."""
    if any(_is_terminal(descriptor) for descriptor in (0, 1, 2)):
        if sys.platform == "win32":
            import ctypes

            return f"console:{ctypes.windll.kernel32.GetConsoleWindow()}"
        session = os.getsid(0)
        return f"session:{session}:{started(session)}"
    parent = os.getppid()
    return f"process:{parent}:{started(parent)}"


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False
