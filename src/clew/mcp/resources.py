"""What is stored, as resources: a few that are listed, and templates for all the rest.

Some clients make a tool of each listed resource, so the first page has the two that everybody knows; the memories of the
project follow for who pages on.
"""

from __future__ import annotations

import os

from clew.errors import ClewError, NotFound
from clew.mcp.pages import fenced, page
from clew.mcp.protocol import FRESH, INVALID_PARAMS, RESOURCE_NOT_FOUND, Refused, shaped
from clew.mcp.uris import LONG_TERM, MARKDOWN, TODAY, named, uri_of
from clew.references import resolve
from clew.text.decoding import decoded
from clew.text.hygiene import clean
from clew.text.sections import outline_of, project_named
from clew.text.segments import count_lines
from clew.workspace.layout import LONG_TERM as LONG_TERM_FILE
from clew.workspace.layout import day_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.home import Home
    from clew.library.menu import MenuLine
    from clew.mcp.ask import Ask
    from clew.references import Place

PER_PAGE = 50
_CURSOR = "memories-"


def listed(ask: Ask, cursor: object) -> dict[str, Any]:
    """The answer to `resources/list`. Raises `Refused` for a cursor that nobody gave out."""
    if cursor is None:
        known = [(LONG_TERM, "long-term"), (TODAY, "today")]
        first = [{"uri": uri, "name": name, "title": _title(ask, name), "mimeType": MARKDOWN} for uri, name in known]
        return shaped({"resources": first, "nextCursor": f"{_CURSOR}0"}, ask.peer, FRESH)
    number = cursor.removeprefix(_CURSOR) if isinstance(cursor, str) and cursor.startswith(_CURSOR) else ""
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise Refused(INVALID_PARAMS, "Invalid cursor")
    at = int(number)
    lines = _memories(ask)
    told: dict[str, Any] = {"resources": [_resource(line) for line in lines[at : at + PER_PAGE]]}
    if at + PER_PAGE < len(lines):
        told["nextCursor"] = f"{_CURSOR}{at + PER_PAGE}"
    return shaped(told, ask.peer, FRESH)


def read(ask: Ask, uri: object) -> dict[str, Any]:
    """The answer to `resources/read`. Raises `Refused` for what is not there."""
    if not isinstance(uri, str):
        raise Refused(INVALID_PARAMS, "uri is missing")
    place, section, line = _placed(ask, uri)
    try:
        data = place.kept.get(place.file).data
        text = decoded(data) if section is None else _section(decoded(data), section)
        part = page(text, line)
    except NotFound as problem:
        raise missing(ask, uri, problem) from None
    except ClewError as problem:
        raise Refused(INVALID_PARAMS, problem.message(ask.lang), {"uri": uri}) from None
    lines = count_lines(text.encode("utf-8", "surrogateescape"))
    title = ask.words("tools.read.page", first=part.first, last=part.last, lines=lines)
    shown = fenced("stored", title, [place.file, *part.shown], ask.words("context.notice"), ask.home.path)
    if part.next:
        shown += ask.words("mcp.resource-on", uri=f"{uri.partition('?')[0]}?line={part.next}") + "\n"
    return shaped({"contents": [{"uri": uri, "mimeType": MARKDOWN, "text": shown}]}, ask.peer, FRESH)


def path_of(home: Home, uri: str) -> str | None:
    """The file behind a resource, whether or not it is there; None for what names none."""
    found = named(uri)
    if found is None:
        return None
    if "/" in found.ref:
        return home.library.path(found.ref)
    if found.ref == "long-term":
        return home.workspace.path_of(LONG_TERM_FILE)
    day = home.clock().date().isoformat() if found.ref == "today" else found.ref
    file = f"memory/{day[:4]}{day[5:7]}/{day.replace('-', '')}.md"
    return None if day_of(file) is None else home.workspace.path_of(file)


def sections(ask: Ask) -> list[str]:
    """The sections of long-term memory, without those of projects."""
    try:
        text = ask.home.facts.long_term(ask.dir).text
    except ClewError:
        return []
    found = [section.title for section in outline_of(text).sections if section.level == 2 and section.title]
    return [title for title in found if project_named(title) is None]


def missing(ask: Ask, uri: str, problem: ClewError) -> Refused:
    """The refusal of a resource that is not there; the protocol changed its mind about the number."""
    code = INVALID_PARAMS if ask.peer.modern else RESOURCE_NOT_FOUND
    return Refused(code, problem.message(ask.lang), {"uri": uri})


def _placed(ask: Ask, uri: str) -> tuple[Place, str | None, str | None]:
    found = named(uri)
    if found is None:
        raise missing(ask, uri, NotFound("mcp.no-resource", uri=clean(uri)[:200]))
    try:
        return resolve(ask.home, found.ref, None, ask.conversation), found.section, found.line
    except ClewError as problem:
        raise missing(ask, uri, problem) from None


def _section(text: str, title: str) -> str:
    outline = outline_of(text)
    for section in outline.sections:
        if section.title.casefold() == title.casefold():
            return "".join(outline.lines[section.start : section.end])
    raise NotFound("mcp.no-section", section=title)


def _memories(ask: Ask) -> list[MenuLine]:
    try:
        return list(ask.project.whole_menu().lines)
    except ClewError:  # off, unmounted: nothing that could be read
        return []


def _resource(line: MenuLine) -> dict[str, Any]:
    told: dict[str, Any] = {
        "uri": uri_of(line.file),
        "name": clean(line.name),
        "mimeType": MARKDOWN,
        "annotations": {"lastModified": line.modified},
    }
    try:
        told["size"] = os.stat(line.path).st_size
    except OSError:
        pass
    return told


def _title(ask: Ask, name: str) -> str:
    return ask.words(f"mcp.resource-{name}")
