"""How a value is put into a file of each form and taken out again, one file each: `json.py` edits JSON.

Every other byte stays. What comes out is read again with a parser of the form: it must say what was there and what was
added, nothing else; otherwise it is refused.
"""

from __future__ import annotations

from importlib import import_module
from io import StringIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from clew.agents.additions import Item, Member
    from clew.words import Phrase

    class Form(Protocol):
        """What a file in this folder holds. All of it raises `Unfit` for a text that is not of this form."""

        def put(self, text: str, addition: Member | Item, /) -> str:
            """The text with the addition, in place of an earlier one of ours."""

        def take(self, text: str, addition: Member | Item, /) -> str:
            """The text without it; as it is where it is not there."""

        def drop_empty(self, text: str, path: tuple[str, ...], /) -> str:
            """Without a table or list that holds nothing any more; as it is where that would cost something else."""

        def reaches(self, text: str, path: tuple[str, ...], /) -> bool:
            """Whether something stands at this place."""

        def value_at(self, text: str, path: tuple[str, ...], /) -> object:
            """What stands there, None for nothing."""


class Unfit(Exception):
    """This text cannot be edited: `reason` says why, `line` where, 0 where nobody knows."""

    def __init__(self, reason: Phrase | str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason  # a parser's own, where it has one
        self.line = line


def form(name: str) -> Form:
    """The form of this name."""
    found: Form = import_module(f"{__name__}.{name}")
    return found


def lines_in(text: str) -> list[str]:
    """The lines with their ends. Python's own `splitlines` also ends one where no parser and no editor does."""
    return StringIO(text, newline="").readlines()


def is_ours(value: object) -> bool:
    """Whether a value of a list, or what stands under our name, was put there by clew: by the command that it runs."""
    if isinstance(value, str):
        words = value.replace('"', " ").replace("'", " ").split()
        return "hook" in words and "--agent" in words and any(_is_clew(word) for word in words)
    if isinstance(value, dict):
        return any(map(is_ours, value.values())) or _serves(value)
    if isinstance(value, list):
        return any(map(is_ours, value))
    return False


def is_installed(value: object) -> bool:
    """Whether `clew install` wrote it, and no person by hand: it says for which agent it is."""
    return is_ours(value) and "--agent" in repr(value)


def _serves(value: dict[str, object]) -> bool:
    """An entry for a server or a process."""
    words: list[object] = []
    for name in ("command", "cmd", "args"):
        part = value.get(name)
        words += part if isinstance(part, list) else [part]
    said = [word for word in words if isinstance(word, str)]
    return any(map(_is_clew, said)) and ("serve" in said or "hook" in said)


def _is_clew(word: str) -> bool:
    return word.replace("\\", "/").rstrip("/").rpartition("/")[2].removesuffix(".exe").lower() == "clew"
