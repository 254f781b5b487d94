"""What was done to a text before it was stored, told to who gave it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.call import Call


def tell_cleaned(call: Call, masked: Sequence[str], escaped: int) -> None:
    """Which secrets were taken out, and how many comments were made harmless."""
    if masked:
        call.say("commands.save.masked", secrets=masked)
    if escaped:
        call.say("commands.save.escaped", count=escaped)
