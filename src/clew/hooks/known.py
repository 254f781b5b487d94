"""What a conversation knows of the stored texts, and what of it changed since. Pure.

All lines that were on disk are known by their digests, also those for which there was no room: only what is written after
that is new. Those that were put before the agent are known by their words, for they may have to be withdrawn.
"""

from __future__ import annotations

from clew.context.values import Offer
from clew.state.sessions import Shown, digest
from clew.text.fences import parse
from clew.text.hygiene import clean
from clew.text.tokens import quarters
from clew.values import Value
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

_BOUND = "memory"
_DAY = "daily-"


class Change(Value):
    """What is new of one source, and which lines that the agent was shown stand there no longer."""

    part: str
    source: str
    title: str
    new: tuple[str, ...]
    gone: tuple[str, ...]


def known_of(offers: Iterable[Offer], block: str = "") -> list[Shown]:
    """What an agent knows that gets this block, which was made from these offers; never empty, not even of nothing."""
    shown = {part.id: part.lines for part in parse(block)} if block else {}
    found = [
        _known(offer, _bare(line for line in shown.get(offer.id, ()) if line)) for offer in offers if _counts(offer)
    ]
    return [*found, Shown("", "", 0, (), frozenset())]


def after(before: dict[str, Shown], offers: Iterable[Offer], changes: Iterable[Change]) -> list[Shown]:
    """What it knows when it was told of the changes."""
    told = {change.part: change for change in changes}
    found = []
    for offer in offers:
        if _counts(offer):
            old, change = before.get(offer.id), told.get(offer.id)
            same = old is not None and old.source == offer.source
            lines = dict.fromkeys(old.lines if old and same else ())
            if change is not None:
                lines = dict.fromkeys(line for line in lines if line not in change.gone) | dict.fromkeys(change.new)
            found.append(_known(offer, tuple(lines)))
    standing = {one.part for one in found}
    gone = [before[part].but(stamp=0, lines=(), known=frozenset()) for part in told if part not in standing]
    return [*found, *gone]


def changes_of(before: dict[str, Shown], offers: Sequence[Offer], days: Container[str]) -> list[Change]:
    """Source by source; `days` are the ids of the daily notes that a context looks at today.

    A memory that the conversation was bound to since is new as a whole, and was shown when it was bound. What cannot be
    read now is neither new nor gone.
    """
    standing = {offer.id: offer for offer in offers}
    found = [change for offer in offers if _counts(offer) and (change := _change(before.get(offer.id), offer))]
    for part, known in before.items():
        if part not in standing and known.lines and (part in days or part == "long-term"):
            found.append(Change(part, known.source, "", (), known.lines))
    return found


def is_bound_anew(before: dict[str, Shown], offers: Iterable[Offer]) -> bool:
    """Whether the conversation has another memory than when it was shown one, or has one now."""
    known = before.get(_BOUND)
    return any(offer.id == _BOUND and (known is None or known.source != offer.source) for offer in offers)


def told(changes: Iterable[Change], own: Container[int]) -> list[Change]:
    """What is worth telling: not the lines that the conversation wrote itself, by their digests, nor their headings."""
    left = [change.but(new=_of_others(change.new, own)) for change in changes]
    return [change for change in left if change.new or change.gone]


def offers_about(changes: Iterable[Change], lang: str) -> list[Offer]:
    """The changes as they go into a block."""
    found = []
    for change in changes:
        title = change.title or say("context.title-long-term" if change.part == "long-term" else "hooks.title", lang)
        for lines, key, id in (
            (change.new, "hooks.new", change.part),
            (change.gone, "hooks.gone", f"{change.part}-gone"),
        ):
            if lines:
                cost = sum(quarters(line) + 3 for line in lines)
                order = tuple(range(len(lines)))
                found.append(
                    Offer(id, change.source, say(key, lang, title=title), lines, order, cost, 0, 2, "clew context")
                )
    return found


def _of_others(lines: tuple[str, ...], own: Container[int]) -> tuple[str, ...]:
    kept = tuple(line for line in lines if digest(line) not in own)
    return () if len(kept) < len(lines) and all(line.startswith("#") for line in kept) else kept


def _counts(offer: Offer) -> bool:
    """The menu is for the start; what answers a question is nobody's to keep up to date."""
    return not offer.problem and (offer.id in ("long-term", _BOUND) or offer.id.startswith(_DAY))


def _change(known: Shown | None, offer: Offer) -> Change | None:
    if known is None or known.source != offer.source:
        if offer.id == _BOUND:
            return None
        known = Shown(offer.id, offer.source, -1, (), frozenset())
    lines = _bare(offer.lines)
    if _stamp(lines) == known.stamp:
        return None
    now = {digest(line) for line in lines}
    new = tuple(dict.fromkeys(line for line in lines if digest(line) not in known.known))
    gone = () if offer.unseen else tuple(line for line in known.lines if digest(line) not in now)
    return Change(offer.id, offer.source, offer.title, new, gone) if new or gone else None


def _known(offer: Offer, shown: tuple[str, ...]) -> Shown:
    lines = _bare(offer.lines)
    known = frozenset(map(digest, lines))
    whole = tuple(line for line in shown if digest(line) in known)  # not one of which the beginning alone had room
    return Shown(offer.id, offer.source, _stamp(lines), whole, known)


def _bare(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines as they are compared: what nobody sees in them is no difference."""
    return tuple(bare for line in lines if (bare := clean(line).strip()))


def _stamp(lines: Sequence[str]) -> int:
    return digest("\n".join(lines)) >> 1  # SQLite's numbers have a sign
