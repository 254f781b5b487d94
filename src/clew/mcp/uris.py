"""The URIs of what is stored: `clew://memory/PROJECT/NAME`, `clew://long-term`, `clew://day/YYYY-MM-DD`.

`?line=N` reads on from there, `clew://long-term/SECTION` is one section of it.
"""

from __future__ import annotations

from clew.values import Value
from clew.words import say

MARKDOWN = "text/markdown"
SCHEME = "clew://"
LONG_TERM = f"{SCHEME}long-term"
TODAY = f"{SCHEME}day/today"
TEMPLATES = {  # what each is called, as the words know it
    "memory": f"{SCHEME}memory/{{project}}/{{name}}{{?line}}",
    "long-term": f"{SCHEME}long-term/{{section}}",
    "day": f"{SCHEME}day/{{date}}{{?line}}",
}


def templates(lang: str) -> list[dict[str, str]]:
    """What can be read beside what is listed."""
    return [
        {"uriTemplate": uri, "name": name, "title": say(f"mcp.resource-{name}", lang), "mimeType": MARKDOWN}
        for name, uri in TEMPLATES.items()
    ]


class Named(Value):
    """What a URI names, as REF has it; a section of long-term memory, and the place to read on from."""

    ref: str
    section: str | None = None
    line: str | None = None


def named(uri: str) -> Named | None:
    """What the URI names; None for one that is not ours."""
    from urllib.parse import unquote  # late: few sessions have a resource

    if not uri.startswith(SCHEME):
        return None
    path, _, query = uri[len(SCHEME) :].partition("?")
    kind, *rest = (unquote(part, errors="surrogateescape") for part in path.split("/"))
    line = query.partition("line=")[2].partition("&")[0] or None
    if kind == "long-term" and len(rest) <= 1:
        return Named("long-term", rest[0] if rest else None, line)
    if kind == "day" and len(rest) == 1 and "/" not in rest[0]:
        return Named(rest[0], None, line)
    if kind == "memory" and len(rest) == 2 and not any("/" in part for part in rest):
        return Named(f"{rest[0]}/{rest[1]}.md", None, line)
    return None


def ref_of(ref: str) -> str | None:
    """The REF that a URI stands for; None for what is no URI."""
    found = named(ref)
    return found.ref if found else None


def uri_of(file: str) -> str:
    """The URI of a memory, by its path in the library."""
    from urllib.parse import quote

    slug, _, name = file.removesuffix(".md").partition("/")
    return f"{SCHEME}memory/{quote(slug, safe='', errors='surrogateescape')}/{quote(name, safe='', errors='surrogateescape')}"
