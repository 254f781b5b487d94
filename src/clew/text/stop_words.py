"""Words that a question is made of and that say nothing of what is asked. They are left out of queries, never of texts.

A short list of our own: the lists that packages bring take `not`, `first`, `last`, `may`, `name`, `work` with them, and
cost three points of recall where this one gains four (docs/decisions/0014).
"""

from __future__ import annotations

ENGLISH = frozenset(
    """
    a about am an and are as at be been being but by can could did do does doing for from had has have having he her
    here him his how i if in into is it its me my of on or our she should so than that the their them there these they
    this those to too us very was we were what when where which who whom whose why will with would you your
    d ll m re s t ve
    """.split()  # noqa: SIM905 - words read as words
)
# Asking words, taken out where they stand in a run of Chinese, the first ones with one of these before them.
_BEFORE_ASKING = frozenset("是在有叫")
_ASKING = frozenset(
    """
    什么时候 什么时间 什么地方 为什么 什么样 什么 怎么样 怎么办 怎么 怎样 如何 哪一 哪些 哪个 哪里 哪儿 哪位
    哪年 哪天 哪种 多少 多久 谁
    """.split()  # noqa: SIM905 - as above
)
_ASKING_TOO = frozenset(
    """
    是否 是不是 有没有 能不能 请问 请告诉我 告诉我 关于 什麼時候 什麼時間 什麼地方 為什麼 什麼樣 什麼 怎麼樣
    怎麼辦 怎麼 怎樣 哪裡 哪兒 哪個 請問 告訴我 關於
    """.split()  # noqa: SIM905 - as above
)
_ASKING_LAST = frozenset("吗呢嗎")  # at the end of a sentence
_LONGEST = 4
_BEGINNINGS = frozenset(word[0] for word in (*_ASKING, *_ASKING_TOO)) | _BEFORE_ASKING | _ASKING_LAST
# Characters that only hold a sentence together: alone they ask for nothing, a pair with one of them for less.
BINDING = frozenset("的了是在和与與及或就都也很把被这這那之其而于於以为為吧啊呀")


def without_asking(text: str) -> str:
    """The text with a blank in the place of each asking word. By hand: the pattern would be the only one that most such
    questions compile."""
    if _BEGINNINGS.isdisjoint(text):
        return text
    kept: list[str] = []
    at = 0
    while at < len(text):
        size = _size_of_asking(text, at) if text[at] in _BEGINNINGS else 0
        kept.append(" " if size else text[at])
        at += size or 1
    return "".join(kept)


def _size_of_asking(text: str, at: int) -> int:
    """Of the asking word that begins here; 0 where there is none."""
    if text[at] in _BEFORE_ASKING and (size := _longest(_ASKING, text, at + 1)):
        return size + 1
    if size := _longest(_ASKING, text, at) or _longest(_ASKING_TOO, text, at):
        return size
    return int(text[at] in _ASKING_LAST and not _goes_on(text[at + 1 : at + 2]))


def _longest(words: frozenset[str], text: str, at: int) -> int:
    return next((size for size in range(_LONGEST, 0, -1) if text[at : at + size] in words), 0)


def _goes_on(char: str) -> bool:
    return char.isalnum() or char == "_"
