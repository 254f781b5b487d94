"""YAML: lines of ours are put right below the name of the mapping that they belong to."""

from __future__ import annotations

import io
from collections import Counter

from clew.agents.additions import Item, Member
from clew.installing.formats import Unfit, lines_in
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def put(text: str, addition: Member | Item) -> str:
    assert isinstance(addition, Member)  # nobody has a list in YAML that we add to
    assert len(addition.path) == 2  # one name of the agent's, then ours
    before = _read(text)
    above, key = addition.path
    if isinstance(before.get(above), dict) and before[above].get(key) == addition.value:
        return text
    if not isinstance(before.get(above, {}) or {}, dict):
        raise Unfit(Phrase("installing.why-not-a-mapping", name=above))
    if key in (before.get(above) or {}):
        text = take(text, addition)
        before = _read(text)
    wanted = {**before, above: {**(before.get(above) or {}), key: addition.value}}
    return _fitting(text, wanted, [lambda: _spliced(text, above, key, addition.value), lambda: _set(text, addition)])


def take(text: str, addition: Member | Item) -> str:
    before = _read(text)
    above, key = addition.path
    if not isinstance(before.get(above), dict) or key not in before[above]:
        return text
    left = {name: value for name, value in before[above].items() if name != key}
    wanted = {**before, above: left or None}
    also = {**before, above: left}
    return _fitting(text, wanted, [lambda: _cut(text, addition.path), lambda: _unset(text, addition.path)], also)


def drop_empty(text: str, path: tuple[str, ...]) -> str:
    before = _read(text)
    if len(path) != 1 or path[0] not in before or before[path[0]]:
        return text
    wanted = {name: value for name, value in before.items() if name != path[0]}
    try:
        return _fitting(text, wanted, [lambda: _cut(text, path), lambda: _unset(text, path)])
    except Unfit:  # an empty one does no harm
        return text


def reaches(text: str, path: tuple[str, ...]) -> bool:
    above = value_at(text, path[:-1])
    return isinstance(above, dict) and path[-1] in above


def value_at(text: str, path: tuple[str, ...]) -> object:
    found: Any = _read(text)
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _read(text: str) -> dict[str, Any]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    reader = YAML(typ="safe", pure=True)
    try:
        found = reader.load(text)
    except MarkedYAMLError as problem:
        mark = problem.problem_mark
        raise Unfit(str(problem.problem or problem.context), 0 if mark is None else mark.line + 1) from problem
    except (YAMLError, ValueError, RecursionError) as problem:
        raise Unfit(str(problem)) from problem
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise Unfit(Phrase("installing.why-no-mapping"), 1)
    return found


def _spliced(text: str, above: str, key: str, value: object) -> str | None:
    """None where the mapping is written in one line."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = lines_in(text)
    node = _node(text, above)
    if node is None:
        body = "".join(f"  {line}" for line in _rendered({key: value}).splitlines(keepends=True))
        between = "" if not text or text.endswith("\n") else newline
        return text + between + f"{above}:\n{body}".replace("\n", newline)
    name, found = node
    is_mapping = isinstance(found.value, list)  # else it is nothing yet
    if is_mapping and (found.flow_style or not found.value):
        return None
    indent = found.value[0][0].start_mark.column if is_mapping else name.start_mark.column + 2
    body = "".join(" " * indent + line for line in _rendered({key: value}).splitlines(keepends=True))
    at = name.start_mark.line + 1
    if at == len(lines) and not lines[-1].endswith("\n"):
        return None
    return "".join(lines[:at]) + body.replace("\n", newline) + "".join(lines[at:])


def _cut(text: str, path: tuple[str, ...]) -> str | None:
    """The text without the lines of one key and its value."""
    found = _node(text, *path)
    if found is None:
        return None
    name, node = found
    if name.start_mark.line == 0 and text.lstrip().startswith("{"):
        return None
    lines = lines_in(text)
    return "".join(lines[: name.start_mark.line]) + "".join(lines[max(_last_line(node), name.start_mark.line) + 1 :])


def _last_line(node: Any) -> int:
    """The last line that anything of this value stands in: its own end is where the next thing begins."""
    if not isinstance(node.value, list):
        if not node.value and not node.style:  # nothing, which stands where the next thing does
            return 0
        ended = node.end_mark.line
        return int(ended - 1 if node.style in ("|", ">") or (node.end_mark.column == 0 and ended) else ended)
    if node.flow_style or not node.value:
        return int(node.end_mark.line if node.flow_style else node.start_mark.line)
    last = node.value[-1]
    return _last_line(last[1] if isinstance(last, tuple) else last)


def _node(text: str, *path: str) -> tuple[Any, Any] | None:
    """The nodes of a key and of its value."""
    from ruamel.yaml import YAML

    node = YAML(typ="rt", pure=True).compose(text)
    found = None
    for key in path:
        if node is None or not node.tag.endswith(":map"):
            return None
        found = next(((name, value) for name, value in node.value if name.value == key), None)
        if found is None:
            return None
        node = found[1]
    return found


def _rendered(value: object) -> str:
    from ruamel.yaml import YAML

    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = 4096
    target = io.StringIO()
    writer.dump(value, target)
    return target.getvalue()


def _set(text: str, addition: Member) -> str:
    above, key = addition.path

    def change(document: Any) -> None:
        if not document.get(above):
            document[above] = {}
        document[above][key] = addition.value

    return _round_trip(text, change)


def _unset(text: str, path: tuple[str, ...]) -> str:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        del document[path[-1]]

    return _round_trip(text, change)


def _round_trip(text: str, change: Callable[[Any], None]) -> str:
    """What ruamel makes of it: comments and order stay, not every space."""
    from ruamel.yaml import YAML

    editor = YAML(typ="rt", pure=True)
    editor.preserve_quotes = True
    editor.width = 4096
    document = editor.load(text) or {}
    change(document)
    target = io.StringIO()
    editor.dump(document, target)
    return target.getvalue()


def _fitting(
    before: str, wanted: dict[str, Any], ways: list[Callable[[], str | None]], also: dict[str, Any] | None = None
) -> str:
    """What the first way makes that says what is wanted and nothing else, and with which no comment goes.

    Of the lines that the first way takes out all are clew's own.
    """
    for number, way in enumerate(ways):
        found = way()
        if found is None or not (_says(found, wanted) or (also is not None and _says(found, also))):
            continue
        if number == 0 or _comments(found) >= _comments(before):
            return found
    raise Unfit(Phrase("installing.why-form"))


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return _same(_read(text), wanted, set())
    except Unfit:
        return False


def _same(one: object, other: object, seen: set[tuple[int, int]]) -> bool:
    """Equal, where `nan` is like `nan`. What is named and repeated is looked at once: ten names can stand for a billion."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (dict, list)):
        pair = (id(one), id(other))
        if pair in seen:
            return True
        seen.add(pair)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key], seen) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(*pair, seen) for pair in zip(one, other, strict=True))
    return one == other or (one != one and other != other)


def _comments(text: str) -> Counter[str]:
    """What may be one: a line of it, or the rest of a line."""
    return Counter(line[line.find("#") :].strip() for line in lines_in(text) if "#" in line)
