"""TOML: a table of ours stands at the end of the file, where no other can be disturbed by it."""

from __future__ import annotations

import tomllib

from clew.agents.additions import Item, Member
from clew.installing.formats import Unfit
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def put(text: str, addition: Member | Item) -> str:
    """Where the tables above are written in a way that forbids another table, the value is set in them."""
    before = _read(text)
    assert isinstance(addition, Member)  # nobody has a list in TOML that we add to
    if _at(before, addition.path) == addition.value:
        return text
    wanted = _with(before, addition.path, addition.value)
    if _at(before, addition.path) is not None:
        text = take(text, addition)
    return _fitting(wanted, _appended(text, addition), lambda: _set(text, addition))


def take(text: str, addition: Member | Item) -> str:
    before = _read(text)
    if _at(before, addition.path) is None:
        return text
    wanted = _without(before, addition.path)
    return _fitting(wanted, _cut(text, addition.path), lambda: _unset(text, addition.path))


def drop_empty(text: str, path: tuple[str, ...]) -> str:
    """A table that only others stood in is not written at all."""
    if _at(_read(text), path) != {}:
        return text
    return _unset(text, path)


def reaches(text: str, path: tuple[str, ...]) -> bool:
    return _at(_read(text), path) is not None


def value_at(text: str, path: tuple[str, ...]) -> object:
    return _at(_read(text), path)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as problem:
        said = str(problem)
        line = said.partition("at line ")[2].partition(",")[0]
        raise Unfit(said, int(line) if line.isdecimal() else 0) from problem


def _appended(text: str, addition: Member) -> str:
    import tomlkit

    document = tomlkit.document()
    table: Any = document
    for key in addition.path[:-1]:
        table.add(key, tomlkit.table(is_super_table=True))
        table = table[key]
    table.add(addition.path[-1], addition.value)
    newline = "\r\n" if "\r\n" in text else "\n"
    between = "" if not text or text.endswith(("\n\n", "\r\n\r\n")) else newline if text.endswith("\n") else newline * 2
    return text + between + tomlkit.dumps(document).replace("\n", newline)


def _cut(text: str, path: tuple[str, ...]) -> str | None:
    """The text without the lines of that table, the blank one before it included; None where they are not found."""
    lines = text.splitlines(keepends=True)
    header = ".".join(_key(key) for key in path)
    starts = [at for at, line in enumerate(lines) if _header(line) == header]
    if len(starts) != 1:
        return None
    start = end = starts[0]
    for at in range(start + 1, len(lines)):
        name = _header(lines[at])
        if name and name != header and not name.startswith(f"{header}."):
            break
        if lines[at].strip() and not lines[at].lstrip().startswith("#"):
            end = at  # comments behind it belong to what follows
    if start and not lines[start - 1].strip():
        start -= 1
    before, behind = "".join(lines[:start]), "".join(lines[end + 1 :])
    return before + behind


def _header(line: str) -> str:
    """The name in the head of a table, as it is written; "" for any other line."""
    bare = line.strip()
    return (
        bare[1 : bare.index("]")].strip() if bare.startswith("[") and not bare.startswith("[[") and "]" in bare else ""
    )


def _key(key: str) -> str:
    return key if key and all(char.isascii() and (char.isalnum() or char in "-_") for char in key) else f'"{key}"'


def _set(text: str, addition: Member) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    table = document
    for key in addition.path[:-1]:
        table = table.setdefault(key, {})
    table[addition.path[-1]] = addition.value
    return tomlkit.dumps(document)


def _unset(text: str, path: tuple[str, ...]) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    table = document
    for key in path[:-1]:
        table = table[key]
    del table[path[-1]]
    return tomlkit.dumps(document)


def _fitting(wanted: dict[str, Any], text: str | None, otherwise: Any) -> str:
    """The text, if it says what is wanted and nothing else, else what the other way makes."""
    for made in (lambda: text, otherwise):
        found: str | None = made()
        try:
            if found is not None and _read(found) == wanted:
                return found
        except Unfit:
            continue
    raise Unfit(Phrase("installing.why-form"))


def _at(document: dict[str, Any], path: tuple[str, ...]) -> Any:
    found: Any = document
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _with(document: dict[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        return {**document, key: value}
    below = document.get(key, {})
    if not isinstance(below, dict):
        raise Unfit(Phrase("installing.why-not-a-table", name=key))
    return {**document, key: _with(below, tuple(rest), value)}


def _without(document: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """A table that was there for ours alone goes with it."""
    key, *rest = path
    if not rest:
        return {name: value for name, value in document.items() if name != key}
    below = _without(document[key], tuple(rest))
    return {name: below if name == key else value for name, value in document.items() if name != key or below}
