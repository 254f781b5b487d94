"""Save this conversation: what belongs into its memory, and which tags the project has."""

from __future__ import annotations

from clew.errors import ClewError
from clew.text.hygiene import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from clew.mcp.ask import Ask

ARGUMENTS = {"tags": False}
OFFERED = 12  # common tags, as on every save


def text(ask: Ask, arguments: Mapping[str, str]) -> str:
    asked = [ask.words("mcp.save-all")]
    if wanted := arguments.get("tags", "").strip()[:500]:
        asked.append(ask.words("mcp.save-tags", tags=wanted))
    if common := _common(ask):
        asked.append(ask.words("mcp.save-common", tags=common))
    return "\n".join(asked)


def _common(ask: Ask) -> list[str]:
    try:
        return [clean(tag) for tag in ask.project.common_tags()[:OFFERED]]
    except ClewError:  # no library to be read: the save will say so
        return []
