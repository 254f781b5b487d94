"""Commands of our own, real files in folders beside the real ones, and a process that knows them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import clew.cli.commands
import clew.words.commands

HERE = Path(__file__).parent
# the tests' commands beside the real ones, in a process of its own
PROGRAM = f"""
import sys
import clew.cli.commands, clew.words.commands
clew.cli.commands.__path__.append({str(HERE / "commands")!r})
clew.words.commands.__path__.append({str(HERE / "words")!r})
from clew.cli import main
sys.exit(main())
"""


@dataclass
class Done:
    """What a process left behind."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def talk(self) -> str:
        return self.err.decode()

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def commands_of_our_own(monkeypatch, tmp_path):
    monkeypatch.setattr(clew.cli.commands, "__path__", [*clew.cli.commands.__path__, str(HERE / "commands")])
    monkeypatch.setattr(clew.words.commands, "__path__", [*clew.words.commands.__path__, str(HERE / "words")])
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLEW_DEBUG", raising=False)
    for name in ("CLEW_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


def call(*words: str) -> list[str]:
    """The command line that runs clew with these words."""
    return [sys.executable, "-c", PROGRAM, *words]


def run(*words: str, given: bytes = b"", **environment: str) -> Done:
    """clew in a process of its own."""
    done = subprocess.run(call(*words), input=given, capture_output=True, env={**os.environ, **environment}, timeout=30)
    return Done(done.returncode, done.stdout, done.stderr)
