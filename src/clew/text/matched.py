"""Where in an original text the words of a query stand, to be marked before a person's eyes."""

from __future__ import annotations

from itertools import chain
from unicodedata import normalize

from clew.text.late import late
from clew.text.query import FAINT
from clew.text.scripts import INVISIBLE, MARKS
from clew.text.word_parts import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.text.query import Query

# A character with what is composed with it: normalised each by itself, they keep their places.
_CLUSTER = late(f"(?s:.)[{MARKS}{INVISIBLE}\u1160-\u11ff\u3099\u309a\uff9e\uff9f]*")
_NOT_DRAWN = late(f"[{INVISIBLE}]+")
_TOKEN = late(r"\S+")

Span = tuple[int, int]


def matched(text: str, query: Query) -> list[Span]:
    """From where to where, in characters, in order and apart from each other."""
    sought = {term for term, weight in query.weights.items() if weight > FAINT}
    sought.update(chain.from_iterable(query.phrases))
    form, places = (text, None) if text.isascii() else _placed(text)
    found = (
        (token.start() + start, token.start() + end)
        for token in _TOKEN.finditer(form)
        for term, _, start, end in pieces(token[0])
        if term in sought
    )
    if places:
        found = ((places[start][0], places[end - 1][1]) for start, end in found)
    return list(_merged(sorted(found)))


def _placed(text: str) -> tuple[str, list[Span]]:
    """The normalised text, and where in the original each of its characters stands."""
    form: list[str] = []
    places: list[Span] = []
    for cluster in _CLUSTER.finditer(text):
        seen = cluster[0]
        if not seen.isascii():
            seen = normalize("NFKC", _NOT_DRAWN.sub("", seen))
        form.append(seen)
        places += [cluster.span()] * len(seen)
    return "".join(form), places


def _merged(spans: Iterable[Span]) -> Iterator[Span]:
    start, end = 0, 0
    for first, last in spans:
        if first <= end and end:
            end = max(end, last)
            continue
        if end:
            yield start, end
        start, end = first, last
    if end:
        yield start, end
