"""Keywords of a text, Chinese and English, for a memory that was given no title and for suggested tags.

Chinese is cut into words with their kinds by rjieba, function words are those of stop-words; ours is the choice:
how often, how early, in a heading or not. `docs/decisions/0009-keywords.md` says why these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby, pairwise, takewhile

from clew.text.characters import caseless, is_unspaced
from clew.text.names import memory_name
from clew.text.prose import prose_of, without_secrets
from clew.values import Value

LOOKED_AT = 20_000  # characters: the beginning of a text says what it is about
IN_TITLE = 4  # keywords
TITLE_CHARACTERS = 40  # a first heading up to this long is the title as it is

_WORD = re.compile(r"\w+(?:[-.]\w+)*(?:\+\+|#(?!\w))?")
# Words of the stop word list that carry meaning in our trade.
_MEANT = frozenset(
    """
    auth backward changes click computer copy date home html http id index information int keys length line net null
    number numbers open page pages problem problems research save section shell site state states stop system test text
    value web webpage website width
    """.split()  # noqa: SIM905 - words read as words
)
# Words that any conversation may hold: none says what this one is about.
_PLAIN = frozenset(
    """
    agent agreed assistant conclusion conclusions conversation decide decided decides decision decisions discuss
    discussed discussion follow-up log meeting note notes outcome question questions reason reasons recap result session
    summary talk talked task tasks todo tomorrow topic update user yesterday
    总结 小结 摘要 笔记 记录 对话 讨论 会议 决定 决策 结论 结果 待办 问题 用户 助手 更新 内容 情况 背景 目标 建议 需要 使用 进行 没有
    完成 时间 认为 觉得 开始 可以 应该 时候 原因 理由 事项 要点 知道 看看 告诉 想要 希望 采用 包括 成为 作为 位于
    """.split()  # noqa: SIM905
)
_PLAIN_ONLY = re.compile(f"(?:{'|'.join(sorted(_PLAIN, key=len, reverse=True))})+", re.IGNORECASE)
_FUNCTION = re.compile(
    "([的了是在和与及或就都也很把被让这那你我他她它们吗呢吧啊])"
)  # the rest of the list stands in words too
_ENDINGS = frozenset(["", "s", "es", "e", "d", "ed", "er", "ers", "ing", "ion", "ions", "ment", "ments"])
# What the segmenter's kinds (ICTCLAS) are worth; kinds that are not here are function words, numbers and times.
_KINDS = {
    "n": 1.0,
    "vn": 1.0,
    "an": 0.8,
    "l": 0.8,
    "j": 1.0,
    "i": 0.8,
    "x": 0.8,
    "eng": 1.0,
    "v": 0.6,
    "b": 0.5,
    "a": 0.3,
}


class _Word(Value):
    """One word where it stands; what it is worth there, 0 for one that only holds the sentence together."""

    text: str
    worth: float
    at: int


def keywords(text: str, limit: int = 5) -> list[str]:
    """The words that say most of what `text` is about, the weightiest first; of a long text, of its beginning."""
    return [word.text for word in _best(prose_of(text[:LOOKED_AT]), limit)]


def title_from(text: str) -> str:
    """A memory's name for a text: its first heading, else keywords in their order; "" where it has no letters."""
    beginning = text[:LOOKED_AT]
    prose = prose_of(beginning)
    first = next((line.strip() for line in prose.splitlines() if line.strip()), "")
    heading = _heading(first)
    if 0 < len(heading) <= TITLE_CHARACTERS and not _is_plain(heading):
        return memory_name(heading)
    best = sorted(_best(prose, IN_TITLE), key=lambda word: word.at)
    name = memory_name(" ".join(word.text for word in best))
    return name or _any_words(prose) or _any_words(without_secrets(beginning))


def _any_words(text: str) -> str:
    """The first line with a letter: for a text of nothing but function words, code or addresses."""
    lines = (memory_name(line) for line in text.splitlines())
    return next((name for name in lines if any(char.isalpha() for char in name)), "")


def _heading(line: str) -> str:
    words = line.lstrip("#")
    return words.strip(" \t#") if 0 < len(line) - len(words) < 7 and words[:1].isspace() else ""


def _is_plain(heading: str) -> bool:
    return all(_PLAIN_ONLY.fullmatch(piece) for piece, _, _ in _pieces(heading))


def _best(prose: str, limit: int) -> list[_Word]:
    """The weightiest words, none beside its like: part of another in Chinese, with another ending in English."""
    best: list[_Word] = []
    for word in _weighed(prose):
        if len(best) == limit:
            break
        if not any(_is_like(word.text, other.text) for other in best):
            best.append(word)
    return best


def _is_like(one: str, other: str) -> bool:
    if not one.isascii() or not other.isascii():
        return one in other or other in one
    one, other = one.lower(), other.lower()
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other)))
    return stem > 3 and one[stem:] in _ENDINGS and other[stem:] in _ENDINGS


def _weighed(prose: str) -> list[_Word]:
    """Each word once, in its commonest spelling and at its first place, the weightiest first."""
    seen: dict[str, list[_Word]] = {}
    for run in _compounded(list(_runs(prose))):
        for word in run:
            if word.worth and len(word.text) > 1:
                seen.setdefault(caseless(word.text), []).append(word)
    for key in [key for key in seen if len(key) > 3 and key.endswith("s") and key[:-1] in seen]:
        seen[key[:-1]] += seen.pop(key)
    found = []
    for words in seen.values():
        spelling = Counter(word.text for word in words).most_common(1)[0][0]
        at = min(word.at for word in words)
        early = 1 + 1 / (1 + at / 300)
        found.append(_Word(spelling, sum(word.worth for word in words) ** 0.8 * early, at))
    return sorted(found, key=lambda word: (-word.worth, word.at))


def _runs(prose: str) -> Iterator[list[_Word]]:
    """Words that stand side by side: one Latin word, or the words of Chinese without a break between them."""
    start = 0
    for line in prose.splitlines(keepends=True):
        weight = 3.0 if _heading(line.strip()) else 1.0
        for piece, script, at in _pieces(line):
            if script == "han":
                yield list(_segmented(piece, weight, start + at))
            elif script != "hiragana":  # what Japanese writes in it are endings and particles
                yield [_Word(piece, weight * _worth(piece), start + at)]
        start += len(line)


def _pieces(line: str) -> Iterator[tuple[str, str, int]]:
    """The words of a line with their scripts and places, cut where the script changes: `自建goose启动` is three."""
    for match in _WORD.finditer(line):
        at = match.start()
        for script, chars in groupby(match[0], _script):
            piece = "".join(chars)
            if word := piece.strip("-."):
                yield word, script, at + piece.index(word)
            at += len(piece)


def _script(char: str) -> str:
    if not is_unspaced(char):
        return "spaced"
    return "hiragana" if "\u3041" <= char <= "\u309f" else "katakana" if "\u30a0" <= char <= "\u30ff" else "han"


def _compounded(runs: list[list[_Word]]) -> Iterator[list[_Word]]:
    """The runs with neighbours joined that mostly stand together: the segmenter cuts a coined word in two."""
    alone = Counter(word.text for run in runs for word in run)
    together = Counter(
        (one.text, other.text) for run in runs for one, other in pairwise(run) if one.worth and other.worth
    )
    for run in runs:
        joined: list[_Word] = []
        for word in run:
            before = joined[-1] if joined else None
            times = together[before.text, word.text] if before else 0
            if before and times > 1 and 2 * times >= max(alone[before.text], alone[word.text]):
                joined[-1] = _Word(before.text + word.text, max(before.worth, word.worth), before.at)
            else:
                joined.append(word)
        yield joined


def _worth(word: str) -> float:
    if word[-1] in "+#":
        return 1.4  # C++, C#
    is_initials = word.isupper() and 1 < len(word) < 6  # AI, CI, OS: words of the list only in lower case
    changes = sum(one.isdigit() != other.isdigit() for one, other in pairwise(word))
    if sum(map(str.isalpha, word)) < 2 or len(word) > 40 or (len(word) > 7 and changes > 2):
        return 0  # a number, a version, an id, a blob
    if not is_initials and (caseless(word) in _stop_words() or (len(word) < 3 and word.isascii() and word.isalpha())):
        return 0
    if is_initials or word[1:] != word[1:].lower() or not word.isalpha():
        return 1.4  # a name of our trade: SQL, PostgreSQL, sync_notehb, self-hosted
    return 0.3 if word.endswith("ly") else 0.6 if word.endswith(("ing", "ed")) else 1.0


def _segmented(run: str, weight: float, at: int) -> Iterator[_Word]:
    tag = _segmenter()
    for piece, kind in tag(run) if tag else [(piece, "x") for piece in _FUNCTION.split(run)]:
        is_plain = _PLAIN_ONLY.fullmatch(piece) or piece in _chinese_stops()
        yield _Word(piece, 0.0 if is_plain else weight * _KINDS.get(kind, _KINDS.get(kind[:1], 0.0)), at)
        at += len(piece)


@cache
def _segmenter() -> Callable[[str], list[tuple[str, str]]] | None:
    """None on the few machines for which there is no wheel: Chinese is cut at its function words there."""
    try:
        import rjieba
    except ImportError:
        return None
    return rjieba.tag


@cache
def _stop_words() -> frozenset[str]:
    from stop_words import get_stop_words  # type: ignore[import-untyped]

    return (frozenset(get_stop_words("english")) | _PLAIN) - _MEANT


@cache
def _chinese_stops() -> frozenset[str]:
    from stop_words import get_stop_words

    return frozenset(get_stop_words("chinese"))
