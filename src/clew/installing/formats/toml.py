"""TOML: a table of ours stands at the end of the file, where no other can be disturbed by it."""

from __future__ import annotations

import tomllib
from collections import Counter

from clew.agents.additions import Item, Member
from clew.installing.formats import Unfit, lines_in
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
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
    return _fitting(text, wanted, [_appended(text, addition)], lambda: _set(text, addition))


def take(text: str, addition: Member | Item) -> str:
    before = _read(text)
    if _at(before, addition.path) is None:
        return text
    wanted = _without(before, addition.path)
    return _fitting(text, wanted, _cuts(text, addition.path), lambda: _unset(text, addition.path))


def drop_empty(text: str, path: tuple[str, ...]) -> str:
    """A table that only others stood in is not written at all."""
    before = _read(text)
    if _at(before, path) != {}:
        return text
    try:
        return _fitting(text, _without(before, path), _cuts(text, path), lambda: _unset(text, path))
    except Unfit:  # an empty one does no harm
        return text


def reaches(text: str, path: tuple[str, ...]) -> bool:
    return _at(_read(text), path) is not None


def value_at(text: str, path: tuple[str, ...]) -> object:
    return _at(_read(text), path)


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"), parse_float=str)  # as it is written: `nan` is never like `nan`
    except RecursionError as problem:
        raise Unfit(Phrase("installing.why-deep")) from problem
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


def _cuts(text: str, path: tuple[str, ...]) -> Iterator[str]:
    """The text without the lines of that table, the blank one before it included: for each line that could be its head.

    One that stands in a text over several lines only looks like it.
    """
    lines = lines_in(text)
    heads = [_head(line) for line in lines]
    for start in (at for at, head in enumerate(heads) if head == path):
        end = start
        for at in range(start + 1, len(lines)):
            head = heads[at]
            if head and head[: len(path)] != path:
                break
            if lines[at].strip() and not lines[at].lstrip().startswith("#"):
                end = at  # comments behind it belong to what follows
        first = start - 1 if start and not lines[start - 1].strip() else start
        yield "".join(lines[:first]) + "".join(lines[end + 1 :])


def _head(line: str) -> tuple[str, ...]:
    """The name in the head of a table, however it is spelled; () for any other line."""
    if not line.lstrip().startswith("["):
        return ()
    try:
        found: Any = tomllib.loads(line.strip())
    except (tomllib.TOMLDecodeError, RecursionError):
        return ()
    path = []
    while found:
        ((key, below),) = found.items()
        path.append(key)
        found = below[0] if isinstance(below, list) else below
    return tuple(path)


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


def _fitting(before: str, wanted: dict[str, Any], ways: Iterable[str], otherwise: Callable[[], str]) -> str:
    """The first text that says what is wanted and nothing else, or what the other way makes, if no comment goes with it."""
    for found in ways:
        if _says(found, wanted):
            return found
    made = otherwise()
    if _says(made, wanted) and _comments(made) >= _comments(before):
        return made
    raise Unfit(Phrase("installing.why-form"))


def _says(text: str, wanted: dict[str, Any]) -> bool:
    try:
        return _read(text) == wanted
    except Unfit:
        return False


def _comments(text: str) -> Counter[str]:
    return Counter(line.strip() for line in lines_in(text) if line.lstrip().startswith("#"))


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
