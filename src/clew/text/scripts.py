"""Which characters make words, for the regular expressions of `clew.text`: pieces of character classes, as text."""

from __future__ import annotations

# Scripts that put no spaces between words, and Korean, whose words carry their endings: cut into overlapping pairs.
UNSPACED = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3041-\u3096\u3099\u309a\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf"
    "\ua960-\ua97f\uac00-\ud7a3\ud7b0-\ud7ff\uf900-\ufaff\U00017000-\U00018cff\U0001b000-\U0001b16f"
    "\U00020000-\U0003ffff"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u0f40-\u0fbc\u1000-\u103f\u104a-\u109f\u1780-\u17d3"
)
# Signs above, below and beside letters, which Python counts as no part of a word.
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0900-\u0963\u0966-\u0dff"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
# Drawn by nobody: they may stand anywhere in a word and make no difference.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# Punctuation that stands in every text, ASCII's aside: nobody looks for it.
COMMON = "\x80-\xa0\xa1\xa8\xab\xaf\xb4\xb7\xb8\xbb\xbf\u2000-\u206f\u3000-\u3003\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uff65"
