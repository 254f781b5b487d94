from __future__ import annotations

from clew.stores.ram import RamStore
from tests.stores.suite import StoreSuite


class TestRamStore(StoreSuite):
    def make(self, place):
        return RamStore()
