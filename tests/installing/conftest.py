"""A machine with agents on it, and clew being installed into them. Files are real, programs are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.agents import find
from clew.agents.additions import Told
from clew.agents.system import System
from clew.installing.carrying import Outcome, install, uninstall


class Machine:
    """A person's own folder, and what lies in it."""

    def __init__(self, root: Path, command: tuple[str, ...] = ("/opt/clew/bin/clew",)) -> None:
        self.root = root
        self.system = System("linux", str(root), {})
        self.told = Told(command, str(root / ".clew"), "en")

    def write(self, file: str, data: str | bytes) -> Path:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def install(self, name: str, **given) -> Outcome:
        return install(name, self.told, system=self.system, **given)

    def uninstall(self, name: str, **given) -> Outcome:
        return uninstall(name, self.told, system=self.system, **given)

    def settings(self, name: str) -> Path:
        return Path(find(name).settings(self.system))

    def everything(self) -> dict[str, bytes]:
        """Every file but those of clew's home, with its folders."""
        found = {}
        for folder, folders, files in os.walk(self.root):
            folders[:] = [name for name in folders if name != ".clew"]
            found[os.path.relpath(folder, self.root)] = b""
            for name in files:
                path = Path(folder, name)
                found[os.path.relpath(path, self.root)] = path.read_bytes()
        return found


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)
