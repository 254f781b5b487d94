"""Whether a text says that it is over, and whether it may take another's place."""

from __future__ import annotations

from clew.text.endings import may_end
from clew.text.fact_lines import fact_line
from clew.text.late import late

LONGEST = 400  # characters of a text that makes one claim
_SAYS_SO = late(
    r"(?i)\b(?:superseded|replaced|obsoleted) by\b|\bno longer (?:true|valid|used|in use|needed|applies)\b"
    r"|\b(?:deprecated|obsolete|outdated)\b"
    r"|已(?:经)?(?:被.{1,20}?)?(?:取代|替代|代替|废弃|作废|过时|失效)|不再(?:使用|有效|适用)",
)
_MAY_SAY_SO = ("superseded", "replaced", "obsolete", "no longer", "deprecated", "outdated", "已", "不再")


def is_over(text: str) -> bool:
    """Struck out, marked as superseded, or it says so in words."""
    small = text.lower()
    if any(sign in small for sign in _MAY_SAY_SO) and _SAYS_SO.search(text):
        return True
    first = text.split("\n", 1)[0]
    return ("~~" in first or "-->" in first) and fact_line(first).superseded  # few lines have either


def may_replace(text: str) -> bool:
    """Whether what the text claims could take the place of another claim: it is an item, or something ended."""
    if len(text) > LONGEST or "\n" in text:
        return False
    return fact_line(text).is_item or may_end(" ".join(text.split()))
