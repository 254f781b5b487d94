"""What a command takes, as plain data.

The same spec is read by the lean parser, by click (usage errors, completion), by the help pages and by
`docs/cli.md`, so that none of them can say something else.

The words are not here. They are found by the command's and the parameter's own names: `help`, `--tag`, `TEXT` in
`clew.words.commands.NAME`, and what many commands share in `clew.words.cli`.
"""

from __future__ import annotations

from clew.values import Value

# What one wants, in the order of `clew --help`. Each command belongs to one of these.
GROUPS = ("begin", "conversations", "facts", "find", "history", "care", "sync", "agents")


class Argument(Value):
    """A value known by its place. `TEXT` becomes `given.text`.

    Required ones come first, then optional ones, then at most one that takes all the rest (`many`).
    """

    name: str
    required: bool = True
    many: bool = False
    choices: tuple[str, ...] = ()
    complete: str = ""  # "dir", "file", or the name of a source in `clew.cli.completing`

    @property
    def field(self) -> str:
        """Its name in `call.given`."""
        return self.name.lower().replace("-", "_")


class Option(Value):
    """A value known by its name. `--no-input` becomes `given.no_input`.

    `value` is what stands behind it in the usage line, empty for a flag. `kind` is `text` or `int`; an int has
    a smallest value, `least`. Not given it is `default`: None, False for a flag, () where it may be repeated.
    """

    name: str
    value: str = ""
    short: str = ""
    many: bool = False
    kind: str = "text"
    least: int = 0
    default: str | int | None = None
    choices: tuple[str, ...] = ()
    complete: str = ""

    @property
    def field(self) -> str:
        """Its name in `call.given`."""
        return self.name[2:].replace("-", "_")

    @property
    def unset(self) -> object:
        """Its value where it is not given."""
        if not self.value:
            return False
        return () if self.many else self.default


class Command(Value):
    """One command: its parameters, an example to paste, the keys of its JSON answer."""

    group: str
    example: str
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    json: tuple[str, ...] = ()


# Every command takes these, before its name too.
GLOBALS = (
    Option("--home", "DIR", complete="dir"),
    Option("--json"),
    Option("--quiet"),
    Option("--no-input"),
)

# What many commands take, in one spelling.
DIR = Option("--dir", "DIR", complete="dir")
CONVERSATION = Option("--conversation", "ID")
AGENT = Option("--agent", "NAME")
TAG = Option("--tag", "TAG", many=True, complete="tag")
REF = Argument("REF", complete="memory")


def unset(command: Command | None) -> dict[str, object]:
    """The values of a call that gives nothing."""
    values: dict[str, object] = {option.field: option.unset for option in GLOBALS}
    if command is not None:
        for option in command.options:
            values[option.field] = option.unset
        for argument in command.arguments:
            values[argument.field] = () if argument.many else None
    return values


def looks_like_option(text: str) -> bool:
    """Whether an argument is meant as an option: `-k`, `--tag=x`, but not `-`, `- a list item` or a rule and text.

    Agents save texts that begin with a dash; what has white space in its name is one of those.
    """
    if len(text) < 2 or text[0] != "-":
        return False
    name = text.partition("=")[0]
    return not any(char.isspace() for char in name)
