"""What answers the question of a context: passages, best first, in what the budget leaves. Pure.

They stand last, so that a question changes nothing before them, and say nothing twice: a line that is in the block
already is left out of a passage of the same file, a passage of which every line is there is left out whole.
"""

from __future__ import annotations

from clew.context.budget import cost_of, fitted
from clew.context.values import Offer
from clew.recall.shown import rows_of, title_of
from clew.text.fences import GAP
from clew.text.hygiene import clean
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clew.context.budget import Fitted
    from clew.recall.hits import Hit
    from clew.text.fences import Part

    Said = Mapping[str, frozenset[str]]  # source -> its lines in the block


class Answered(Value):
    """An answer as it goes into the block; None where it does not, and the words key of why."""

    fit: Fitted | None
    reason: str


def offers_of(hits: Sequence[Hit], lang: str) -> list[Offer]:
    """Each hit as an offer: where it stands in the first line, its own lines below."""
    offers = []
    for number, hit in enumerate(hits, 1):
        source = f"{hit.file}:{hit.lines[0]}"
        rows = [GAP if row is None else row for row in rows_of(hit, source)]
        order = tuple(range(len(rows)))
        offers.append(Offer(f"passage-{number}", source, title_of(hit, lang), tuple(rows), order, cost_of(rows)))
    return offers


def said_in(offers: Sequence[Offer], parts: Sequence[Part | None]) -> Said:
    """What the block says before the first answer."""
    return {
        offer.source: frozenset(clean(line).strip() for line in part.lines if line)
        for offer, part in zip(offers, parts)
        if part is not None
    }


def answered(answers: Sequence[Offer], said: Said, room: int, lang: str) -> list[Answered]:
    """Each answer whole, the best ones first, each without what is said before it."""
    everywhere = {line for lines in said.values() for line in lines}
    found: list[Answered] = []
    for answer in answers:
        rows = _unsaid(answer, said, everywhere)
        if not any(row.strip(f" {GAP}") for row in rows):
            found.append(Answered(None, "context.said"))
            continue
        lines = (answer.lines[0], *rows)
        rest = answer.but(lines=lines, order=tuple(range(len(lines))), cost=cost_of(lines))
        fit = fitted([rest], room, lang)[0]
        if fit is None or fit.reason:
            found.append(Answered(None, "context.no-room"))
            continue
        room -= fit.cost
        everywhere.update(clean(row).strip() for row in rows)
        found.append(Answered(fit, ""))
    return found


def _unsaid(answer: Offer, said: Said, everywhere: set[str]) -> list[str]:
    """The rows of an answer that the block has not."""
    rows = answer.lines[1:]
    if all(clean(row).strip() in everywhere for row in rows if row.strip(f" {GAP}")):
        return []
    own = said.get(answer.source.rpartition(":")[0], frozenset()) - {""}
    if not any(clean(row).strip() in own for row in rows):
        return list(rows)
    kept: list[str] = []
    for row in rows:
        if clean(row).strip() not in own:
            kept.append(row)
        elif kept and kept[-1] != GAP:
            kept.append(GAP)
    while kept and not kept[-1].strip(f" {GAP}"):
        kept.pop()
    return kept
