"""Where in a text the words stand that were asked for. Pure."""

from __future__ import annotations

from unicodedata import combining

from clew.text.terms import joined_terms, normalised
from clew.text.word_parts import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]


def marked(text: str, wanted: frozenset[str]) -> tuple[Span, ...]:
    """The places of these terms, in order; those that touch are one."""
    found: list[Span] = []
    for token, at in _tokens(text):
        if wanted.isdisjoint(joined_terms(token).split()):  # most tokens are known already, and most are not wanted
            continue
        for start, end in sorted(_spans(token, wanted)):
            if found and at + start <= found[-1][1]:
                found[-1] = found[-1][0], max(found[-1][1], at + end)
            else:
                found.append((at + start, at + end))
    return tuple(found)


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """What stands between blanks, and where."""
    at = 0
    for token in text.split():
        at = text.index(token, at)
        yield token, at
        at += len(token)


def _spans(token: str, wanted: frozenset[str]) -> Iterator[Span]:
    normal, places = _normalised(token)
    for term, _, start, end in pieces(normal):
        if term in wanted and start < end:
            yield (start, end) if places is None else (places[start][0], places[end - 1][1])


def _normalised(token: str) -> tuple[str, list[Span] | None]:
    """The token in the form that is searched, and for each character the place in the token that it comes from."""
    if token.isascii():
        return token, None
    normal = normalised(token)
    places: list[Span] = []
    alone = ""
    for start, end in _clusters(token):
        part = normalised(token[start:end])
        alone += part
        places += [(start, end)] * len(part)
    return normal, places if alone == normal else [(0, len(token))] * len(normal)


def _clusters(token: str) -> Iterator[Span]:
    """Letters with the signs that stand on them."""
    start = 0
    for at in range(1, len(token) + 1):
        if at == len(token) or not combining(token[at]):
            yield start, at
            start = at
