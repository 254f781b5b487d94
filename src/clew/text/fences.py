"""Stored text as data: a block whose lines no stored text can forge.

    <clew-memory 3f9a51c07be2>
    What this block is, in clew's own words.
    [3f9a51c07be2 long-term] Long-term memory
    [3f9a51c07be2 cut] 4 of 7 lines shown
    | # What was stored, each line behind a bar
    …
    | the last line
    </clew-memory 3f9a51c07be2>

Behind its bar a stored line is no heading, no fence, no tag, no role, no slot marker. The boundary comes from a seed,
so that it stays the same while the memory grows and a prompt cache hits; it occurs nowhere in what is stored.
`parse` takes a block apart again, and takes nothing for one that `fence` did not make.
"""

from __future__ import annotations

from zlib import crc32

from clew.text.hygiene import clean
from clew.values import Value

TAG = "clew-memory"
BAR = "|"
GAP = "…"  # stands alone in its line where lines are left out
CUT, OMITTED = "cut", "omitted"  # the ids of what clew says about what is not there
_DIGITS = 12


class Part(Value):
    """A part of a block: words of ours in its head, stored lines below; None is a gap."""

    id: str  # letters, digits, `-`
    title: str
    lines: tuple[str | None, ...]
    cut: str = ""  # what is said where lines are left out


class Broken(ValueError):
    """This is no block that `fence` made."""


def fence(parts: list[Part] | tuple[Part, ...], notice: str, seed: str, omitted: str = "") -> str:
    """The block, each line ended. `notice`, titles and `cut` are single lines of ours; stored lines may be anything.

    `omitted` says at the end which parts were left out altogether.
    """
    shown = [part.but(lines=tuple(line if line is None else clean(line) for line in part.lines)) for part in parts]
    boundary = boundary_for(seed, [line for part in shown for line in part.lines if line is not None])
    rows = [f"<{TAG} {boundary}>", notice]
    for part in shown:
        rows.append(head(boundary, part.id, part.title))
        if part.cut:
            rows.append(head(boundary, CUT, part.cut))
        rows += [GAP if line is None else barred(line) for line in part.lines]
    if omitted:
        rows.append(head(boundary, OMITTED, omitted))
    return "".join(f"{row}\n" for row in (*rows, f"</{TAG} {boundary}>"))


def head(boundary: str, id: str, title: str) -> str:
    """The line that a part begins with."""
    return f"[{boundary} {id}] {title}"


def barred(line: str) -> str:
    """A cleaned stored line as it stands in a block."""
    return f"{BAR} {line}" if line else BAR


def boundary_for(seed: str, lines: list[str]) -> str:
    """Hexadecimal digits that come from the seed and stand in none of the lines.

    No secret: it is the bars that keep stored lines in. So no cryptographic hash, which would cost a start 4 ms.
    """
    number = 0
    while True:
        key = f"{number}\n{seed}".encode("utf-8", "surrogatepass")
        digits = f"{crc32(key):08x}{crc32(key[::-1]):08x}"[:_DIGITS]
        if not any(digits in line for line in lines):
            return digits
        number += 1


def parse(block: str) -> tuple[Part, ...]:
    """The parts of a block as `fence` was given them, cleaned. Raises `Broken` for anything else."""
    rows = block.split("\n")
    boundary = rows[0][len(TAG) + 2 : -1]
    if rows[0] != f"<{TAG} {boundary}>" or len(boundary) != _DIGITS or boundary.strip("0123456789abcdef"):
        raise Broken("it does not begin as one")
    if len(rows) < 4 or rows[-2:] != [f"</{TAG} {boundary}>", ""] or rows[1][:1] in (BAR, GAP, "[", "<"):
        raise Broken("it does not end as one")
    found: list[tuple[str, str, list[str | None], list[str]]] = []
    omitted = False
    for row in rows[2:-2]:
        id, title = _head(row, boundary)
        lines, cut = found[-1][2:] if found else ([], [])
        if id == CUT and found and not lines and not cut:
            cut.append(title)
        elif id == OMITTED and not omitted:
            omitted = True
        elif id not in ("", CUT, OMITTED) and not omitted:
            found.append((id, title, [], []))
        elif found and not id and not omitted and (row in (GAP, BAR) or row.startswith(f"{BAR} ")):
            lines.append(None if row == GAP else row[len(BAR) + 1 :])
        else:
            raise Broken(f"a line of nobody: {row[:60]!r}")
    return tuple(Part(id, title, tuple(lines), "".join(cut)) for id, title, lines, cut in found)


def _head(row: str, boundary: str) -> tuple[str, str]:
    """The id and the title; "" for a line that is no head."""
    if not row.startswith(f"[{boundary} "):
        return "", ""
    id, bracket, title = row[len(boundary) + 2 :].partition("] ")
    return (id, title) if bracket else ("", "")
