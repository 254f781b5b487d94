"""A store that remembers: whatever it writes or removes stands in the history first."""

from __future__ import annotations

import os

from clew.stores.contract import ANY
from clew.stores.folder import FolderStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from clew.history.changing import Edit
    from clew.history.database import History
    from clew.history.records import Origin
    from clew.stores.contract import Blob, Stat, Store


class Kept:
    """`store`, with every version in `history` under `key`. Keeps the contract of a store.

    Nothing is replaced or removed before the history has both texts, durably; where it cannot be written, nothing
    is. That holds without an expectation too, so what cannot be read is not replaced (`Unreadable`). What a writer that
    died had begun, the next one finishes.
    """

    def __init__(
        self,
        store: Store,
        history: Callable[[], History],
        key: str,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.store = store
        self.changed = changed  # called behind each change, done or not: what was read before may not hold any more
        self._history = history  # who only reads never opens it, nor loads what it is made of
        self.key = key
        self.name = store.name
        self.root = store.root
        if isinstance(store, FolderStore):
            store.inherit(self._finish)

    @property
    def history(self) -> History:
        return self._history()

    def get(self, path: str) -> Blob:
        """As the store does."""
        return self.store.get(path)

    def stat(self, path: str) -> Stat | None:
        """As the store does."""
        return self.store.stat(path)

    def list(self, folder: str = "", deep: bool = False) -> builtins.list[Stat]:
        """As the store does."""
        return self.store.list(folder, deep)

    def lock(self, seconds: float = 10.0) -> AbstractContextManager[None]:
        """As the store does."""
        return self.store.lock(seconds)

    def recover(self) -> None:
        """As the store does."""
        self.store.recover()

    def put(self, path: str, data: bytes, expect: str = ANY) -> Blob:
        """As the store does, with an entry of its own."""
        from clew.history.changing import Edit  # late: who only reads writes nothing

        (blob,) = self.change([Edit(path, data, expect)])
        assert blob is not None  # what is written is there
        return blob

    def delete(self, path: str, expect: str = ANY) -> None:
        """As the store does, with an entry of its own."""
        from clew.history.changing import Edit  # late, as above

        self.change([Edit(path, None, expect)])

    def notice(self, seen: Iterable[tuple[str, Blob]]) -> int:
        """Keeps what was read and is not the last known version; how many files that were."""
        return self.history.notice(self.key, [(path, blob.data) for path, blob in seen])

    def change(
        self, edits: Sequence[Edit], origin: Origin | None = None, undoes: int | None = None
    ) -> builtins.list[Blob | None]:
        """Several files as one entry; the history is durable before the first is written.

        Expectations are met before that too, but for a file that the caller has just read: its own write compares it.
        If one cannot be written, those before it are put back, the entry is withdrawn and the error names the file.
        """
        from clew.history.changing import change  # late, as above

        return change(self, edits, origin, undoes)

    def _finish(self) -> None:
        from clew.history.finishing import finish  # late: it comes to this after a crash

        finish(self)

    def path(self, path: str) -> str:
        """The absolute path of a file of this store."""
        return os.path.join(self.root, *path.split("/"))
