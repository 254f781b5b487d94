from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(autouse=True)
def no_descriptor_stays_open():
    def count():
        return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0

    before = count()
    yield
    assert count() <= before


@pytest.fixture
def public():
    """The path of a workspace that is not there yet, in a folder that other users can reach, unlike those of pytest."""
    with TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name, "workspace")
