"""The parser of plainly valid calls.

click costs 20 ms to import, more than `clew menu` takes in all. So a call is first read here; whatever this parser
is not sure about (help, a mistake, a rare form) it leaves to click by answering None. Where it does answer,
the answer is click's: a test throws random calls at both.
"""

from __future__ import annotations

from clew.cli.commands import find
from clew.cli.spec import GLOBALS, looks_like_option, unset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.spec import Command, Option


class Parsed:
    """A call that has been read: the command's name ("" for none), what it was given, and what it asks for instead
    of a run ("help", "version" or "")."""

    __slots__ = ("asks", "name", "values")

    def __init__(self, name: str, values: dict[str, object], asks: str = "") -> None:
        self.name = name
        self.values = values
        self.asks = asks


def parse(argv: list[str]) -> Parsed | None:
    """The call, or None where click must look at it."""
    values: dict[str, object] = {}
    rest = _options(argv, {option.name: option for option in GLOBALS}, values, None)
    if not rest:
        return None
    name = rest[0]
    module = find(name)
    if module is None:
        return None
    command = module.COMMAND
    words: list[str] = []
    if _options(rest[1:], _known(command), values, words) is None:
        return None
    if not _arguments(command, words, values):
        return None
    return Parsed(name, {**unset(command), **values})


def _known(command: Command) -> dict[str, Option]:
    known = {option.name: option for option in (*GLOBALS, *command.options)}
    known.update({option.short: option for option in command.options if option.short})
    return known


def _options(
    argv: list[str], known: dict[str, Option], values: dict[str, object], words: list[str] | None
) -> list[str] | None:
    """Read options into `values`, other words into `words`; without `words`, stop at the first. None: not sure."""
    at = 0
    while at < len(argv):
        text = argv[at]
        at += 1
        if text == "--":
            if words is None:
                return None
            words.extend(argv[at:])
            return []
        if not looks_like_option(text):
            if words is None:
                return argv[at - 1 :]
            words.append(text)
            continue
        name, equals, value = text.partition("=")
        option = known.get(name)
        if option is None or (equals and (not option.value or name == option.short)):
            return None
        if not option.value:
            values[option.field] = True
            continue
        if not equals:
            if at == len(argv) or looks_like_option(argv[at]):
                return None
            value = argv[at]
            at += 1
        if not _put(option, value, values):
            return None
    return []


def _put(option: Option, text: str, values: dict[str, object]) -> bool:
    value: str | int = text
    if option.choices and text not in option.choices:
        return False
    if option.kind == "int":
        if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < option.least:
            return False
        value = int(text)
    if option.many:
        earlier = values.get(option.field, ())
        values[option.field] = (*earlier, value)  # type: ignore[misc]  # always a tuple: `many` options hold nothing else
    else:
        values[option.field] = value
    return True


def _arguments(command: Command, words: list[str], values: dict[str, object]) -> bool:
    for argument in command.arguments:
        if argument.many:
            taken, words = words, []
            if argument.required and not taken:
                return False
            values[argument.field] = tuple(taken)
        elif words:
            taken, words = words[:1], words[1:]
            values[argument.field] = taken[0]
        elif argument.required:
            return False
        else:
            continue
        if argument.choices and any(word not in argument.choices for word in taken):
            return False
    return not words
