"""The rules block and the manual, as texts. Pure, but for the words."""

from __future__ import annotations

from itertools import pairwise

from clew.installing.formats import lines_in, rules
from clew.values import Value
from clew.words import say

MANUAL = "manual.md"

# What a person's own rules about a memory are told by: a section that speaks of one and says what to do with it.
SUBJECTS = ("memory", "memories", "记忆", "記憶")
DEEDS = ("save", "store", "append", "tag", "start", "list", "read", "remember", "conversation", "session")
DEEDS_ZH = ("保存", "存", "写入", "追加", "标签", "启动", "开始", "列出", "读", "对话", "会话")
TRACES = (".clue", "validate_clue", "dir_slug", "common_tags", "remember_memory", "retrieve_memories", "记忆库")


class Doubled(Value):
    """Lines that a person wrote and that the block says too."""

    first: int  # 1-based, inclusive
    last: int
    text: str


def block(manual: str, lang: str) -> str:
    """The marked block, without a newline at its end."""
    return f"{rules.BEGIN}\n{say('guidance.block', lang, manual=manual)}\n{rules.END}"


def manual(lang: str) -> str:
    """The text of `<home>/manual.md`."""
    return say("guidance.manual", lang)


def doubled(text: str) -> list[Doubled]:
    """Hand-written rules about a memory, section by section, else line by line."""
    lines = [line.rstrip("\r\n") for line in lines_in(rules.take(text))]
    found: list[Doubled] = []
    for first, last in _sections(lines):
        if lines[first].lstrip().startswith("#") and _speaks(lines[first], SUBJECTS) and _acts(lines[first + 1 : last]):
            found.append(_lines(lines, first, last))
            continue
        own = [at for at in range(first, last) if _speaks(lines[at], TRACES) or _rules_a_memory(lines[at])]
        found += [_lines(lines, at, at + 1) for at in own]
    return found


def without(text: str, gone: list[Doubled]) -> str:
    """The text without those lines, which a person gave up."""
    lines = lines_in(text)
    place = rules.found(text)
    shift = 0
    if place is not None:  # they were counted without the block, which may stand before them
        shift = len(lines) - len(lines_in(rules.take(text)))
    start = len(lines_in(text[: place[0]])) if place else len(lines)
    numbers = {at for one in gone for at in range(one.first - 1, one.last)}
    numbers = {at if at < start else at + shift for at in numbers}
    return "".join(line for at, line in enumerate(lines) if at not in numbers)


def _sections(lines: list[str]) -> list[tuple[int, int]]:
    starts = [at for at, line in enumerate(lines) if line.lstrip().startswith("#") and not line.startswith("    ")]
    edges = sorted({0, *starts, len(lines)})
    return list(pairwise(edges))


def _lines(lines: list[str], first: int, last: int) -> Doubled:
    while last > first + 1 and not lines[last - 1].strip():
        last -= 1
    return Doubled(first + 1, last, "\n".join(lines[first:last]))


def _acts(lines: list[str]) -> bool:
    return any(_speaks(line, DEEDS) or any(deed in line for deed in DEEDS_ZH) for line in lines)


def _rules_a_memory(line: str) -> bool:
    """An item that says what to do with a memory."""
    is_item = line.lstrip()[:2] in ("- ", "* ", "+ ") or line.lstrip()[:1].isdigit()
    return is_item and _speaks(line, SUBJECTS) and _acts([line])


def _speaks(line: str, words: tuple[str, ...]) -> bool:
    said = line.lower()
    return any(word in (said if not word.isascii() or not word.isalpha() else _words(said)) for word in words)


def _words(said: str) -> set[str]:
    return set("".join(char if char.isalnum() else " " for char in said).split())
