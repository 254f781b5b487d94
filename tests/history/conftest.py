from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from clew.history.database import History
from clew.history.kept import Kept
from clew.stores.folder import FolderStore
from clew.stores.ram import RamStore

KEY = "library:/somewhere"


class Clock:
    """A second passes each time it is looked at."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 15, 0, tzinfo=timezone(timedelta(hours=8)))

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with History(str(tmp_path / "home" / "history.db"), Clock()) as history:
        yield history


@pytest.fixture(params=["ram", "folder"])
def kept(request, history: History, tmp_path: Path) -> Kept:
    if request.param == "ram":
        return Kept(RamStore(), lambda: history, KEY)
    return Kept(FolderStore(str(tmp_path / "library"), "library", makes_root=True), lambda: history, KEY)
