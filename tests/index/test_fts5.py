from __future__ import annotations

from clew.index.engines.fts5 import Fts5
from tests.index.suite import EngineSuite


class TestFts5(EngineSuite):
    def open(self, folder):
        return Fts5(folder)
