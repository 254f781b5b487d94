"""Several processes at one history, and processes that are killed."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clew.history.database import History
from clew.history.kept import Kept
from clew.stores.folder import FolderStore
from tests.history.conftest import KEY, Clock

OPEN = """
import sys
from clew.history.database import History
from clew.history.changing import Edit
from clew.history.kept import Kept
from clew.history.records import Change, Origin
from clew.stores.folder import FolderStore
from tests.history.conftest import KEY, Clock
history = History(sys.argv[1] + "/home/history.db", Clock())
kept = Kept(FolderStore(sys.argv[1] + "/library", "library", makes_root=True), lambda: history, KEY)
who = sys.argv[2]
"""

SHARING = (
    OPEN
    + """
for number in range(25):
    with kept.lock():
        try:
            clue = kept.get(".clue")
        except Exception:
            clue = None
        data = (clue.data if clue else b"") + f"{who} {number}\\n".encode()
        kept.change([Edit(f"{who}.md", b"%d" % number), Edit(".clue", data, clue.revision if clue else "")], Origin("save", who))
"""
)

BEGINNING = (
    OPEN
    + """
sys.stdin.readline()
history.record("store of " + who, [Change("a.md", None, who.encode())], Origin("save"))
"""
)

# Each change carries its number; it is told once the change has returned.
COUNTING = (
    OPEN
    + """
number = int(who)
while True:
    number += 1
    filler = b"".join(b"- line %d\\n" % i for i in range(number % 50))
    kept.change([Edit("p/a.md", b"%d\\n" % number + filler), Edit(".clue", b"x" * 40_000 + b"\\n%d\\n" % number)], Origin("save"))
    print(number, flush=True)
"""
)


def start(code: str, folder: Path, who: str, *prefix: str) -> subprocess.Popen[str]:
    command = [*prefix, sys.executable, "-c", code, str(folder), who]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return out


def test_four_processes_lose_nothing(tmp_path):
    for process in [start(SHARING, tmp_path, f"p{number}") for number in range(4)]:
        finish(process)
    kept = opened(tmp_path)
    lines = kept.get(".clue").data.decode().splitlines()
    assert sorted(lines) == sorted(f"p{who} {number}" for who in range(4) for number in range(25))
    assert len(kept.history.versions(KEY, ".clue")) == 100
    entries = kept.history.entries(KEY, limit=1000)
    assert len(entries) == 100
    assert all({each.path for each in entry.versions} == {".clue", f"{entry.agent}.md"} for entry in entries)
    kept.history.close()


def test_processes_that_begin_the_history_together_all_get_in(tmp_path):
    processes = [start(BEGINNING, tmp_path, str(number)) for number in range(4)]
    time.sleep(0.3)  # all are up and wait for the word
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        finish(process)
    with History(str(tmp_path / "home" / "history.db"), Clock()) as history:
        assert {entry.store for entry in history.entries()} == {f"store of {number}" for number in range(4)}


@pytest.mark.parametrize("seed", range(6))
def test_a_writer_killed_at_any_moment_leaves_old_or_new_and_every_acknowledged_version(tmp_path, seed):
    chance = random.Random(seed)
    number = 0
    for _ in range(4):
        process = start(COUNTING, tmp_path, str(number))
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0, 0.06))
        process.kill()
        out, errors = process.stdout.read(), process.stderr.read()  # `communicate` passes over what readline read ahead
        process.communicate()
        assert not errors
        told = [int(line) for line in out.splitlines() if line.endswith("\n") or line]
        number = look(tmp_path, max([number + 1, *told]))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace does the killing")
@pytest.mark.parametrize(
    "call", ["pwrite64", "write", "fsync,fdatasync", "rename,renameat,renameat2", "ftruncate,unlink,unlinkat"]
)
def test_a_writer_killed_at_each_system_call_leaves_old_or_new(tmp_path, call):
    done = 0
    for number in [*range(1, 20), *range(20, 200, 9)]:
        folder = tmp_path / str(number)
        folder.mkdir()
        kill = (
            "strace",
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            f"trace={call}",
            "-e",
            f"inject={call}:signal=KILL:when={number}",
        )
        process = start(COUNTING.replace("while True", "for _ in range(2)"), folder, "0", *kill)
        out, _ = process.communicate(timeout=60)
        told = [int(line) for line in out.splitlines()]
        if process.returncode == 0:
            done = number
            break
        look(folder, max([0, *told]))
    assert done > 2, "it never ran to its end: raise the range"


def opened(folder: Path) -> Kept:
    history = History(str(folder / "home" / "history.db"), Clock())
    return Kept(FolderStore(str(folder / "library"), "library", makes_root=True), lambda: history, KEY)


def look(folder: Path, acknowledged: int) -> int:
    """Checks what a killed writer left; returns the number that the next one goes on from."""
    kept = opened(folder)
    with kept.history.file.reading() as db:
        assert db is None or db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    on_disk = {
        path: int(kept.get(path).data.split(b"\n")[line]) if kept.stat(path) else 0
        for path, line in (("p/a.md", 0), (".clue", 1))
    }
    for path, number in on_disk.items():
        assert number in {acknowledged, acknowledged + 1}, (path, number, acknowledged)
        line = 0 if path == "p/a.md" else 1
        contents = [kept.history.content(each.id) for each in kept.history.versions(KEY, path) if not each.gone]
        numbers = {int(data.split(b"\n")[line]) for data in contents if data}
        assert set(range(1, acknowledged + 1)) <= numbers
    kept.put("p/a.md", b"%d\n" % max(on_disk.values()))
    kept.put(".clue", b"x" * 40_000 + b"\n%d\n" % max(on_disk.values()))
    kept.history.close()
    assert [each.path for each in kept.list(deep=True) if ".tmp-" in each.path] == []
    return max(on_disk.values())


# The first write of a process; each stops where the history gets its entry before all is loaded that writes the file.
LOADING = (
    OPEN
    + """
record = history.record
def recorded(*change):
    assert "clew.stores.replacing" in sys.modules
    return record(*change)
history.record = recorded
kept.change([Edit("a.md", b"one")] + [Edit("b.md", b"two")] * (who == "two"))
kept.change([Edit("a.md", None)])
"""
)


@pytest.mark.parametrize("files", ["one", "two"])
def test_nothing_that_writes_is_loaded_between_the_history_and_the_file(tmp_path, files):
    subprocess.run([sys.executable, "-c", LOADING, str(tmp_path), files], check=True)
