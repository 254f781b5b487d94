"""A process on which clew is played: every call of the command is a fork of it that has all modules loaded.

So a call costs 10 ms and not 200, and can be watched from its first system call on (`system_calls`). Talks in lines
of JSON: `{"words", "folder", "environment", "at", "user", "fault"}` in, `{"status", "calls", "memory"}` out; what goes in and
comes out of the call itself are the files `in`, `out` and `err` in the folder.
"""

from __future__ import annotations

import json
import os
import pkgutil
import signal
import sys
import tempfile
import traceback
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import BufferedReader, BufferedWriter, FileIO, StringIO, TextIOWrapper
from typing import Any

import clew
from clew.cli import main as clew_main
from tests.withstand.system_calls import Fault, be_watched, watch

PATIENCE = 120  # seconds, then a call is killed


def serve() -> None:
    _load()
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(_play(json.loads(line))), flush=True)


def _play(asked: dict[str, Any]) -> dict[str, Any]:
    fault = Fault(**asked["fault"]) if asked["fault"] else None
    child = os.fork()
    if child == 0:
        _be_clew(asked, watched=fault is not None)
    if fault is None:
        _, status, used = os.wait4(child, 0)
        return {"status": os.waitstatus_to_exitcode(status), "calls": [], "memory": used.ru_maxrss}
    status, calls = watch(child, fault)
    return {"status": os.waitstatus_to_exitcode(status), "calls": calls, "memory": 0}


def _be_clew(asked: dict[str, Any], watched: bool) -> None:
    """Never returns."""
    status = 70
    try:
        signal.alarm(PATIENCE)
        for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))):
            file = os.open(os.path.join(asked["folder"], name), flags)
            os.dup2(file, number)
            os.close(file)
        sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), "utf-8", "surrogateescape")
        sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w", closefd=False)), "utf-8", "surrogateescape")
        sys.stderr = TextIOWrapper(BufferedWriter(FileIO(2, "w", closefd=False)), "utf-8", "backslashreplace")
        os.environ.clear()
        os.environ.update(asked["environment"])
        os.chdir(asked["at"])
        if asked["user"] is not None and os.geteuid() == 0:
            os.setgroups([])
            os.setgid(asked["user"])
            os.setuid(asked["user"])
        if watched:
            be_watched()
        status = clew_main(asked["words"])
    except BaseException:  # noqa: BLE001  # whatever it is, the fork must end here
        traceback.print_exc()
    finally:
        os._exit(status)


def _load() -> None:
    """Everything that a call may import: an ordinary user may not be able to read where Python lies."""
    for module in pkgutil.walk_packages(clew.__path__, "clew."):
        if not module.name.endswith("__main__") and not (module.name.endswith("checked") and os.name != "nt"):
            with suppress(ImportError):  # the call that needs it tells
                import_module(module.name)
    for late in ("rjieba", "stop_words"):
        with suppress(ImportError):
            import_module(late)
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        os.environ["CLEW_HOME"] = os.path.join(folder, "home")
        text = "It uses SQLite."  # no Chinese: a dictionary in memory would make each fork dearer
        for words in (
            ["save", text, "--tag", "one", "--tag", "二", "--dir", folder, "--request", "r"],
            ["menu", "--dir", folder, "--json"],
            ["show", "1", "--dir", folder],
            ["check", "--json"],
            ["init", "--workspace", os.path.join(folder, "workspace"), "--json"],
            ["init", "--library", os.path.join(folder, "library"), "--json"],
            ["doctor", "--json"],
        ):
            clew_main(words)


if __name__ == "__main__":
    serve()
