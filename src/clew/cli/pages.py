"""The help pages, made from the specs: the overview, the list of commands, the page of one command."""

from __future__ import annotations

from unicodedata import east_asian_width

from clew import __version__
from clew.cli.commands import find, names, unknown
from clew.cli.spec import GLOBALS, GROUPS, Argument, Command, Option
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.call import Call

FIRST = ("init", "install", "start", "save", "search")
WIDTH = 100


def answer(call: Call, name: str, asks: str) -> None:
    """Answer `clew`, `clew --help`, `clew COMMAND --help` and `clew --version`."""
    if asks == "version":
        call.answer({"version": __version__}, f"clew {__version__}")
    elif name:
        text = page(name, call.lang)
        call.answer({"help": text}, text)
    else:
        listed = {name: summary(name, call.lang) for name in names()}
        text = (all_commands if asks == "help" else overview)(call.lang)
        call.answer({"version": __version__, "commands": listed}, text)


def overview(lang: str) -> str:
    """What clew is and the five commands one needs first."""
    known = names()
    rows = [(bare(name), summary(name, lang)) for name in FIRST if name in known]
    parts = [say("cli.tagline", lang), say("cli.first", lang) + "\n" + _table(rows), say("cli.more", lang)]
    return "\n\n".join(parts) + "\n"


def all_commands(lang: str) -> str:
    """Every command, grouped by what one wants."""
    known = names()
    width = max(map(len, known))
    parts = [say("cli.tagline", lang), say("cli.usage-line", lang, usage="clew COMMAND [OPTIONS]")]
    for group in GROUPS:
        rows = [(name.ljust(width), summary(name, lang)) for name in known if spec(name).group == group]
        if rows:
            parts.append(say(f"cli.group.{group}", lang) + "\n" + _table(rows))
    everywhere = [(spelled(option), say(f"cli.{option.name}", lang)) for option in GLOBALS]
    everywhere += [("--help, -h", say("cli.--help", lang)), ("--version", say("cli.--version", lang))]
    parts += [say("cli.everywhere", lang) + "\n" + _table(everywhere), say("cli.more", lang)]
    return "\n\n".join(parts) + "\n"


def page(name: str, lang: str) -> str:
    """All about one command; its last words are an example to paste."""
    command = spec(name)
    title = say("cli.usage-line", lang, usage="")
    lines = [f"{title if at == 0 else ' ' * _columns(title)}{line}" for at, line in enumerate(usage(name))]
    parts = ["\n".join(lines), summary(name, lang)]
    if more := _words(name, "help.more", lang):
        parts.append("\n".join(_wrapped(more, WIDTH)))
    for title, parameters in (("arguments", command.arguments), ("options", command.options), ("everywhere", GLOBALS)):
        if parameters:
            rows = [(spelled(parameter), meaning(name, parameter, lang)) for parameter in parameters]
            parts.append(say(f"cli.{title}", lang) + "\n" + _table(rows))
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


def usage(name: str) -> list[str]:
    """The usage lines of a command, every option of its own in them."""
    line = bare(name)
    return _lines([line, *map(_optional, spec(name).options)], indent=min(_columns(line) + 1, 24))


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
        notes.append(say("cli.choices", lang, choices=", ".join(parameter.choices)))
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


def _lines(parts: list[str], indent: int) -> list[str]:
    """The parts in as many lines as they need, none broken."""
    lines = [parts[0]]
    for part in parts[1:]:
        if _columns(lines[-1]) + 1 + _columns(part) <= WIDTH - 8:
            lines[-1] += f" {part}"
        else:
            lines.append(" " * indent + part)
    return lines


def _table(rows: Sequence[tuple[str, str]]) -> str:
    """Two columns; where the left one is long, the right one starts on the next line."""
    left = min(max((_columns(name) for name, _ in rows), default=0), 28)
    lines = []
    for name, text in rows:
        wrapped = _wrapped(text, WIDTH - left - 4)
        if _columns(name) > left:
            lines.append(f"  {name}")
        else:
            lines.append(f"  {name}{' ' * (left - _columns(name))}  {wrapped.pop(0) if wrapped else ''}".rstrip())
        lines += [f"{' ' * (left + 4)}{line}" for line in wrapped]
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken at spaces and between Chinese characters."""
    lines: list[str] = []
    line = ""
    for word in _words_of(text):
        if line and _columns(line) + _columns(word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()] if line.strip() else lines


def _words_of(text: str) -> list[str]:
    """Where a line may break: behind a space, behind a wide character unless punctuation follows."""
    words = [""]
    for char in text:
        wide = east_asian_width(char) in "WF"
        ends = words[-1][-1:] == " " or (words[-1][-1:] and east_asian_width(words[-1][-1]) in "WF")
        if (ends or wide) and char not in "，。；：、！？）”" and char != " ":
            words.append("")
        words[-1] += char
    return words


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
