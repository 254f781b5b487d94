"""What installing clew adds to the files of an agent, as values: nothing here opens a file."""

from __future__ import annotations

from clew.values import Value

JSON, TOML, YAML = "json", "toml", "yaml"
NAME = "clew"  # under which clew stands in every agent's settings


class Told(Value):
    """What an agent's file is told of the clew that is to be installed."""

    command: tuple[str, ...]  # that runs it: the program, and what must stand behind it always
    home: str
    lang: str = "en"

    def serving(self, agent: str) -> list[str]:
        """The command of the server, in words."""
        return [*self.command, "serve", "--agent", agent]

    def hook(self, event: str, agent: str) -> str:
        """The command of a hook, as one line for a shell; what the client has to say comes by standard input."""
        return shell_line([*self.command, "hook", event, "--agent", agent])


class Addition(Value):
    """One thing in one file."""

    file: str


class Member(Addition):
    """A value under a name, at a place in a document; the names above are made where they are missing."""

    form: str
    path: tuple[str, ...]
    value: object


class Item(Addition):
    """A value in a list of a document."""

    form: str
    path: tuple[str, ...]
    value: object


class Whole(Addition):
    """A file of our own."""

    text: str


class Rules(Addition):
    """The marked block in a file of rules."""

    lang: str = "en"


class Trace(Addition):
    """What the agent itself writes about us in its settings: never added, taken out with the rest."""

    form: str
    path: tuple[str, ...]


def json_text(value: object, indent: int | None = 2) -> str:
    """A file of ours in JSON."""
    import json  # late: a hook writes none

    return json.dumps(value, indent=indent, ensure_ascii=False) + "\n"


def shell_line(words: list[str]) -> str:
    """Words as one command line that every shell of the kind takes apart again as they are."""
    return " ".join(word if _is_plain(word) else _quoted(word) for word in words)


def _is_plain(word: str) -> bool:
    return word != "" and all(char.isalnum() or char in "-_./:@%+=,\\" for char in word) and ("\\" not in word)


def _quoted(word: str) -> str:
    """Within double quotes, which `cmd.exe` knows too; what a POSIX shell would still look at there is escaped."""
    if ":\\" in word or word.startswith("\\\\"):  # a path of Windows, whose backslashes are no escapes there
        return f'"{word}"'
    if "'" not in word and any(char in word for char in '"\\$`'):
        return f"'{word}'"
    return '"' + "".join(f"\\{char}" if char in '"\\$`' else char for char in word) + '"'
