"""The change log of a note: its last section, in which each published version has a dated line.

    ## 变更记录

    ### 2026-05-07 v1.3

    - what changed

A list (`- 2026-05-07 v1.3: what changed`) is gone on with as a list. Like the header it belongs to the note, not to
what the note says: it is taken off before two bodies are compared.
"""

from __future__ import annotations

from clew.text.dates import date_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TITLES = frozenset(
    (
        *("变更记录", "变更日志", "变更历史", "更新记录", "更新日志", "更新历史"),
        *("修订记录", "修订历史", "版本历史", "修改记录"),
        *("change log", "changelog", "revision history", "version history"),
    )
)
_NEW = {"zh": "变更记录", "en": "Change log"}


def begins_at(lines: Sequence[str]) -> int:
    """The line with which the change log begins, blank lines before it included; the number of lines where it has none."""
    found = None
    fenced = False
    for at, line in enumerate(lines):
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        level = 0 if fenced else _level(line)
        if level and line[level:].strip(" #*:：\t\r").casefold() in TITLES:
            found = at, level
        elif found is not None and level and level <= found[1]:
            found = None  # another section follows: it is a part of what the note says
    if found is None or fenced:
        return len(lines)
    at = found[0]
    while at and not lines[at - 1].strip():
        at -= 1
    return at


def with_entry(log: Sequence[str], day: str, version: str, text: str, lang: str) -> list[str]:
    """The log with one entry more, in the form and at the end at which it goes on; a new one where it is empty."""
    lines = [*log] or ["", f"## {_NEW.get(lang, _NEW['en'])}", ""]
    heading = next(at for at, line in enumerate(lines) if line.strip())
    dated = [at for at in range(heading + 1, len(lines)) if _day(lines[at])]
    is_list = bool(dated) and lines[dated[0]].lstrip()[0] in "-*+"
    text = " ".join(text.split())
    is_close = bool(dated) and not is_list and "".join(lines[dated[0] + 1 : dated[0] + 2]).strip() != ""
    blank = [] if is_close else [""]
    entry = [f"- {day} v{version}: {text}"] if is_list else [f"### {day} v{version}", *blank, f"- {text}"]
    if len(dated) > 1 and _day(lines[dated[0]]) < _day(lines[dated[-1]]):  # the newest stands last
        end = len(lines)
        while not lines[end - 1].strip():
            end -= 1
        return [*lines[:end], *([] if is_list else [""]), *entry, *lines[end:]]
    at = dated[0] if dated else heading + 1
    if not dated:
        return [*lines[:at], "", *entry, *([""] if any(map(str.strip, lines[at:])) else []), *lines[at:]]
    return [*lines[:at], *entry, *([] if is_list else [""]), *lines[at:]]


def _level(line: str) -> int:
    level = len(line) - len(line.lstrip("#"))
    return level if 0 < level < 7 and line[level : level + 1] in (" ", "\t") else 0


def _day(line: str) -> str:
    """The date with which an entry begins; "" where it begins with none."""
    if not line.startswith(("### ", "#### ", "- ", "* ", "+ ")):
        return ""
    words = line.lstrip("#-*+ ")
    end = date_end(words, 0)
    return words[:end] if end and end > 0 else ""
