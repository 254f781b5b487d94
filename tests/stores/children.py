"""Other processes, for tests that need somebody else: to hold a lock, to race, to die, to have no rights."""

from __future__ import annotations

import os
import subprocess
import sys

NOBODY = 65534
BEGINNING = """
import os, signal, sys, time
from clew.stores.contract import ABSENT, ANY
from clew.stores.edit import edit
from clew.stores.folder import FolderStore
root = sys.argv[1]
store = FolderStore(root, "library", makes_root=True)
def say(text): print(text, flush=True)
"""
LOSING_RIGHTS = f"""
import hashlib, unicodedata, clew.stores.replacing, clew.words.stores
from clew.errors import ClewError
if os.geteuid() == 0:  # root is let in everywhere
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
"""


def start(code: str, *args: object) -> subprocess.Popen[str]:
    """A child that runs `code` with `store` on the root that is its first argument. Its stdout is a pipe."""
    command = [sys.executable, "-c", BEGINNING + code, *map(str, args)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, env={**os.environ})


def run(code: str, *args: object) -> str:
    """The same, to its end: what it said."""
    child = start(code, *args)
    said, _ = child.communicate(timeout=60)
    assert child.returncode == 0, said
    return said


def run_without_rights(code: str, *args: object) -> str:
    """The same as an ordinary user who owns nothing here."""
    return run(LOSING_RIGHTS + code, *args)


def finish(child: subprocess.Popen[str]) -> str:
    said, _ = child.communicate(timeout=60)
    assert child.returncode == 0, said
    return said
