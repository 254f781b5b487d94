from __future__ import annotations

import pytest

from tests.index.suite import EngineSuite

pytest.importorskip("tantivy", reason="it has no wheel for this machine")


class TestTantivy(EngineSuite):
    def open(self, folder):
        from clew.index.engines.tantivy import Tantivy

        return Tantivy(folder)
