"""What is taken out of a stored text before it is put before an agent: whatever nobody can see.

Instructions hide in tags, in bidirectional overrides, in runs of variation selectors. Storage keeps every byte;
this is for what is shown. What belongs to an emoji or holds the letters of a script together stays.
"""

from __future__ import annotations

from unicodedata import category

from clew.text.characters import EMOJI_STYLE, JOINER

NON_JOINER = "\u200c"
TAB = "    "  # a control character too, but what it does is seen
LOST = "\ufffd"  # for a byte that is no UTF-8

# Letters, marks and symbols that draw nothing, or only with what stands before them: `str.isprintable` lets them pass.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
# Numbers signs of Arabic, Syriac and Kaithi are of the invisible kind by name, and drawn all the same.
_DRAWN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u0890\u0891\u08e2\U000110bd\U000110cd")
# What Unicode draws with EMOJI_STYLE (emoji-variation-sequences.txt), as the first and last of each run.
_STYLED = (
    *(0x23, 0x23, 0x2A, 0x2A, 0x30, 0x39, 0xA9, 0xA9, 0xAE, 0xAE, 0x203C, 0x203C, 0x2049, 0x2049, 0x2122, 0x2122),
    *(0x2139, 0x2139, 0x2194, 0x2199, 0x21A9, 0x21AA, 0x231A, 0x231B, 0x2328, 0x2328, 0x23CF, 0x23CF, 0x23E9, 0x23F3),
    *(0x23F8, 0x23FA, 0x24C2, 0x24C2, 0x25AA, 0x25AB, 0x25B6, 0x25B6, 0x25C0, 0x25C0, 0x25FB, 0x25FE, 0x2600, 0x27BF),
    *(0x2934, 0x2935, 0x2B05, 0x2B07, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x3030, 0x3030, 0x303D, 0x303D),
    *(0x3297, 0x3297, 0x3299, 0x3299, 0x1F000, 0x1FAFF),
)
# Scripts whose letters change their form with a joiner: Arabic to N'Ko, the scripts of India, Burmese, Khmer, Mongolian.
_JOINED = (
    *(0x600, 0x8FF, 0x900, 0xDFF, 0x1000, 0x109F, 0x1780, 0x17FF, 0x1800, 0x18AF),
    *(0xFB50, 0xFDFF, 0xFE70, 0xFEFC),
)


def clean(line: str) -> str:
    """One line without what cannot be seen in it. Whoever has several lines splits them first, as `lines_of` does."""
    if line.isprintable() and (line.isascii() or _BLANK.isdisjoint(line)):
        return line
    kept: list[str] = []
    for at, char in enumerate(line):
        if char in (JOINER, NON_JOINER, EMOJI_STYLE):
            if _holds_together(kept[-1] if kept else "", char, line[at + 1 : at + 2]):
                kept.append(char)
        elif char == "\t":
            kept.append(TAB)
        elif "\ud800" <= char <= "\udfff":
            kept.append(LOST)
        elif not is_hidden(char):
            kept.append(char)
    return "".join(kept)


def lines_of(text: str) -> list[str]:
    """The lines of a text, at whatever a program may take for a line's end; not cleaned yet."""
    return text.splitlines()


def is_hidden(char: str) -> bool:
    """Whether a character, alone, is one that nobody sees or that changes how others are seen."""
    if char in _BLANK:
        return True
    kind = category(char)
    if kind == "Cf":
        return char not in _DRAWN
    if kind == "Cn":  # unknown to this Python: tomorrow's letters, but for what will never be one
        code = ord(char)
        never = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
        return never or code == 0x2065 or 0xFFF0 <= code <= 0xFFF8 or code >= 0xE0000
    return kind in ("Cc", "Cs", "Co", "Zl", "Zp")


def _holds_together(before: str, char: str, after: str) -> bool:
    """Whether a joiner or an emoji's style does something between its neighbours."""
    if not before:
        return False
    if char == EMOJI_STYLE:
        return _within(_STYLED, before) and (before > "\x7f" or after == "\u20e3")  # keycaps: 1, style, keycap
    if char == JOINER and (before == EMOJI_STYLE or _is_emoji(before)):
        return _is_emoji(after)
    return _within(_JOINED, before) and _within(_JOINED, after) and category(before)[0] in "LM" and not is_hidden(after)


def _is_emoji(char: str) -> bool:
    return char > "\x7f" and _within(_STYLED, char)


def _within(runs: tuple[int, ...], char: str) -> bool:
    if not char:
        return False
    from bisect import bisect_right  # late: few texts hold what is looked up so

    code = ord(char)
    at = bisect_right(runs, code)
    return at % 2 == 1 or (at > 0 and runs[at - 1] == code)
