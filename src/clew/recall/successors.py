"""Which of two statements takes the other's place. Apart from what every search asks: claims are dear to load."""

from __future__ import annotations

from clew.recall.superseded import LONGEST
from clew.text.claims import claim_of, contradicts
from clew.text.fact_lines import fact_line
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.text.claims import Claim


class Statement(Value):
    """What a text claims, and whether it is an item of a list, where people keep facts."""

    claim: Claim
    is_item: bool


def statement_of(text: str) -> Statement | None:
    """The claim of one line; None where it makes none."""
    if len(text) > LONGEST or "\n" in text:
        return None
    fact = fact_line(text)
    claim = claim_of(fact.said)
    return None if claim is None else Statement(claim, fact.is_item)


def replaces(new: Statement, old: Statement) -> bool:
    """Whether both cannot hold. `Ann: Yes!` has the form of a fact about Ann: outside of lists only what says that
    something ended is believed."""
    if not contradicts(new.claim, old.claim):
        return False
    return (new.is_item and old.is_item) or old.claim.value in new.claim.ended
