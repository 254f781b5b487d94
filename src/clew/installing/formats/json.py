"""JSON, with comments: what is added is spliced in, every other byte stays."""

from __future__ import annotations

import json

from clew.agents.additions import Item
from clew.installing.formats import Unfit, is_ours
from clew.installing.formats.outline import Node, between, outline
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.agents.additions import Member


def put(text: str, addition: Member | Item) -> str:
    """An empty text becomes an object. An item stands behind those that are there; the same one is not put twice."""
    if not text.strip():
        text = "{}\n"
    above = addition.path if isinstance(addition, Item) else addition.path[:-1]
    for depth, key in enumerate(above):
        node = _object(_at(outline(text), above[:depth]), above[:depth])
        if node.under(key) is None:
            last_is_list = isinstance(addition, Item) and depth == len(above) - 1
            text = _inserted(text, node, [] if last_is_list else {}, key)
    node = _at(outline(text), above)
    if isinstance(addition, Item):
        if node.is_object or not isinstance(node.value, list):
            raise Unfit(Phrase("installing.why-not-a-list", name=".".join(above)))
        return text if addition.value in node.value else _inserted(text, node, addition.value)
    _object(node, above)
    key = addition.path[-1]
    old = node.under(key)
    if old is None:
        return _inserted(text, node, addition.value, key)
    if old.value == addition.value:
        return text
    return text[: old.start] + _written(text, addition.value, old.start) + text[old.end :]


def take(text: str, addition: Member | Item) -> str:
    """Of an item, every one that is ours goes, and a list in it that then holds nothing."""
    if not text.strip():
        return text
    node = _found(text, addition.path if isinstance(addition, Item) else addition.path[:-1])
    if node is None:
        return text
    if isinstance(addition, Item):
        for number in reversed(range(len(node.parts))):
            value = node.parts[number].node.value
            if value == addition.value or is_ours(value):
                text = _without_ours(text, node, number)
                node = _found(text, addition.path)
                if node is None:
                    break
        return text
    numbers = [number for number, part in enumerate(node.parts) if part.key == addition.path[-1]]
    return _removed(text, node, numbers[-1]) if numbers else text


def drop_empty(text: str, path: tuple[str, ...]) -> str:
    node = _found(text, path)
    if node is None or node.value or not isinstance(node.value, (dict, list)):
        return text
    above = _at(outline(text), path[:-1])
    number = max(number for number, part in enumerate(above.parts) if part.key == path[-1])
    return _removed(text, above, number)


def reaches(text: str, path: tuple[str, ...]) -> bool:
    return _found(text, path) is not None


def value_at(text: str, path: tuple[str, ...]) -> object:
    node = _found(text, path)
    return None if node is None else node.value


def _found(text: str, path: tuple[str, ...]) -> Node | None:
    node: Node | None = outline(text) if text.strip() else None
    for key in path:
        node = node.under(key) if node is not None and node.is_object else None
    return node


def _at(node: Node, path: tuple[str, ...]) -> Node:
    for depth, key in enumerate(path):
        below = _object(node, path[:depth]).under(key)
        assert below is not None  # it was made before
        node = below
    return node


def _object(node: Node, path: tuple[str, ...]) -> Node:
    if not node.is_object:
        name = ".".join(path)
        raise Unfit(Phrase("installing.why-not-an-object", name=name) if name else Phrase("installing.why-no-object"))
    return node


def _inserted(text: str, node: Node, value: object, key: str | None = None) -> str:
    """The text with one more part at the end of an object or a list."""
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if not node.parts:
        return _first(text, node, value, name)
    last = node.parts[-1]
    behind = between_to_comma(text, last.node.end) if node.trailing else last.node.end
    comma = "" if node.trailing else ","
    if "\n" not in text[node.start : last.start]:  # all in one line
        written = name + _compact(value)
        return text[:behind] + comma + " " + written + ("," if node.trailing else "") + text[behind:]
    place = _line_end(text, behind)
    indent = _indent_of(text, last.start)
    entry = f"{_newline(text)}{indent}{name}{_written(text, value, last.start)}" + ("," if node.trailing else "")
    return text[: last.node.end] + comma + text[last.node.end : place] + entry + text[place:]


def _first(text: str, node: Node, value: object, name: str) -> str:
    """The first part of an empty object or list: what stands in it, a comment perhaps, stays before."""
    inner = text[node.start + 1 : node.end - 1]
    newline, outer = _newline(text), _indent_of(text, node.start)
    indent = outer + _unit(text)
    entry = f"{newline}{indent}{name}{_rendered(text, value, indent)}"
    if "\n" in inner:
        kept = inner.rstrip(" \t\r\n")
        return text[: node.start + 1] + kept + entry + inner[len(kept) :] + text[node.end - 1 :]
    return text[: node.start + 1] + inner + entry + newline + outer + text[node.end - 1 :]


def _removed(text: str, node: Node, number: int) -> str:
    """The text without one part, and without what divided it from the others: what `_inserted` put there."""
    part = node.parts[number]
    if len(node.parts) == 1:
        return _emptied(text, node)
    comma = between(text, part.node.end)
    end = comma + 1 if text[comma : comma + 1] == "," else part.node.end
    if number == 0:  # what follows takes its place
        return text[: part.start] + text[between(text, end) :]
    before = node.parts[number - 1]
    divider = between(text, before.node.end)  # the comma behind the part before
    start = _line_end(text, divider + 1)
    if "\n" not in text[divider + 1 : part.start]:
        start = divider + 1
    if number == len(node.parts) - 1 and not node.trailing:
        return (
            text[: before.node.end]
            + text[before.node.end : divider]
            + text[divider + 1 : start]
            + text[part.node.end :]
        )
    return text[:start] + text[end:]


def _emptied(text: str, node: Node) -> str:
    part = node.parts[0]
    comma = between(text, part.node.end)
    end = comma + 1 if text[comma : comma + 1] == "," else part.node.end
    kept = text[node.start + 1 : part.start].rstrip(" \t\r\n")
    rest = text[end : node.end - 1]
    if not kept and not rest.strip():
        return text[: node.start + 1] + text[node.end - 1 :]
    return text[: node.start + 1] + kept + rest + text[node.end - 1 :]


def _without_ours(text: str, node: Node, number: int) -> str:
    """One item of a list of hooks. Where a person put other hooks into the same one, only ours are taken out of it."""
    inner = node.parts[number].node.under("hooks") if node.parts[number].node.is_object else None
    if inner is not None and isinstance(inner.value, list) and not all(map(is_ours, inner.value)):
        for at in reversed(range(len(inner.parts))):
            if is_ours(inner.parts[at].node.value):
                text = _removed(text, inner, at)
                break
        return text
    return _removed(text, node, number)


def between_to_comma(text: str, at: int) -> int:
    """Behind the comma that comes next."""
    return between(text, at) + 1


def _line_end(text: str, at: int) -> int:
    """The end of the line, where nothing but a comment stands in the rest of it; else the place itself."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    if end > at and text[end - 1] == "\r":
        end -= 1
    rest = text[at:end].strip()
    whole = not rest or rest.startswith("//") or (rest.startswith("/*") and rest.endswith("*/"))
    return end if whole and "*/" not in rest[:-2] else at


def _written(text: str, value: object, at: int) -> str:
    return _rendered(text, value, _indent_of(text, at))


def _rendered(text: str, value: object, indent: str) -> str:
    """A value over several lines, the first of which stands where it is put."""
    lines = json.dumps(value, indent=_unit(text), ensure_ascii=False).split("\n")
    return (_newline(text) + indent).join(lines)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _indent_of(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """By how much this file indents: as its first indented line does."""
    for line in text.split("\n"):
        bare = line.lstrip(" \t")
        if bare.strip() and len(bare) < len(line):
            return line[: len(line) - len(bare)]
    return "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
