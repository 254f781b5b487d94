from __future__ import annotations

import os
import subprocess
import sys

import pytest

from clew.stores import temporary
from clew.stores.folder import FolderStore


@pytest.fixture
def store(tmp_path):
    store = FolderStore(str(tmp_path), "library", makes_root=False)
    store.put("p/q/a.md", b"x")
    return store


@pytest.fixture
def dead():
    """The name of a temporary file whose maker is no more."""
    child = subprocess.run(
        [sys.executable, "-c", "from clew.stores.temporary import new_name; print(new_name())"],
        capture_output=True,
        text=True,
        check=True,
    )
    return child.stdout.strip()


def make(store, path, age=0.0):
    place = os.path.join(store.root, path)
    with open(place, "w") as file:
        file.write("half a text")
    if age:
        os.utime(place, (os.stat(place).st_mtime - age,) * 2)


def test_a_name_says_who_made_it():
    mine = temporary.new_name()
    assert mine.startswith(".tmp-clew-")
    host, pid, start, _ = mine.removeprefix(".tmp-clew-").split("-")
    assert (host, int(pid), int(start)) == (temporary.host(), os.getpid(), temporary.started(os.getpid()))
    assert temporary.new_name() != mine


@pytest.mark.parametrize("node", ["my-host", "my_host", "Büro/7", "主机", "", "x" * 300])
def test_a_hosts_name_fits_into_a_file_name(node, monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("", node, "", "", "")))
    host = temporary.host()
    assert host
    assert "-" not in host
    assert "/" not in host
    assert host.isascii()
    assert len(host) <= 255 - 60


def test_hosts_that_look_alike_have_different_names(monkeypatch):
    hosts = set()
    for node in ("my-host", "my_host", "my.host", "my host"):
        monkeypatch.setattr(os, "uname", lambda node=node: os.uname_result(("", node, "", "", "")))
        hosts.add(temporary.host())
    assert len(hosts) == 4


def test_only_those_of_dead_processes_of_this_host_are_swept(store, dead):
    alive = temporary.new_name()
    elsewhere = dead.replace(temporary.host(), "elsewhere")
    later = alive.replace(f"-{os.getpid()}-", f"-{os.getpid()}-9")  # the number used again: not the same process
    for name in (dead, alive, elsewhere, later, ".tmp-other", ".tmp-clew-x", "tmp-clew-1-1-1-1", ".tmp-clew-a-b-c-d"):
        make(store, name)
        make(store, f"p/q/{name}")
    gone = sorted([dead, later, f"p/q/{dead}", f"p/q/{later}"])
    assert sorted(store.leftovers()) == gone
    assert sorted(store.sweep()) == gone
    assert store.leftovers() == []
    assert len(store.list("p/q")) == 7


def test_other_programs_are_reported_after_a_day_and_left_alone(store, dead):
    make(store, "p/.tmp-new")
    make(store, "p/.tmp-old", age=90_000)
    make(store, "p/" + dead, age=90_000)
    make(store, "p/.tmp-clew-elsewhere-1-1-a", age=90_000)
    assert sorted(store.strangers()) == ["p/.tmp-clew-elsewhere-1-1-a", "p/.tmp-old"]
    store.sweep()
    assert sorted(store.strangers()) == ["p/.tmp-clew-elsewhere-1-1-a", "p/.tmp-old"]


def test_nothing_outside_the_root_is_swept(store, dead, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / dead).write_text("not yours")
    os.symlink(outside, os.path.join(store.root, "link"))
    os.symlink(outside / dead, os.path.join(store.root, dead))
    store.sweep()
    assert (outside / dead).exists()


def test_a_root_that_is_not_there_yet_has_no_leftovers(tmp_path):
    store = FolderStore(str(tmp_path / "none"), "library", makes_root=True)
    assert store.leftovers() == store.sweep() == store.strangers() == []


def test_a_process_that_is_dead_but_not_yet_buried_counts_as_dead():
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert temporary.started(child.pid) is None
    child.wait()


def test_a_process_of_somebody_else_is_alive():
    assert temporary.started(1) is not None
    assert temporary.started(0) is None
    assert temporary.started(1 << 40) is None
