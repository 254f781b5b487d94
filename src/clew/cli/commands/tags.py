"""`clew tags`."""

from __future__ import annotations

from clew.cli.spec import DIR, TAG, Argument, Command
from clew.text.tags import offered, passing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.call import Call

COMMAND = Command(
    group="conversations",
    arguments=(Argument("TEXT", required=False),),
    options=(DIR, TAG),
    json=("common_tags", "suggestions"),
    example='clew tags "We keep the cache in Redis."',
)


def run(call: Call) -> None:
    common = call.home.library.project(call.directory).common_tags()
    text = call.read_text() if call.given.text is not None else ""
    suggestions = passing(call.given.tag, common, text) if text or call.given.tag else []
    lines = [call.words(".common", tags=offered(common) or "-")]
    if suggestions:
        lines.append(call.words(".suggested", tags=suggestions))
    call.answer({"common_tags": common, "suggestions": suggestions}, "\n".join(lines))
