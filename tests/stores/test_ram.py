from __future__ import annotations

from pathlib import Path

from clew.stores.contract import Store
from clew.stores.ram import RamStore
from tests.stores.suite import StoreSuite


class TestRamStore(StoreSuite):
    def make(self, place: Path) -> Store:
        return RamStore()
