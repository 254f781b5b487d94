"""A progress bar for a person who waits."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    import rich.progress

PATIENCE = 0.3  # seconds without a bar: most work is done by then, and rich takes as long to load


class Progress:
    """A context manager; `at()` says how far the work is. Draws nothing unless `shown`, and not at once."""

    def __init__(self, total: int | None, label: str, *, shown: bool) -> None:
        self.total = total
        self.label = label
        self.done = 0
        self._shown = shown
        self._began = monotonic()
        self._bar: rich.progress.Progress | None = None

    def at(self, done: int, total: int | None) -> None:
        """So much is done, of so much: what long work in the rooms calls."""
        self.done, self.total = done, total
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total)
        elif self._shown and monotonic() - self._began > PATIENCE:
            self._draw()

    def _draw(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self.label, total=self.total, completed=self.done)
        self._bar.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
