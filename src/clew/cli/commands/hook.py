"""`clew hook`: what other people's agents run at an event of theirs.

Clients take the exit status 2 for an order to stop. So whatever goes wrong here is 1, and one line on standard error.
"""

from __future__ import annotations

import os
import sys

from clew.callers import client_process
from clew.cli.spec import AGENT, Argument, Command
from clew.cli.streams import is_terminal, read_all
from clew.config import home_path
from clew.errors import ClewError, StorageFailed, Usage
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.agents import Hooked
    from clew.cli.call import Call

COMMAND = Command(
    group="agents",
    arguments=(Argument("EVENT"),),
    options=(AGENT,),
    json=("agent", "event", "text"),
    example='echo \'{"session_id": "s1", "cwd": "/home/project"}\' | clew hook session-start --agent claude-code',
)

_PROCESS = "process"  # not an event: a hook that lives as long as its client
_ALIASES = {
    "sessionstart": "session-start",
    "userpromptsubmit": "prompt",
    "beforeagent": "prompt",
    "beforesubmitprompt": "prompt",
    "prompt": "prompt",
    "precompact": "pre-compact",
    "precompress": "pre-compact",
    "stop": "stop",
    "afteragent": "stop",
    "sessionend": "session-end",
}


def run(call: Call) -> int | None:
    try:
        if call.given.event == _PROCESS:
            _serve(call)
        else:
            _hear(call)
        return None
    except ClewError as problem:
        line = _one_line(problem.message(call.lang))
        call.tell(f"clew hook: {line}")
        _note(call, line)
        return 1


def _hear(call: Call) -> None:
    from clew.hooks.hearing import Hearing
    from clew.hooks.reading import object_of

    event = _ALIASES.get(call.given.event.replace("-", "").replace("_", "").lower())
    if event is None:
        raise Usage("hooks.unknown-event", event=call.given.event)
    agent = _agent(call)
    if is_terminal(sys.stdin):
        raise Usage("hooks.not-json", reason=call.words("hooks.terminal"))
    said = agent.heard(object_of(read_all()))
    channel = getattr(agent, "message_file", None)
    file = channel(os.environ) if channel else None
    tells = ("session-start", "prompt") if channel is None else ("prompt",) if file else ()
    text = Hearing(call.home, call.given.agent, client_process(), call.lang, tells).hear(event, said)
    if file and event != "stop":
        _write(file, text, over=event == "session-end")
    told = {"agent": call.given.agent, "event": event, "text": text}
    call.answer(told, _form(agent, event, text) if text and channel is None else "")
    call.let_go()


def _agent(call: Call) -> Hooked:
    from clew.agents import find

    name: str = call.given.agent or ""
    try:
        agent: Any = find(name)
    except (ModuleNotFoundError, ValueError):
        raise Usage("hooks.unknown-agent", name=name or "?") from None
    if not hasattr(agent, "heard"):
        raise Usage("hooks.no-hooks", name=name)
    hooked: Hooked = agent
    return hooked


def _form(agent: Hooked, event: str, text: str) -> str:
    from clew.cli.jsontext import dump

    return dump(agent.answered(agent.HOOKS.get(event, event), text))


def _write(path: str, text: str, *, over: bool) -> None:
    """The file that the client reads at its next turn; it is made anew, for it may be read at this very moment."""
    if os.path.lexists(path) and not os.path.isfile(path):  # `/dev/null`, which must stay what it is
        raise Usage("hooks.no-file", path=path, reason=Phrase("hooks.another-kind"))
    if not text and not os.path.exists(path):
        return
    if over:
        try:
            os.remove(path)
        except OSError:  # then the next session empties it
            pass
        return
    from clew.stores.files import write_file_atomic

    try:
        write_file_atomic(path, text.encode("utf-8", "replace"))
    except StorageFailed as problem:
        raise Usage("hooks.no-file", path=path, reason=problem.data.get("reason") or problem.errno) from problem


def _note(call: Call, line: str) -> None:
    """For the doctor: what a client does with our standard error, nobody sees."""
    from time import strftime

    from clew.agents import names

    if call.given.agent not in names():  # a path is one that somebody may have given for a name
        return
    folder = os.path.join(home_path(call.given.home), "installed", call.given.agent)
    try:
        if os.path.isdir(folder):
            with open(os.path.join(folder, "failed"), "w", encoding="utf-8", errors="replace") as file:
                file.write(f"{strftime('%Y-%m-%d %H:%M')} {line}\n")
    except (OSError, ValueError):  # then it was said once and no more
        pass


def _serve(call: Call) -> None:
    """PicoClaw's; nothing but its protocol goes to standard output."""
    from clew.hooks.process import serve

    serve(call.home, call.lang, sys.stdin.buffer, sys.stdout.buffer, call.tell)


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")
