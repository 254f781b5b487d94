"""Devices for tests: each a home with a library of its own, all on one notes service."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import clew
from clew.sync.engine import Done, Outcome
from clew.sync.link import Link, module_of
from clew.sync.notes import Published, Request, adopt, push
from clew.sync.shares.notes import PublishedNotes
from tests.sync.server import NotesServer

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Device:
    """A home on the notes service. `time` goes on by a minute with each save."""

    def __init__(self, folder: Path, server: NotesServer) -> None:
        self.folder = folder
        self.server = server
        self.time = NOW
        self.home = clew.open(folder, clock=lambda: self.time)
        self.settings: dict[str, Any] = {"simplenote_url": server.url, "device": folder.name, "author": "Goose"}
        self.home.settings = self.home.settings.but(**self.settings)
        self.home.library.settings = self.home.settings
        self.token = server.token()
        self.root = Path(self.home.library.root)

    def close(self) -> None:
        self.home.close()

    def save(
        self, text: str, title: str = "Tides", conversation: str = "c1", tags: tuple[str, ...] = ("a", "b")
    ) -> str:
        self.time += timedelta(minutes=1)
        project = self.home.library.project("/home/you/tides")
        return project.start(conversation=conversation).save(text, tags, title=title, heading=text[:20]).file

    def link(self, *, keeps: bool = True, message: str = "", allow_secret: bool = False, lang: str = "en") -> Link:
        place = self.home.sync_place(lang, message, allow_secret)
        place = place.but(environ={"CLEW_SIMPLENOTE_TOKEN": self.token})
        return module_of("simplenote").link(place, keeps=keeps)

    def push(self, file: str, message: str = "", lang: str = "en", allow_secret: bool = False, **how: Any) -> Published:
        link = self.link(message=message, allow_secret=allow_secret, lang=lang)
        return push(self.home.library, link, cast("PublishedNotes", link.share), Request(file, **how))

    def pull(self, id: str) -> str:
        link = self.link()
        project = self.home.library.project("/home/you/tides")
        return adopt(link, cast("PublishedNotes", link.share), project, id)

    def sync(self, **how: Any) -> list[Done]:
        outcome = self.outcome(**how)
        if outcome.stopped is not None:
            raise outcome.stopped
        return [*outcome.done]

    def outcome(self, **how: Any) -> Outcome:
        return self.link().sync(**how).run()

    def read(self, file: str) -> str:
        return (self.root / file).read_text("utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        """By hand, in an editor."""
        path = self.root / file
        text = path.read_bytes().decode("utf-8")
        assert old in text
        path.write_bytes(text.replace(old, new).encode("utf-8"))

    def copies(self) -> list[str]:
        """The texts that conflicts left beside."""
        return [path.read_text("utf-8") for path in sorted(self.root.rglob("*.conflict-*"))]

    def bytes(self) -> dict[str, bytes]:
        """Every file of the home; but for what SQLite's readers write down for each other."""
        gc.collect()  # a home that was dropped gives its databases back now, and not while they are read
        files = [path for path in self.folder.rglob("*") if path.is_file() and not path.name.endswith("-shm")]
        return {str(path): path.read_bytes() for path in files}

    def tags(self, file: str) -> tuple[str, ...]:
        entry = self.home.library.entry_of(self.home.library.project("/home/you/tides"))
        assert entry is not None
        return next(memory.tags for memory in entry.memories if file.endswith(f"/{memory.file}"))
