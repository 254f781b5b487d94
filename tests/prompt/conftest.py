from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.prompt import ContextBuilder


class Workspace:
    """A workspace on a day in May, with a builder whose warnings are collected."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.now = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)
        self.warnings: list[tuple[str, dict[str, object]]] = []
        self.builder = ContextBuilder(root, lambda: self.now, tell=self.tell)

    def tell(self, key: str, **data: object) -> None:
        self.warnings.append((key, data))

    @property
    def text(self) -> str:
        return self.builder.build()[0]

    @property
    def rebuilds(self) -> bool:
        """Whether the next prompt is made anew; what was said before and after agrees."""
        changed = self.builder.changed()
        rebuilt = self.builder.build()[1]
        assert changed == rebuilt
        assert not self.builder.changed()
        return rebuilt

    def part(self, id: str) -> str | None:
        """What stands under this id; None where nothing does."""
        return next((part.content for part in self.builder.parts() if part.id == id), None)

    def write(self, path: str, text: str) -> Path:
        """In place, as many an editor does."""
        at = self.root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(text.encode())
        return at

    def replace(self, path: str, text: str) -> Path:
        """By a rename, as the careful ones do."""
        new = self.write(f"{path}.new", text)
        return new.replace(self.root / path)

    def settle(self) -> None:
        """Waits until the clock's tick of the last change is over."""
        time.sleep(0.03)


@pytest.fixture
def place(tmp_path):
    return Workspace(tmp_path / "workspace")
