"""How many tokens a text is, near enough for a budget: ceil(ASCII characters / 4), and one for each other character.

Counted in quarters of a token the costs of lines add up exactly.
"""

from __future__ import annotations

QUARTERS = 4  # of a token


def quarters(text: str) -> int:
    """The cost of a text: one for each ASCII character, four for each other."""
    if text.isascii():
        return len(text)
    plain = len(text.encode("ascii", "ignore"))
    return plain + QUARTERS * (len(text) - plain)


def tokens_in(cost: int) -> int:
    """Whole tokens of a cost in quarters."""
    return -(-cost // QUARTERS)


def estimate(text: str) -> int:
    """The tokens of a text."""
    return tokens_in(quarters(text))
