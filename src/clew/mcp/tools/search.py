"""`clew_search`: passages that may answer, best first."""

from __future__ import annotations

from time import monotonic

from clew.mcp.answer import LIMIT, Answer
from clew.mcp.stored import as_data
from clew.mcp.tool import CONVERSATION, DIR, READS, Param, Tool
from clew.recall.shown import fenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.mcp.ask import Ask
    from clew.recall.hits import Hit, Hits

EVERYWHERE = ("*", "all", "全部")  # as a directory: every project
MOST = 10  # hits, unless the caller wants another number
_EVERY = 0.25  # seconds between two words about how far it is

TOOL = Tool(
    params=(
        Param("query", required=True),
        Param("limit", "number"),
        Param("tags", "list", listed=False),
        CONVERSATION.but(listed=False),
        DIR,
    ),
    keys={"hits": "list"},
    hints=READS,
)


def run(ask: Ask) -> Answer:
    query: str = ask.given["query"]
    everywhere = ask.given["dir"] in EVERYWHERE
    hits = _found(ask, query, None if everywhere else ask.dir)
    degraded = ask.words(hits.degraded) if hits.degraded else None
    said = [ask.words("tools.search.degraded", reason=degraded)] if degraded else []
    if hits.elsewhere:
        said.append(ask.words("tools.search.elsewhere"))
    data = {**as_data(ask, said), "hits": [_json(hit) for hit in hits], "degraded": hits.degraded}
    if not hits:
        return Answer("\n".join([ask.words("tools.search.none"), *said]), data)
    return Answer("\n".join([*_block(ask, hits), *said]), data, long=("hits",))


def _found(ask: Ask, query: str, dir: str | None) -> Hits:
    """The hits. The first search of all reads everything there is: who asks for it hears how far that is."""
    heard = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal heard
        if monotonic() - heard > _EVERY:
            heard = monotonic()
            ask.progress(done, total, ask.words("tools.search.looking"))

    index = ask.home.index
    index.telling, before = tell, index.telling
    try:
        return ask.home.search(query, ask.given["limit"] or MOST, dir, tags=ask.given["tags"])
    finally:
        index.telling = before


def _block(ask: Ask, hits: Hits) -> list[str]:
    """As many of the best as fit."""
    shown: list[Hit] = list(hits)
    seed = f"{ask.home.path}\n{ask.given['query']}"
    while True:
        text = fenced(shown, ask.lang, seed).rstrip("\n")
        if len(text) <= LIMIT - 400 or len(shown) == 1:
            break
        shown.pop()
    return [text, *([_some(ask, len(shown), len(hits))] if len(shown) < len(hits) else [])]


def _some(ask: Ask, shown: int, found: int) -> str:
    return ask.words("tools.search.some", shown=shown, found=found)


def _json(hit: Hit) -> dict[str, Any]:
    """What a program wants of a hit, and no more: a model pays for all of it."""
    return {
        "file": hit.file,
        "path": hit.path,
        "store": hit.store,
        "lines": hit.lines,
        "score": round(hit.score, 3),
        "heading": hit.heading,
        "project": hit.project,
        "date": hit.date,
        "text": hit.text,
    }
