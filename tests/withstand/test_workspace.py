"""The workspace's files, killed and failed at each call: the old text or the new one, nothing lost. R006, defects 6 and 7."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.history.database import History
from clew.stores.contract import revision_of
from clew.workspace import MemoryStore
from tests.withstand.acts import is_one_of_many, telling
from tests.withstand.conftest import watched
from tests.withstand.place import Place, Tree, old_or_new, temporaries, tree
from tests.withstand.system_calls import Fault
from tests.withstand.test_failing_disk import WRITING

FACTS = "# Long-term Memory\n\n## Preferences\n\n- Answers in Chinese. 用中文回答\n"
APPEND = ("daily", "add", "Met the others. 见了其他人")
REPLACE = ("long-term", "write", FACTS + "- Short.\n", "--expect")


def nothing(place: Place) -> None:
    pass


def noted(place: Place) -> None:
    place.done("daily", "add", "the beginning")
    place.done("long-term", "write", FACTS, "--expect", "")


def edited(place: Place) -> None:
    noted(place)
    for path in workspace(place).rglob("*.md"):
        path.write_bytes(path.read_bytes() + b"\nby hand, and never seen by clew")


def in_a_vault(place: Place) -> None:
    noted(place)
    vault = workspace(place) / "vault"  # in the workspace only so that it is looked at with it
    vault.mkdir()
    for path in list((workspace(place) / "memory").rglob("*.md")):
        target = path.rename(vault / path.name)
        path.symlink_to(target)


ACTS: dict[str, tuple[tuple[str, ...], Callable[[Place], None]]] = {
    "the first note": (APPEND, nothing),
    "a further text": (APPEND, noted),
    "a text behind what was edited by hand": (APPEND, edited),
    "a text in a vault": (APPEND, in_a_vault),
    "long-term memory replaced": ((*REPLACE, revision_of(FACTS.encode())), noted),
    "long-term memory replaced in a vault": ((*REPLACE, revision_of(FACTS.encode())), in_a_vault),
}


@watched
@pytest.mark.parametrize("name", ACTS)
def test_killed_at_any_call_there_is_the_old_text_or_the_new_one(swift, name):
    words, before = ACTS[name]
    before(swift)
    with swift.again() as backup:
        old = tree(workspace(swift))
        done = swift.clew(*words, fault=Fault())
        assert done.status == 0, done.err
        new = tree(workspace(swift))
        for number, call in enumerate(done.calls, 1):
            if call in ("fsync", "fdatasync") or is_one_of_many(done.calls, number):
                continue
            backup.restore()
            died = swift.clew(*words, fault=Fault(number, "kill"))
            assert died.status in (-signal.SIGKILL, 0), died.err
            now = tree(workspace(swift))
            old_or_new(old, new, now)
            assert not died.out or now == new, f"acknowledged, and not there at call {number} ({call})"
            everything_kept(swift, old)
            assert swift.clew("daily", "add", "afterwards").status == 0
            assert temporaries(swift.folder) == [], call


@watched
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("name", ACTS)
def test_a_call_that_fails_is_told_and_changes_nothing(swift, name, code):
    words, before = ACTS[name]
    before(swift)
    with swift.again() as backup:
        old = tree(workspace(swift))
        done = swift.clew(*words, fault=Fault(names=WRITING))
        assert done.status == 0, done.err
        new = tree(workspace(swift))
        refused = 0
        for number, call in enumerate(done.calls, 1):
            if not telling(done.calls, number):
                continue
            backup.restore()
            failed = swift.clew(*words, "--json", fault=Fault(number, str(code), names=WRITING))
            now = tree(workspace(swift))
            if failed.status == 0:
                assert now == new, call
                continue
            refused += 1
            assert failed.status == 1, (call, failed.err)
            assert b"Traceback" not in failed.err
            error = failed.json["error"]
            assert error["kind"] == "storage", (call, error)
            assert error["path"] in error["message"]
            assert now == old, call
            assert swift.clew(*words).status == 0
            assert tree(workspace(swift)) == new
        assert refused > 3


@watched
@pytest.mark.parametrize("name", ["a further text", "a text in a vault", "long-term memory replaced"])
def test_a_disk_that_takes_half_of_each_write_gets_it_all(swift, name):
    words, before = ACTS[name]
    before(swift)
    with swift.again() as backup:
        assert swift.clew(*words).status == 0
        new = tree(workspace(swift))
        backup.restore()
        assert swift.clew(*words, fault=Fault(1, "short", True)).status == 0
        assert tree(workspace(swift)) == new


APPENDING = """
import sys
from datetime import UTC, datetime
from clew.workspace import MemoryStore
store = MemoryStore(sys.argv[1], lambda: datetime(2026, 5, 14, 9, 30, tzinfo=UTC))
print("ready", flush=True)
number = 0
while True:
    store.append_today(f"{sys.argv[2]} {number}")
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("rounds", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_a_writer_that_is_killed_at_random_leaves_whole_texts_and_the_next_one_cleans_up(tmp_path, rounds):
    """R006: a note of 50 KB, appended to in a loop and killed; never shorter, and no temporary file stays."""
    store = MemoryStore(tmp_path, lambda: datetime(2026, 5, 14, 9, 30, tzinfo=UTC))
    store.append_today("x" * 50_000)
    chance = random.Random(6)
    for turn in range(rounds):
        before = store.read_today()
        writer = subprocess.Popen(
            [sys.executable, "-c", APPENDING, tmp_path, str(turn)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(chance.random() / 20)
        writer.kill()
        acknowledged = writer.communicate()[0].count("\n")
        now = store.read_today()
        assert now.startswith(before)
        lines = now[len(before) :].split("\n")[1:]
        assert lines == [f"{turn} {number}" for number in range(len(lines))]
        assert acknowledged <= len(lines) <= acknowledged + 1
        store.append_today("afterwards")
        assert temporaries(tmp_path) == []


def workspace(place: Place) -> Path:
    return place.home / "workspace"


def everything_kept(place: Place, old: Tree) -> None:
    """Every text that stood there stands there still, or is in the history, under the name that it has in the workspace."""
    now = tree(workspace(place))
    known = {os.path.basename(path): path for path in old if path.startswith("memory/") and path.endswith(".md")}
    with History(str(place.home / "history.db"), lambda: datetime.now(UTC)) as history:
        for path, data in old.items():
            if path.endswith(".md") and data is not None and now.get(path) != data:
                versions = history.versions(f"workspace:{workspace(place)}", known[os.path.basename(path)])
                assert data in [history.content(one.id) for one in versions], path
