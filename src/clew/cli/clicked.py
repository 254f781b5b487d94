"""The same calls, read by click: usage errors, help, completion, and every form that the lean parser leaves alone.

click parses; the words are ours, in both languages.
"""

from __future__ import annotations

from difflib import get_close_matches

import click

from clew.cli import commands
from clew.cli.completing import candidates
from clew.cli.lean import Parsed
from clew.cli.pages import bare
from clew.cli.spec import GLOBALS, Argument, Command, Option, looks_like_option, unset
from clew.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from click.shell_completion import CompletionItem

# Set before a text that begins with a dash and is no option. No argument of a process can hold it.
_TEXT_MARK = "\0"


class _Asked(Exception):
    """`--help` or `--version`: there is nothing to run."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed


def parse(argv: list[str]) -> Parsed:
    """The call. Raises `Usage` for what cannot be read."""
    try:
        answer = root().main(_marked(argv), prog_name="clew", standalone_mode=False)
    except _Asked as asked:
        return asked.parsed
    except click.UsageError as error:
        raise _usage(error) from error
    assert isinstance(answer, Parsed)
    return answer


def root() -> click.Group:
    """clew as one click group; its commands are built when they are asked for."""
    parameters = [_option(option) for option in GLOBALS]
    parameters += [_asking("--version", "version"), _asking("--help", "help", "-h")]

    @click.pass_context
    def alone(_: click.Context, /, **values: object) -> Parsed:
        return Parsed("", {**unset(None), **values})

    return _Root(
        "clew",
        params=parameters,
        invoke_without_command=True,
        callback=alone,
        add_help_option=False,
        no_args_is_help=False,
    )


class _Root(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return commands.names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = commands.find(cmd_name)
        return None if module is None else _command(cmd_name, module.COMMAND)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and commands.find(args[0]) is None:
            raise commands.unknown(args[0].removeprefix(_TEXT_MARK))
        return super().resolve_command(ctx, args)


def _command(name: str, command: Command) -> click.Command:
    parameters: list[click.Parameter] = [_argument(argument) for argument in command.arguments]
    parameters += [_option(option) for option in (*command.options, *GLOBALS)]
    parameters.append(_asking("--help", "help", "-h"))

    @click.pass_context
    def callback(context: click.Context, /, **values: object) -> Parsed:
        if context.args:
            extra = context.args[0].removeprefix(_TEXT_MARK)
            raise Usage("cli.too-many", command=name, extra=extra, usage=_usage_of(name))
        return Parsed(name, _with_outer(context, values))

    return click.Command(
        name,
        params=parameters,
        callback=callback,
        add_help_option=False,
        context_settings={"allow_extra_args": True},
    )


def _with_outer(context: click.Context, values: dict[str, object]) -> dict[str, object]:
    """Global options may stand before the command's name; behind it they win."""
    outer = context.parent.params if context.parent else {}
    for option in GLOBALS:
        if values[option.field] == option.unset:
            values[option.field] = outer.get(option.field, option.unset)
    return values


def _option(option: Option) -> click.Option:
    names = [option.field, option.name] + ([option.short] if option.short else [])
    eager = option in GLOBALS  # read before `--help`, whose form `--json` decides
    if not option.value:
        return click.Option(names, is_flag=True, default=False, is_eager=eager)
    default: Any = None if option.many else option.default
    return click.Option(
        names, type=_Word(option), multiple=option.many, default=default, metavar=option.value, is_eager=eager
    )


def _argument(argument: Argument) -> click.Argument:
    return click.Argument(
        [argument.field],
        type=_Word(argument),
        nargs=-1 if argument.many else 1,
        required=argument.required,
        metavar=argument.name,
    )


def _asking(name: str, what: str, *short: str) -> click.Option:
    def callback(context: click.Context, _: click.Parameter, given: bool) -> None:
        if given and not context.resilient_parsing:
            inner = context.info_name if context.parent else ""
            values = {option.field: context.params[option.field] for option in GLOBALS}
            raise _Asked(Parsed(inner or "", _with_outer(context, values), what))

    return click.Option([name, *short], is_flag=True, expose_value=False, callback=callback)


class _Word(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """One value of an option or argument, checked as its spec says."""

    name = "word"

    def __init__(self, of: Option | Argument) -> None:
        self.of = of

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):  # a default
            return value
        text = value.removeprefix(_TEXT_MARK)
        kind = getattr(self.of, "kind", "text")
        if isinstance(self.of, Option) and kind == "text" and text == value and looks_like_option(text):
            raise Usage("cli.value-is-option", option=self.of.name, value=text)
        if self.of.choices and text not in self.of.choices:
            raise _suggest(Usage("cli.not-a-choice", name=self.of.name, value=text), self.of.choices)
        if isinstance(self.of, Option) and kind == "int":
            return _number(self.of, text)
        return text

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return candidates(self.of, ctx.params, incomplete)


def _number(option: Option, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = option.least - 1
    if number < option.least:
        raise Usage("cli.not-a-number", option=option.name, value=text, least=option.least)
    return number


def _marked(argv: list[str]) -> list[str]:
    """Mark the texts that begin with a dash, up to `--`, so that click takes them for what they are."""
    marked: list[str] = []
    for at, word in enumerate(argv):
        if word == "--":
            return marked + argv[at:]
        name, equals, value = word.partition("=")
        if word[:1] == "-" and len(word) > 1 and not looks_like_option(word):
            word = _TEXT_MARK + word
        elif equals and value[:1] == "-" and name[:2] == "--":
            word = f"{name}={_TEXT_MARK}{value}"
        marked.append(word)
    return marked


def _usage(error: click.UsageError) -> Usage:
    name, command = _called(error.ctx)
    line = _usage_of(name)
    if isinstance(error, click.NoSuchOption):
        option = error.option_name.removeprefix(_TEXT_MARK)
        found = Usage("cli.no-such-option", option=option, usage=line)
        return _suggest(found, get_close_matches(option, [known.name for known in _known(command)]))
    if isinstance(error, click.BadOptionUsage):
        flags = [known.name for known in _known(command) if not known.value] + ["--help", "--version"]
        key = "cli.takes-no-value" if error.option_name in flags else "cli.needs-value"
        return Usage(key, option=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return _missing(error.param, line)
    return Usage("cli.usage", message=error.format_message(), usage=line)


def _usage_of(name: str) -> str:
    return f"{bare(name)} [OPTIONS]" if name else "clew COMMAND [OPTIONS]"


def _missing(param: click.Parameter, line: str) -> Usage:
    name = param.type.of.name if isinstance(param.type, _Word) else str(param.name)
    return Usage("cli.missing-argument", name=name, usage=line)


def _called(context: click.Context | None) -> tuple[str, Command | None]:
    name = (context.info_name or "") if context is not None and context.parent else ""
    module = commands.find(name) if name else None
    return name, module.COMMAND if module else None


def _known(command: Command | None) -> tuple[Option, ...]:
    return (*GLOBALS, *(command.options if command else ()))


def _suggest(error: Usage, suggestions: list[str] | tuple[str, ...]) -> Usage:
    error.suggestions = list(suggestions)
    return error
