"""Which lines of two texts are the same: blocks that stand in both, in order. Quick also where every line is like many others."""

from __future__ import annotations

from difflib import SequenceMatcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Block = tuple[int, int, int]  # so many lines from here in the one and from there in the other

_FEW = 60  # changed lines up to which they are found one by one
_MANY = 250  # and at most, where the lines are too much alike for difflib
_ALIKE = 200_000  # pairs of equal lines that difflib may look at: a tenth of a second


def blocks(one: Sequence[str], other: Sequence[str]) -> list[Block]:
    """The blocks in order, then an empty one at both ends. Where two texts are too unlike to say, nothing is the same."""
    head = 0
    shortest = min(len(one), len(other))
    while head < shortest and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < shortest - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    found = [(0, 0, head)] if head else []
    inner, outer = one[head : len(one) - tail], other[head : len(other) - tail]
    found += [(head + here, head + there, size) for here, there, size in _inner(inner, outer)]
    if tail:
        found.append((len(one) - tail, len(other) - tail, tail))
    return [*_joined(found), (len(one), len(other), 0)]


def _inner(one: Sequence[str], other: Sequence[str]) -> list[Block]:
    if not one or not other:
        return []
    found = _shortest(one, other, _FEW)
    if found is None:
        if _pairs(one, other) <= _ALIKE:
            same = SequenceMatcher(None, one, other, False).get_matching_blocks()
            return [(here, there, size) for here, there, size in same[:-1]]
        found = _shortest(one, other, _MANY)
    return found or []


def _pairs(one: Sequence[str], other: Sequence[str]) -> int:
    times: dict[str, int] = {}
    for line in other:
        times[line] = times.get(line, 0) + 1
    return sum(times.get(line, 0) for line in one)


def _shortest(one: Sequence[str], other: Sequence[str], most: int) -> list[Block] | None:
    """The blocks around the fewest changed lines (after Myers); None where these are more than `most`."""
    if abs(len(one) - len(other)) > most:
        return None
    reached = {1: 0}  # the furthest line of `one` on each diagonal
    steps: list[dict[int, int]] = []
    for changed in range(most + 1):
        steps.append(reached)
        now = dict(reached)
        for diagonal in range(-changed, changed + 1, 2):
            here = _next(reached, diagonal, changed)
            there = here - diagonal
            while here < len(one) and there < len(other) and one[here] == other[there]:
                here, there = here + 1, there + 1
            now[diagonal] = here
            if here >= len(one) and there >= len(other):
                return _traced(steps, here, there)
        reached = now
    return None


def _next(reached: dict[int, int], diagonal: int, changed: int) -> int:
    """Where a path begins on this diagonal: a line more of the other text, or one of this one skipped."""
    return reached[diagonal + 1] if _comes_down(reached, diagonal, changed) else reached[diagonal - 1] + 1


def _traced(steps: list[dict[int, int]], here: int, there: int) -> list[Block]:
    found: list[Block] = []
    for changed in range(len(steps) - 1, -1, -1):
        diagonal = here - there
        begun = _next(steps[changed], diagonal, changed) if changed else 0
        if here > begun:
            found.append((begun, begun - diagonal, here - begun))
        if not changed:
            break
        before = diagonal + 1 if _comes_down(steps[changed], diagonal, changed) else diagonal - 1
        here = steps[changed][before]
        there = here - before
    return found[::-1]


def _comes_down(reached: dict[int, int], diagonal: int, changed: int) -> bool:
    return diagonal == -changed or (diagonal != changed and reached[diagonal - 1] < reached[diagonal + 1])


def _joined(found: list[Block]) -> list[Block]:
    """Blocks that touch in both texts are one."""
    joined: list[Block] = []
    for here, there, size in found:
        if joined and joined[-1][0] + joined[-1][2] == here and joined[-1][1] + joined[-1][2] == there:
            joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + size)
        else:
            joined.append((here, there, size))
    return joined
