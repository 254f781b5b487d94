"""What a person sees of a text: caseless comparison, invisible characters, cuts between graphemes."""

from __future__ import annotations

from unicodedata import category, combining, normalize

JOINER = "\u200d"
EMOJI_STYLE = "\ufe0f"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
# What goes with the character before it though it is no mark: joiners, skin tones, vowels and final consonants of a
# decomposed Korean syllable, vowels of Thai and Lao, voiced halves of Japanese.
_BEHIND = frozenset((JOINER, "\u200c", "\u0e33", "\u0eb3", "\uff9e", "\uff9f", *_SKIN_TONES)) | frozenset(
    map(chr, [*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC)])
)
# And with the one after it: signs that stand under or around a whole number.
_AHEAD = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
_VIRAMA = 9  # the combining class of the sign that takes a consonant's vowel away
# Letters, marks and symbols that draw nothing; most invisible characters are of category C and need no list.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, [*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)])
)


def caseless(text: str) -> str:
    """Two texts with one such form differ only in case or in Unicode normalisation (the standard's canonical caseless match)."""
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFD", text).casefold())


def visible(text: str) -> str:
    """`text` on one line, NFC, without control, bidirectional, zero-width and other invisible characters.

    Each run of white space is one space, none at the ends. What joins an emoji stays inside of it only.
    Code points that this Python does not know go too: nobody can say how a file system would compare them.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    for char in normalize("NFC", text):
        before = kept[-1] if kept else " "
        kind = category(char)
        if char.isspace():
            kept.append(" ")
        elif char in (JOINER, EMOJI_STYLE):
            if is_pictorial(before) or (char == JOINER and before == EMOJI_STYLE):
                kept.append(char)
        elif kind[0] != "C" and char not in _BLANK:
            if before == JOINER and not is_pictorial(char):
                kept.pop()
            if kind[0] != "M" or (kept and kept[-1] != " "):  # a mark needs something to stand on
                kept.append(char)
    while kept and kept[-1] in (JOINER, " "):
        kept.pop()
    return " ".join(normalize("NFC", "".join(kept)).split())


def cut(text: str, limit_bytes: int, limit_characters: int | None = None) -> str:
    """The longest beginning of `text` within the limits (bytes of UTF-8) that splits no character that a person sees.

    One such character alone longer than a limit (a letter under hundreds of marks) is cut inside.
    """
    end = len(text.encode()[: max(limit_bytes, 0)].decode(errors="ignore"))
    if limit_characters is not None:
        end = min(end, max(limit_characters, 0))
    if end == len(text):
        return text
    whole = end
    while whole > 0 and belongs_together(text, whole):
        whole -= 1
    return text[: whole or end]


def is_unspaced(char: str) -> bool:
    """Whether words of this script stand without spaces between them: Chinese and Japanese (Korean has spaces)."""
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"


def is_pictorial(char: str) -> bool:
    return category(char) == "So" or char in _SKIN_TONES


def belongs_together(text: str, at: int) -> bool:
    """Whether the characters before and after `at` are parts of one that a person sees."""
    before, after = text[at - 1], text[at]
    if category(after)[0] == "M" or after in _BEHIND or before == JOINER or before in _AHEAD:
        return True
    if combining(before) == _VIRAMA and category(after) == "Lo":  # two consonants of an Indian script in one sign
        return True
    if after in _FLAG_LETTERS:  # two letters are one flag
        start = at
        while start > 0 and text[start - 1] in _FLAG_LETTERS:
            start -= 1
        return (at - start) % 2 == 1
    return False
