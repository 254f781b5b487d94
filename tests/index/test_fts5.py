from __future__ import annotations

import sys
from types import ModuleType

from clew.index.engines import best_engine
from clew.index.engines.fts5 import Fts5
from tests.index.conftest import Notes
from tests.index.suite import EngineSuite


class TestFts5(EngineSuite):
    def open(self, folder):
        return Fts5(folder)


def test_it_is_used_where_no_other_is_installed(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "tantivy", None)
    monkeypatch.delitem(sys.modules, "clew.index.engines.tantivy", raising=False)
    assert best_engine() == "fts5"
    notes = Notes(tmp_path)
    notes.write("a.md", "alpha\n")
    assert notes.found("alpha") == ["a.md"]
    assert notes.index.status().engine == "fts5"
    notes.index.close()


def test_it_is_used_where_another_one_is_not_the_one_that_it_was_written_for(monkeypatch):
    monkeypatch.setitem(sys.modules, "tantivy", ModuleType("tantivy"))
    monkeypatch.delitem(sys.modules, "clew.index.engines.tantivy", raising=False)
    assert best_engine() == "fts5"
