"""What a prompt is made of, and in which order it stands. Pure."""

from __future__ import annotations

from clew.errors import ClewError
from clew.values import Value
from clew.workspace.layout import RULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LAYERS = {"kernel": 100, "instruction": 80, "capability": 60, "context": 40, "turn": 20}
SLOTS = {  # `tool_result` has a name in PicoClaw and no entry: it comes last, as any other name does
    "identity": 1000,
    "hierarchy": 990,
    "workspace": 900,
    "tooling": 800,
    "mcp": 790,
    "skill_catalog": 780,
    "active_skill": 770,
    "memory": 700,
    "output": 695,
    "runtime": 690,
    "summary": 680,
    "message": 600,
    "steering": 590,
    "subturn": 580,
    "interrupt": 570,
}
# Go's white space. Python's own set has U+001C to U+001F too, which are content to PicoClaw.
_WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"


class PromptError(ClewError):
    """A part, a source or a contributor that no prompt takes."""

    kind = "prompt"


class PromptPart(Value):
    """One text of a prompt and its place. `stable`: it stays the same from turn to turn; `cache` says so to a provider."""

    id: str
    layer: str
    slot: str
    source: str
    content: str
    title: str = ""  # for those who show parts; no prompt prints it
    source_name: str = ""
    stable: bool = False
    cache: str = ""


def layer_priority(layer: str) -> int:
    """Higher stands first; 0 for a name that is not known."""
    return LAYERS.get(layer, 0)


def slot_priority(slot: str) -> int:
    """Higher stands first within a layer; 0 for a name that is not known."""
    return SLOTS.get(slot, 0)


def sort_parts(parts: Iterable[PromptPart]) -> list[PromptPart]:
    """By layer, slot, source and id; parts that are equal in all four keep their order."""
    return sorted(parts, key=_place)


def render_parts(parts: Iterable[PromptPart]) -> str:
    """The prompt: the parts in order, untrimmed, a rule between two; blank ones are left out."""
    return RULE.join([part.content for part in sort_parts(parts) if not is_blank(part.content)])


def is_blank(text: str) -> bool:
    """Whether it is white space only."""
    return not trimmed(text)


def trimmed(text: str) -> str:
    """Without the white space around it."""
    return text.strip(_WHITE)


def _place(part: PromptPart) -> tuple[int, int, str, str]:
    return -layer_priority(part.layer), -slot_priority(part.slot), part.source, part.id
