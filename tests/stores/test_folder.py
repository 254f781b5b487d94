"""The folder store keeps the contract, both ways of holding folders open."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from clew.errors import StorageFailed, Unreadable
from clew.stores.checked import CheckedFolder
from clew.stores.contract import Store
from clew.stores.folder import FolderStore
from tests.deep import deep_folders
from tests.stores.suite import StoreSuite


class TestFolderStore(StoreSuite):
    def make(self, place: Path) -> Store:
        return FolderStore(str(place / "root"), "library", makes_root=True)


class TestFolderStoreByCheckedPaths(StoreSuite):
    """As on Windows."""

    def make(self, place: Path) -> Store:
        return FolderStore(str(place / "root"), "library", makes_root=True, folders=CheckedFolder)

    def test_a_file_that_a_virus_scanner_has_open_is_replaced_a_little_later(self, store, monkeypatch):
        real, left = os.replace, [3]

        def replace(*given):
            if left[0]:
                left[0] -= 1
                raise PermissionError(errno.EACCES, "in use")
            return real(*given)

        monkeypatch.setattr(os, "replace", replace)
        assert store.put("a.md", b"x").data == b"x"

    def test_a_file_that_stays_open_elsewhere_is_told_and_nothing_is_left(self, store, monkeypatch):
        store.put("a.md", b"old")
        monkeypatch.setattr("clew.stores.checked._PATIENCE", 0.05)
        monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(PermissionError(errno.EACCES, "in use")))
        for act in (lambda: store.put("a.md", b"new"), lambda: store.delete("a.md")):
            with pytest.raises(StorageFailed):
                act()
        assert store.get("a.md").data == b"old"
        assert len(store.list()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no path may be that long there")
def test_folders_that_lie_too_deep_are_told_and_not_left_out_in_silence(tmp_path):
    folder = FolderStore(str(tmp_path), "library", makes_root=True)
    with deep_folders(tmp_path, 1100):
        with pytest.raises(Unreadable) as told:
            folder.list(deep=True)
        assert told.value.key == "stores.too-deep"
        assert [stat.name for stat in folder.list("d")] == ["d"]
