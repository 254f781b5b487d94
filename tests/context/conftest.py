"""A home with a clock that stands still, and the ways to fill it by hand, as a person would."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import clew
from clew.home import Home


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 15, 0, tzinfo=timezone(timedelta(hours=8)))

    def __call__(self) -> datetime:
        return self.now


class Place:
    """`home`, a project directory, and files written past clew."""

    def __init__(self, root: Path, home: Home, clock: Clock) -> None:
        self.root = root
        self.home = home
        self.clock = clock
        self.dir = root / "shop"
        self.dir.mkdir()

    def context(self, **given):
        return self.home.context(**{"dir": self.dir, **given})

    def write(self, file: str, text: str | bytes) -> Path:
        path = self.root / "home" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        return path

    def long_term(self, text: str | bytes) -> Path:
        return self.write("workspace/memory/MEMORY.md", text)

    def daily(self, day: str, text: str) -> Path:
        number = day.replace("-", "")
        return self.write(f"workspace/memory/{number[:6]}/{number}.md", text)

    def save(self, text: str, conversation: str = "c1", title: str | None = None, dir: Path | None = None):
        project = self.home.library.project(dir or self.dir)
        return project.start(conversation=conversation).save(text, tags=["db", "sqlite"], title=title)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def place(tmp_path, clock) -> Iterator[Place]:
    home = clew.open(tmp_path / "home", clock)
    yield Place(tmp_path, home, clock)
    home.close()


@pytest.fixture
def as_user():
    """Skips where whoever runs the tests may read everything."""
    if os.name == "nt" or os.geteuid() == 0:
        pytest.skip("root reads whatever it likes")
