"""The values that a context is made of and handed out as."""

from __future__ import annotations

from clew.values import Value


class ContextPart(Value):
    """One line of the receipt."""

    id: str
    source: str  # a file relative to its root, `menu`, `search`
    tokens: int  # that it takes in the text; where it is not included, that it would take
    included: bool
    reason: str = ""  # why it is cut or left out, in the user's language
    left_out: int = 0  # tokens that were cut from it


class Context(Value):
    """The block and its receipt. `text` is "" where there is nothing to say."""

    text: str
    tokens: int
    parts: tuple[ContextPart, ...]
    dir: str = ""  # of the project
    menu: tuple[str, ...] = ()  # the files behind the numbers of the menu in the text
    offers: tuple[Offer, ...] = ()  # what it was made from: all lines, whatever the budget


class Offer(Value):
    """What a source offers, before the budget is known: its lines as they stand there, and which of them stay longest."""

    id: str
    source: str
    title: str
    lines: tuple[str, ...]
    order: tuple[int, ...]  # indexes of all lines; the first is the last to go
    cost: int  # of all lines, in quarters of a token
    pins: int = 0  # so many at the beginning of `order` outlive the lines of every other source
    weight: int = 2  # its share of a budget that is too small for all
    more: str = ""  # the command that shows all of it
    unseen: int = 0  # lines that were not looked at, behind or before these; their cost is in `cost`
    problem: str = ""  # why there are no lines


class Withheld(Value):
    """What is not for this context, whatever its budget."""

    id: str
    source: str
    reason: str
    tokens: int = 0
