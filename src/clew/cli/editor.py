"""A person's editor, on a copy of a text."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from shutil import which

from clew.cli.streams import is_terminal
from clew.errors import NotFound, StorageFailed, Usage
from clew.stores.failures import Telling

_TALK = 2  # standard error, whatever stands for it in this process
_USUAL = ("notepad",) if os.name == "nt" else ("nano", "vim", "vi")


def edited(data: bytes, path: str) -> bytes:
    """Writes the text to `path`, which nobody has yet, lets the person edit it, and gives back what they left there.

    Raises `Usage` where no editor is found, `StorageFailed` where it ends in failure or takes the file away, `Unreadable`
    where it leaves something else in its place; what there is then stays.
    """
    command = [*_editor(), path]
    with Telling("write", path):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb"
        ) as file:
            file.write(data)
    # What an editor says on the way is no part of the answer; at a terminal it draws there all the same.
    status = subprocess.run(command, check=False, stdout=None if is_terminal(sys.stdout) else _TALK).returncode
    if status != 0:
        raise StorageFailed("cli.editor-failed", path=path, editor=command[0], status=status)
    try:
        with Telling("read", path), open(path, "rb") as file:
            return file.read()
    except NotFound as problem:
        raise StorageFailed("cli.editor-took-away", path=path, editor=command[0]) from problem


def clear(path: str) -> None:
    """The copy is of no use any more; an editor may have taken it away as well."""
    if os.path.lexists(path):
        with Telling("delete", path):
            os.remove(path)


def _editor() -> list[str]:
    """The command of `$VISUAL`, of `$EDITOR`, else the first usual one that is there; no shell reads it."""
    wish = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not wish and is_terminal(sys.stdin) and is_terminal(sys.stdout):  # one of these would wait for nobody else
        wish = next(filter(which, _USUAL), "")
    try:
        command = [wish] if os.path.isfile(wish) else shlex.split(wish, posix=os.name != "nt")
    except ValueError:  # a quotation mark without its pair
        command = []
    if os.name == "nt":  # there the quotation marks stay
        command = [part.strip('"') for part in command]
    if not command or which(command[0]) is None:
        raise Usage("cli.no-editor", editor=wish or "$EDITOR")
    return command
