"""A library on two devices and a git remote: a real bare repository, real git, a repository of the user's around it."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

import clew
from clew.errors import NotFound
from clew.sync.contract import Later, Moved
from clew.sync.engine import Sync
from clew.sync.git_commands import Git, without_credentials
from clew.sync.shelves.library import LibraryShelf
from clew.sync.states import States, states_file
from clew.sync.targets.git import GitTarget

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def git(*words: str, at: Path) -> str:
    own = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t"}
    done = subprocess.run(
        ["git", *words], cwd=at, env={**os.environ, **own}, capture_output=True, check=True, text=True
    )
    return done.stdout


class Device:
    """A home with a library, and its side of the sync."""

    def __init__(self, folder: Path, remote: str, workspace: bool = False) -> None:
        self.folder = folder
        self.remote = remote
        self.workspace = workspace
        self.home = clew.open(folder / "home", clock=lambda: NOW)
        self.root = Path(self.home.library.root)
        self.target = self.fresh_target()

    def fresh_target(self) -> GitTarget:
        return GitTarget(self.remote, str(self.folder / "home" / "git"), self.shelf().has, "Ana", self.folder.name)

    def shelf(self) -> LibraryShelf:
        return LibraryShelf(self.home.library, self.home.workspace_store if self.workspace else None)

    def sync(self, **how):
        states = States(states_file(str(self.folder / "home" / "sync.db")), f"git {self.target.address}")
        outcome = Sync(self.shelf(), self.target, states, **how).run()
        assert outcome.stopped is None, outcome.stopped
        return {done.place: done.what for done in outcome.done}

    def save(self, text: str, title: str, dir: str = "/srv/shop", conversation: str | None = None) -> str:
        project = self.home.library.project(dir)
        return project.start(pick=None, conversation=conversation).save(text, ["shop", "记忆"], title=title).file

    def texts(self) -> dict[str, bytes]:
        files = list(self.root.rglob("*.md"))
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def remote(tmp_path):
    folder = tmp_path / "remote.git"
    git("init", "--bare", "--quiet", str(folder), at=tmp_path)
    return folder


@pytest.fixture
def devices(tmp_path, remote):
    made = [Device(tmp_path / name, str(remote)) for name in ("laptop", "tower")]
    yield made
    for device in made:
        device.home.close()


def test_a_library_reaches_the_other_device_whole(devices):
    one, other = devices
    file = one.save("Redis, 因为需要过期。", "缓存")
    assert one.sync() == {file: "give", ".clue": "give"}
    assert other.sync() == {file: "take", ".clue": "take"}
    assert other.texts() == one.texts()
    assert [line.name for line in other.home.library.project("/srv/shop").menu()] == ["缓存"]
    assert other.home.library.project("/srv/shop").common_tags() == ["shop", "记忆"]
    assert one.home.library.project("/srv/shop").dir_slug == "srv-shop"


def test_an_idle_sync_writes_nothing_anywhere(devices, remote, tmp_path):
    one, other = devices
    one.save("Text.", "A")
    one.sync(), other.sync(), one.sync(), other.sync()  # SQLite tidies up when it is opened again

    def everything():
        passing = ("-shm", "-wal")  # SQLite's own, made by looking
        paths = [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.endswith(passing)]
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in paths}

    before = everything()
    assert one.sync() == other.sync() == {}
    assert everything() == before


def test_segments_of_different_conversations_never_conflict(devices):
    one, other = devices
    file = one.save("First.", "A", conversation="c1")
    one.sync(), other.sync()
    one.save("From the laptop.", "A", conversation="c1")
    other.home.library.project("/srv/shop").start(pick=1, conversation="c2").save("来自台式机。", ["shop", "b"])
    one.sync(), other.sync(), one.sync()
    assert one.texts() == other.texts()
    text = one.texts()[file].decode()
    assert text.count("From the laptop.") == text.count("来自台式机。") == text.count("First.") == 1
    assert not [name for name in one.texts() if "conflict" in name]
    assert set(one.home.library.project("/srv/shop").common_tags()) == {"shop", "记忆", "b"}


def test_where_both_changed_one_line_the_other_text_is_kept_whole_beside_and_the_menu_says_so(devices):
    one, other = devices
    file = one.save("The port is 80.", "A")
    one.sync(), other.sync()
    for device, port in ((one, "81"), (other, "82")):
        path = device.root / file
        path.write_bytes(path.read_bytes().replace(b"80", port.encode()))
    one.sync()
    other.sync()
    assert b"The port is 81." in other.texts()[file]
    (copy,) = [name for name in other.texts() if ".conflict-" in name]
    assert b"The port is 82." in other.texts()[copy]
    assert [line.name for line in other.home.library.project("/srv/shop").menu()] == ["A"]
    one.sync()
    assert copy not in one.texts()


def test_a_deletion_reaches_the_other_device_and_an_edit_against_it_wins(devices):
    one, other = devices
    first, second = one.save("One.", "A"), one.save("Two.", "B")
    one.sync(), other.sync()
    (one.root / first).unlink()
    (one.root / second).unlink()
    path = other.root / second
    path.write_bytes(path.read_bytes() + "More. 更多。\n".encode())
    one.sync(yes=True)
    other.sync(yes=True)
    one.sync(yes=True)
    assert set(one.texts()) == set(other.texts()) == {second}
    assert "更多" in one.texts()[second].decode()
    versions = other.home.history.versions(other.home.library.kept.key, first)
    assert versions, "the history keeps what was deleted"


def test_what_else_is_in_the_remote_stays_and_is_never_read(devices, remote, tmp_path):
    work = tmp_path / "work"
    git("clone", "--quiet", str(remote), str(work), at=tmp_path)
    (work / "README.md").write_text("hello")
    (work / "srv-shop").mkdir()
    (work / "srv-shop" / "note.txt").write_text("mine")
    (work / "srv-shop" / "a.conflict-x-20261130T120000.md").write_text("copy")
    (work / "srv-shop" / "link.md").symlink_to("/etc/passwd")
    (work / "srv-shop" / "CON.md").write_text("no file on every system")
    git("checkout", "-qb", "notes", at=work)
    git("add", ".", at=work)
    git("commit", "-qm", "mine", at=work)
    git("push", "-q", "origin", "notes", at=work)
    one, other = devices
    file = one.save("Text.", "A")
    one.sync(), other.sync()
    assert set(other.texts()) == {file}
    git("pull", "-q", "origin", "notes", at=work)
    assert (work / "README.md").read_text() == "hello"
    assert (work / file).read_bytes() == one.texts()[file]
    assert git("log", "--format=%s", at=work).splitlines()[-1] == "mine"


def test_a_repository_of_the_users_around_the_library_is_not_touched(devices):
    one, _ = devices
    one.save("Text.", "A")
    git("init", "--quiet", at=one.root.parent)
    head = (one.root.parent / ".git" / "HEAD").read_bytes()
    index = one.root.parent / ".git" / "index"
    one.sync()
    assert (one.root.parent / ".git" / "HEAD").read_bytes() == head
    assert not index.exists()
    assert not git("branch", "-a", at=one.root.parent)


def test_markers_of_an_unsettled_merge_are_never_committed(devices, remote):
    one, _ = devices
    file = one.save("Text.", "A")
    path = one.root / file
    path.write_bytes(path.read_bytes() + b"<<<<<<< mine\na\n=======\nb\n>>>>>>> theirs\n")
    other = one.save("Fine.", "B")
    done = one.sync()
    assert done[file] == "parked"
    assert done[other] == "give"
    assert "<<<<<<<" not in git("log", "-p", "--all", at=remote)


def test_bytes_of_any_kind_arrive_as_they_are(devices):
    one, other = devices
    file = one.save("Text.", "A")
    path = one.root / file
    odd = path.read_bytes() + "CRLF\r\nemoji 👩‍👩‍👧 NFD e\u0301\u2028 ﻿\t".encode() + b"\xff\xfe not utf-8 \x00"
    path.write_bytes(odd)
    one.sync(), other.sync()
    assert other.texts()[file] == odd


def test_the_workspace_goes_along_only_where_the_person_says_so(tmp_path, remote):
    one, other = (Device(tmp_path / name, str(remote), workspace=True) for name in ("a", "b"))
    quiet = Device(tmp_path / "c", str(remote))
    one.home.facts.remember("Lives in 北京")
    one.home.workspace.append_today("Morning.")
    one.sync()
    assert quiet.sync() == {}
    other.home.workspace.append_today("Evening.")
    other.sync(), one.sync()
    assert "北京" in other.home.workspace.read_long_term()
    assert one.home.workspace.read_today() == other.home.workspace.read_today()
    assert one.home.workspace.read_today().count("Morning.") == 1
    assert one.home.workspace.read_today().count("Evening.") == 1
    assert one.home.workspace.read_today().count("# 2026-11-30") == 1


def test_who_was_quicker_is_taken_in_and_the_push_decided_anew(devices):
    one, other = devices
    one.save("One.", "A"), other.save("Two.", "B", dir="/srv/web")
    send = one.target.send

    def late():
        one.target.send = send
        other.sync()
        send()

    one.target.send = late
    one.sync()
    other.sync()
    assert one.texts() == other.texts()
    assert len(one.texts()) == 2


def test_a_push_without_an_answer_is_known_at_the_next_sync_and_not_done_twice(devices, remote):
    one, other = devices
    file = one.save("One.", "A")
    send = one.target.send

    def cut():
        send()
        raise Later("git.failed", remote="x", reason="cut")

    one.target.send = cut
    with pytest.raises(AssertionError):
        one.sync()
    one.target = one.fresh_target()
    assert one.sync() == {}
    assert len(git("log", "--oneline", "--all", at=remote).splitlines()) == 1
    assert other.sync()[file] == "take"


def test_where_clew_is_off_nothing_goes_and_nothing_is_taken_for_deleted(devices):
    one, other = devices
    file = one.save("One.", "A")
    hidden = one.save("Hidden.", "B", dir="/srv/hidden")
    one.home.off.switch_off("/srv/hidden")
    one.sync()
    assert set(other.sync()) == {file, ".clue"}
    one.home.off.switch_on("/srv/hidden")
    one.sync(), other.sync()
    one.home.off.switch_off("/srv/hidden")
    assert one.sync() == {}
    other.sync()
    assert hidden in other.texts()


def test_a_remote_that_is_not_there_or_lets_nobody_in_is_said_without_credentials(tmp_path):
    git_ = Git(str(tmp_path / "x.git"))
    git_.ready()
    address = f"file://user:secret@/{tmp_path}/nowhere.git"
    with pytest.raises(Later) as problem:
        git_.run("ls-remote", address, remote=address)
    assert "secret" not in problem.value.message("en") + problem.value.message("zh")
    assert without_credentials("https://ana:tok@host.example/x.git") == "https://host.example/x.git"
    assert without_credentials("git@host.example:x.git") == "git@host.example:x.git"


def test_without_git_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotFound) as problem:
        Git(str(tmp_path / "x.git"), {"PATH": str(tmp_path)}).ready()
    assert "git" in (problem.value.hint("en") or "")
    assert problem.value.message("zh") != problem.value.message("en")


def test_a_rejected_push_is_no_failure_of_the_remote(devices, remote):
    one, _ = devices
    one.save("One.", "A")
    one.sync()
    target = one.fresh_target()
    target.look([])
    git("update-ref", "-d", "refs/heads/main", at=remote)
    from clew.sync.contract import Text

    target.put("srv-shop/x.md", Text("x"), "", "op")
    target.seal()
    target.send()  # the branch is gone: it is made anew, with its past
    assert len(git("log", "--oneline", "main", at=remote).splitlines()) == 2
    stale = one.fresh_target()
    stale.look([])
    target.put("srv-shop/y.md", Text("y"), "", "op")
    target.seal(), target.send()
    stale.put("srv-shop/z.md", Text("z"), "", "op")
    stale.seal()
    with pytest.raises(Moved):
        stale.send()
