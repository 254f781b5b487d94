"""The menu as a form that the client puts before its person: only where it can, and only where the person set it so.

Some clients say that they can and end when they are asked (they cannot know that nobody sits there). So the numbered list
is what everybody gets.
"""

from __future__ import annotations

from clew.answers.menus import row_text
from clew.mcp.ask import Needs
from clew.text.hygiene import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.menu import Menu
    from clew.mcp.ask import Ask

MOST = 20  # rows; a form is no place to scroll


def form(ask: Ask, menu: Menu) -> str | None:
    """Raises `Needs` where the client can show it; None where the list must do."""
    if not ask.peer.can_show_a_form:
        return None
    lines = (*menu.lines, *menu.parents)[:MOST]
    choices = [*(clean(row_text(line)) for line in lines), ask.words("menu.new")]
    question = ask.words("tools.start.question")
    pick = {"type": "string", "title": ask.words("tools.start.title"), "enum": choices}
    schema = {"type": "object", "properties": {"pick": pick}, "required": ["pick"]}
    # the mode has been said since 2025-11-25; before that there was no other
    params = {"mode": "form", "message": question, "requestedSchema": schema}
    raise Needs({"menu": {"method": "elicitation/create", "params": params}}, menu.revision)


def chosen(ask: Ask, menu: Menu) -> str | None:
    """The number that the person chose; None where nobody did, or from another menu than today's."""
    answer = ask.answers.by_key.get("menu") or {}
    content = answer.get("content")
    if answer.get("action") != "accept" or not isinstance(content, dict) or ask.answers.state != menu.revision:
        return None
    number = str(content.get("pick", "")).partition(".")[0]
    return number if number.isdecimal() and int(number) <= len(menu.files()) else None
