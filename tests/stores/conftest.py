from __future__ import annotations

import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(autouse=True)
def no_descriptor_stays_open():
    def count():
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    before = count()
    yield
    for _ in range(100):
        if count() <= before:
            break
        time.sleep(0.01)  # what was large and was replaced is closed aside
    assert count() <= before


@pytest.fixture
def public():
    """An empty folder that other users can reach, unlike those of pytest."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        place = Path(name, "root")
        place.mkdir()
        yield place
