"""Two texts that came from one, made one again, line by line.

What only one side changed is taken; what both changed in the same way too. Where they changed the same lines
differently no rule can say who is right: those lines are the other side's, and `clashes` says that it happened, so
that the caller keeps the whole text of the side that gave way. Nothing here writes marks into a text.
"""

from __future__ import annotations

from clew.text.matching import blocks
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Span = tuple[int, int]


_ITEMS = ("- ", "* ", "+ ")
_FENCES = ("```", "~~~")


class Merged(Value):
    """The lines of both; `clashes` are the places where ours gave way."""

    lines: list[str]
    clashes: int = 0


def merge(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], *, both_added: bool = False) -> Merged:
    """Three ways: what each side made of `base`.

    `both_added` is for lists, where what two sides added at one place are two items and no contradiction.
    """
    if ours == theirs or theirs == base:
        return Merged([*ours])
    if ours == base:
        return Merged([*theirs])
    lines: list[str] = []
    clashes = 0
    for old, mine, other in _regions(base, ours, theirs):
        before, here, there = base[slice(*old)], ours[slice(*mine)], theirs[slice(*other)]
        if there in (before, here):
            lines += here
        elif here == before:
            lines += there
        elif both_added and not before:
            lines += _together(here, there)
        elif (beside := _beside(before, here, there)) is not None:
            lines += beside
        else:
            lines += there
            clashes += 1
    return Merged(lines, clashes)


def united(ours: Sequence[str], theirs: Sequence[str], *, both_added: bool = False) -> Merged:
    """Two ways, where nobody knows what the two came from: no line of either is lost but where they say it differently."""
    lines: list[str] = []
    clashes = 0
    for mine, other in _parted(ours, theirs):
        here, there = ours[slice(*mine)], theirs[slice(*other)]
        if here == there or not there:
            lines += here
        elif not here:
            lines += there
        elif both_added:
            lines += _together(here, there)
        else:
            lines += there
            clashes += 1
    return Merged(lines, clashes)


def _beside(before: Sequence[str], here: Sequence[str], there: Sequence[str]) -> list[str] | None:
    """What one side changed, with what the other only added above or below it; None where both changed it differently."""
    if not (before and here and there):
        return None
    size = len(before)
    for changed, added in ((here, there), (there, here)):
        above, below = added[: len(added) - size], added[size:]
        if added[:size] == before:
            return [*changed] if _has(changed[::-1], below[::-1]) else [*changed, *_only_here(below, changed)]
        if added[len(above) :] == before:
            return [*changed] if _has(changed, above) else [*_only_here(above, changed), *changed]
    for less, more in ((here, there), (there, here)):
        if less in (more[: len(less)], more[len(more) - len(less) :]):  # the same change, and more
            return [*more]
    return None


def _has(lines: Sequence[str], added: Sequence[str]) -> bool:
    """Whether what was added stands at the beginning already, whatever blank lines are around it."""
    if [*lines[: len(added)]] == [*added]:
        return True
    said, other = _without_blanks(added), _without_blanks(lines)
    return bool(said) and other[: len(said)] == said


def _without_blanks(lines: Sequence[str]) -> list[str]:
    """Without those at its ends."""
    full = [at for at, line in enumerate(lines) if line.strip()]
    return [*lines[full[0] : full[-1] + 1]] if full else []


def _together(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """Both additions, theirs first, since others have it already; what they have in common once."""
    if not any(line.strip() for line in here):
        return [*there]
    head = tail = 0
    while head < min(len(here), len(there)) and here[head] == there[head]:
        head += 1
    while tail < min(len(here), len(there)) - head and here[-1 - tail] == there[-1 - tail]:
        tail += 1
    own = _only_here(here[head : len(here) - tail], there)
    end = len(there) - tail
    # A paragraph of each stays one: the blank line above both was counted once.
    blank = here[head - 1 : head] if head and not here[head - 1].strip() else []
    if not own or not own[0].strip() or own[0].startswith(_ITEMS) or end == head or not there[end - 1].strip():
        blank = []
    return [*there[:end], *blank, *own, *there[end:]]


def _only_here(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """Without the items and the paragraphs that are there too: they came there on another way, by another remote."""
    known = {line for line in there if line.startswith(_ITEMS)}
    own = [line for line in here if line not in known]
    if any(line.lstrip().startswith(_FENCES) for line in (*own, *there)):
        return own  # half a paragraph may be code
    paragraphs = {key for key, _ in _paragraphs(there)}
    return [line for key, lines in _paragraphs(own) if not key or key not in paragraphs for line in lines]


def _paragraphs(lines: Sequence[str]) -> list[tuple[tuple[str, ...], list[str]]]:
    """(what it says, its lines with the blank ones below it) of each."""
    parts: list[list[str]] = []
    for line in lines:
        if not parts or (line.strip() and not parts[-1][-1].strip()):
            parts.append([])
        parts[-1].append(line)
    return [(tuple(line for line in part if line.strip()), part) for part in parts]


def _regions(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[Span, Span, Span]]:
    """The texts cut at every line that all three have: by turns what may differ, and what is the same."""
    at = mine = other = 0
    for start, here, there, size in _common(blocks(base, ours), blocks(base, theirs)):
        yield (at, start), (mine, here), (other, there)
        yield (start, start + size), (here, here + size), (there, there + size)
        at, mine, other = start + size, here + size, there + size


def _common(one: list[tuple[int, int, int]], two: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """(place in the base, in ours, in theirs, size) of what both sides left as it was; the last one is empty."""
    first = second = 0
    while first < len(one) and second < len(two):
        (base, here, size), (base2, there, size2) = one[first], two[second]
        start, end = max(base, base2), min(base + size, base2 + size2)
        if start < end:
            yield start, here + start - base, there + start - base2, end - start
        if base + size < base2 + size2:
            first += 1
        else:
            second += 1
    (base, here, _), (_, there, _) = one[-1], two[-1]
    yield base, here, there, 0


def _parted(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[Span, Span]]:
    mine = other = 0
    for here, there, size in blocks(ours, theirs):
        yield (mine, here), (other, there)
        yield (here, here + size), (there, there + size)
        mine, other = here + size, there + size
