"""What one blank-delimited token of a text can be found by: its words, their parts, and how they hang together.

`用Redis缓存` is 用, redis, 缓存; `getUserName` is one word and three parts; `src/app/main.py` is four words, a path and a
file name; `v1.10.2` is the version 1.10.2 and the series 1.10. Each comes with its kind, so that a query can weigh it, and
with its place, so that it can be marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from unicodedata import combining, normalize

from clew.text.late import late
from clew.text.scripts import COMMON, INVISIBLE, MARKS, UNSPACED
from clew.text.stems import stem

# In the order of the text, so that a phrase is a run of them:
WORD = 0  # a word by itself, or a lone character of a script without spaces
PART = 1  # a word of several that are written as one: `dry` of `dry-run`
PAIR = 2  # two neighbouring characters of a script without spaces
SINGLE = 3  # one character of such a pair
DIGITS = 4  # digits of a longer number: `10` of `1.10.2`
# And beside it:
WHOLE = 5  # several words that are written as one: `dryrun` for `dry-run`, `dry_run` and `dryRun` alike
SIDE = 6  # what a word contains without a sign between: `run` of `dryRun`, `cafe` of `café`, `python` of `python3`

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

Piece = tuple[str, int, int, int]  # term, kind, and where in the token it stands: start, end

LONGEST = 64  # characters of a term; of a longer word (a key, a blob) the beginning is enough to find it
_WHOLE = 40  # characters of parts joined to one term
_PARTS = 6

_RUNS = late(f"([{UNSPACED}]+)")
_by_hand = iter(range(200))  # a process that has no more short tokens than these is quicker without compiling the above


def _units(letter: str) -> str:
    """Words with their signs."""
    return f"(?P<word>(?:(?<![\\w-])--)?{letter}+(?:[-_./\\\\:@'’&+=?#%~]{{1,3}}{letter}+)*(?:\\+\\+|#)?)"


_ASCII_UNITS = late(_units("[A-Za-z0-9]"))
_UNITS = late(  # flags of two letters and each sign that is not common punctuation, too
    _units(f"(?:[^\\W_]|[{MARKS}])")
    + "|(?P<flag>[\U0001f1e6-\U0001f1ff]{2})"
    + f"|(?P<sign>(?P<one>[^\\w\\s\\x00-\\x7f{MARKS}{COMMON}{INVISIBLE}])(?P=one)*)"
)
_COUNT = late(
    "(?<![0-9])(?<![0-9],)(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])|[0-9]{1,9}[年月日号號時时點点分秒周週天岁歲级級期版章节節条條届屆次人个個元块塊万萬亿億])"
)
_BETWEEN_PIECES = late(r"[\\/:@&+=?#%~]+|(?:[-_.]{2,3})")
_BETWEEN_DOTTED = late(r"\.(?!\d)|(?<!\d)\.")
_BETWEEN_PARTS = late(r"[-_'’]")
_DOT = late(r"\.")
_NUMBER = late(r"(?<!\d)(?<!\d\.)\d+(?:\.\d+)+")
_ONE_CHANGE = late(r"([^\W\d_]+)(\d+)|(\d+)([^\W\d_]+)")
_PLAIN = '?!.,;()[]{}"*'  # around a word it is no part of it
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_ENDINGS = frozenset(("s", "ll", "re", "ve", "d", "m"))  # behind an apostrophe; no word of its own begins there
# What Markdown draws with, alone between blanks.
_DRAWN = late(r"[-*+|]|#{1,6}|>+|[-=*_]{3,}|[`~]{3,}|\|?(?::?-+:?\|)+(?::?-+:?)?")
_UNWRITABLE = late(r"[\x00-\x20\x7f-\x9f]")


def pieces(token: str) -> list[Piece]:
    """All that `token` (normalised, without blanks) can be found by, in the order of the text."""
    found: list[Piece] = []
    at = 0
    for number, chunk in enumerate(chunks(token)):
        found += _run(chunk, at) if number % 2 else words(chunk, at)
        at += len(chunk)
    return [*found, *counted(token)] or lone_sign(token)


def chunks(token: str) -> list[str]:
    """Cut where scripts with and without spaces meet; every second one is a run of the latter."""
    if token.isascii():
        return [token]
    if len(token) > LONGEST or next(_by_hand, None) is None:
        return _RUNS.split(token)
    return _chunks_by_hand(token)


def _chunks_by_hand(token: str) -> list[str]:
    found = [""]
    for char in token:
        if _unspaced[char] == len(found) % 2:  # it belongs to the other kind
            found.append("")
        found[-1] += char
    return found if len(found) % 2 else [*found, ""]


class _Unspaced(dict[str, bool]):
    """Character -> whether it is of a script without spaces; most texts have few different ones."""

    def __missing__(self, char: str) -> bool:
        self[char] = found = any(first <= char <= last for first, last in _runs_of(UNSPACED))
        return found


def _runs_of(characters: str) -> Iterator[tuple[str, str]]:
    """The first and the last of each run of a character class."""
    at = 0
    while at < len(characters):
        last = at + 2 if characters[at + 1 : at + 2] == "-" else at
        yield characters[at], characters[last]
        at = last + 1


_unspaced = _Unspaced()


def counted(token: str) -> list[Piece]:
    """`5月`, `2026年`: a number with what it counts; `10,000` as 10000."""
    if token.isalpha():
        return []
    return [(count[0].replace(",", ""), WHOLE, count.start(), count.end()) for count in _COUNT.finditer(token)]


def words(chunk: str, at: int = 0) -> Iterator[Piece]:
    """What a chunk without runs can be found by."""
    if not chunk:
        return
    if (core := chunk.strip(_PLAIN)).isalnum() and core.isascii():  # most are no more than that, and need no pattern
        yield from _atom(core, at + chunk.index(core), WORD)
        return
    for unit in (_ASCII_UNITS if chunk.isascii() else _UNITS).finditer(chunk):
        start = at + unit.start()
        if unit.lastgroup == "word":
            yield from _word(unit[0], start)
        else:
            yield unit[0] if unit.lastgroup == "flag" else unit[0][0], WORD, start, at + unit.end()


def lone_sign(token: str) -> list[Piece]:
    """Of a token without any word: itself, where it is no more than what Markdown draws with."""
    sign = _UNWRITABLE.sub("", token)
    return [] if not sign or _DRAWN.fullmatch(token) else [(sign[:LONGEST], WORD, 0, len(token))]


def _run(run: str, at: int) -> Iterator[Piece]:
    """Characters and pairs by turns: so what is part of a run is part of its terms."""
    if len(run) == 1:
        yield run, WORD, at, at + 1
        return
    for place in range(at, at + len(run) - 1):
        char, pair = run[place - at], run[place - at : place - at + 2]
        yield char, SINGLE, place, place + 1
        yield pair, PAIR, place, place + 2
    yield run[-1], SINGLE, at + len(run) - 1, at + len(run)


def _word(text: str, at: int) -> Iterator[Piece]:
    if text.isalnum():
        yield from _atom(text, at, WORD)
        return
    bare = text.removeprefix("--")
    option = len(text) - len(bare)
    core = bare.rstrip("+#")
    if core != bare:  # C++, C#
        yield _term(fold(bare), WHOLE, at + option, at + len(text))
    if option:
        yield _term(fold(text), WHOLE, at, at + len(text))
    at += option
    parted = list(_split(_BETWEEN_PIECES, core))
    if len(parted) > 1 and len(core) <= LONGEST:
        yield fold(core).replace("\\", "/"), WHOLE, at, at + len(core)
    lone = WORD if len(parted) == 1 and core == bare else PART
    for piece, place in parted:
        yield from _dotted(piece, at + place, lone)


def _dotted(text: str, at: int, lone: int) -> Iterator[Piece]:
    """`c.py`, `os.path.join`, and the numbers with dots, each with its beginnings."""
    names = list(_split(_BETWEEN_DOTTED, text))
    if len(names) > 1:
        yield _term(fold(text), WHOLE, at, at + len(text))
        lone = PART
    for number in _NUMBER.finditer(text):
        for series in list(accumulate(number[0].split("."), "{}.{}".format))[1:]:
            yield _term(fold(series), WHOLE, at + number.start(), at + number.end())
    for name, place in names:
        yield from _joined(name, at + place, lone)


def _joined(text: str, at: int, lone: int) -> Iterator[Piece]:
    """`dry-run`, `dry_run`, `don't`: the parts, and all in one as others may write it."""
    parts = list(_split(_BETWEEN_PARTS, text))
    kind = lone if len(parts) == 1 or _ends_plainly(parts, text) else PART
    if 1 < len(parts) <= _PARTS and len(text) <= _WHOLE and "." not in text and kind == PART:
        yield _term(_stemmed(fold("".join(part for part, _ in parts))), WHOLE, at, at + len(text))
    for part, place in parts:
        if "." not in part:
            yield from _atom(part, at + place, kind)
            continue
        if not part[0].isdecimal():
            yield _term(fold(part), WHOLE, at + place, at + place + len(part))  # python3.11
        for atom, inner in _split(_DOT, part):
            yield from _atom(atom, at + place + inner, DIGITS if atom.isdecimal() else PART)


def _ends_plainly(parts: list[tuple[str, int]], text: str) -> bool:
    return len(parts) == 2 and parts[1][0].lower() in _ENDINGS and text[len(parts[0][0])] in "'’"


def _atom(atom: str, at: int, kind: int) -> Iterator[Piece]:
    """A word without any sign in it."""
    word = fold(atom)
    end = at + len(atom)
    yield _term(_stemmed(word), kind, at, end)
    if not word.isascii() and (plain := without_marks(word)) and plain != word:
        yield _term(_stemmed(plain), SIDE, at, end)
    if not word.isalpha() and (both := _ONE_CHANGE.fullmatch(atom)):
        letters, digits = (1, 2) if both[1] else (4, 3)
        if len(both[letters]) > 1:
            yield _term(_stemmed(fold(both[letters])), SIDE, at + both.start(letters), at + both.end(letters))
        if len(both[digits]) > 1 or both[letters].lower() in _ORDINAL:
            yield _term(both[digits], SIDE, at + both.start(digits), at + both.end(digits))
    elif atom != word and not atom[1:].islower() and not atom.isupper():
        for start, stop in _by_case(atom):
            if 1 < stop - start < len(atom):
                yield _term(_stemmed(atom[start:stop].lower()), SIDE, at + start, at + stop)


def _by_case(atom: str) -> Iterator[tuple[int, int]]:
    """Where `HTTPServer2` is HTTP, Server, 2; other letters than those of ASCII belong to nothing."""
    kinds = [
        "A" if "A" <= char <= "Z" else "a" if "a" <= char <= "z" else "1" if char.isdecimal() else "" for char in atom
    ]
    kinds.append("")
    start = 0
    while start < len(atom):
        end = start + 1
        while kinds[start] and kinds[end] == kinds[start]:
            end += 1
        if kinds[start] == "A" and kinds[end] == "a":
            end -= 1  # the last capital begins the next word
            if end == start:
                end += 1
                while kinds[end] == "a":
                    end += 1
        if kinds[start]:
            yield start, end
        start = end


def _split(between: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    at = 0
    for sign in between.finditer(text):
        if sign.start() > at:
            yield text[at : sign.start()], at
        at = sign.end()
    if at < len(text):
        yield text[at:], at


def fold(word: str) -> str:
    """Without case, in one form of Unicode."""
    return word.lower() if word.isascii() else normalize("NFKC", word.casefold())


def without_marks(word: str) -> str:
    """`cafe` for `café`: without the signs that alphabets put on letters; those of India are vowels and stay."""
    kept = (
        char for char in normalize("NFD", word) if not combining(char) or "\u0900" <= char < "\u1ab0" or char > "\u3000"
    )
    return normalize("NFC", "".join(kept))


def _stemmed(word: str) -> str:
    return stem(word) if len(word) > 2 and len(word) <= LONGEST and word.isascii() and word.isalpha() else word


def _term(term: str, kind: int, start: int, end: int) -> Piece:
    return term[:LONGEST], kind, start, end
