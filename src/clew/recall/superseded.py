"""Whether a text says that it is over or that it must not be overlooked, and whether one takes another's place."""

from __future__ import annotations

import re

from clew.text.claims import claim_of, contradicts, ended_in
from clew.text.fact_lines import fact_line
from clew.text.late import late
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.text.claims import Claim

_LONGEST = 400  # characters of a text that makes one claim
_SAYS_SO = late(
    r"\b(?:superseded|replaced|obsoleted) by\b|\bno longer (?:true|valid|used|in use|needed|applies)\b"
    r"|\b(?:deprecated|obsolete|outdated)\b"
    r"|已(?:经)?(?:被.{1,20}?)?(?:取代|替代|代替|废弃|作废|过时|失效)|不再(?:使用|有效|适用)",
    re.IGNORECASE,
)


def is_over(text: str) -> bool:
    """Struck out, marked as superseded, or it says so in words."""
    return bool(_SAYS_SO.search(text)) or fact_line(text.split("\n", 1)[0]).superseded


def is_pinned(text: str) -> bool:
    """Whether the fact carries clew's own pin; other pins are in the words of a passage."""
    return "<!--" in text and fact_line(text.split("\n", 1)[0]).pinned


class Statement(Value):
    """What a text claims, and whether it is an item of a list, where people keep facts."""

    claim: Claim
    is_item: bool


def statement_of(text: str) -> Statement | None:
    """The claim of one line; None where it makes none."""
    if len(text) > _LONGEST or "\n" in text:
        return None
    fact = fact_line(text)
    claim = claim_of(fact.said)
    return None if claim is None else Statement(claim, fact.is_item)


def may_replace(text: str) -> bool:
    """Whether `replaces` could be true of what the text claims: it is an item, or says that something ended."""
    if len(text) > _LONGEST or "\n" in text:
        return False
    fact = fact_line(text)
    return fact.is_item or ended_in(fact.said) is not None


def replaces(new: Statement, old: Statement) -> bool:
    """Whether both cannot hold. `Ann: Yes!` has the form of a fact about Ann: outside of lists only what says that
    something ended is believed."""
    if not contradicts(new.claim, old.claim):
        return False
    return (new.is_item and old.is_item) or old.claim.value in new.claim.ended
