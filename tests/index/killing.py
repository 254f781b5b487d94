"""A process that forks others to be killed: each brings an index up to date and dies at a given system call.

Talks in lines of JSON: `{"place", "engine", "act", "at"}` in, `{"status", "calls"}` out.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

from tests.index.conftest import Notes
from tests.withstand.system_calls import Fault, be_watched, watch


def serve() -> None:
    import_module("clew.text.stems")
    for engine in ("fts5", "tantivy"):
        try:
            import_module(f"clew.index.engines.{engine}")
        except ImportError:  # not installed here
            pass
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            _be_killed(asked)
        status, calls = watch(child, Fault(asked["at"], "kill"))
        print(json.dumps({"status": os.waitstatus_to_exitcode(status), "calls": len(calls)}), flush=True)


def _be_killed(asked: dict[str, str]) -> None:
    """Never returns."""
    status = 70
    try:
        notes = Notes(Path(asked["place"]), asked["engine"])
        be_watched()
        if asked["act"] == "rebuild":
            notes.index.rebuild()
        else:
            notes.index.look()
        status = 0
    except BaseException:  # noqa: BLE001  # whatever it is, the fork must end here
        traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    serve()
