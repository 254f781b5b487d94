"""The open folders from a root down to where a name stands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from clew.stores.handle import Folder


class Way:
    """Closes what it opened; a root that is only lent to it stays open."""

    __slots__ = ("_first", "_made", "folders")

    def __init__(self, root: Folder, lent: bool) -> None:
        self.folders = [root]
        self._first = int(lent)  # of the folders that are ours to close
        self._made: list[tuple[Folder, str]] = []

    @property
    def end(self) -> Folder:
        return self.folders[-1]

    @property
    def made(self) -> bool:
        """Whether there are folders that were made."""
        return bool(self._made)

    def down(self, name: str) -> None:
        self.folders.append(self.end.down(name))

    def make(self, name: str) -> None:
        """A new folder at the end, and on into it."""
        above = self.end
        self.folders.append(above.make(name))
        self._made.append((above, name))

    def sync(self) -> None:
        """The last folder, and the names of those that were made."""
        self.end.sync()
        for folder, _ in reversed(self._made):
            folder.sync()

    def unmake(self) -> None:
        """Removes the folders that were made, where nobody uses them yet."""
        for folder, name in reversed(self._made):
            try:
                folder.remove_folder(name)
            except OSError:  # not empty
                return

    def prune(self, names: list[str]) -> None:
        """Removes the folders of this way, `names`, that are empty by now; the root never."""
        for folder, name in zip(self.folders[-2::-1], reversed(names)):
            try:
                folder.remove_folder(name)
                folder.sync()
            except OSError:  # not empty; or not synced, and at worst an empty folder comes back
                return

    def close(self) -> None:
        for folder in self.folders[self._first :]:
            folder.close()

    def __enter__(self) -> Way:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
