"""A folder that the settings name no more: nothing of it stands there, so all that is known of it goes."""

from __future__ import annotations

from clew.errors import NotFound
from clew.index.shelves import Looked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.index.contract import Scope
    from clew.index.rows import MadeFile
    from clew.index.shelves import Read, Reading, Shelf


class RetiredSource:
    """Whoever still asks for a file of it is told that there is none."""

    def __init__(self, name: str) -> None:
        self.name = name

    def look(self, scope: Scope | None) -> Looked:
        return Looked(())

    def wants(self, folder: str, name: str) -> bool:
        return False

    def reading(self, folder: str) -> Reading:
        raise NotFound("stores.not-found", path=self.path(folder, ""))

    def made(self, shelf: Shelf, name: str, read: Read) -> MadeFile:
        raise NotFound("stores.not-found", path=self.path(shelf.path, name))

    def path(self, folder: str, name: str) -> str:
        return "/".join(part for part in (self.name, folder, name) if part)
