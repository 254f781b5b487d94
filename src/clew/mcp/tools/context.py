"""`clew_context`: what an agent should know, in one block."""

from __future__ import annotations

from clew.mcp.answer import LIMIT, Answer
from clew.mcp.tool import READS, UNLISTED, Param, Tool
from clew.mcp.wire import dumped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.context.values import Context
    from clew.mcp.ask import Ask

BUDGET = 2000  # tokens

TOOL = Tool(
    params=(Param("budget", "number"), Param("query"), *UNLISTED),
    keys={"text": "text", "tokens": "number", "parts": "list"},
    hints=READS,
)


def run(ask: Ask) -> Answer:
    dir = ask.dir
    made = _fitting(ask, dir)
    if made.menu:  # a number that the person says next is one of this menu
        library = ask.home.library
        library.choices.show(ask.conversation, made.dir, made.menu, library.now().isoformat())
    rest = [ask.words("tools.context.rest")] if any(part.left_out for part in made.parts) else []
    data = {"text": made.text, "tokens": made.tokens, "parts": made.parts, **({"hint": rest[0]} if rest else {})}
    if not made.text:
        off = ask.words("commands.context.off", dir=dir)
        return Answer(ask.words("tools.context.nothing") if made.parts else off, data, long=("parts",))
    return Answer("\n".join([made.text.rstrip("\n"), *rest]), data, long=("parts",))


def _fitting(ask: Ask, dir: str) -> Context:
    """Within the budget, and within an answer: where the lines are short, a token has fewer characters than four."""
    budget: int = ask.given["budget"] or BUDGET
    most = LIMIT - 1200  # what the receipt takes
    while True:
        made = ask.home.context(dir, ask.conversation, budget, ask.given["query"], lang=ask.lang)
        size = max(len(made.text), len(dumped(made.text)))
        if size <= most:
            return made
        budget = min(budget - 1, max(made.tokens * most // size, 1))
