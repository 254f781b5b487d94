"""The form of hooks that Claude Code began and most others took over: a JSON object in, a JSON object out."""

from __future__ import annotations

from clew.agents.additions import JSON, Item
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from clew.agents.additions import Told

START, PROMPT, COMPACTING, STOP, END = "session-start", "prompt", "pre-compact", "stop", "session-end"
EVENTS = (START, PROMPT, COMPACTING, STOP, END)

_SECONDS = 20  # a client's patience; ours is a tenth of it


class Heard(Value):
    """What a client told its hook; "" where it did not say."""

    session: str = ""
    dir: str = ""
    transcript: str = ""
    source: str = ""  # why a session begins: startup, resume, clear, compact
    prompt: str = ""
    turn: str = ""  # the id of this prompt


def heard(given: Mapping[str, Any]) -> Heard:
    """As Claude Code says it; what is of another kind than it should be counts as not said."""
    said = {ours: value for theirs, ours in _FIELDS.items() if isinstance(value := given.get(theirs), str)}
    return Heard(**said)


def answered(name: str, text: str) -> dict[str, object]:
    """The object by which a hook adds a text to what the model sees; `name` is what the client calls the event."""
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}


def hook_items(
    file: str, names: Mapping[str, str], agent: str, told: Told, events: Iterable[str] = EVENTS, unit: int = 1
) -> list[Item]:
    """The entries of the settings that run our hooks; `unit` is how many of its time units are a second."""
    return [
        Item(
            file,
            JSON,
            ("hooks", names[event]),
            {"hooks": [{"type": "command", "command": told.hook(event, agent), "timeout": _SECONDS * unit}]},
        )
        for event in events
    ]


_FIELDS = {
    "session_id": "session",
    "cwd": "dir",
    "transcript_path": "transcript",
    "source": "source",
    "prompt": "prompt",
    "turn_id": "turn",  # Codex
    "prompt_id": "turn",
}
