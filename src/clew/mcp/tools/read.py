"""`clew_read`: a stored text, page by page."""

from __future__ import annotations

from clew.mcp.answer import Answer
from clew.mcp.pages import page
from clew.mcp.stored import as_data, block, read_on
from clew.mcp.tool import READS, UNLISTED, Param, Tool
from clew.mcp.uris import ref_of
from clew.references import resolve
from clew.text.decoding import decoded
from clew.text.segments import count_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.mcp.ask import Ask

TOOL = Tool(
    params=(Param("ref", required=True), Param("line"), *UNLISTED),
    keys={"file": "text", "text": "text", "lines": "number"},
    hints=READS,
)


def run(ask: Ask) -> Answer:
    ref = ask.given["ref"]
    place = resolve(ask.home, ref_of(ref) or ref, ask.project, ask.conversation)
    blob = place.kept.get(place.file)
    lines, part = count_lines(blob.data), page(decoded(blob.data), ask.given["line"])
    # the file, not the number of a menu: that may mean another text by the time it is read on
    on = read_on(ask, place.file if "/" in place.file else ref, part)
    data = {
        **as_data(ask, on),
        "file": place.file,
        "path": place.path,
        "text": part.text,
        "lines": lines,
        "revision": blob.revision,
        "first": part.first,
        "last": part.last,
        "next": part.next or None,
    }
    if not part.lines:
        return Answer(ask.words("tools.read.empty"), data)
    return Answer("\n".join([block(ask, "stored", part, place.file, lines), *on]), data)
