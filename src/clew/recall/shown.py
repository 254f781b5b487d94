"""What of a hit is shown: its lines without clew's own comments, the passage alone where a line is as long as a book.

Pure. A person sees the words asked for marked, an agent sees the same lines fenced.
"""

from __future__ import annotations

from clew.text.characters import belongs_together
from clew.text.fact_lines import without_comments
from clew.text.fences import Part, fence
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clew.recall.hits import Hit

MOST = 2000  # characters of one hit; a passage has a few hundred, a line may have a million


def fenced(hits: Sequence[Hit], lang: str, seed: str) -> str:
    """The block that an agent gets of a search, each line ended."""
    parts = [part_of(number, hit, f"{hit.path}:{hit.lines[0]}", lang) for number, hit in enumerate(hits, 1)]
    return fence(parts, say("recall.notice", lang), seed)


def part_of(number: int, hit: Hit, source: str, lang: str) -> Part:
    """One hit in a block. Names of files and headings are stored words too: they stand behind bars."""
    return Part(f"passage-{number}", title_of(hit, lang), tuple(rows_of(hit, source)))


def title_of(hit: Hit, lang: str) -> str:
    """When it was written, and that the first line below says where."""
    return say("recall.title", lang, date=hit.date)


def rows_of(hit: Hit, source: str) -> Iterator[str | None]:
    """Where it stands, under which headings, and its lines; None for a gap."""
    yield source if not hit.heading else f"{source} {hit.heading}"
    for span in spans_of(hit):
        yield None if span is None else hit.text[slice(*span)]


def spans_of(hit: Hit) -> Iterator[tuple[int, int] | None]:
    """The lines of a hit to show, as places in its text; None where something is left out."""
    first, last = _window(hit)
    if first > 0:
        yield None
    at = 0
    for line in hit.text.split("\n"):
        bare = without_comments(line.rstrip("\r"))
        start, end = max(at, first), min(at + len(bare), last)
        if start <= end and (bare or not line):  # a line that was nothing but a comment is none
            yield start, end
        at += len(line) + 1
    if last < len(hit.text):
        yield None


def _window(hit: Hit) -> tuple[int, int]:
    """All of the text, or where that is too long the passage; of one that is longer still its beginning."""
    if len(hit.text) <= MOST:
        return 0, len(hit.text)
    start, end = hit.focus
    end = min(end, start + MOST)
    while start < end < len(hit.text) and belongs_together(hit.text, end):
        end -= 1
    return start, end
