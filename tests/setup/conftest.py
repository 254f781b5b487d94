"""A person's own machine, empty."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def you(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder; nothing of the machine that the tests run on is to be seen."""
    folder = tmp_path / "you"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    for name in ("XDG_CONFIG_HOME", "APPDATA", "GOOSE_PATH_ROOT", "CLEW_HOME", "CLEW_LIBRARY", "CLEW_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    return folder
