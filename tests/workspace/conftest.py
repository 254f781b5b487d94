from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import clew
from clew.workspace import MemoryStore

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)


class Clock:
    """Stands still until it is set; says how often it was read."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now
        self.readings = 0

    def __call__(self) -> datetime:
        self.readings += 1
        return self.now

    def next_day(self) -> None:
        self.now += timedelta(days=1)


@pytest.fixture(autouse=True)
def no_descriptor_stays_open():
    def count():
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    before = count()
    yield
    assert count() <= before


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def home(tmp_path, clock):
    home = clew.open(tmp_path / "home", clock=clock)
    yield home
    home.close()


@pytest.fixture(params=["alone", "in a home"])
def store(request, tmp_path, clock):
    """A workspace by itself, and the one of a home, which has a history."""
    if request.param == "alone":
        return MemoryStore(tmp_path / "workspace", clock)
    return request.getfixturevalue("home").workspace


@pytest.fixture
def public():
    """The path of a workspace that is not there yet, in a folder that other users can reach, unlike those of pytest."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name, "workspace")
