"""Killed at any point of an update: the next search is right, and nothing is seen twice, missed, or left behind."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from clew.text.terms import terms_of
from tests.index.conftest import INSTALLED, Notes
from tests.withstand.system_calls import POSSIBLE

ROOT = Path(__file__).resolve().parents[2]
ACTS = ("first", "edit", "many", "rebuild")
watched = pytest.mark.skipif(not POSSIBLE, reason="system calls can be watched on Linux with x86_64 only")


class Killer:
    """The other side of `killing.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.index.killing"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._read() == "ready\n"

    def kill(self, notes: Notes, act: str, at: int) -> tuple[int, int]:
        """The status of the process, and how many calls it made; with 0 it lives."""
        asked = {"place": str(notes.home.parent), "engine": notes.engine, "act": act, "at": at}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._read())
        return answer["status"], answer["calls"]

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    killer = Killer()
    yield killer
    killer.close()


@pytest.fixture(params=INSTALLED)
def swift(request) -> Iterator[Notes]:
    with TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Notes(Path(folder), request.param)


@watched
@pytest.mark.parametrize("act", ACTS)
def test_killed_at_some_calls_the_next_search_is_right(swift, killer, act):
    deaths(swift, killer, act, 12)


@watched
@pytest.mark.slow
@pytest.mark.parametrize("act", ACTS)
def test_killed_at_each_call_the_next_search_is_right(swift, killer, act):
    deaths(swift, killer, act, 100_000)


def deaths(notes: Notes, killer: Killer, act: str, most: int) -> None:
    prepare(notes, act)
    place, backup = notes.home.parent, notes.home.parent.with_name(notes.home.parent.name + "-backup")
    shutil.copytree(place, backup)
    try:
        status, calls = killer.kill(notes, act, 0)
        assert status == 0
        assert calls > 5
        died = 0
        for at in sorted(
            {1 + round(number * (calls - 1) / (most - 1)) for number in range(most)} & {*range(1, calls + 1)}
        ):
            shutil.rmtree(place)
            shutil.copytree(backup, place)
            status, _ = killer.kill(notes, act, at)
            assert status in (0, -signal.SIGKILL)
            died += status != 0
            check(notes, at)
        assert died > min(most, calls) // 2
    finally:
        shutil.rmtree(backup)


def prepare(notes: Notes, act: str) -> None:
    """What the process that dies finds; what it should make of it stands in the files alone."""
    for number in range(40):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta\n")
    if act == "first":
        return
    notes.found("alpha")
    notes.index.rebuild()
    notes.write("0.md", "gamma once\n")
    (notes.folder / "1.md").unlink()
    notes.write("new.md", "alpha fresh\n")
    if act == "many":
        for number in range(200):
            notes.write(f"more{number}.md", f"alpha more\n\nbeta w{number}\n")
    notes.index.close()


def check(notes: Notes, at: int) -> None:
    """A new process sees exactly what stands in the files; the engine has nothing else, and has it once."""
    index = notes.another()
    try:
        seen = index.look()
        assert seen.degraded is None, at
        truth = {path.name: path.read_text() for path in notes.folder.iterdir()}
        for word in ("alpha", "beta", "gamma", "fresh", "w1"):
            ids = index.candidates(terms_of(word), None, 5000)
            assert len(ids) == len(set(ids)), (at, word)
            found = [passage.file for passage in index.passages(ids)]
            assert len(found) == len(ids), (at, word)
            assert sorted(found) == sorted(
                name for name, text in truth.items() for part in text.split("\n\n") if word in part.split()
            ), (at, word)
        counts = index.counts(["alpha"])
        assert counts.passages == sum(text.count("\n\n") + 1 for text in truth.values()), at
        notes.write("last.md", "alpha after all\n")
        index.touched()
        index.look()
        assert len(index.passages(index.candidates(["after"], None, 10))) == 1, at
        (notes.folder / "last.md").unlink()
        index.rebuild()
        assert len(notes.generations()) == 1, at
    finally:
        index.close()


LIVES = """
import sys
from pathlib import Path
from tests.index.conftest import Notes
notes = Notes(Path(sys.argv[1]), sys.argv[2])
print("ready", flush=True)
while True:
    notes.index.touched()
    notes.index.look()
"""


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("times", [6, pytest.param(80, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_next_search_is_right(tmp_path, engine, times):
    """Whatever its threads were at: this one is killed by the clock."""
    notes = Notes(tmp_path, engine)
    randomly = random.Random(times)
    prepare(notes, "first")
    for turn in range(times):
        child = subprocess.Popen([sys.executable, "-c", LIVES, str(tmp_path), engine], cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        until = time.monotonic() + randomly.uniform(0.01, 0.5)
        while time.monotonic() < until:
            number = randomly.randrange(300)
            notes.write(f"{number}.md", f"alpha w{number} turn{turn}\n\nbeta\n")
        child.kill()
        child.wait()
        child.stdout.close()
        notes.write("0.md", "gamma once\n")
        check(notes, turn)
