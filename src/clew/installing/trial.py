"""Does clew run as it is about to be written into the settings? An agent that cannot start it says nothing at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

from clew.config import home_path
from clew.errors import ClewError
from clew.installing.formats import is_ours
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Told

_SECONDS = 20
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "clew-install", "version": "1"},
    },
}


def command_of_this(home: str) -> tuple[str, ...]:
    """How this very clew is started again, from anywhere: its program's path, and the home where it is not the usual one."""
    words = [os.path.abspath(sys.argv[0])] if _is_program(sys.argv[0]) else _found()
    usual = home_path(None, {})
    return (*words, *(() if home == usual else ("--home", home)))


def starts(told: Told) -> None:
    """Raises `ClewError("installing.no-start")`, with the reason, where the program does not run."""
    reason = _ran([*told.command, "--version"], b"", "clew")
    if reason:
        raise ClewError("installing.no-start", command=" ".join(told.command), reason=reason)


def answers(told: Told) -> None:
    """Raises `ClewError("installing.no-answer")` where the server, as an agent starts it, does not answer a handshake."""
    command = [*told.command, "serve"]
    reason = _ran(command, json.dumps(_HELLO).encode() + b"\n", "serverInfo")
    if reason:
        raise ClewError("installing.no-answer", command=" ".join(command), reason=reason)


def _ran(command: list[str], given: bytes, expected: str) -> Phrase | str:
    """What went wrong, in words of ours or its own; "" where the output holds what is expected."""
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        return Phrase("installing.why-silent", seconds=_SECONDS)
    except OSError as problem:
        return problem.strerror or str(problem)
    if expected.encode() in done.stdout:
        return ""
    said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return said[-1] if said else Phrase("installing.why-ended", status=done.returncode)


def _is_program(path: str) -> bool:
    """Whether it is clew's own program, and not a module or a test that runs it."""
    return is_ours({"command": path, "args": ["serve"]}) and os.path.isfile(path) and os.access(path, os.X_OK)


def _found() -> list[str]:
    beside = os.path.join(os.path.dirname(sys.executable), "clew.exe" if sys.platform == "win32" else "clew")
    if os.path.isfile(beside):
        return [beside]
    elsewhere = shutil.which("clew")
    return [os.path.abspath(elsewhere)] if elsewhere else [sys.executable, "-m", "clew"]
