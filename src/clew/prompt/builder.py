"""The prompt of a workspace, kept until a source of it changes."""

from __future__ import annotations

import os
from _thread import allocate_lock

from clew.config import clock_from
from clew.prompt.assembly import Assembly, assemble
from clew.prompt.telling import log
from clew.workspace.links import LinkedFolder
from clew.workspace.memory import MemoryStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from clew.config import Clock
    from clew.errors import Unreadable
    from clew.prompt.parts import PromptPart
    from clew.prompt.telling import Tell


class ContextBuilder:
    """PicoClaw's builder: the same parts in the same places, the plain texts of the files in them.

    Unlike PicoClaw's it sees every change: each source by itself, daily notes and midnight too. A source that is
    there and cannot be read is left out, and `tell` hears of it; without one the log does. `workspace` is a folder,
    or the store of its memory. Reading makes nothing. Threads may share a builder.
    """

    def __init__(
        self, workspace: str | os.PathLike[str] | MemoryStore, clock: Clock | None = None, tell: Tell | None = None
    ) -> None:
        if not isinstance(workspace, MemoryStore):
            workspace = MemoryStore(LinkedFolder(os.fspath(workspace), "workspace", makes_root=True))
        self._store = workspace
        self._clock: Clock = workspace.clock if clock is None else clock_from(clock, None)
        self._tell: Tell = log if tell is None else tell
        self._told: set[tuple[str, object]] = set()
        self._split = False
        self._built: Assembly | None = None
        self._turn = allocate_lock()

    def build(self) -> tuple[str, bool]:
        """The prompt, and whether it had to be made anew."""
        built = self._fresh()
        if built is not None:
            return built.text, False
        with self._turn:
            built = self._fresh()  # another thread may have made it meanwhile
            if built is not None:
                return built.text, False
            self._built = built = self._assemble()
        return built.text, True

    def parts(self) -> list[PromptPart]:
        """What the prompt is made of now, in its order."""
        return list(self._current().parts)

    def tracked_paths(self) -> list[str]:
        """The files of fixed names that count now, relative to the workspace, whether or not they are there.

        `watched_paths` has daily notes and skills too, whose names change.
        """
        return list(self._current().tracked)

    def watched_paths(self) -> list[str]:
        """All files and folders that the prompt of now was read from, absolute, whether or not they are there."""
        return self._current().watch.paths

    def left_out(self) -> list[Unreadable]:
        """What is there now and cannot be read."""
        return list(self._current().watch.problems)

    def changed(self) -> bool:
        """Whether `build` would make the prompt anew. Costs a stat for each source."""
        return self._fresh() is None

    def invalidate(self) -> None:
        """Forgets the prompt."""
        self._built = None

    def split_on_marker(self, enabled: bool) -> Self:
        """Whether the prompt tells the model to break its answers into several messages; at first it does not."""
        self._split = enabled
        return self

    def _fresh(self) -> Assembly | None:
        """The prompt that was built, as long as it would be built so again."""
        built = self._built
        if built is None or built.split != self._split or built.day != self._clock().date() or built.watch.changed():
            return None
        return built

    def _current(self) -> Assembly:
        return self._fresh() or self._assemble()

    def _assemble(self) -> Assembly:
        made = assemble(self._store, self._clock().date(), self._split)
        self._warn(made)
        return made

    def _warn(self, made: Assembly) -> None:
        """Says what is wrong once for as long as it stays so."""
        warnings: list[tuple[str, dict[str, object]]] = [
            ("prompt.bad-skill", {"path": each}) for each in made.bad_skills
        ]
        for problem in made.watch.problems:
            warnings += [(problem.key, problem.data), ("prompt.left-out", {"path": problem.path})]
        told, self._told = self._told, {(key, data["path"]) for key, data in warnings}
        for key, data in warnings:
            if (key, data["path"]) not in told:
                self._tell(key, **data)
