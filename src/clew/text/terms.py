"""A text as terms: what every engine indexes and every query asks for. The same text always gives the same terms.

First come the words in their order, so that a phrase of a text is a run of its terms; what else they can be found by
comes behind them all. No term has a blank in it, none is empty, all can be written as UTF-8.
"""

from __future__ import annotations

from itertools import pairwise
from unicodedata import normalize

from clew.text.late import late
from clew.text.scripts import INVISIBLE
from clew.text.stems import stem
from clew.text.word_parts import WHOLE, Piece, chunks, counted, lone_sign, words

VERSION = 1  # of these rules: an index that was made by others is made again

_NOT_DRAWN = late(f"[{INVISIBLE}]+")
# Of these, those that Python takes for printable.
_NOT_DRAWN_BUT_PRINTED = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0").union(
    *(map(chr, run) for run in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)))
)
_BROKEN = late("[\ud800-\udfff]")
_SPACED_COUNT = late("(?<=[0-9]) (?=[年月日号時时點点分秒周週天岁歲级級版章节節届屆次人个個元])")
_BESIDE = late("\t([^\n]*)\n")
_DIGITS = frozenset("0123456789")
_AROUND = ".,;:!?\"'()[]{}<>*_`~|"
_REMEMBERED = 100_000  # tokens, about 20 MB
_SIGNS = 32  # of a text that has nothing else


def terms_of(text: str) -> list[str]:
    """The terms of any string at all. Empty only where there is nothing but blanks."""
    return joined_terms(text).split()


def joined_terms(text: str) -> str:
    """`terms_of` with a blank between each two, as they are stored."""
    known = _tokens
    joined = " ".join(
        [terms for token in (text if text.isascii() else normalised(text)).split() if (terms := known[token])]
    )
    if "\t" in joined:
        beside = _BESIDE.findall(joined)
        joined = f"{_BESIDE.sub('', joined)} {' '.join(beside)}".lstrip()
    return joined or " ".join(signs(text))


def normalised(text: str) -> str:
    """In one form of Unicode, full and half width alike, without what nobody sees and without broken characters."""
    if text.isascii():
        return text
    if not text.isprintable() or not _NOT_DRAWN_BUT_PRINTED.isdisjoint(text):  # a question is, and needs no pattern
        text = _BROKEN.sub("\ufffd", _NOT_DRAWN.sub("", text))
    text = normalize("NFKC", text)
    return text if _DIGITS.isdisjoint(text) else _SPACED_COUNT.sub("", text)


def signs(text: str) -> list[str]:
    """Terms of a text that has no words: the characters that it has."""
    seen = dict.fromkeys(char if char.isprintable() else "\ufffd" for char in text if not char.isspace())
    return list(seen)[:_SIGNS]


def fingerprint() -> str:
    """Names the rules and the stemmer: terms that were made under another one are not compared with ours."""
    return "-".join((str(VERSION), *map(stem, ("skies", "generously", "organising", "added", "dyed"))))


class _Tokens(dict[str, str]):
    """Token -> its terms, and between tab and newline those beside. Texts repeat themselves: most are looked up."""

    def __missing__(self, token: str) -> str:
        word = token.strip(_AROUND)
        if word.isascii() and word.isalpha() and len(word) < 40 and (word[1:].islower() or word.isupper()):
            word = word.lower()
            terms = stem(word) if len(word) > 2 else word
        elif not token.isascii() and len(apart := chunks(token)) > 1:
            return _with_runs(apart, counted(token))
        else:
            terms = _written([*words(token), *counted(token)] or lone_sign(token))
        if len(self) > _REMEMBERED:
            self.clear()
        if len(token) <= 40:
            self[token] = terms
        return terms


class _Chunks(dict[str, str]):
    """The same for what stands between two runs of Chinese."""

    def __missing__(self, chunk: str) -> str:
        terms = _written(list(words(chunk)))
        if len(self) > _REMEMBERED:
            self.clear()
        if len(chunk) <= 40:
            self[chunk] = terms
        return terms


_tokens = _Tokens()
_chunks = _Chunks()


def _with_runs(apart: list[str], counts: list[Piece]) -> str:
    """Runs are cut here and not by `word_parts`, which knows places too and takes five times as long."""
    found = []
    for number, chunk in enumerate(apart):
        if number % 2 == 0:
            if chunk and (terms := _chunks[chunk]):
                found.append(terms)
        elif len(chunk) == 1:
            found.append(chunk)
        else:
            found += [f"{one} {one}{other}" for one, other in pairwise(chunk)]
            found.append(chunk[-1])
    if counts:
        found.append(_written(counts))
    return " ".join(found)


def _written(found: list[Piece]) -> str:
    """Words before, the others beside."""
    inline = " ".join([term for term, kind, *_ in found if kind < WHOLE])
    beside = " ".join([term for term, kind, *_ in found if kind >= WHOLE])
    return f"{inline}\t{beside}\n" if beside else inline
