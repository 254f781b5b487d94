"""`clew_forget`: every line that says something, and out with the chosen ones."""

from __future__ import annotations

from clew.mcp.answer import Answer
from clew.mcp.pages import ROOM, fenced
from clew.mcp.stored import as_data
from clew.mcp.tool import DESTROYS, TEXT, UNLISTED, Param, Tool
from clew.text.fences import barred
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.mcp.ask import Ask
    from clew.workspace.forgetting import Match

TOOL = Tool(
    params=(TEXT.but(required=True), Param("line", "list"), *UNLISTED),
    keys={"matches": "list", "removed": "list"},
    hints=DESTROYS,
)
_LONGEST = 300  # characters of a line that is shown


def run(ask: Ask) -> Answer:
    chosen = [id.strip() for given in ask.given["line"] for id in given.split(",") if id.strip()]
    forgotten = ask.home.facts.forget(
        ask.given["text"], chosen, ask.dir, agent=ask.agent, conversation=ask.conversation
    )
    unread = [{"path": path, "reason": say(key, ask.lang, path=path)} for path, key in forgotten.unread]
    choose = [] if chosen else [ask.words("tools.forget.choose")]
    data = {
        **as_data(ask, choose),
        "matches": [{"id": match.line, **match.as_dict()} for match in forgotten.matches],
        "removed": [{"id": match.line, **match.as_dict()} for match in forgotten.removed],
        "unknown": list(forgotten.unknown),
        "unread": unread,
    }
    said = [ask.words("commands.forget.unread", **each) for each in unread]
    said += [ask.words("commands.forget.unknown", line=id) for id in forgotten.unknown]
    if chosen:
        text = _shown(ask, "removed", ask.words("tools.forget.gone", count=len(forgotten.removed)), forgotten.removed)
    else:
        text = _shown(ask, "lines", ask.words("tools.forget.found", count=len(forgotten.matches)), forgotten.matches)
    said += choose
    return Answer("\n".join([text, *said]), data, bool(forgotten.unknown), long=("unread", "matches", "removed"))


def _shown(ask: Ask, id: str, title: str, matches: Sequence[Match]) -> str:
    """The lines with their ids, as many as fit."""
    rows: list[str] = []
    left = ROOM
    for match in matches:
        text = match.text if len(match.text) <= _LONGEST else match.text[: _LONGEST - 1] + "…"
        row = f"{match.line}  {match.file}:{match.number}  {text}"
        left -= len(barred(row)) + 1
        if left < 0:
            title += " - " + ask.words("tools.forget.some", shown=len(rows), found=len(matches))
            break
        rows.append(row)
    return fenced(id, title, rows, ask.words("context.notice"), ask.home.path).rstrip("\n") if rows else title
