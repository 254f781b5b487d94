"""A home with a clock that a test can turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import pytest

import clew
from clew.home import Home


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 15, 0, tzinfo=timezone(timedelta(hours=8)))

    def __call__(self) -> datetime:
        return self.now

    def on(self, **time: int) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def home(tmp_path, clock) -> Iterator[Home]:
    with_clock = clew.open(tmp_path / "home", clock)
    yield with_clock
    with_clock.close()


@pytest.fixture
def library(home):
    return home.library


@pytest.fixture
def project(library):
    return library.project("/home/project")
