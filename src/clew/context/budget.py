"""Which lines of which source go in. Pure: offers and a budget in, parts of a block out.

The budget is a promise. Costs are in quarters of a token, which add up; whatever is said about a cut is paid for
before a line is taken. Lines are taken whole, in the order of the offer; one that alone is too long is cut between
two characters that a person sees.
"""

from __future__ import annotations

from itertools import islice

from clew.text.characters import belongs_together
from clew.text.fences import CUT, GAP, Part, barred, head
from clew.text.hygiene import clean
from clew.text.tokens import QUARTERS, quarters, tokens_in
from clew.values import Value
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.context.values import Offer

_BOUNDARY = "0" * 12  # as long as any
_GAP = quarters(GAP) + 1
_SHORTEST = 8 * QUARTERS  # the beginning of a line that is worth its place


class Fitted(Value):
    """A offer as it goes into the block."""

    part: Part
    cost: int
    reason: str  # "" where nothing is cut


class _Line(Value):
    index: int
    text: str
    cost: int
    cut: bool  # the line goes on, but no budget would hold it


def fitted(offers: Sequence[Offer], room: int, lang: str) -> list[Fitted | None]:
    """Each offer within `room` quarters of a token in all; None for one that has no place."""
    whole = [_whole(offer, room, lang) for offer in offers]
    needs = [room + 1 if one is None else one.cost for one in whole]
    if sum(needs) <= room:
        return whole
    given = _shares(offers, needs, room, lang)
    found: list[Fitted | None] = []
    spare = 0
    for offer, entire, need, share in zip(offers, whole, needs, given):
        allowed = share + spare
        one = entire if need <= allowed else _cut(offer, allowed, lang)
        spare = allowed - (0 if one is None else one.cost)
        found.append(one)
    return found


def cost_of(lines: Sequence[str]) -> int:
    """What all lines of an offer cost, near enough: those that no budget would hold are not cleaned for it."""
    return quarters("".join(lines)) + (len(barred(" ")) + 1) * len(lines)


def _whole(offer: Offer, room: int, lang: str) -> Fitted | None:
    """With every line; None where that is more than the whole room, or not every line is known."""
    if offer.unseen:
        return None
    title = quarters(head(_BOUNDARY, offer.id, offer.title)) + 1
    cut = say("context.unread", lang) if offer.problem else ""
    cost = title + (quarters(head(_BOUNDARY, CUT, cut)) + 1 if cut else 0)
    if cost + 2 * len(offer.lines) > room:
        return None
    lines = []
    for raw in offer.lines:
        if cost > room or len(raw) > QUARTERS * room:
            return None
        line = clean(raw)
        cost += _cost(line)
        lines.append(line)
    part = Part(offer.id, offer.title, tuple(lines), cut)
    return Fitted(part, cost, offer.problem) if cost <= room else None


def _shares(offers: Sequence[Offer], needs: Sequence[int], room: int, lang: str) -> list[int]:
    """What each may take: the pinned lines of all first, then by weight; what one does not need the others share."""
    given: list[int] = []
    for offer, need in zip(offers, needs):
        pinned = 0
        if offer.pins:
            lines = _ranked(offer, room, offer.pins)
            pinned = min(_frame(offer, lang) + sum(line.cost + _GAP for line in lines) + _GAP, need, room - sum(given))
        given.append(pinned)
    left = room - sum(given)
    wanting = [at for at in range(len(offers)) if given[at] < needs[at]]
    while wanting and left > 0:
        weights = sum(offers[at].weight for at in wanting)
        shares = {at: left * offers[at].weight // weights for at in wanting}
        content = [at for at in wanting if needs[at] - given[at] <= shares[at]]
        for at in content or wanting:
            share = min(shares[at], needs[at] - given[at])
            given[at] += share
            left -= share
        wanting = [at for at in wanting if at not in content] if content else []
    return given


def _cut(offer: Offer, room: int, lang: str) -> Fitted | None:
    """With as many lines as there is room for; None where there is none for a single one."""
    left = room - _frame(offer, lang)
    count = len(offer.lines)
    lines: dict[int, str | None] = {}
    short: set[int] = set()
    used = _GAP
    for rank, line in enumerate(_ranked(offer, left, count)):
        gaps = (line.index > 0 and line.index - 1 not in lines) + (
            line.index + 1 < count and line.index + 1 not in lines
        )
        cost = line.cost + (gaps - 1) * _GAP
        if used + cost <= left and not line.cut:
            lines[line.index] = line.text
            used += cost
            continue
        if rank < offer.pins and not line.cut:
            continue
        free = left - used - _GAP * (gaps + 1)
        if free >= _SHORTEST and 2 * free >= left:  # a line so long that half of the room would stay empty
            beginning = _beginning(line.text, free - _cost(""))
            if beginning:
                lines[line.index] = beginning
                short.add(line.index)
                used += _cost(beginning) + _GAP * (gaps + 1)
        if rank >= offer.pins:
            break
    if not lines:
        return None
    return _told(offer, lines, short, lang)


def _told(offer: Offer, lines: dict[int, str | None], short: set[int], lang: str) -> Fitted:
    """The part with what it says about itself."""
    shown: list[str | None] = []
    expected = 0
    for index in sorted(lines):
        if index != expected and shown[-1:] != [None]:
            shown.append(None)
        shown.append(lines[index])
        if index in short:
            shown.append(None)
        expected = index + 1
    if expected < len(offer.lines) and shown[-1:] != [None]:
        shown.append(None)
    cost = sum(_GAP if line is None else _cost(line) for line in shown)
    whole = max(offer.cost, cost)
    reason = _reason(offer, len(lines), tokens_in(cost), tokens_in(whole), lang)
    part = Part(offer.id, offer.title, tuple(shown), reason)
    rows = (head(_BOUNDARY, offer.id, offer.title), head(_BOUNDARY, CUT, reason))
    return Fitted(part, cost + sum(quarters(row) + 1 for row in rows), reason)


def _reason(offer: Offer, kept: int, tokens: int, whole: int, lang: str) -> str:
    data = {
        "kept": kept,
        "lines": len(offer.lines) + offer.unseen,
        "tokens": tokens,
        "all": whole,
        "command": offer.more,
    }
    return say("context.cut", lang, **data)


def _frame(offer: Offer, lang: str) -> int:
    """What head and cut cost, before it is known what the latter says: no number in it is larger than the whole."""
    whole = tokens_in(offer.cost) + len(offer.lines)  # cleaning may make a line longer: tabs
    reason = _reason(offer, len(offer.lines) + offer.unseen, whole, whole, lang)
    return quarters(head(_BOUNDARY, offer.id, offer.title)) + quarters(head(_BOUNDARY, CUT, reason)) + 2


def _ranked(offer: Offer, room: int, most: int) -> list[_Line]:
    """The first lines of the order, cleaned, until they are more than the room."""
    found = []
    cost = 0
    for index in islice(offer.order, most):
        raw = offer.lines[index]
        cut = len(raw) > QUARTERS * max(room, 0)
        text = clean(raw[: QUARTERS * max(room, 0)] if cut else raw)
        line = _Line(index, text, _cost(text), cut)
        found.append(line)
        cost += line.cost
        if cost > room:
            break
    return found


def _beginning(text: str, room: int) -> str:
    """The longest beginning that costs no more than `room` and splits no character that a person sees."""
    end = cost = 0
    for char in text:
        cost += 1 if char.isascii() else QUARTERS
        if cost > room:
            break
        end += 1
    while 0 < end < len(text) and belongs_together(text, end):
        end -= 1
    return text[:end]


def _cost(line: str) -> int:
    return quarters(barred(line)) + 1
