"""A git remote and our repository of it, when something is wrong with either or with how git is set up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

import pytest

from clew.sync import git_commands
from clew.sync.contract import Later
from clew.sync.engine import Sync
from clew.sync.git_commands import Git
from tests.sync.machines import Machine, bare, git


def made_anew(remote):
    shutil.rmtree(remote)
    bare(remote)


@pytest.mark.parametrize("memories", [1, 3])
def test_a_remote_that_was_made_anew_is_filled_again_and_takes_nothing_away(devices, remote, memories):
    one, other = devices
    files = [one.save(f"Text {number}.", f"T{number}", conversation=f"c{number}") for number in range(memories)]
    one.sync(), other.sync()
    before = one.texts()
    made_anew(remote)
    assert one.sync() == dict.fromkeys([*files, ".clue"], "give")
    assert other.sync() == {}
    assert one.sync() == {}
    assert one.texts() == other.texts() == before
    assert (one.root / ".clue").is_file()


def test_a_dry_run_against_a_remote_that_was_made_anew_says_so(devices, remote):
    one, _ = devices
    file = one.save("Text.", "T")
    one.sync()
    made_anew(remote)
    target, states = one.fresh_target(), one.states()
    planned = Sync(one.share(), target, states).plan()
    assert {done.place: done.what for done in planned.done} == {file: "give", ".clue": "give"}


def test_a_clue_file_that_somebody_took_out_of_the_remote_goes_there_again(devices, remote, tmp_path):
    one, other = devices
    one.save("Text.", "T")
    one.sync(), other.sync()
    work = tmp_path / "work"
    git("clone", "--quiet", str(remote), str(work), at=tmp_path)
    git("rm", "--quiet", ".clue", at=work)
    git("commit", "--quiet", "-m", "tidied", at=work)
    git("push", "--quiet", at=work)
    assert one.sync() == {".clue": "give"}
    assert other.sync() == {}


def emptied(folder):
    for path in (folder / "objects").rglob("*"):
        if path.is_file():
            path.chmod(0o600)
            path.write_bytes(b"")


def without_objects(folder):
    for path in (folder / "objects").rglob("*"):
        if path.is_file():
            path.unlink()


def locked(folder):
    for name in ("refs/clew/there.lock", "refs/clew/sealed.lock", "HEAD.lock", "packed-refs.lock", "config.lock"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


DAMAGES = {
    "no HEAD": lambda folder: (folder / "HEAD").unlink(),
    "another HEAD": lambda folder: (folder / "HEAD").write_text("?"),
    "no objects": lambda folder: shutil.rmtree(folder / "objects"),
    "objects gone": without_objects,
    "objects empty": emptied,
    "a bad config": lambda folder: (folder / "config").write_text("[core"),
    "locks of a git that was killed": locked,
    "gone": shutil.rmtree,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_our_repository_may_be_damaged_at_any_time_and_is_made_again(devices, damage):
    one, other = devices
    file, second = one.save("First.", "A", conversation="c1"), one.save("Second.", "B", conversation="c2")
    one.sync(), other.sync()
    for device, name, text in ((one, file, "from one"), (other, second, "from the other")):
        with open(device.root / name, "a", encoding="utf-8") as memory:
            memory.write(f"\n{text}\n")
    other.sync()
    damage(one.folder / "home" / "git")
    one.target = one.fresh_target()
    one.sync(), other.sync()
    assert one.texts() == other.texts()
    assert b"from one" in one.texts()[file]
    assert b"from the other" in one.texts()[second]
    assert one.sync() == other.sync() == {}


def test_how_a_person_set_git_up_for_their_own_work_changes_nothing(devices, tmp_path, monkeypatch):
    hook = tmp_path / "hooks" / "pre-push"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-run\nexit 1\n")
    hook.chmod(0o755)
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[commit]\ngpgSign = true\n[tag]\ngpgSign = true\n[user]\nuseConfigOnly = true\n"
        f"[core]\nautocrlf = true\naskPass = /bin/false\nhooksPath = {hook.parent}\nfsmonitor = true\n"
        "[push]\ngpgSign = true\nfollowTags = true\nrecurseSubmodules = check\n[color]\nui = always\n"
        "[init]\ndefaultObjectFormat = sha256\ntemplateDir = /nowhere\n[log]\nshowSignature = true\n"
        "[transfer]\nfsckObjects = true\n[safe]\nbareRepository = explicit\n[fetch]\nprune = true\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    one, other = devices
    file = one.save("Text.", "A")
    assert one.sync() == {file: "give", ".clue": "give"}
    assert other.sync() == {file: "take", ".clue": "take"}
    assert other.texts() == one.texts()
    assert not (tmp_path / "was-run").exists()


def test_names_that_are_no_unicode_stay_on_the_remote_and_hinder_nothing(devices, remote, tmp_path):
    if sys.platform != "linux":
        pytest.skip("no such names there")
    one, other = devices
    file = one.save("Text.", "A")
    one.sync()
    work = tmp_path / "work"
    git("clone", "--quiet", str(remote), str(work), at=tmp_path)
    folder = os.fsencode(work / file.partition("/")[0])
    with open(os.path.join(folder, b"bad\xff.md"), "w") as strange:
        strange.write("strange")
    git("add", "--all", at=work)
    git("commit", "--quiet", "-m", "strange", at=work)
    git("push", "--quiet", at=work)
    assert one.sync() == {}
    assert other.sync() == {file: "take", ".clue": "take"}
    with open(os.path.join(os.fsencode(one.root), os.fsencode(file.partition("/")[0]), b"mine\xfe.md"), "w") as mine:
        mine.write("mine")
    second = one.save("More.", "B", conversation="c2")
    assert one.sync()[second] == "give"


def test_what_was_not_sent_is_not_told_as_done(devices, remote):
    one, _ = devices
    hook = remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho no way\nexit 1\n")
    hook.chmod(0o755)
    one.save("Text.", "A")
    outcome = Sync(one.share(), one.target, one.states()).run()
    assert isinstance(outcome.stopped, Later)
    assert "hook declined" in outcome.stopped.message()
    assert outcome.done == ()
    hook.unlink()
    assert set(one.sync().values()) == {"give"}


@pytest.mark.parametrize("remote", ["-x", "--upload-pack=touch was-run", "ext::sh -c touch% was-run"])
def test_a_remote_is_never_an_option_nor_a_command(tmp_path, monkeypatch, remote):
    monkeypatch.chdir(tmp_path)
    device = Machine(tmp_path / "laptop", remote)
    outcome = Sync(device.share(), device.target, device.states()).run()
    device.home.close()
    assert isinstance(outcome.stopped, Later)
    assert not (tmp_path / "was-run").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sh")
def test_a_helper_that_never_answers_is_ended_with_git(tmp_path, monkeypatch):
    monkeypatch.setattr(git_commands, "_SECONDS", 0.3)
    helper = tmp_path / "helper"
    helper.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 60\n")
    helper.chmod(0o755)
    repository = Git(str(tmp_path / "git"), {**os.environ, "GIT_SSH_COMMAND": str(helper)})
    repository.ready()
    began = time.monotonic()
    with pytest.raises(Later):
        repository.run("ls-remote", "ssh://example.invalid/x", remote="ssh://example.invalid/x")
    assert time.monotonic() - began < 20
    pid = (tmp_path / "pid").read_text().strip()
    for _ in range(50):
        if subprocess.run(["ps", "-p", pid, "-o", "stat="], capture_output=True, text=True).stdout.strip()[:1] in (
            "",
            "Z",
        ):
            return
        time.sleep(0.1)
    pytest.fail("it is still there")
