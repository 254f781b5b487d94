"""What a check reports, and the mending of it as a value."""

from __future__ import annotations

from clew.values import Value
from clew.words import has, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.errors import ClewError


class Fix(Value):
    """A change that would mend a finding. Two looks at the same damage give equal fixes."""


class DropMemory(Fix):
    """Takes the file out of every entry of the folder."""

    slug: str
    file: str


class AddMemory(Fix):
    """Lists the file, with the tags that its segments name."""

    slug: str
    file: str


class JoinMemories(Fix):
    """One line for a file that the entry lists several times, with the tags of all."""

    dir: str
    file: str


class Retag(Fix):
    """Makes the entry's common tags the union over its memories again."""

    dir: str


class JoinEntries(Fix):
    """One entry for a directory that has several, with the memories of all."""

    dir: str


class RebuildEntry(Fix):
    """An entry for a folder of which the clue file says nothing."""

    slug: str
    dir: str


class RebuildClue(Fix):
    """A clue file where there is none."""


class RemoveTemporary(Fix):
    """Takes away what a dead process of clew's own left behind."""

    file: str


class Finding(Value):
    """One thing that is not as it should be; its words stand in `clew.words` under `key`."""

    rule: str
    path: str  # absolute
    key: str
    data: tuple[tuple[str, object], ...] = ()  # what the words name, beside the path
    fix: Fix | None = None
    because: str = ""  # the words that say why, where other words do

    @property
    def fixable(self) -> bool:
        """Whether `check --fix` mends it."""
        return self.fix is not None

    def message(self, lang: str = "en") -> str:
        """One line: what is wrong, and with which file."""
        return say(self.key, lang, **self._named(lang))

    def hint(self, lang: str = "en") -> str | None:
        """One line: what to do about it, where the words know."""
        key = f"{self.key}.hint"
        return say(key, lang, **self._named(lang)) if has(key) else None

    def shown(self, lang: str = "en") -> dict[str, object]:
        """As JSON has it."""
        shown = {"rule": self.rule, "path": self.path, "message": self.message(lang), "fixable": self.fixable}
        hint = self.hint(lang)
        return {**shown, "hint": hint} if hint else shown

    def _named(self, lang: str) -> dict[str, object]:
        named = {"path": self.path, **dict(self.data)}
        return {**named, "because": say(self.because, lang, **named)} if self.because else named


def finding(rule: str, path: str, fix: Fix | None = None, *, key: str = "", **data: object) -> Finding:
    """A finding whose words are those of its rule, unless `key` names others."""
    return Finding(rule, path, key or f"check.{rule}", tuple(data.items()), fix)


def finding_of(problem: ClewError, path: str, rule: str = "unreadable") -> Finding:
    """An error that a look met, as a finding in the same words."""
    data: dict[str, Any] = {name: value for name, value in problem.data.items() if name != "path"}
    return finding(rule, problem.path or path, key=problem.key, **data)
