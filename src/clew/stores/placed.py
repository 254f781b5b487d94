"""A folder whose place is a setting, which may change while somebody waits for its lock."""

from __future__ import annotations

from clew.stores import lock
from clew.stores.folder import FolderStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import TracebackType


class PlacedFolder(FolderStore):
    """Whoever waited for its lock asks `still`, which raises where the folder was moved meanwhile."""

    def __init__(self, root: str, name: str, makes_root: bool, still: Callable[[], None]) -> None:
        super().__init__(root, name, makes_root=makes_root)
        self._still = still

    def lock(self, seconds: float = lock.SECONDS) -> AbstractContextManager[None]:
        turn = super().lock(seconds)
        return turn if lock.held(self.root) else _Turn(turn, self._still)


class _Turn:
    __slots__ = ("_still", "_turn")

    def __init__(self, turn: AbstractContextManager[None], still: Callable[[], None]) -> None:
        self._turn = turn
        self._still = still

    def __enter__(self) -> None:
        self._turn.__enter__()
        try:
            self._still()
        except BaseException:  # the lock must not stay with us
            self._turn.__exit__(None, None, None)
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._turn.__exit__(kind, error, at)
