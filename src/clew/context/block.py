"""The block that an agent reads, and the receipt of what went in. Pure, but for the words."""

from __future__ import annotations

from clew.context.budget import fitted
from clew.context.values import Context, ContextPart
from clew.text.fences import OMITTED, fence, head
from clew.text.tokens import QUARTERS, estimate, quarters, tokens_in
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.context.answers import Answered
    from clew.context.budget import Fitted
    from clew.context.values import Offer
    from clew.recall.hits import Hit

LEAST = 160  # tokens; what is said about the block, and about what is not in it, needs no more
NOTHING = Context("", 0, ())
_BOUNDARY = "0" * 12  # as long as any


def block_of(offers: Sequence[Offer], budget: int, seed: str, lang: str, hits: Sequence[Hit] = ()) -> Context:
    """The offers as far as the budget goes, then the hits, best first, in what it leaves."""
    answers: Sequence[Offer] = ()
    if hits:
        from clew.context.answers import answered, offers_of, said_in  # late: most contexts have no question

        answers = offers_of(hits, lang)
    if not offers and not answers:
        return NOTHING
    if budget < LEAST:
        reason = say("context.too-small", lang, budget=budget, least=LEAST)
        every = [*offers, *answers]
        return Context("", 0, _receipt(every, [None] * len(every), reason))
    notice = say("context.notice", lang)
    room = budget * QUARTERS - quarters(fence((), notice, seed))
    fits = fitted(offers, room, lang)
    omitted = ""
    if None in fits:
        fits = fitted(offers, room - quarters(_omission([offer.id for offer in offers], lang)), lang)
        omitted = ", ".join(offer.id for offer, fit in zip(offers, fits) if fit is None)
        omitted = omitted and say("context.omitted", lang, ids=omitted)
    parts = [None if fit is None else fit.part for fit in fits]
    receipt = _receipt(offers, fits, say("context.no-room", lang, budget=budget))
    if answers:
        left = room - sum(fit.cost for fit in fits if fit is not None)
        left -= quarters(head(_BOUNDARY, OMITTED, omitted)) + 1 if omitted else 0
        found = answered(answers, said_in(offers, parts), left, lang)
        parts += [None if one.fit is None else one.fit.part for one in found]
        receipt += tuple(_answer_receipt(*pair, budget, lang) for pair in zip(answers, found))
    text = fence([part for part in parts if part is not None], notice, seed, omitted)
    return Context(text, estimate(text), receipt)


def _omission(ids: list[str], lang: str) -> str:
    """The line at the end of a block, as long as it can become."""
    return head(_BOUNDARY, OMITTED, say("context.omitted", lang, ids=", ".join(ids))) + "\n"


def _receipt(offers: Sequence[Offer], fits: Sequence[Fitted | None], reason: str) -> tuple[ContextPart, ...]:
    parts = []
    for offer, fit in zip(offers, fits):
        whole = offer.cost
        if offer.problem:
            parts.append(ContextPart(offer.id, offer.source, 0, False, offer.problem))
        elif fit is None:
            parts.append(ContextPart(offer.id, offer.source, tokens_in(whole), False, reason, tokens_in(whole)))
        else:
            left = tokens_in(max(whole - fit.cost, 0)) if fit.reason else 0
            parts.append(ContextPart(offer.id, offer.source, tokens_in(fit.cost), True, fit.reason, left))
    return tuple(parts)


def _answer_receipt(answer: Offer, one: Answered, budget: int, lang: str) -> ContextPart:
    if one.fit is None:
        return ContextPart(
            answer.id, answer.source, tokens_in(answer.cost), False, say(one.reason, lang, budget=budget)
        )
    return ContextPart(answer.id, answer.source, tokens_in(one.fit.cost), True)
