"""`Kept` keeps every promise of the store that it stands before."""

from __future__ import annotations

from clew.history.database import History
from clew.history.kept import Kept
from clew.stores.folder import FolderStore
from clew.stores.ram import RamStore
from tests.history.conftest import KEY, Clock
from tests.stores.suite import StoreSuite


class TestKeptRamStore(StoreSuite):
    def make(self, place):
        history = History(str(place / "history.db"), Clock())
        return Kept(RamStore(), lambda: history, KEY)


class TestKeptFolderStore(StoreSuite):
    def make(self, place):
        history = History(str(place / "home" / "history.db"), Clock())
        return Kept(FolderStore(str(place / "library"), "library", makes_root=True), lambda: history, KEY)
