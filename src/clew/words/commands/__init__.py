"""What the commands say: one table a command, found by its name, as the commands themselves are.

A table holds `help` (one line), `help.more` (if there is more to say), a line for each option and argument under its
own name (`--tag`, `TEXT`; what many commands share is in `clew.words.cli`), and the command's own sentences.
The key of a sentence is `commands.NAME.what`; inside the command, `.what`.
"""

from __future__ import annotations


class Tables:
    """All tables of a package as one, each imported when something of it is said."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getitem__(self, key: str) -> tuple[str, str]:
        name, _, what = key.partition(".")
        return self.table(name)[what]

    def __contains__(self, key: str) -> bool:
        name, _, what = key.partition(".")
        return what in self.table(name)

    def table(self, name: str) -> dict[str, tuple[str, str]]:
        """The table of one name, empty where there is none."""
        path = f"{self._package}.{name.replace('-', '_')}"
        try:
            texts: dict[str, tuple[str, str]] = __import__(path, fromlist=["TEXTS"]).TEXTS
        except ModuleNotFoundError as missing:
            if missing.name != path:
                raise
            return {}
        return texts


TEXTS = Tables(__name__)
table = TEXTS.table
