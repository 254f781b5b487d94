"""The header of a note: who wrote it, and its version, which is ours and not the server's.

    **作者**：Goose 版本：1.3

It is read in every form in which people and agents write it (one line or two, either colon, bold or not, English or
Chinese) and written in one. It stands within the first lines, before the first section.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from clew.text.characters import visible
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST = "1.0"
ENDS_HEAD = ("## ", "```", "~~~")  # a section or a block: no header stands below
_WITHIN = 12  # lines
_FORMS = {"zh": "**作者**：{author} 版本：{version}", "en": "**Author**: {author} Version: {version}"}
_AUTHOR = "作者|author"
_VERSION = "版本号|版本|version"
_patterns: list[re.Pattern[str]] = []


class Header(Value):
    """What the header says; "" where it does not."""

    author: str
    version: str


class Headed(Value):
    """A text taken apart: its header, and the lines from `start` to `end` in which that stands; none where equal."""

    header: Header | None
    start: int
    end: int


def headed(lines: Sequence[str]) -> Headed:
    """Where the header of a text is."""
    for at, line in enumerate(lines[:_WITHIN]):
        if line.startswith(ENDS_HEAD):
            break
        both, author, version = _fields(line)
        if both is not None:
            return Headed(both, at, at + 1)
        if author is None and version is None:
            continue
        following = _fields(lines[at + 1])[1:] if at + 1 < len(lines) else (None, None)
        if author is not None and following[1] is not None:
            return Headed(Header(author, following[1]), at, at + 2)
        if version is not None and following[0] is not None:
            return Headed(Header(following[0], version), at, at + 2)
        if version is not None:
            return Headed(Header("", version), at, at + 1)
    return Headed(None, 0, 0)


def header_line(header: Header, lang: str) -> str:
    """The header as clew writes it, in that language."""
    return _FORMS[lang if lang in _FORMS else "en"].format(author=visible(header.author), version=header.version)


def next_version(version: str) -> str:
    """One step on, counted and not calculated: 1.9 -> 1.10. What is no version begins anew."""
    numbers = _numbers(version)
    if not numbers:
        return FIRST
    if len(numbers) == 1:
        return f"{numbers[0]}.1"
    return ".".join(map(str, [*numbers[:-1], numbers[-1] + 1]))


def later(one: str, other: str) -> str:
    """The higher of two versions."""
    return one if _numbers(one) >= _numbers(other) else other


def merged(base: Header | None, ours: Header | None, theirs: Header | None) -> Header | None:
    """Field by field: the author whom one side changed, the higher version."""
    if ours is None or theirs is None:
        return ours or theirs
    before = base.author if base is not None else theirs.author
    author = ours.author if theirs.author == before and ours.author else theirs.author or ours.author
    return Header(author, later(ours.version, theirs.version))


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.strip().lstrip("vV").split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() and len(part) < 10 for part in parts) else ()


def _fields(line: str) -> tuple[Header | None, str | None, str | None]:
    """What a line says: both, or the author alone, or the version alone."""
    if len(line) > 300:
        return None, None, None
    for pattern in _all_patterns():
        if found := pattern.fullmatch(line.strip()):
            said = found.groupdict()
            author = said["author"].strip(" *_\t|,，、;；·") if "author" in said else None
            version = normalize("NFKC", said["version"]) if "version" in said else None
            if author and version is not None:
                return Header(author, version), None, None
            return None, author or None, version
    return None, None, None


def _all_patterns() -> list[re.Pattern[str]]:
    """Made at the first look."""
    if not _patterns:

        def label(names: str) -> str:
            return rf"[*_]*(?:{names})[*_]*\s*[:：]\s*[*_]*\s*"

        lead = r"(?:[-*+>]\s+)*"
        author = label(_AUTHOR) + r"(?P<author>[^:：]*?\S)"
        version = label(_VERSION) + r"[vV]?(?P<version>\d+(?:[.．]\d+)*)[*_]*"
        between = r"[\s|,，、;；·/]+"
        chinese = rf"(?:{between}|(?=版))"  # the label needs no space before it
        forms = (f"{author}{chinese}{version}", f"{version}{between}{author}", version, author)
        _patterns.extend(re.compile(lead + form, re.IGNORECASE) for form in forms)
    return _patterns
