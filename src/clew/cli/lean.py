"""The parser of plainly valid calls.

click costs 20 ms to import, more than `clew menu` takes in all. So a call is first read here; whatever this parser
is not sure about (a mistake, a rare form) it leaves to click by answering None. Where it does answer,
the answer is click's: a test throws random calls at both.
"""

from __future__ import annotations

from clew.cli.commands import find
from clew.cli.spec import GLOBALS, Command, Option, looks_like_option, unset
from clew.values import Value

HELP = {"--help": "help", "-h": "help"}


class Parsed(Value):
    """A call that has been read: the command's name ("" for none), what it was given, and what it asks for instead
    of being run ("help", "version" or "")."""

    name: str
    values: dict[str, object]
    asks: str = ""


def parse(argv: list[str]) -> Parsed | None:
    """The call, or None where click must look at it."""
    outer = _Reading({option.name: option for option in GLOBALS}, {}, {**HELP, "--version": "version"})
    rest = outer.read(argv, stop=True)
    if rest is None:
        return None
    if outer.asks or not rest:
        return None if rest else Parsed("", {**unset(None), **outer.values}, outer.asks)
    name = rest[0]
    module = find(name)
    if module is None:
        return None
    command = module.COMMAND
    inner = _Reading(_known(command), outer.values, HELP)
    if inner.read(rest[1:], stop=False) is None:
        return None
    if inner.asks:
        ours = {option.field for option in GLOBALS}
        told = {field: value for field, value in inner.values.items() if field in ours}
        return Parsed(name, {**unset(None), **told}, inner.asks)
    if not _arguments(command, inner.words, inner.values):
        return None
    return Parsed(name, {**unset(command), **inner.values})


def _known(command: Command) -> dict[str, Option]:
    known = {option.name: option for option in (*GLOBALS, *command.options)}
    known.update({option.short: option for option in command.options if option.short})
    return known


class _Reading:
    """Options are put into `values`, other words into `words`, in one pass."""

    def __init__(self, known: dict[str, Option], values: dict[str, object], asking: dict[str, str]) -> None:
        self.known = known
        self.values = values
        self.asking = asking
        self.words: list[str] = []
        self.asks = ""

    def read(self, argv: list[str], *, stop: bool) -> list[str] | None:
        """What is left unread: with `stop`, all from the first word on, else nothing. None: not sure."""
        at = 0
        while at < len(argv):
            text = argv[at]
            at += 1
            if text == "--":
                if stop:
                    return None
                self.words += argv[at:]
                return []
            if not looks_like_option(text):
                if stop:
                    return argv[at - 1 :]
                self.words.append(text)
                continue
            taken = self._option(text, argv[at] if at < len(argv) else None)
            if taken is None:
                return None
            at += taken
        return []

    def _option(self, text: str, following: str | None) -> int | None:
        """How many of the following words belong to this option. None: not sure."""
        if text in self.asking:
            self.asks = self.asks or self.asking[text]
            return 0
        name, equals, value = text.partition("=")
        option = self.known.get(name)
        if option is None or (equals and (not option.value or name == option.short)):
            return None
        if not option.value:
            self.values[option.field] = True
            return 0
        if equals:
            return 0 if self._put(option, value) else None
        if following is None or looks_like_option(following):
            return None
        return 1 if self._put(option, following) else None

    def _put(self, option: Option, text: str) -> bool:
        value: str | int = text
        if option.choices and text not in option.choices:
            return False
        if option.kind == "int":
            if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < option.least:
                return False
            value = int(text)
        if option.many:
            earlier = self.values.get(option.field, ())
            assert isinstance(earlier, tuple)
            self.values[option.field] = (*earlier, value)
        else:
            self.values[option.field] = value
        return True


def _arguments(command: Command, words: list[str], values: dict[str, object]) -> bool:
    """Hand the words to the arguments by their places. False: not sure."""
    for argument in command.arguments:
        taken = words if argument.many else words[:1]
        words = words[len(taken) :]
        if argument.required and not taken:
            return False
        if argument.choices and any(word not in argument.choices for word in taken):
            return False
        if argument.many:
            values[argument.field] = tuple(taken)
        elif taken:
            values[argument.field] = taken[0]
    return not words
