"""A home with a clock that stands still, two projects, and files that other programs write."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import clew
from clew.home import Home
from clew.recall.hits import Hit, Hits

ZONE = timezone(timedelta(hours=8))


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 15, 0, tzinfo=ZONE)  # a Monday

    def __call__(self) -> datetime:
        return self.now


class Place:
    """`search` looks everywhere; `shop` and `crm` are directories of projects."""

    def __init__(self, root: Path, clock: Clock) -> None:
        self.root = root
        self.clock = clock
        self.home: Home = clew.open(root / "home", clock)
        self.shop, self.crm = root / "shop", root / "crm"
        self.shop.mkdir()
        self.crm.mkdir()
        self._saved = 0

    def lines_of(self, hit: Hit) -> str:
        """What stands there in the file now."""
        lines = Path(hit.path).read_bytes().decode("utf-8", "surrogateescape").split("\n")
        return "\n".join(lines[hit.lines[0] - 1 : hit.lines[1]])

    def search(self, query: str, **given) -> Hits:
        """As of now: what this process has looked at within the last second does not count."""
        self.home.index.touched()
        return self.home.search(query, **given)

    def texts(self, query: str, **given) -> list[str]:
        return [hit.text for hit in self.search(query, **given)]

    def first(self, query: str, **given) -> Hit:
        return self.search(query, **given)[0]

    def save(self, text: str, title: str | None = None, dir: Path | None = None, tags=("db", "sqlite"), day: str = ""):
        """A memory of its own."""
        if day:
            self.clock.now = datetime.fromisoformat(f"{day}T12:00:00+08:00")
        self._saved += 1
        project = self.home.library.project(dir or self.shop)
        common = project.common_tags()[:1]
        saved = project.start(0, f"c{self._saved}").save(text, tags=[*common, *tags], title=title)
        self.clock.now = datetime(2026, 11, 30, 15, 0, tzinfo=ZONE)
        return saved

    def write(self, file: str, text: str | bytes) -> Path:
        """Past clew, as an editor does."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        return path

    def long_term(self, text: str) -> Path:
        return self.write("home/workspace/memory/MEMORY.md", text)

    def daily(self, day: str, text: str) -> Path:
        number = day.replace("-", "")
        return self.write(f"home/workspace/memory/{number[:6]}/{number}.md", text)

    def reopened(self) -> Home:
        self.home.close()
        self.home = clew.open(self.root / "home", self.clock)
        return self.home


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def place(tmp_path: Path, clock: Clock) -> Iterator[Place]:
    place = Place(tmp_path, clock)
    yield place
    place.home.close()
