"""Folders that lie deeper than Python may call itself. Nothing of the standard library removes them, nor does pytest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def deep_folders(above: Path, depth: int, note: str = "") -> Iterator[None]:
    """So many folders below each other, all of the name `d`, and a note in the last; all of it goes at the end."""
    back = os.getcwd()
    made = 0
    try:
        os.chdir(above)
        for _ in range(depth):
            os.mkdir("d")
            os.chdir("d")
            made += 1
        Path("deep.md").write_text(note, "utf-8")
        os.chdir(back)
        yield
    finally:
        os.chdir(above)
        for _ in range(made):
            os.chdir("d")
        for name in os.listdir("."):
            os.unlink(name)
        for _ in range(made):
            os.chdir("..")
            os.rmdir("d")
        os.chdir(back)
