"""Many at once, over midnight, beside an editor: every text is there, once, whole, under its own day. Defect 1 (docs/picoclaw.md)."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

import clew
from clew.workspace import MemoryStore
from tests.workspace.conftest import Clock

ROOT = Path(__file__).resolve().parents[2]
DAYS = ("2026-05-14", "2026-05-15")


def together(command: list[list[str]]) -> list[str]:
    """Processes that begin at once; all lines that they said."""
    pipe = subprocess.PIPE
    crowd = [
        subprocess.Popen([sys.executable, *words], stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)
        for words in command
    ]
    for one in crowd:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in crowd:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    said = []
    for one in crowd:
        out, errors = one.communicate(timeout=300)
        assert one.returncode == 0, errors
        said += out.splitlines()
    return said


def note(workspace: Path, day: str) -> list[str]:
    """The lines below the head, which is the right one."""
    text = (workspace / "memory" / day[:7].replace("-", "") / f"{day.replace('-', '')}.md").read_bytes().decode()
    head, _, rest = text.partition("\n\n")
    assert head == f"# {day}"
    return rest.split("\n")


def each_under_its_own_day(workspace: Path, said: list[str]) -> None:
    for day in DAYS:
        told = [line.rpartition(" ")[0] for line in said if line.endswith(day)]
        assert Counter(note(workspace, day)) == Counter(f"{line} 记" for line in told)
    assert not [name for _, _, names in os.walk(workspace) for name in names if name.startswith(".tmp")]


@pytest.mark.parametrize(
    ("home", "count"), [([], 50), (["home"], 12), pytest.param(["home"], 50, marks=pytest.mark.slow)]
)
def test_eight_processes_append_while_midnight_comes_to_each_at_another_time(tmp_path, home, count):
    words = ["-m", "tests.workspace.crowd"]
    said = together([[*words, str(who), str(count), str(who * count // 8), str(tmp_path), *home] for who in range(8)])
    assert len(said) == 8 * count
    workspace = tmp_path / "workspace" if home else tmp_path
    each_under_its_own_day(workspace, said)
    for who in range(8):
        mine = [line for day in DAYS for line in note(workspace, day) if line.startswith(f"{who} ")]
        assert mine == [f"{who} {number} 记" for number in range(count)], "in the order in which it appended them"


@pytest.mark.slow
def test_fifty_processes_append_one_line_each(tmp_path):
    said = together([["-m", "tests.workspace.crowd", str(who), "1", "9", str(tmp_path)] for who in range(50)])
    assert Counter(note(tmp_path, DAYS[0])) == Counter(f"{who} 0 记" for who in range(50))
    assert len(said) == 50


def test_threads_that_share_a_store_lose_nothing(store):
    errors: list[BaseException] = []
    barrier = threading.Barrier(8)

    def append(who: int) -> None:
        barrier.wait()
        try:
            for number in range(12):
                store.append_today(f"{who} {number}")
        except BaseException as error:  # noqa: BLE001  raised by the test
            errors.append(error)

    threads = [threading.Thread(target=append, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    lines = store.read_today().split("\n")[2:]
    assert sorted(lines) == sorted(f"{who} {number}" for who in range(8) for number in range(12))


EDITING = """
import os, sys, time
path, number = sys.argv[1], 0
print("ready", flush=True)
sys.stdin.readline()
until = time.monotonic() + float(sys.argv[2])
while time.monotonic() < until:
    try:
        with open(path, "rb") as file: text = file.read()
    except FileNotFoundError:
        text = b""
    number += 1
    with open(path + "~", "wb") as file: file.write(text + b"\\nedit %d." % number)
    os.replace(path + "~", path)
    time.sleep(float(sys.argv[3]))
print(number)
"""


@pytest.mark.parametrize(("seconds", "pause"), [(3, 0.02), pytest.param(60, 0.003, marks=pytest.mark.slow)])
def test_against_an_editor_that_replaces_the_file_again_and_again_nothing_of_either_is_lost(tmp_path, seconds, pause):
    """An editor writes over what it has not read; then the history has it. Nothing stands in neither."""
    home = clew.open(tmp_path / "home", clock=Clock())
    store = home.workspace
    store.append_today("begin")
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", EDITING, store.today_path(), str(seconds), str(pause)]
    editor = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
    assert editor.stdin is not None
    assert editor.stdout is not None
    editor.stdout.readline()
    editor.stdin.write("go\n")
    editor.stdin.flush()
    appended = 0
    while editor.poll() is None:
        appended += 1
        store.append_today(f"append {appended}.")
    edited = int(editor.communicate()[0])
    file = os.path.relpath(store.today_path(), store.root).replace(os.sep, "/")
    versions = home.history.versions(home.workspace_store.key, file)
    kept = {line for one in versions for line in (home.history.content(one.id) or b"").decode().split("\n")}
    kept |= set(store.read_today().split("\n"))
    home.close()
    assert edited > 20
    assert appended > 5
    assert [f"append {number}." for number in range(1, appended + 1) if f"append {number}." not in kept] == []
    assert [f"edit {number}." for number in range(1, edited + 1) if f"edit {number}." not in kept] == []


def test_against_an_editor_that_changes_the_file_at_each_try_an_append_gives_up_at_last(tmp_path, monkeypatch):
    store = MemoryStore(tmp_path, Clock())
    store.append_today("begin")
    real = type(store.files).put

    def put(files, path, data, expect="*"):
        with open(files.path_of(path), "ab") as file:
            file.write(b".")
        return real(files, path, data, expect)

    monkeypatch.setattr(type(store.files), "put", put)
    monkeypatch.setattr("clew.workspace.memory.SECONDS", 0.1)
    with pytest.raises(clew.errors.Conflict) as caught:
        store.append_today("more")
    assert caught.value.mine
    assert caught.value.theirs
    assert caught.value.mine.endswith(b"\nmore")
    assert "more" not in store.read_today()
