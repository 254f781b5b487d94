"""What may stand for an argument of a prompt or of a resource's template, while a person types it."""

from __future__ import annotations

from clew.errors import ClewError
from clew.mcp.prompts import find, names
from clew.mcp.protocol import INVALID_PARAMS, Refused, shaped
from clew.mcp.resources import sections
from clew.mcp.uris import TEMPLATES
from clew.workspace.layout import day_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.library.project import Project
    from clew.mcp.ask import Ask

MOST = 100  # as the protocol has it


def completed(ask: Ask, params: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to `completion/complete`. Raises `Refused`."""
    ref, argument = params.get("ref"), params.get("argument")
    if not isinstance(ref, dict) or not isinstance(argument, dict) or not isinstance(argument.get("name"), str):
        raise Refused(INVALID_PARAMS, "ref or argument is missing")
    begun = argument.get("value")
    if not isinstance(begun, str):
        raise Refused(INVALID_PARAMS, "the argument's value must be a string")
    context = params.get("context")
    others = context.get("arguments") if isinstance(context, dict) else None
    words = _words(ask, ref, argument["name"], others if isinstance(others, dict) else {})
    head, comma, last = begun.rpartition(",") if argument["name"] == "tags" else ("", "", begun)
    found = _matching(words, last.strip())
    values = [f"{head}{comma}{' ' if comma else ''}{word}" for word in found[:MOST]]
    return shaped({"completion": {"values": values, "total": len(found), "hasMore": len(found) > MOST}}, ask.peer)


def _matching(words: list[str], begun: str) -> list[str]:
    """Those that begin with it, then those that hold it."""
    key = begun.casefold()
    keys = {word: word.casefold() for word in dict.fromkeys(words)}
    first = [word for word, known in keys.items() if known.startswith(key)]
    return first + [word for word, known in keys.items() if key in known and not known.startswith(key)]


def _words(ask: Ask, ref: Mapping[str, Any], argument: str, others: Mapping[str, Any]) -> list[str]:
    if ref.get("type") == "ref/prompt":
        prompt = ref.get("name")  # one that is no more has nothing to offer; a client asks while somebody types
        if prompt not in names() or argument not in find(prompt).ARGUMENTS:
            return []
        return _of_project(ask, tags=True, memories=argument == "topic")
    if ref.get("type") != "ref/resource":
        raise Refused(INVALID_PARAMS, "ref must be ref/prompt or ref/resource")
    kind = next((kind for kind, uri in TEMPLATES.items() if uri == ref.get("uri")), None)
    if kind == "long-term":
        return sections(ask) if argument == "section" else []
    if kind == "day":
        return _days(ask) if argument == "date" else []
    if kind == "memory" and argument == "project":
        return [project.dir_slug for project in _projects(ask)]
    if kind == "memory" and argument == "name":
        slug = others.get("project")
        projects = [project for project in _projects(ask) if project.dir_slug == slug] if slug else None
        return _of_project(ask, tags=False, memories=True, projects=projects)
    return []


def _of_project(ask: Ask, *, tags: bool, memories: bool, projects: list[Project] | None = None) -> list[str]:
    found: list[str] = []
    try:
        for project in [ask.project] if projects is None else projects:
            found += project.common_tags() if tags else []
            found += [line.name for line in project.menu()] if memories else []
    except ClewError:  # a message would be torn into candidates
        return []
    return found


def _projects(ask: Ask) -> list[Project]:
    try:
        return ask.home.library.open_projects()
    except ClewError:
        return []


def _days(ask: Ask) -> list[str]:
    """The days that have a note, newest first."""
    try:
        store = ask.home.workspace_store
        months = [each.path for each in store.list("memory") if each.kind == "folder"]
        notes = [each.path for month in months for each in store.list(month)]
    except ClewError:
        return []
    return sorted((day.isoformat() for note in notes if (day := day_of(note))), reverse=True)
