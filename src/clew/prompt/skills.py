"""The index of a workspace's skills: which there are, what each is for, where to read it. Pure."""

from __future__ import annotations

import json

from clew.prompt.bootstrap import split_front_matter
from clew.prompt.parts import trimmed
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_NAME, _DESCRIPTION = 64, 1024  # bytes


class Skill(Value):
    """One folder with a SKILL.md."""

    name: str
    description: str
    location: str  # absolute

    @property
    def valid(self) -> bool:
        """Whether PicoClaw would list it: letters, digits and single hyphens for a name, a description, neither too long."""
        words = self.name.split("-")
        return (
            all(word.isascii() and word.isalnum() for word in words)
            and len(self.name) <= _NAME
            and 0 < len(self.description.encode("utf-8", "surrogatepass")) <= _DESCRIPTION
        )


def skill_from(folder: str, text: str, location: str) -> Skill:
    """As its front matter says, in YAML's plain lines or as JSON; what it leaves open: the folder's name, the first
    paragraph of the text."""
    front, body = split_front_matter(text)
    said = _json(front) or dict(_lines(front))
    return Skill(said.get("name") or folder, said.get("description") or _first_paragraph(body), location)


def index(skills: Iterable[Skill]) -> str:
    """The list that a model reads."""
    return "\n".join(["<skills>", *[line for skill in skills for line in _entry(skill)], "</skills>"])


def _entry(skill: Skill) -> Iterator[str]:
    yield "  <skill>"
    yield f"    <name>{_escaped(skill.name)}</name>"
    yield f"    <description>{_escaped(skill.description)}</description>"
    yield f"    <location>{_escaped(skill.location)}</location>"
    yield "    <source>workspace</source>"
    yield "  </skill>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _json(front: str) -> dict[str, str]:
    if not trimmed(front).startswith("{"):
        return {}
    try:
        found = json.loads(front)
    except (ValueError, RecursionError):
        return {}
    return {name: value for name, value in found.items() if isinstance(value, str)}


def _lines(front: str) -> Iterator[tuple[str, str]]:
    """`name: value`, with or without quotes; lines that are further in go on with the value above them."""
    name, parts = "", [""]
    for line in front.split("\n"):
        text = trimmed(line)
        if not text or text.startswith("#"):
            continue
        if line[0] in " \t" and name:
            parts.append(text)
            continue
        yield name, _value(parts)
        name, colon, value = text.partition(":")
        name, parts = (trimmed(name), [trimmed(value)]) if colon else ("", [""])
    yield name, _value(parts)


def _value(parts: list[str]) -> str:
    if len(parts) > 1 and parts[0].rstrip("-+") in ("", ">", "|"):  # YAML's signs for a text on the lines below
        parts = parts[1:]
    return " ".join(parts).strip("\"'")


def _first_paragraph(body: str) -> str:
    for block in body.split("\n\n"):
        lines = [trimmed(line) for line in block.split("\n") if trimmed(line) and not line.startswith("#")]
        if lines:
            return " ".join(lines)
    return ""
