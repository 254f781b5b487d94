"""Markdown by its headings: which lines stand in which section, and where one list item more has its place.

Lines end at `\\n` and keep their ending; joined they are the text again, so whoever adds one line moves no other.
A `#` in a fenced block or in a comment of several lines is no heading. Lean: a context looks here at every turn.
"""

from __future__ import annotations

from unicodedata import normalize

from clew.text.characters import caseless
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_PROJECT_WORDS = ("project", "项目", "專案")
_BULLETS = ("- ", "* ", "+ ", "-\t", "*\t", "+\t")
_BLANKS = " \t\r\n"


class Section(Value):
    """A heading and what stands below it, as indexes of lines."""

    title: str  # without `#` and without comments
    level: int  # 1 to 6
    start: int  # of the heading
    body: int  # the first line below the heading
    own: int  # the next heading of any level: up to here the lines are its own
    end: int  # the next heading that is not below this one


class Outline(Value):
    """A text taken apart."""

    lines: tuple[str, ...]  # with their endings
    sections: tuple[Section, ...]
    quiet: frozenset[int]  # lines in fenced blocks and in comments of several lines
    open: int  # where a block begins that is never closed; the number of lines where all are

    @property
    def text(self) -> str:
        """All lines, as they were."""
        return "".join(self.lines)

    def at(self, line: int) -> tuple[Section, ...]:
        """The sections around a line, the outermost first; a heading stands in its own."""
        return tuple(section for section in self.sections if section.start <= line < section.end)


def outline_of(text: str) -> Outline:
    """The headings of a text, `#` and underlined ones."""
    lines = _lines(text)
    headings: list[tuple[str, int, int, int]] = []  # title, level, start, body
    quiet: set[int] = set()
    closing, opened = "", len(lines)  # what ends the block that we are in, and where it began
    for at, line in enumerate(lines):
        if closing:
            quiet.add(at)
            if _closes(line, closing):
                closing, opened = "", len(lines)
            continue
        bare = line.lstrip(" \ufeff" if at == 0 else " ")
        if len(line) - len(bare) > 3 or bare[:1] not in _MARKS:
            continue
        closing = _opens(bare)
        if closing:
            quiet.add(at)
            opened = at
        elif bare[0] == "#":
            level = len(bare) - len(bare.lstrip("#"))
            if level <= 6 and bare[level : level + 1] in ("", *_BLANKS):
                headings.append((_title(bare[level:]), level, at, at + 1))
        elif _underlines(lines, at, bare, quiet, headings[-1][3] if headings else 0):
            headings.append((_title(lines[at - 1]), 1 if bare[0] == "=" else 2, at - 1, at + 1))
    return Outline(tuple(lines), _sections(headings, len(lines)), frozenset(quiet), opened)


def named(sections: Iterable[Section], titles: Iterable[str]) -> Section | None:
    """The section with one of these titles, case aside; of several the first of level 2, else the first."""
    keys = {caseless(title) for title in titles}
    found = [section for section in sections if caseless(section.title) in keys]
    return next((section for section in found if section.level == 2), found[0] if found else None)


def project_named(title: str) -> str | None:
    """`shop` where the heading is `Project: shop` (`项目：shop`); None for any other heading."""
    if ":" not in title and "：" not in title:
        return None
    word, _, name = title.replace("：", ":", 1).partition(":")
    return normalize("NFC", name.strip()) or None if caseless(word.strip()) in _PROJECT_WORDS else None


def item_added(outline: Outline, section: Section, item: Callable[[str], str]) -> tuple[str, int]:
    """The text with one list item more at the end of the section's own lines, and the index of its line.

    `item` is given the bullet that the section uses.
    """
    lines, last = outline.lines, _behind_last_item(outline, section)
    if last is not None:
        bullet, behind = last
        return _inserted(lines, behind, [item(bullet)])
    own = range(section.body, _seen_until(outline, section))
    said = [at for at in own if lines[at].strip() and not _is_rule(lines[at])]
    if said:
        return _inserted(lines, said[-1] + 1, [item("-")], apart=True)
    return _inserted(lines, section.body, [item("-")], apart=True)


def lines_replaced(outline: Outline, start: int, end: int, item: str) -> tuple[str, int]:
    """The text with one line in the place of some, and its index; it ends as the last of them did."""
    last = outline.lines[end - 1]
    ending = last[len(last.rstrip("\r\n")) :]
    return "".join((*outline.lines[:start], item + ending, *outline.lines[end:])), start


def section_added(
    outline: Outline, headings: Iterable[str], item: str, inside: Section | None = None
) -> tuple[str, int]:
    """The text with a new section that holds one item, at the end of `inside` or of the text, and the item's index.

    In a text whose last block is never closed it stands before that block: within it, nobody would see it.
    """
    at = min(outline.open, len(outline.lines) if inside is None else inside.end)
    return _inserted(outline.lines, at, [*(line for heading in headings for line in (heading, "")), item], apart=True)


_MARKS = frozenset("#`~<=-")


def _lines(text: str) -> list[str]:
    parts = text.split("\n")
    lines = [part + "\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _opens(bare: str) -> str:
    """What will close the block that this line opens; "" where it opens none."""
    if bare.startswith("<!--"):
        return "" if "-->" in bare[4:] else "-->"
    mark = bare[0]
    if mark not in "`~":
        return ""
    length = len(bare) - len(bare.lstrip(mark))
    if length < 3 or (mark == "`" and "`" in bare[length:]):
        return ""
    return mark * length


def _closes(line: str, closing: str) -> bool:
    if closing == "-->":
        return closing in line
    bare = line.strip(_BLANKS)
    return bare.startswith(closing) and not bare.strip(closing[0]) and len(line) - len(line.lstrip(" ")) <= 3


def _underlines(lines: list[str], at: int, bare: str, quiet: set[int], behind: int) -> bool:
    """Whether this line of `=` or `-` makes one line of plain text above it a heading."""
    mark = bare[0]
    if mark not in "=-" or bare.strip(_BLANKS).strip(mark) or at == 0 or at - 1 in quiet or at - 1 < behind:
        return False
    above = lines[at - 1]
    if not above.strip() or above[0] in " \t" or above[0] in "#>|<" or above.startswith(_BULLETS) or _is_rule(above):
        return False
    return at == 1 or at - 1 == behind or not lines[at - 2].strip()


def _title(text: str) -> str:
    while (start := text.find("<!--")) >= 0:
        stop = text.find("-->", start)
        text = text[:start] + (text[stop + 3 :] if stop >= 0 else "")
    title = text.strip(_BLANKS + "\ufeff")
    bare = title.rstrip("#")
    return bare.rstrip() if bare != title and (not bare or bare[-1] in " \t") else title


def _sections(headings: list[tuple[str, int, int, int]], count: int) -> tuple[Section, ...]:
    ends = [count] * len(headings)
    around: list[int] = []  # the sections that are not over yet, the innermost last
    for number, (_, level, start, _) in enumerate(headings):
        while around and headings[around[-1]][1] >= level:
            ends[around.pop()] = start
        around.append(number)
    owns = [start for _, _, start, _ in headings[1:]] + [count]
    return tuple(Section(*heading, own, end) for heading, own, end in zip(headings, owns, ends))


def _behind_last_item(outline: Outline, section: Section) -> tuple[str, int] | None:
    """The bullet of the section's last list item, and the line behind all that belongs to the item."""
    lines, end = outline.lines, _seen_until(outline, section)
    for at in range(end - 1, section.body - 1, -1):
        if at in outline.quiet or not lines[at].lstrip(" ").startswith(_BULLETS) or _is_rule(lines[at]):
            continue
        if len(lines[at]) - len(lines[at].lstrip(" ")) > 1:  # below another item
            continue
        bullet, at = lines[at].lstrip(" ")[0], at + 1
        while at < end and _goes_on(lines, at, end, outline.quiet):
            at += 1
        return bullet, at
    return None


def _seen_until(outline: Outline, section: Section) -> int:
    """The end of the section's own lines; a block that is never closed would hide what is put into it."""
    return max(section.body, min(section.own, outline.open))


def _goes_on(lines: tuple[str, ...], at: int, end: int, quiet: frozenset[int]) -> bool:
    """Whether this line still belongs to the list item above it."""
    if lines[at].strip():
        if lines[at][0] in " \t":
            return True
        return bool(lines[at - 1].strip()) and at not in quiet and lines[at][0] not in "<#|" and not _is_rule(lines[at])
    return at + 1 < end and lines[at + 1].startswith(("  ", "\t")) and bool(lines[at + 1].strip())


def _is_rule(line: str) -> bool:
    bare = "".join(line.split())
    return len(bare) >= 3 and bare[0] in "-*_" and not bare.strip(bare[0])


def _inserted(lines: tuple[str, ...], at: int, new: list[str], apart: bool = False) -> tuple[str, int]:
    """The text with new lines before the one at `at`, and where the last of them stands.

    `apart` puts blank lines around them where there are none. A text without a newline at its end still has none.
    """
    if apart and at < len(lines) and not lines[at].strip() and at and lines[at - 1].strip():
        at += 1  # the blank line that is there stays above
    ending = _ending(lines, at)
    if apart:
        above = [""] if at and lines[at - 1].strip(_BLANKS + "\ufeff") else []
        below = [""] if at < len(lines) and lines[at].strip() else []
        place = at + len(above) + len(new) - 1
        new = [*above, *new, *below]
    else:
        place = at + len(new) - 1
    if at and at == len(lines) and not lines[-1].endswith("\n"):
        added = "".join(ending + line for line in new)
    else:
        added = "".join(line + ending for line in new)
    return "".join((*lines[:at], added, *lines[at:])), place


def _ending(lines: tuple[str, ...], at: int) -> str:
    """How the lines around end."""
    for line in (*reversed(lines[max(at - 2, 0) : at]), *lines[at : at + 2]):
        if line.endswith("\n"):
            return "\r\n" if line.endswith("\r\n") else "\n"
    return "\n"
