"""The folder store keeps the contract, both ways of holding folders open."""

from __future__ import annotations

from clew.stores.checked import CheckedFolder
from clew.stores.folder import FolderStore
from tests.stores.suite import StoreSuite


class TestFolderStore(StoreSuite):
    def make(self, place):
        return FolderStore(str(place / "root"), "library", makes_root=True)


class TestFolderStoreByCheckedPaths(StoreSuite):
    """As on Windows."""

    def make(self, place):
        return FolderStore(str(place / "root"), "library", makes_root=True, folders=CheckedFolder)
