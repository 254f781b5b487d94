"""Killed at each system call of a sync that changes or sends something: the next one finishes it, and nothing is there twice."""

from __future__ import annotations

import copy
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.sync.server import NotesServer, running
from tests.withstand.conftest import watched
from tests.withstand.place import Place, temporaries, timeless, tree
from tests.withstand.system_calls import Fault

pytestmark = watched

State = dict[str, Any]


class Account:
    """A home whose memories are notes on a service, of which each was changed in another way."""

    words = ("sync", "simplenote", "--yes")

    def __init__(self, place: Place, server: NotesServer) -> None:
        self.place, self.server = place, server
        place.environment |= {"CLEW_SIMPLENOTE_URL": server.url, "CLEW_SIMPLENOTE_TOKEN": server.token()}
        ids = {}
        for name in ("here", "there", "both", "clash", "deleted", "trashed", "tagged", "part"):
            place.save(f"one of {name}\n\ntwo of {name}", "--title", name, "--conversation", f"c-{name}")
            ids[name] = place.done("note", "push", name, *(("--section", "1") if name == "part" else ()))["note"]["id"]
        for name in ("here", "both", "clash", "part"):
            edit(place.memories / f"{name}.md", f"one of {name}", f"ONE of {name}, from here")
        for name in ("there", "both"):
            self.write(ids[name], f"two of {name}", f"TWO of {name}, from there")
        self.write(ids["clash"], "one of clash", "ONE of clash, from there")
        self.write(ids["tagged"], "", "", tags=["one", "two", "three"])
        self.write(ids["trashed"], "", "", deleted=True)
        place.done("delete", "deleted")

    def write(self, id: str, old: str, new: str, **more: Any) -> None:
        self.server.write(id, self.server.notes.entries[id].now["content"].replace(old, new), **more)

    @contextmanager
    def again(self) -> Iterator[Callable[[], None]]:
        buckets = {name: {**vars(bucket)} for name, bucket in self.server._buckets.items()}
        kept = copy.deepcopy({name: data_of(bucket) for name, bucket in buckets.items()})
        with self.place.again() as backup:

            def restore() -> None:
                backup.restore()
                for name, data in copy.deepcopy(kept).items():
                    vars(self.server.bucket(name)).update(data)

            yield restore

    def settled(self) -> bool:
        """Whether what was sent before the death has been answered."""
        return not any("process_request_thread" in thread.name for thread in threading.enumerate())

    def there(self) -> State:
        notes = {id: entry.now for id, entry in self.server.notes.live()}
        return {id: (now["content"], sorted(now["tags"]), now["deleted"]) for id, now in notes.items()}

    def ever(self) -> str:
        """Every text that the service had."""
        versions = (one for entry in self.server.notes.entries.values() for one in entry.versions.values())
        return "\n".join(one["content"] for one in versions)


class Remote:
    """A library with a git remote, in which both this machine and another one changed something."""

    words = ("sync", "git", "--yes")

    def __init__(self, place: Place) -> None:
        self.place = place
        place.environment |= {"PATH": os.environ["PATH"], "HOME": str(place.folder)}
        self.remote = place.folder / "remote.git"
        subprocess.run(["git", "init", "--bare", "--quiet", str(self.remote)], check=True)
        self.other: dict[str, Any] = {"CLEW_HOME": str(place.folder / "other"), "CLEW_DEVICE": "tower"}
        for name in ("here", "there", "both", "clash", "deleted", "gone", "renamed", "moved"):
            place.save(f"one of {name}\n\ntwo of {name}", "--title", name, "--conversation", f"c-{name}")
        place.done("sync", "git", "--remote", str(self.remote))
        place.done("sync", "git", "--remote", str(self.remote), **self.other)
        there = place.folder / "other" / "memory" / place.slug
        for name in ("here", "both", "clash", "moved"):
            edit(place.memories / f"{name}.md", f"one of {name}", f"ONE of {name}, from here")
        for name in ("there", "both", "renamed"):
            edit(there / f"{name}.md", f"two of {name}", f"TWO of {name}, from there")
        edit(there / "clash.md", "one of clash", "ONE of clash, from there")
        place.done("delete", "deleted")
        place.done("rename", "renamed", "Renamed")
        place.done("delete", "gone", **self.other)
        place.done("rename", "moved", "Moved", **self.other)
        place.save("new here", "--title", "new", "--conversation", "n1")
        place.save("new there", "--title", "new", "--conversation", "n2", **self.other)
        place.done("sync", "git", **self.other)

    @contextmanager
    def again(self) -> Iterator[Callable[[], None]]:
        with self.place.again() as backup:
            yield backup.restore

    def settled(self) -> bool:
        """Whether the gits that outlived their clew have ended."""
        return not any(str(self.place.folder).encode() in words for words in running_gits())

    def there(self) -> State:
        """What the branch has, and what the other machine has after its next sync."""
        listed = subprocess.run(["git", "ls-tree", "-r", "main"], cwd=self.remote, check=True, capture_output=True)
        self.place.done("sync", "git", "--yes", **self.other)
        return {"remote": listed.stdout, "other": told(self.place.folder / "other" / "memory")}

    def ever(self) -> str:
        """Every line that the remote had."""
        log = subprocess.run(["git", "log", "-p", "--all"], cwd=self.remote, check=True, capture_output=True)
        return log.stdout.decode()


@pytest.fixture
def account(swift: Place) -> Iterator[Account]:
    with running() as server:
        yield Account(swift, server)


@pytest.fixture
def remote(swift: Place) -> Remote:
    if shutil.which("git") is None:
        pytest.skip("git is one of the two sides")
    return Remote(swift)


@pytest.mark.parametrize("target", ["account", "remote"])
def test_killed_at_a_call_the_next_sync_finishes_it(target, request):
    """At every twentieth."""
    deaths(request.getfixturevalue(target), step=20)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["account", "remote"])
def test_killed_at_each_call_the_next_sync_finishes_it(target, request):
    deaths(request.getfixturevalue(target), step=1)


def deaths(side: Account | Remote, step: int) -> None:
    place = side.place
    with side.again() as restore:
        before = lines(place, side)
        calls = place.clew(*side.words, fault=Fault()).calls
        here, there = told(place.library), side.there()
        assert "send" in calls or isinstance(side, Remote)
        for number in range(1, len(calls) + 1, step):
            restore()
            died = place.clew(*side.words, fault=Fault(number, "kill"))
            assert died.status in (-signal.SIGKILL, 0), died.err
            wait_for(side.settled)
            at = f"killed at call {number} of {len(calls)} ({calls[number - 1]})"
            again = place.clew(*side.words)
            assert again.status == 0, (at, again.out, again.err)
            assert place.done(*side.words)["actions"] == [], at
            place.done("menu")  # the clue file of one that died between its two files is put in order by the next look
            assert told(place.library) == here, at
            assert side.there() == there, at
            assert temporaries(place.folder) == [], at
            assert before <= lines(place, side), at
            assert {rule for rule, _ in place.findings()} <= {"conflict-copy"}, at


def told(library: Path) -> State:
    """What the files say; a copy of a conflict is named with its time."""
    files = {path: timeless(data) for path, data in tree(library).items()}
    copies = sorted(str(data) for path, data in files.items() if ".conflict-" in path)
    return {**{path: data for path, data in files.items() if ".conflict-" not in path}, "copies": copies}


def lines(place: Place, side: Account | Remote) -> set[str]:
    """Every line of somebody's that is in a file, in a history or on the other side."""
    texts = [data.decode() for data in tree(place.library).values() if data]
    texts += [data.decode() for path in place.files_ever() for data in place.texts_ever(path) if data]
    texts.append(side.ever())
    return {line.lstrip("+- ") for text in texts for line in text.split("\n") if " of " in line}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def data_of(bucket: State) -> State:
    return {name: value for name, value in bucket.items() if not callable(value)}


def running_gits() -> list[bytes]:
    """What each git on this machine was started with."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                words = (process / "cmdline").read_bytes()
                found += [words + (process / "environ").read_bytes()] if words.startswith(b"git") else []
            except OSError:  # it has ended
                pass
    return found


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.002)
