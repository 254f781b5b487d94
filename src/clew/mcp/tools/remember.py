"""`clew_remember`: one fact of long-term memory."""

from __future__ import annotations

from clew.mcp.answer import Answer
from clew.mcp.tool import ADDS, TEXT, UNLISTED, Param, Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.mcp.ask import Ask

OF_THIS_PROJECT = ("project", "项目")  # a section's name that stands for the project's own

TOOL = Tool(
    params=(TEXT.but(required=True), Param("section"), *UNLISTED),
    keys={"section": "text", "line": "text", "repeated": "flag", "superseded": "list"},
    hints=ADDS.but(repeats=True),
)


def run(ask: Ask) -> Answer:
    section: str | None = ask.given["section"]
    own = section is not None and section.strip().casefold() in OF_THIS_PROJECT
    fact = ask.home.facts.remember(
        ask.given["text"],
        None if own else section,
        ask.dir,
        project=own,
        agent=ask.agent,
        conversation=ask.conversation,
    )
    key = "commands.remember.repeated" if fact.repeated else "commands.remember.done"
    lines = [ask.words(key, **fact.as_dict())]
    lines += [ask.words("commands.remember.superseded", line=old.line, text=old.text) for old in fact.superseded]
    if fact.masked:
        lines.append(ask.words("tools.save.masked", secrets=fact.masked))
    return Answer("\n".join(lines), fact.as_dict(), long=("superseded", "masked"))
