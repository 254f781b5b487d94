"""What the tests of a sync share."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from clew.cli import main
from clew.sync.states import States
from clew.sync.states_file import states_file
from tests.sync.devices import Device
from tests.sync.machines import Machine, bare
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


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    """A git remote without anything in it."""
    return bare(tmp_path / "remote.git")


@pytest.fixture
def devices(tmp_path: Path, remote: Path) -> Iterator[list[Machine]]:
    """Two homes on it."""
    made = [Machine(tmp_path / name, str(remote)) for name in ("laptop", "tower")]
    yield made
    for device in made:
        device.home.close()


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: NotesServer) -> None:
    """What a person has around a command: a home of their own, a project's directory, the notes service."""
    for name in [name for name in os.environ if name.startswith("CLEW_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLEW_SIMPLENOTE_URL", server.url)
    monkeypatch.setenv("CLEW_LANG", "en")
    monkeypatch.setenv("CLEW_DEVICE", "laptop")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")  # nobody's own keyring
    (tmp_path / "tides").mkdir()
    monkeypatch.chdir(tmp_path / "tides")


@pytest.fixture
def token(surroundings: None, monkeypatch: pytest.MonkeyPatch, server: NotesServer) -> str:
    """Somebody is logged in."""
    token = server.token()
    monkeypatch.setenv("CLEW_SIMPLENOTE_TOKEN", token)
    return token


@pytest.fixture
def clew(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, Any, str]]:
    """Runs a command with this on its standard input: its status, its JSON answer, its talk."""

    def called(*words: str, given: str = "") -> tuple[int, Any, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        status = main([*words, "--json"])
        out, err = capsys.readouterr()
        return status, json.loads(out), err

    return called


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Runs a command; its status and what a person reads."""

    def called(*words: str) -> tuple[int, str]:
        status = main([*words])
        out, err = capsys.readouterr()
        return status, out + err

    return called


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that failed is tried again at once."""
    monkeypatch.setattr("clew.sync.simperium.connection._PAUSES", (0.0, 0.0))
