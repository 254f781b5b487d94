"""`clew_save`: a segment of this conversation's memory."""

from __future__ import annotations

from clew.errors import ClewError, Usage
from clew.library.wish import Wish
from clew.mcp.answer import Answer
from clew.mcp.tool import ADDS, CONVERSATION, DIR, TEXT, Param, Tool
from clew.text.hygiene import clean
from clew.text.tokens import estimate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.save_plan import Saved
    from clew.mcp.ask import Ask

MOST = 60  # tokens of a receipt: an agent pays for it at each save

TOOL = Tool(
    params=(
        TEXT,
        Param("tags", "list"),
        Param("title"),
        Param("heading"),
        Param("pending"),
        Param("request"),
        CONVERSATION,
        DIR,
    ),
    keys={
        "conversation": "text",
        "memory": "text",
        "file": "text",
        "created": "flag",
        "lines": "number",
        "tags": "list",
        "common_tags": "list",
        "repeated": "flag",
    },
    hints=ADDS,
)


def run(ask: Ask) -> Answer:
    saved = _finished(ask) if ask.given["pending"] else _saved(ask)
    return Answer(_receipt(ask, saved), saved.as_dict(), long=("tags", "common_tags", "masked"), most=MOST)


def _saved(ask: Ask) -> Saved:
    given = ask.given
    if not (given["text"] or "").strip():
        raise Usage("mcp.empty-text")
    wish = Wish(
        text=given["text"],
        tags=given["tags"],
        conversation=ask.conversation,
        title=given["title"],
        heading=given["heading"],
        agent=ask.agent,
        request=given["request"],
    )
    dir = ask.dir
    try:
        project = ask.home.library.project(dir)
    except ClewError as problem:
        ask.home.keep_text(problem, dir, wish)
        raise
    return project.library.save(project, wish)


def _finished(ask: Ask) -> Saved:
    """A refused save with the tags that it lacked; the same text again is welcome."""
    return ask.home.library.finish(ask.given["pending"], ask.given["tags"], ask.given["text"] or None)


def _receipt(ask: Ask, saved: Saved) -> str:
    """What a model must know of it; all else is in the data. A name may be as long as a receipt."""
    key = "repeated" if saved.repeated else "created" if saved.created else "appended"
    masked = ""
    if saved.masked:
        masked = " " + ask.words("tools.save.masked", secrets=[clean(shown) for shown in saved.masked])
        if estimate(masked) > MOST // 3:
            masked = " " + ask.words("tools.save.masked-more", count=len(saved.masked))
    name = clean(saved.memory)
    while True:
        text = ask.words(f"tools.save.{key}", memory=name, lines=saved.lines) + masked
        if estimate(text) <= MOST or len(name) < 2:
            return text
        name = name.rstrip("…")[:-1] + "…"
