"""A progress bar for a person who waits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    import rich.progress


class Progress:
    """A context manager; `advance()` counts one thing done. Draws nothing unless `shown`."""

    def __init__(self, total: int | None, label: str, *, shown: bool) -> None:
        self._bar: rich.progress.Progress | None = None
        if shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(label, total=total)

    def advance(self, count: int = 1) -> None:
        """So much more is done."""
        if self._bar is not None:
            self._bar.advance(self._task, count)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
