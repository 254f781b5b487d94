"""`docs/cli.md`, printed from the specs, so that the page and the program cannot disagree."""

from __future__ import annotations

from clew.cli.commands import names
from clew.cli.pages import example, meaning, spec, spelled, summary, usage
from clew.cli.spec import GLOBALS, GROUPS, Argument, Option
from clew.words import has, say

STATUS = (0, 1, 2, 3, 4)


def reference_page(lang: str = "en") -> str:
    """The whole page: what holds everywhere, then every command in the groups of `clew --help`."""
    parts = [
        f"# {say('cli.reference.title', lang)}",
        say("cli.reference.about", lang),
        f"## {say('cli.everywhere', lang).rstrip(':：')}",
        _rows([(spelled(option), say(f"cli.{option.name}", lang)) for option in GLOBALS]),
        f"## {say('cli.reference.status', lang)}",
        _rows([(str(status), say(f"cli.reference.status.{status}", lang)) for status in STATUS], code=False),
        say("cli.reference.json", lang),
        say("cli.reference.text", lang),
    ]
    for group in GROUPS:
        listed = [name for name in names() if spec(name).group == group]
        if listed:
            parts.append(f"## {say(f'cli.group.{group}', lang)}")
            parts += [_command(name, lang) for name in listed]
    return "\n\n".join(parts) + "\n"


def _command(name: str, lang: str) -> str:
    command = spec(name)
    line = "\n".join(usage(name))
    parts = [f"### clew {name}", say("cli.reference.sentence", lang, text=summary(name, lang))]
    if has(f"commands.{name}.help.more"):
        parts.append(say(f"commands.{name}.help.more", lang))
    parts.append(f"```text\n{line}\n```")
    parameters: tuple[Argument | Option, ...] = (*command.arguments, *command.options)
    if parameters:
        parts.append(_rows([(spelled(each), meaning(name, each, lang)) for each in parameters]))
    if command.json:
        keys = ", ".join(f"`{key}`" for key in command.json)
        parts.append(say("cli.reference.keys", lang, keys=keys))
    parts.append("```sh\n" + "\n".join(example(command)) + "\n```")
    return "\n\n".join(parts)


def _rows(rows: list[tuple[str, str]], *, code: bool = True) -> str:
    """A table without a head; a bar in a cell is escaped."""
    lines = ["| | |", "|---|---|"]
    for name, text in rows:
        cell = f"`{name}`" if code else name
        escaped = text.replace("|", "\\|")
        lines.append(f"| {cell} | {escaped} |")
    return "\n".join(lines)
