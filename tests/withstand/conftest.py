"""Each test gets a place of its own; the stage on which clew is played is one for all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.withstand.place import NOBODY, Place, Stage
from tests.withstand.system_calls import POSSIBLE

if sys.platform == "win32":
    collect_ignore_glob = [
        "*"
    ]  # the stage forks; what is promised there is told apart from it, in tests/stores and tests/history

watched = pytest.mark.skipif(not POSSIBLE, reason="system calls can be watched on Linux with x86_64 only")


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


@pytest.fixture
def nobodys(stage: Stage) -> Iterator[Place]:
    """A place of an ordinary user, who is let in nowhere else; commands there run as that user."""
    with TemporaryDirectory() as folder:
        place = Place(stage, Path(os.path.realpath(folder)), user=NOBODY)
        yield place
        for above, folders, _ in os.walk(folder):  # what a test took away
            for name in folders:
                os.chmod(os.path.join(above, name), 0o700)


@pytest.fixture
def swift(stage: Stage) -> Iterator[Place]:
    """A place in memory, where the system has that: for those who come back to it hundreds of times."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Place(stage, Path(os.path.realpath(folder)))


@pytest.fixture
def place(stage: Stage, tmp_path: Path) -> Place:
    return Place(stage, Path(os.path.realpath(tmp_path)))
