"""Hits as a person at a terminal reads them: where each stands, so that a click opens it, and its lines, words marked."""

from __future__ import annotations

from clew.cli.streams import shows_colours, visible
from clew.recall.shown import spans_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew.cli.call import Call
    from clew.recall.hits import Hit

_MARK, _FAINT, _PLAIN = "\x1b[1;31m", "\x1b[2m", "\x1b[0m"
_GAP = "…"


def hits_text(call: Call, hits: Sequence[Hit]) -> str:
    """Ready to be written as it is: what a terminal would obey in a stored text is made visible here."""
    mark, faint, plain = (_MARK, _FAINT, _PLAIN) if shows_colours() else ("", "", "")
    blocks = []
    for hit in hits:
        rows = [f"{visible(hit.path)}:{hit.lines[0]}  {faint}{hit.date}{plain}"]
        if above := " > ".join(each for each in (hit.title, hit.heading) if each):
            rows.append(f"{faint}{visible(above)}{plain}")
        rows += (f"  {row}" for row in _rows(hit, mark, plain))
        if call.given.explain:
            rows.append(f"  {faint}{explained(call, hit)}{plain}")
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks)


def explained(call: Call, hit: Hit) -> str:
    """What put a hit where it is, in one line."""
    said = [f"{name} {value:+.2f}" for name, value in hit.signals]
    return call.words("commands.search.explained", score=f"{hit.score:.2f}", signals=said or ["-"])


def _rows(hit: Hit, mark: str, plain: str) -> Iterator[str]:
    for span in spans_of(hit):
        yield _GAP if span is None else _marked(hit, span, mark, plain)


def _marked(hit: Hit, span: tuple[int, int], mark: str, plain: str) -> str:
    at, end = span
    row = ""
    for start, stop in hit.marked:
        start, stop = max(start, at), min(stop, end)
        if start < stop and mark:
            row += visible(hit.text[at:start]) + mark + visible(hit.text[start:stop]) + plain
            at = stop
    return row + visible(hit.text[at:end])
