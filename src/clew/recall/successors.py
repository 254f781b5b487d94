"""Which of two statements takes the other's place. Apart from what every search asks: claims are dear to load."""

from __future__ import annotations

import re

from clew.recall.superseded import LONGEST
from clew.text.claims import claim_of, contradicts
from clew.text.fact_lines import fact_line
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.text.claims import Claim

_VALUES = 3  # of one subject can follow one another; of two at once they are what two people say
_SENTENCES = re.compile(r"[!?！？。]|[.…] ")  # more than a value: somebody talks


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
    if claim is None or (not claim.ended and _SENTENCES.search(fact.said.rstrip(" .。"))):
        return None
    return Statement(claim, fact.is_item)


def talkative(statements: Iterable[Statement | None]) -> frozenset[str]:
    """Subjects of which so much is said that each line can hold: `Ann: …` and `Ben: …` by turns are two, talking."""
    said: dict[str, set[str]] = {}
    for one in statements:
        if one is not None and one.claim.subject:
            said.setdefault(one.claim.subject, set()).add(one.claim.whole)
    often = {subject for subject, values in said.items() if len(values) >= _VALUES}
    return frozenset(often if len(often) > 1 else ())


def replaces(new: Statement, old: Statement) -> bool:
    """Whether both cannot hold. `Ann: Yes!` has the form of a fact about Ann: outside of lists only what says that
    something ended is believed."""
    if not contradicts(new.claim, old.claim):
        return False
    return (new.is_item and old.is_item) or old.claim.value in new.claim.ended
