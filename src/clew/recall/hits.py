"""What a search answers with."""

from __future__ import annotations

from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Hit(Value):
    """A passage that may answer, with the lines of the file that it is."""

    file: str  # POSIX, relative to the root of its store
    path: str  # absolute
    store: str  # "library", "workspace", or the name of an extra folder
    lines: tuple[int, int]  # 1-based, inclusive, of the file as it is on the disk
    score: float
    heading: str  # the headings above it, joined with " > "
    project: str | None  # its dir; None: it belongs to no project
    date: str  # YYYY-MM-DD, as its writer's calendar had it
    text: str  # exactly those lines, without the end of the last
    kind: str = ""  # "memory", "long-term", "daily", "extra"
    title: str = ""  # the memory's name, the file's without its ending
    tags: tuple[str, ...] = ()
    time: str = ""  # RFC 3339
    wanted: frozenset[str] = frozenset()  # the terms that were asked for and are marked
    focus: tuple[int, int] = (0, 0)  # what of `text` is the passage itself, where a line holds more than that
    before: str = ""  # the lines of the passage above it in the same part of the file, and below
    after: str = ""
    signals: tuple[tuple[str, float], ...] = ()  # what put it where it is, largest first

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """Where in `text` the words asked for stand, in characters; found out only for who wants to know."""
        from clew.recall.marking import marked

        return marked(self.text, self.wanted)

    def as_json(self) -> dict[str, Any]:
        """As answers have it."""
        shown = {**self.as_dict(), "marked": self.marked}
        del shown["wanted"]
        return shown


class Hits(list[Hit]):
    """The hits, best first. `degraded` is the words key of why something may be missing; None: nothing is."""

    def __init__(
        self, hits: Iterable[Hit] = (), degraded: str | None = None, problems: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(hits)
        self.degraded = degraded
        self.problems = problems  # (absolute path, words key) of what could not be read
        self.elsewhere = False  # nothing was found in the scope, and something outside of it
