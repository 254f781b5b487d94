"""What the tests of a sync share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from clew.sync.states import States
from clew.sync.states_file import states_file
from tests.sync.devices import Device
from tests.sync.server import NotesServer, running


@pytest.fixture
def swift() -> Iterator[Path]:
    """A folder in memory, where the system has that: for those who come back to it hundreds of times."""
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def states(tmp_path: Path) -> Callable[[str], States]:
    """The states of a device, by its name."""
    return lambda device: States(states_file(str(tmp_path / f"{device}.db")), "ram")


@pytest.fixture
def server() -> Iterator[NotesServer]:
    """A notes service."""
    with running() as server:
        yield server


@pytest.fixture
def laptop(tmp_path: Path, server: NotesServer) -> Iterator[Device]:
    """A home on it."""
    device = Device(tmp_path / "laptop", server)
    yield device
    device.close()


@pytest.fixture
def phone(tmp_path: Path, server: NotesServer) -> Iterator[Device]:
    """Another one."""
    device = Device(tmp_path / "phone", server)
    yield device
    device.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that failed is tried again at once."""
    monkeypatch.setattr("clew.sync.simperium.connection._PAUSES", (0.0, 0.0))
