from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from clew.index.contract import Passage, Scope
from clew.index.engines import ENGINES, best_engine
from clew.index.index import Index
from clew.index.sources.folders import FolderSource
from clew.text.terms import terms_of

NOW = datetime(2026, 11, 30, 15, 24, 48, tzinfo=timezone(timedelta(hours=8)))
INSTALLED = ENGINES[ENGINES.index(best_engine()) :]
OLD = datetime(2026, 11, 1, tzinfo=UTC).timestamp()


def clock() -> datetime:
    return NOW


class Notes:
    """A folder of Markdown, a home, and an index of the one in the other."""

    def __init__(self, place: Path, engine: str | None = None) -> None:
        self.home = place / "home"
        self.folder = place / "notes"
        self.engine = engine
        for folder in (self.home, self.folder):
            folder.mkdir(parents=True, exist_ok=True)
        self.index = self.another()

    def another(self) -> Index:
        """The index as another process has it."""
        return Index(str(self.home), [FolderSource("notes", str(self.folder), clock)], self.engine)

    def write(self, name: str, text: str | bytes, old: bool = True) -> Path:
        """A file as another program leaves it; an old one cannot change within the same tick of the clock."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if old:
            os.utime(path, (OLD, OLD))
        return path

    def found(self, query: str, scope: Scope | None = None, index: Index | None = None) -> list[str]:
        """The files of the passages that answer, after a look."""
        return [passage.file for passage in self.passages(query, scope, index)]

    def passages(self, query: str, scope: Scope | None = None, index: Index | None = None) -> list[Passage]:
        index = index or self.index
        index.touched()
        index.look()
        return index.passages(index.candidates(terms_of(query), scope, 200))

    def generations(self) -> list[str]:
        """What lies in the index's folder."""
        return sorted(path.name for path in (self.home / "index").iterdir() if len(path.name) == 8)


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """The names that `os.open` was called with."""
    names: list[str] = []
    real = os.open

    def open_and_tell(path, *more, **named):
        names.append(str(path))
        return real(path, *more, **named)

    monkeypatch.setattr(os, "open", open_and_tell)
    return names


@pytest.fixture(params=INSTALLED)
def notes(request, tmp_path) -> Iterator[Notes]:
    notes = Notes(tmp_path, request.param)
    yield notes
    notes.index.close()


@pytest.fixture
def best(tmp_path) -> Iterator[Notes]:
    """With the engine that is used here."""
    notes = Notes(tmp_path)
    yield notes
    notes.index.close()
