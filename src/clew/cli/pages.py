"""The help pages, made from the specs: the overview, the list of commands, the page of one command."""

from __future__ import annotations

from clew import __version__
from clew.cli.columns import columns, padded, terminal_width, wrapped
from clew.cli.commands import find, names, unknown
from clew.cli.spec import GLOBALS, GROUPS, Argument, Command, Option
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.call import Call

FIRST = ("init", "install", "start", "save", "search")
WIDTH = 100  # columns of a page that no terminal shows, and the most that one is given
NARROWEST = 40


def answer(call: Call, name: str, asks: str) -> None:
    """Answer `clew`, `clew --help`, `clew COMMAND --help` and `clew --version`."""
    if asks == "version":
        call.answer({"version": __version__}, f"clew {__version__}")
    elif name:
        text = page(name, call.lang, terminal_width(NARROWEST, WIDTH))
        call.answer({"help": text}, text)
    else:
        listed = {name: summary(name, call.lang) for name in names()}
        text = (all_commands if asks == "help" else overview)(call.lang, terminal_width(NARROWEST, WIDTH))
        call.answer({"version": __version__, "commands": listed}, text)


def overview(lang: str, width: int = WIDTH) -> str:
    """What clew is and the five commands one needs first."""
    known = names()
    rows = [(bare(name), summary(name, lang)) for name in FIRST if name in known]
    parts = [_text("cli.tagline", lang, width), f"{say('cli.first', lang)}\n{_table(rows, width)}"]
    parts.append(_text("cli.more", lang, width))
    return "\n\n".join(parts) + "\n"


def all_commands(lang: str, width: int = WIDTH) -> str:
    """Every command, grouped by what one wants."""
    known = names()
    longest = max(map(len, known))
    parts = [_text("cli.tagline", lang, width), say("cli.usage-of-all", lang)]
    for group in GROUPS:
        rows = [(name.ljust(longest), summary(name, lang)) for name in known if spec(name).group == group]
        if rows:
            parts.append(say(f"cli.group.{group}", lang) + "\n" + _table(rows, width))
    everywhere = [(spelled(option), say(f"cli.{option.name}", lang)) for option in GLOBALS]
    everywhere += [("--help, -h", say("cli.--help", lang)), ("--version", say("cli.--version", lang))]
    parts += [f"{say('cli.everywhere', lang)}\n{_table(everywhere, width)}", _text("cli.more", lang, width)]
    return "\n\n".join(parts) + "\n"


def page(name: str, lang: str, width: int = WIDTH) -> str:
    """All about one command; its last words are an example to paste."""
    command = spec(name)
    title = say("cli.usage-line", lang, usage="")
    used = usage(name, width - columns(title))
    lines = [f"{title if at == 0 else ' ' * columns(title)}{line}" for at, line in enumerate(used)]
    parts = ["\n".join(lines), "\n".join(wrapped(summary(name, lang), width))]
    if more := _words(name, "help.more", lang):
        parts.append("\n".join(wrapped(more, width)))
    for title, parameters in (("arguments", command.arguments), ("options", command.options), ("everywhere", GLOBALS)):
        if parameters:
            rows = [(spelled(parameter), meaning(name, parameter, lang)) for parameter in parameters]
            parts.append(say(f"cli.{title}", lang) + "\n" + _table(rows, width))
    parts.append(say("cli.example", lang) + "\n" + "\n".join(f"  {line}" for line in example(command)))
    return "\n\n".join(parts) + "\n"


def spec(name: str) -> Command:
    """What a command takes. Raises `Usage` for a name that is none."""
    module = find(name)
    if module is None:
        raise unknown(name)
    return module.COMMAND


def bare(name: str) -> str:
    """A command and its arguments, without its options: `clew tags [TEXT]`."""
    parts = ["clew", name]
    for argument in spec(name).arguments:
        shown = "|".join(argument.choices) or argument.name
        shown += "..." if argument.many else ""
        parts.append(shown if argument.required else f"[{shown}]")
    return " ".join(parts)


def usage(name: str, width: int = WIDTH - 8) -> list[str]:
    """The usage lines of a command, every option of its own in them."""
    line = bare(name)
    return _lines([line, *map(_optional, spec(name).options)], min(columns(line) + 1, width // 4), width)


def summary(name: str, lang: str) -> str:
    """One line about a command."""
    return _words(name, "help", lang)


def meaning(name: str, parameter: Option | Argument, lang: str) -> str:
    """One line about a parameter: the command's own words, else the shared ones, and what its spec adds."""
    text = _words(name, parameter.name, lang) or (
        say(f"cli.{parameter.name}", lang) if has(f"cli.{parameter.name}") else ""
    )
    notes = []
    if parameter.choices:
        notes.append(say("cli.choices", lang, choices=parameter.choices))
    if isinstance(parameter, Option) and parameter.value and parameter.default is not None:
        notes.append(say("cli.default", lang, default=parameter.default))
    if parameter.many and isinstance(parameter, Option):
        notes.append(say("cli.repeatable", lang))
    return text + "".join(f" ({note})" if lang != "zh" else f"（{note}）" for note in notes)


def example(command: Command) -> list[str]:
    """The lines of the example."""
    return [line.strip() for line in command.example.strip().splitlines()]


def _words(name: str, what: str, lang: str) -> str:
    key = f"commands.{name}.{what}"
    return say(key, lang) if has(key) else ""


def spelled(parameter: Option | Argument) -> str:
    """A parameter as it is typed: `-k, --limit N`."""
    if isinstance(parameter, Argument):
        return parameter.name
    spelled = f"{parameter.short}, {parameter.name}" if parameter.short else parameter.name
    return f"{spelled} {parameter.value}" if parameter.value else spelled


def _optional(option: Option) -> str:
    return f"[{spelled(option)}]" + ("..." if option.many else "")


def _text(key: str, lang: str, width: int) -> str:
    return "\n".join(wrapped(say(key, lang), width))


def _lines(parts: list[str], indent: int, width: int) -> list[str]:
    """The parts in as many lines as they need, none broken."""
    lines = [parts[0]]
    for part in parts[1:]:
        if columns(lines[-1]) + 1 + columns(part) <= width:
            lines[-1] += f" {part}"
        else:
            lines.append(" " * indent + part)
    return lines


def _table(rows: Sequence[tuple[str, str]], width: int) -> str:
    """Two columns; where the left one is long, the right one starts on the next line."""
    left = min(max((columns(name) for name, _ in rows), default=0), 28, width // 3)
    lines = []
    for name, text in rows:
        rest = wrapped(text, width - left - 4)
        if columns(name) > left:
            lines.append(f"  {name}")
        else:
            lines.append(f"  {padded(name, left)}  {rest.pop(0) if rest else ''}".rstrip())
        lines += [f"{' ' * (left + 4)}{line}" for line in rest]
    return "\n".join(lines)
