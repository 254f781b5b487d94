"""The recorded cases of PicoClaw, played: the files before, the calls, the files after.

`python -m tests.workspace.golden NAME FOLDER strict` plays one as an ordinary user, whom a mode can keep out, and
prints the answers and the files as JSON.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import clew.words.stores  # what is said later, when Python's folder may be out of reach
import clew.words.workspace
import clew.workspace.strict  # noqa: F401
from clew.stores.files import copy_file_atomic, write_file_atomic
from clew.workspace import MemoryStore

CASES = Path(__file__).resolve().parent.parent / "golden" / "picoclaw.json"
NOBODY = 65534
Case = dict[str, Any]
READS = {
    "ReadLongTerm": "read_long_term",
    "ReadToday": "read_today",
    "GetRecentDailyNotes": "get_recent_daily_notes",
    "GetMemoryContext": "get_memory_context",
}
WRITES = {"WriteLongTerm": "write_long_term", "AppendToday": "append_today"}


def cases(kind: str) -> list[Case]:
    return [case for case in json.loads(CASES.read_text("utf-8")) if case["kind"] == kind]


class Clock:
    """Stands still until it is set."""

    def __init__(self, clock: str, tz: str) -> None:
        self.set(clock, tz)

    def set(self, clock: str, tz: str) -> None:
        # nine digits after the point are more than Python reads
        short = re.sub(r"(\.\d{6})\d+", r"\1", clock)
        self.now = datetime.fromisoformat(short).astimezone(ZoneInfo(tz))

    def __call__(self) -> datetime:
        return self.now


def play_as_anybody(case: Case, workspace: Path, strict: bool) -> tuple[list[Any], dict[str, Any]]:
    """The same, in a process that is not root's: the folder above is one that anybody may reach."""
    if os.geteuid() != 0:
        return play(case, workspace, strict)
    os.chown(workspace.parent, NOBODY, NOBODY)
    call = [sys.executable, "-m", "tests.workspace.golden", case["name"], str(workspace), str(int(strict))]
    done = subprocess.run(call, cwd=CASES.parent.parent.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers, files = json.loads(done.stdout)
    return answers, files


def play(case: Case, workspace: Path, strict: bool) -> tuple[list[Any], dict[str, Any]]:
    """The answers and what is then below the workspace."""
    build(workspace, case["initial_files"])
    before = os.umask(int(case.get("umask", "022"), 8))
    try:
        game = Game(case, workspace, strict)
        answers = [game.answer(op) for op in case["ops"]]
    finally:
        os.umask(before)
    return answers, entries(workspace)


class Game:
    def __init__(self, case: Case, workspace: Path, strict: bool) -> None:
        self.workspace = workspace
        self.strict = strict
        self.clock = Clock(case["clock"], case["tz"])
        if not case.get("no_store"):
            self.store = self._new()

    def answer(self, op: dict[str, Any]) -> dict[str, Any]:
        """What the call gives; what PicoClaw's own names for the calls mean."""
        name = op["op"]
        if name in READS:
            return _read(getattr(self.store, READS[name]), *([op["days"]] if "days" in op else []))
        if name in WRITES:
            return _write(getattr(self.store, WRITES[name]), text(op["content"]))
        at = self.workspace
        match name:
            case "TodayPath":
                return {"value": Path(self.store.today_path()).relative_to(at).as_posix()}
            case "WriteFileAtomic":
                return _write(write_file_atomic, at / op["path"], data(op["content"]), int(op["perm"], 8))
            case "CopyFile":
                return _write(copy_file_atomic, at / op["src"], at / op["dst"], int(op["perm"], 8))
            case "NewMemoryStore":
                self._new()
            case "SetClock":
                self.clock.set(op["clock"], op["tz"])
            case "fs.remove":
                gone = at / op["path"]
                shutil.rmtree(gone) if gone.is_dir() else gone.unlink()
            case _:
                raise AssertionError(op)
        return {}

    def _new(self) -> MemoryStore:
        return MemoryStore(self.workspace, self.clock, strict=self.strict)


def _read(call, *given) -> dict[str, Any]:
    try:
        return {"value": shown(call(*given).encode("utf-8", "surrogateescape"))}
    except OSError as problem:
        return {"error": {"errno": errno.errorcode[problem.errno or 0]}}


def _write(call, *given) -> dict[str, Any]:
    try:
        call(*given)
    except OSError as problem:
        told = {"errno": errno.errorcode[problem.errno or 0]}
        stage = getattr(problem, "data", {}).get("stage")
        return {"error": {**told, **({"stage": stage} if stage else {})}}
    return {"error": None}


def data(content: Any) -> bytes:
    if isinstance(content, str):
        return content.encode()
    if "b64" in content:
        return base64.b64decode(content["b64"])
    if "repeat" in content:
        return str(content["repeat"]).encode() * int(content["n"])
    return str(content["text"]).encode()


def text(content: Any) -> str:
    return data(content).decode("utf-8", "surrogateescape")


def shown(found: bytes) -> Any:
    if len(found) > 400:
        return {"sha256": hashlib.sha256(found).hexdigest(), "size": len(found)}
    try:
        return found.decode()
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(found).decode()}


def build(workspace: Path, files: dict[str, Any]) -> None:
    before = os.umask(0)
    modes: list[tuple[Path, int]] = []
    try:
        workspace.mkdir(mode=0o755, parents=True, exist_ok=True)
        for name, made in files.items():
            path = workspace / name
            for above in reversed(path.relative_to(workspace).parents):
                workspace.joinpath(above).mkdir(mode=0o755, exist_ok=True)
            given = made if isinstance(made, dict) else {}
            if given.get("type") == "symlink":
                path.symlink_to(given["target"])
            elif given.get("type") == "dir":
                path.mkdir(mode=0o755, exist_ok=True)
                modes.append((path, int(given.get("mode", "0755"), 8)))
            else:
                path.write_bytes(data(made))
                path.chmod(int(given.get("mode", "0644"), 8))
                if "mtime" in given:
                    when = datetime.fromisoformat(given["mtime"]).timestamp()
                    os.utime(path, (when, when))
        for path, mode in reversed(modes):
            path.chmod(mode)
    finally:
        os.umask(before)


def entries(workspace: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for above, folders, names in os.walk(workspace):
        for name in (*folders, *names):
            path = Path(above, name)
            if name != ".clew.lock":
                found[path.relative_to(workspace).as_posix()] = _entry(path)
    return found


def _entry(path: Path) -> dict[str, Any]:
    seen = path.lstat()
    if stat.S_ISLNK(seen.st_mode):
        return {"type": "symlink", "target": os.readlink(path)}
    mode = f"{stat.S_IMODE(seen.st_mode):04o}"
    if stat.S_ISDIR(seen.st_mode):
        return {"type": "dir", "mode": mode}
    try:
        content = path.read_bytes()
    except PermissionError:  # of its own owner: who wants to look must take the right
        path.chmod(0o600)
        content = path.read_bytes()
        path.chmod(int(mode, 8))
    if len(content) > 400:
        return {"type": "file", "mode": mode, **shown(content)}
    told = shown(content)
    return {"type": "file", "mode": mode, **({"content": told} if isinstance(told, str) else told)}


if __name__ == "__main__":
    name, folder, strict = sys.argv[1:]
    (wanted,) = [case for case in cases("memory") if case["name"] == name]
    ZoneInfo(wanted["tz"])  # as the words above
    hashlib.sha256(b"")
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    print(json.dumps(play(wanted, Path(folder), bool(int(strict)))))
