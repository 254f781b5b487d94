"""A home with a project, and an agent whose events are heard in it."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from clew.agents import find
from clew.home import Home
from clew.hooks.hearing import Hearing

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Asia/Shanghai"))


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


class Agent:
    """One conversation of an agent in one directory."""

    def __init__(
        self, home: Home, dir: Path, session: str = "s1", agent: str = "claude-code", lang: str = "en"
    ) -> None:
        self.home, self.dir, self.session, self.agent, self.lang = home, dir, session, agent, lang
        self.process = "1:1"  # of nobody: it is dead
        self.transcript = ""

    def __call__(self, event: str, **said: str) -> str:
        given = {"session_id": self.session, "cwd": str(self.dir), "transcript_path": self.transcript, **said}
        heard = find(self.agent).heard(given)  # type: ignore[attr-defined]
        return Hearing(self.home, self.agent, self.process, self.lang).hear(event, heard)

    def start(self, source: str = "startup") -> str:
        return self("session-start", source=source)

    def prompt(self, text: str = "go on", **said: str) -> str:
        return self("prompt", prompt=text, **said)

    def save(self, text: str, *tags: str, title: str | None = None) -> str:
        project = self.home.library.project(self.dir)
        bound = self.home.library.bound(project, self.session) or project.start(0, self.session)
        return bound.save(text, tags or ("db", "sqlite"), title, agent=self.agent).memory


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "home").mkdir(mode=0o700)  # as `clew install` leaves it
    return Home(str(tmp_path / "home"), Clock(), environ={})


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


@pytest.fixture
def agent(home: Home, shop: Path) -> Agent:
    return Agent(home, shop)
