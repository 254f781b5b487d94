from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def public():
    """An empty folder that other users can reach, unlike those of pytest."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        place = Path(name, "root")
        place.mkdir()
        yield place
