"""What a sync did, as JSON and as lines."""

from __future__ import annotations

from clew.answers.menus import settling_lines
from clew.library.conflicts import conflicts_in
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call
    from clew.sync.engine import Done, Outcome

PARKED = 3  # the status of a sync that leaves something for somebody


def actions_json(call: Call, target: str, outcome: Outcome) -> list[dict[str, object]]:
    """Each key that was touched, or was not to be."""
    library = call.home.library
    return [
        {
            "target": target,
            "what": one.what,
            "key": one.key,
            "file": one.place,
            "path": library.path(one.place) if one.place else None,
            "conflicts": one.clashes,
            **({"message": why(one, call.lang)} if one.why else {}),
        }
        for one in outcome.done
    ]


def action_lines(call: Call, target: str, outcome: Outcome, *, planned: bool = False) -> list[str]:
    """One line each; what waits for somebody last, with what to do."""
    lang = call.lang
    key = "would" if planned else "did"
    ordered = sorted(outcome.done, key=lambda one: one.what in ("parked", "withheld"))
    lines = [say(f"sync.{key}-{one.what}", lang, file=one.place, target=target, why=why(one, lang)) for one in ordered]
    for one in outcome.done:
        if one.clashes:
            lines.append(say(f"sync.{key}-clash", lang, file=one.place))
            lines += [] if planned else _settling(call, one.place)
    withheld = [one for one in outcome.done if one.what == "withheld"]
    if withheld:
        lines.append(say("sync.withheld-many", lang, count=len(withheld), target=target))
    return lines


def _settling(call: Call, file: str) -> list[str]:
    """What settles the newest conflict of a file."""
    copies = [one.copy for one in conflicts_in(call.home.library) if one.file == file]
    return settling_lines(max(copies), call.lang) if copies else []


def clock(call: Call, time: str) -> str:
    """A time of RFC 3339 as people read it where they are, as `clew history` has it."""
    from datetime import datetime

    here = call.home.library.now().tzinfo
    return f"{datetime.fromisoformat(time).astimezone(here):%Y-%m-%d %H:%M:%S}" if time else "-"


def why(done: Done, lang: str) -> str:
    """Why it did not go, and what to do about it."""
    if not done.why:
        return ""
    data = {"path": done.place, **done.data}
    hint = say(f"{done.why}.hint", lang, **data) if has(f"{done.why}.hint") else ""
    said = say(done.why, lang, **data)
    return f"{said} ({hint})" if hint else said
