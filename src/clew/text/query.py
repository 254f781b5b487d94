"""A query as it is meant: literally. Quotes ask for a phrase, `-word` at the start of a word excludes; nothing else is syntax.

In a whole question (`Who of them read "Little Women" first?`) quotes are a title: what has the phrase comes first, and what
tells of it without naming it is found too.

`AND`, `NOT`, `*`, `(`, `a:b`, `--flag`, a quote without its other half: all of it is text.
"""

from __future__ import annotations

from clew.text.late import late
from clew.text.stop_words import BINDING, ENGLISH, without_asking
from clew.text.terms import normalised, signs
from clew.text.word_parts import DIGITS, PAIR, PART, SIDE, SINGLE, WHOLE, pieces
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LOOKED_AT = 50_000  # characters
MOST = 500  # terms; a caller to whom these are too many takes the rarest

_QUESTION = 3  # words around a phrase make it a part of a question
FAINT = 0.3  # what says little by itself, and is not marked in a hit
# Chosen on CMRC's trial set and on LoCoMo's conversations 26, 30 and 41; flat around these values.
_WEIGHTS = {PART: 0.8, SINGLE: FAINT, DIGITS: FAINT, SIDE: 0.4}
_BOUND = 0.6  # a pair with a character that only binds

_SYNTAX = late(
    r"(?P<minus>(?<!\S)-)?"
    r'(?:(?<![0-9A-Za-z])"(?P<straight>[^"]+)"(?![0-9A-Za-z])'
    "|＂(?P<wide>[^＂]+)＂|“(?P<curly>[^“”]+)”|„(?P<low>[^„“”]+)[“”]|«(?P<angle>[^«»]+)»"
    "|「(?P<corner>[^「」]+)」|『(?P<double>[^『』]+)』)"
    r"|(?<!\S)-(?P<word>[^\s-]\S*)"
)
_SIGNS = '-"＂“„«「『'  # most queries have none of these, and the pattern above is dear to compile
Terms = tuple[str, ...]


class Query(Value):
    """What a person or an agent asks for."""

    text: str  # as it was given
    plain: str  # without what is excluded and without quotes: what the words are about
    weights: Mapping[str, float]  # each term asked for, in order, with what it counts
    phrases: tuple[Terms, ...] = ()  # each must stand in an answer
    wished: tuple[
        Terms, ...
    ] = ()  # phrases of a whole question, which names a book or a song so: what has them comes first
    excluded: tuple[Terms, ...] = ()  # none may

    @property
    def terms(self) -> Terms:
        """Each term asked for, once, in order. None: there is nothing to look for."""
        return tuple(self.weights)

    def fits(self, *fields: str) -> bool:
        """Whether a passage with these fields (terms, a blank between each two) has the phrases and nothing excluded."""
        if not self.phrases and not self.excluded:
            return True
        spaced = [f" {field.strip()} " for field in fields]

        def stands(phrase: Terms) -> bool:
            sought = f" {' '.join(phrase)} "
            return any(sought in field for field in spaced)

        return all(map(stands, self.phrases)) and not any(map(stands, self.excluded))


def read(query: str) -> Query:
    """Never raises. A query of nothing, or only of what is excluded, comes back without terms."""
    phrases: list[Terms] = []
    excluded: list[Terms] = []
    plain: list[str] = []
    at = 0
    looked_at = query[:LOOKED_AT]
    for sign in _SYNTAX.finditer(looked_at) if any(sign in looked_at for sign in _SIGNS) else ():
        kind = sign.lastgroup or ""
        words = sign[kind]
        if not (terms := in_order(words)):
            continue  # a quote around nothing that can be looked for is text
        plain.append(looked_at[at : sign.start()])
        at = sign.end()
        if kind == "word" or sign["minus"]:
            excluded.append(terms)
        else:
            phrases.append(terms)
            plain.append(words)
    plain.append(looked_at[at:])
    said = " ".join(plain).strip() if at else looked_at
    weights = _weighed(said)
    for phrase in phrases:
        if not weights.keys() & set(phrase):  # of stop words only: they are what is asked for
            weights |= dict.fromkeys(phrase, 1.0)
    chosen = dict(list(weights.items())[:MOST])
    if phrases and len(_beside(chosen, phrases)) >= _QUESTION:
        return Query(query, said, chosen, (), _distinct(phrases), _distinct(excluded))
    return Query(query, said, chosen, _distinct(phrases), (), _distinct(excluded))


def _beside(weights: Mapping[str, float], phrases: Iterable[Terms]) -> list[str]:
    """The words that are asked for besides the phrases."""
    quoted = {term for phrase in phrases for term in phrase}
    return [term for term, weight in weights.items() if weight > FAINT and term not in quoted]


def in_order(text: str) -> Terms:
    """The terms of a phrase: in a text that has it, they stand like this."""
    return tuple(term for token in normalised(text).split() for term, kind, *_ in pieces(token) if kind < WHOLE)


def _weighed(said: str) -> dict[str, float]:
    text = normalised(said)
    asked = text if text.isascii() else without_asking(text)
    for part, is_bare in ((asked, True), (asked, False), (text, False)):  # never down to nothing
        if chosen := _heaviest(_terms(part, is_bare)):
            return chosen
    return dict.fromkeys(signs(said), 1.0)


def _heaviest(found: Iterable[tuple[str, float]]) -> dict[str, float]:
    chosen: dict[str, float] = {}
    for term, weight in found:
        if weight > chosen.get(term, 0):
            chosen[term] = weight
    return chosen


def _terms(text: str, is_bare: bool) -> Iterator[tuple[str, float]]:
    """The terms of a normalised text with their weights; bare: without its stop words."""
    shouts = text.isupper()
    for number, token in enumerate(text.split()):
        for term, kind, start, end in pieces(token):
            if kind == SINGLE and term in BINDING:
                continue
            if is_bare and kind <= PART and _is_stop_word(token[start:end], number == 0, shouts):
                continue
            is_bound = kind == PAIR and not BINDING.isdisjoint(term)
            yield term, _BOUND if is_bound else _WEIGHTS.get(kind, 1.0)


def _is_stop_word(word: str, is_first: bool, shouts: bool) -> bool:
    """Not IT, US, WHO among small letters, nor Will but at the beginning: these are names."""
    if word.lower() not in ENGLISH:
        return False
    is_name = len(word) > 1 and (word.isupper() or (word[0].isupper() and not is_first))
    return shouts or not is_name


def _distinct(phrases: list[Terms]) -> tuple[Terms, ...]:
    return tuple(dict.fromkeys(phrases))
