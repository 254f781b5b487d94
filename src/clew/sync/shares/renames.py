"""Files that got another name: what is gone and what is new are the same where they hold the same conversation."""

from __future__ import annotations

from clew.text.lines import lines_of
from clew.text.matching import blocks
from clew.text.segments import segments_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_ALIKE = 0.6  # of the lines of two texts that nobody marked


def renamed(gone: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """New name -> the gone one that it was. Both are given with their texts; each is used once."""
    found: dict[str, str] = {}
    left = dict(gone)
    for same in (_equal, _of_one_conversation, _alike):
        for name, text in new.items():
            was = next((old for old, before in left.items() if same(before, text)), None) if name not in found else None
            if was is not None:
                found[name] = was
                del left[was]
    return found


def conversations(text: str) -> set[str]:
    """Those that wrote in a text."""
    return {segment.mark.conversation for segment in segments_of(text.encode("utf-8", "surrogatepass"))}


def _equal(before: str, text: str) -> bool:
    return bool(text.strip()) and before.replace("\r\n", "\n") == text.replace("\r\n", "\n")


def _of_one_conversation(before: str, text: str) -> bool:
    return not conversations(before).isdisjoint(conversations(text))


def _alike(before: str, text: str) -> bool:
    if conversations(before) or conversations(text):
        return False
    one, other = (list(filter(str.strip, lines_of(side))) for side in (before, text))
    same = sum(size for _, _, size in blocks(one, other))
    return same > 1 and same >= _ALIKE * max(len(one), len(other))
