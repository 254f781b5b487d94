"""Libraries for the tests, written straight to the disk as another program would, and looked at through a home."""

from __future__ import annotations

import importlib
import os
import pkgutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import clew
from clew.home import Home, open_home
from clew.library.check import check
from clew.library.findings import Finding
from clew.library.repair import repair
from clew.text.clue import ClueEntry, ClueMemory, new_clue, read_clue
from clew.text.segments import Mark, first_segment, next_segment
from clew.text.slugs import slug_of

NOBODY = 65534


@dataclass
class Shelf:
    """A library whose clue file says what its folders hold, until a test damages it."""

    root: Path
    home: Home
    entries: dict[str, ClueEntry] = field(default_factory=dict)

    def add(self, dir: str, file: str, tags: tuple[str, ...] = ("db", "缓存"), text: str = "text 正文") -> Path:
        """A memory of its own conversation, listed."""
        entry = self.entries.get(dir) or ClueEntry(dir, slug_of(dir), dir.rpartition("/")[2], (), ())
        path = self.write(entry.dir_slug, file, segment(dir, f"c-{dir}-{file}", tags, text=text))
        memories = (*entry.memories, ClueMemory(file, tags))
        common = tuple(dict.fromkeys(tag for memory in memories for tag in memory.tags))
        self.entries[dir] = entry.but(memories=memories, common_tags=common)
        self.clue.write_bytes(new_clue(self.entries.values()))
        return path

    def write(self, slug: str, file: str, data: bytes) -> Path:
        """A file that the clue file does not know."""
        path = self.root / slug / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    @property
    def clue(self) -> Path:
        return self.root / ".clue"

    def listed(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Directory -> file -> tags, as the clue file says now."""
        entries = read_clue(self.clue.read_bytes()).entries
        return {entry.dir: {memory.file: memory.tags for memory in entry.memories} for entry in entries}

    def check(self) -> list[Finding]:
        return check(self.home.library)

    def rules(self) -> list[str]:
        return [finding.rule for finding in self.check()]

    def repair(self) -> list[Finding]:
        """As `check --fix` does."""
        return repair(self.home.library, self.check())

    def files(self) -> dict[str, bytes]:
        """Everything that stands but what clew itself keeps at hand, by path."""
        found = {}
        for above, _, names in os.walk(self.root):
            for name in names:
                path = Path(above, name)
                if name not in (".clue", ".clew.lock") and path.is_file() and not path.is_symlink():
                    found[str(path.relative_to(self.root))] = path.read_bytes()
        return found


def shelf(folder: Path) -> Shelf:
    home = open_home(str(folder / "home"))
    root = folder / "home" / "memory"
    root.mkdir(parents=True, exist_ok=True)
    return Shelf(root, home)


def segment(
    dir: str | None,
    conversation: str,
    tags: tuple[str, ...] = ("db", "缓存"),
    request: str | None = None,
    text: str = "text",
) -> bytes:
    mark = Mark(conversation, "2026-11-30T15:24:48+08:00", dir, "goose", "laptop", tags, request)
    return first_segment("Title 标题", mark, "Heading", text)


def further(data: bytes, conversation: str, request: str | None = None) -> bytes:
    mark = Mark(conversation, "2026-11-30T16:00:00+08:00", None, "goose", None, ("db", "缓存"), request)
    return data + next_segment(data, mark, "Later", "more")


def message_of(findings: list[Finding], rule: str, lang: str = "en") -> str:
    (found,) = [finding for finding in findings if finding.rule == rule]
    return found.message(lang)


@cache
def _import_all() -> None:
    """What is imported late may lie where nobody else may read."""
    for module in pkgutil.walk_packages(clew.__path__, "clew."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    with tempfile.TemporaryDirectory() as folder:
        made = shelf(Path(folder))
        made.add("/srv/a", "one-memory.md")
        made.check()
        made.write("srv-a", "latin.md", b"\xff")
        made.write("srv-a", "by-hand.md", b"x\n")
        made.clue.write_bytes(made.clue.read_bytes() + b"\tx")
        made.check()
        made.clue.unlink()
        assert [finding.shown("zh") for finding in made.repair()]
        made.home.close()


@contextmanager
def open_to_nobody() -> Iterator[Path]:
    """A folder in which permissions count, whoever runs the tests: to root they mean nothing."""
    _import_all()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
            try:
                yield folder
            finally:
                os.seteuid(0)
        else:
            yield folder
        for path in (folder, *folder.rglob("*")):  # so that it can be removed
            if path.is_dir():
                path.chmod(0o700)
