"""What `remember` will make of MEMORY.md, decided purely: where the fact goes, what it repeats, what it supersedes."""

from __future__ import annotations

from unicodedata import normalize

from clew.errors import Usage
from clew.text.characters import is_unspaced
from clew.text.claims import Claim, claim_of, contradicts, key_of, repeats
from clew.text.fact_lines import FactLine, Mark, fact_line, marked_superseded, written
from clew.text.sections import (
    Outline,
    Section,
    item_added,
    lines_replaced,
    named,
    outline_of,
    project_named,
    section_added,
)
from clew.values import Value
from clew.workspace.realms import Owner, facts_in, new_heading, project_section, project_sections
from clew.workspace.template import TEMPLATE, placeholder, section_for, section_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Fact(Value):
    """What is to be remembered."""

    text: str  # one line
    mark: Mark
    day: str  # YYYY-MM-DD, when what it contradicts is over
    section: str | None = None  # that was asked for
    owner: Owner | None = None  # the project that it is about
    pinned: bool = False


class Plan(Value):
    """MEMORY.md as it will be."""

    text: str
    section: str  # its title
    line: int  # the index of the fact's line
    repeated: bool = False  # it stood there already, in these words or others; nothing changes
    superseded: tuple[int, ...] = ()  # the lines in whose place it stands


def planned(old: str, fact: Fact) -> Plan:
    """Finds the place. Raises `Usage` for a section that is a project's."""
    outline = outline_of(old or TEMPLATE)
    within = project_section(outline, fact.owner) if fact.owner else None
    known = dict(_known(outline, within)) if within or not fact.owner else {}
    claim = claim_of(fact.text)
    claims = {at: other for at, line in known.items() if claim and line.is_item and (other := claim_of(line.said))}
    same = _repeated(known, claims, fact, claim)
    if same is not None:
        around = outline.at(same)
        return Plan(old, around[-1].title if around else "", same, repeated=True)
    over = _superseded(claims, claim)
    if over:
        lines = list(outline.lines)
        for at in over:
            lines[at] = marked_superseded(lines[at], fact.day, fact.mark.fact)
        outline = outline_of("".join(lines))
        within = project_section(outline, fact.owner) if fact.owner else None
    text, line, title = _placed(outline, within, fact)
    return Plan(text, title, line, superseded=tuple(at + (at >= line) for at in over))


def _known(outline: Outline, within: Section | None) -> Iterator[tuple[int, FactLine]]:
    """The lines that stand beside the fact and hold: not the template's own, nothing superseded."""
    unsaid: set[int] = set()
    for section in outline.sections:
        if own := placeholder(outline, section):
            unsaid.update(range(*own))
    for at in facts_in(outline, within):
        if at not in unsaid:
            line = fact_line(outline.lines[at])
            if line.said and not line.superseded:
                yield at, line


def _repeated(known: dict[int, FactLine], claims: dict[int, Claim], fact: Fact, claim: Claim | None) -> int | None:
    """The line that says the same, in these words or in others."""
    key = key_of(fact.text)
    letters = {char for char in key if char.isalnum() and (char.isascii() or is_unspaced(char))}
    for at, line in known.items():  # the letters are a quick look: a file may have very many lines
        if letters.issubset(normalize("NFKC", line.body).casefold()) and key_of(line.said) == key:
            return at
    return next((at for at, other in claims.items() if claim and repeats(claim, other)), None)


def _superseded(claims: dict[int, Claim], claim: Claim | None) -> list[int]:
    """The lines that the fact contradicts. A subject of which several things are said here has more than one value."""
    if claim is None:
        return []
    against = [at for at, other in claims.items() if contradicts(claim, other)]
    same_subject = [at for at in against if claims[at].subject == claim.subject and claims[at].value not in claim.ended]
    values = {claims[at].value for at in same_subject}
    return against if len(values) < 2 else [at for at in against if at not in same_subject]


def _placed(outline: Outline, within: Section | None, fact: Fact) -> tuple[str, int, str]:
    """The text with the fact in it, the index of its line, the title of its section."""

    def item(bullet: str = "-") -> str:
        return written(fact.text, fact.mark, bullet, fact.pinned)

    asked = _asked(fact.section) if fact.section is not None else None
    headings: list[str] = []
    candidates: Iterable[Section]
    if fact.owner:
        if within is None:
            headings.append(f"## {new_heading(outline, fact.owner)}")
            candidates = ()
        else:
            candidates = [one for one in outline.sections if within.start < one.start < within.end]
        titles = section_names(asked) if asked else ()
    else:
        foreign = project_sections(outline)
        candidates = [one for one in outline.sections if not any(two.start <= one.start < two.end for two in foreign)]
        titles = section_names(asked or section_for(fact.text))
    section = named(candidates, titles) if titles else within
    if section is None:
        if titles:
            headings.append(f"{'###' if fact.owner else '##'} {titles[0]}")
        text, line = section_added(outline, headings, item(), within)
        return text, line, headings[-1].lstrip("#").strip()
    if template := placeholder(outline, section):
        return *lines_replaced(outline, *template, item()), section.title
    return *item_added(outline, section, item), section.title


def _asked(title: str) -> str:
    """The title of a section as somebody gives it: one line, with or without its `#`."""
    title = " ".join(title.split()).lstrip("#").strip()
    if not title or "<!--" in title:
        raise Usage("workspace.bad-section", section=title)
    if project_named(title) is not None:
        raise Usage("workspace.projects-section", section=title)
    return title
