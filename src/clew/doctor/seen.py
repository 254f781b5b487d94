"""What an examination sees: facts for the screen, and ailments with what to do."""

from __future__ import annotations

from clew.library.findings import Finding
from clew.values import Value
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from clew.errors import ClewError


class Fact(Value):
    """One line of the screen. `place` is where the thing is, `more` what JSON says of it besides."""

    name: str
    key: str  # of the words; "" where a person need not read it
    data: Mapping[str, object]
    place: str | None = None
    more: object = None

    def line(self, lang: str = "en") -> str:
        """For a person."""
        return say(self.key, lang, path=self.place, **self.data)


class Ailment(Value):
    """Something that is not as it should be. What is not `urgent` is good to know; nobody need do anything."""

    room: str
    key: str
    path: str | None
    data: Mapping[str, object]
    urgent: bool = True

    def message(self, lang: str = "en") -> str:
        """One line: what is not well, and where."""
        return say(self.key, lang, **self._named(lang))

    def hint(self, lang: str = "en") -> str | None:
        """One line: what to do, where the words know."""
        key = f"{self.key}.hint"
        return say(key, lang, **self._named(lang)) if has(key) else None

    def shown(self, lang: str = "en") -> dict[str, object]:
        """As JSON has it."""
        return {
            "room": self.room,
            "message": self.message(lang),
            "hint": self.hint(lang),
            "path": self.path,
            "urgent": self.urgent,
        }

    def _named(self, lang: str) -> dict[str, object]:
        """What the words name; a finding of a check speaks for itself."""
        named = {"path": self.path, **self.data}
        return {name: value.message(lang) if isinstance(value, Finding) else value for name, value in named.items()}


def ailment(room: str, what: str, path: str | None = None, *, urgent: bool = True, **data: object) -> Ailment:
    """An ailment whose words are `doctor.what`."""
    return Ailment(room, f"doctor.{what}", path, data, urgent)


def ailment_of(room: str, problem: ClewError) -> Ailment:
    """An error that was met, in its own words."""
    data: dict[str, Any] = {name: value for name, value in problem.data.items() if name != "path"}
    return Ailment(room, problem.key, problem.path, data)
