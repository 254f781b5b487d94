"""`clew_daily`: today's note, and those of the last days."""

from __future__ import annotations

from clew.mcp.answer import Answer
from clew.mcp.pages import page
from clew.mcp.stored import as_data, block
from clew.mcp.tool import ADDS, TEXT, UNLISTED, Param, Tool
from clew.text.segments import count_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.mcp.ask import Ask

TOOL = Tool(
    params=(TEXT, Param("limit", "number"), *UNLISTED),
    keys={"text": "text", "file": "text"},
    hints=ADDS,
)


def run(ask: Ask) -> Answer:
    return _added(ask) if (ask.given["text"] or "").strip() else _shown(ask)


def _added(ask: Ask) -> Answer:
    written = ask.home.facts.note(ask.given["text"], ask.dir, agent=ask.agent, conversation=ask.conversation)
    lines = [ask.words("commands.daily.done", path=written.file)]
    if written.other_day:
        lines.append(ask.words("commands.daily.other-day", said=written.other_day, file=written.file))
    if written.masked:
        lines.append(ask.words("tools.save.masked", secrets=written.masked))
    # what stands there is for who asks for it; the model has just written this
    return Answer("\n".join(lines), {**written.as_dict(), "text": page(written.text).text}, long=("masked",))


def _shown(ask: Ask) -> Answer:
    notes = ask.home.facts.notes(ask.given["limit"] or 1, ask.dir)
    if not notes.text:
        return Answer(ask.words("tools.daily.none"), notes.as_dict())
    part = page(notes.text)
    lines = count_lines(notes.text.encode("utf-8", "surrogateescape"))
    on = [ask.words("tools.daily.on")] if part.next else []
    data = {**as_data(ask, on), **notes.as_dict(), "text": part.text}
    return Answer("\n".join([block(ask, "daily", part, notes.file, lines), *on]), data)
