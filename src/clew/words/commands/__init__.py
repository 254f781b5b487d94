"""What the commands say: one table a command, found by its name, as the commands themselves are.

A table holds `help` (one line), `help.more` (if there is more to say), a line for each option and argument under its
own name (`--tag`, `TEXT`; what many commands share is in `clew.words.cli`), and the command's own sentences.
The key of a sentence is `commands.NAME.what`; inside the command, `.what`.
"""

from __future__ import annotations


class _Tables:
    """All tables as one, each imported when something of it is said."""

    def __getitem__(self, key: str) -> tuple[str, str]:
        name, _, what = key.partition(".")
        texts: dict[str, tuple[str, str]] = table(name)
        return texts[what]

    def __contains__(self, key: str) -> bool:
        name, _, what = key.partition(".")
        return what in table(name)


def table(name: str) -> dict[str, tuple[str, str]]:
    """The table of one command, empty where it has none."""
    path = f"{__name__}.{name.replace('-', '_')}"
    try:
        texts: dict[str, tuple[str, str]] = __import__(path, fromlist=["TEXTS"]).TEXTS
    except ModuleNotFoundError as missing:
        if missing.name != path:
            raise
        return {}
    return texts


TEXTS = _Tables()
