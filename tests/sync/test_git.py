"""A library on two devices and a git remote: a real bare repository, real git, a repository of the user's around it."""

from __future__ import annotations

import pytest

from clew.cli.sync_text import why
from clew.errors import NotFound, Unreadable
from clew.library.moving import delete
from clew.library.restoring import last_before_it_went, restore_memory
from clew.sync.contract import Later, Moved
from clew.sync.engine import Done
from clew.sync.git_commands import Git, without_credentials
from tests.sync.machines import Machine, git


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
        path.write_bytes(path.read_bytes().replace(b"port is 80", f"port is {port}".encode()))
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


@pytest.mark.parametrize("who", [0, 1])
def test_a_memory_that_somebody_brought_back_comes_back_everywhere(devices, who):
    one, other = devices
    file = one.save("One.", "A")
    one.save("Two.", "B", conversation="c2")
    one.sync(), other.sync()
    delete(one.home.library, file)
    assert one.sync()[file] == "withdraw"
    assert other.sync()[file] == "drop"
    back = devices[who]
    library = back.home.library
    last = last_before_it_went(library.kept.history.versions(library.kept.key, file))
    assert last is not None
    restore_memory(library, file, last)
    assert back.sync()[file] == "give"
    assert devices[1 - who].sync()[file] == "take"
    assert one.sync() == other.sync() == {}
    assert one.texts() == other.texts()
    assert file in one.texts()


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


def test_nothing_is_ever_added_merged_or_checked_out(devices, monkeypatch):
    called = []
    run = Git._called

    def recorded(self, words, given):
        called.append(words[0])
        return run(self, words, given)

    monkeypatch.setattr(Git, "_called", recorded)
    one, other = devices
    file = one.save("One.", "A")
    one.sync(), other.sync()
    (one.root / file).write_bytes((one.root / file).read_bytes().replace(b"One.", b"Mine."))
    (other.root / file).write_bytes((other.root / file).read_bytes().replace(b"One.", b"Theirs."))
    other.save("Two.", "B")
    other.sync(), one.sync(), other.sync()
    writing = {"init", "fetch", "fast-import", "push", "update-ref"}
    reading = {"ls-remote", "rev-parse", "ls-tree", "cat-file", "log", "merge-base"}
    assert set(called) <= writing | reading


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


def test_a_reason_that_was_kept_is_said_in_the_language_of_who_asks(devices):
    one, other = devices
    one.save("One.", "A")
    one.sync(), other.sync()
    (one.root / ".clue").write_bytes(b"/srv/shop: [broken\n")
    other.save("Two.", "B")
    other.sync()
    assert one.sync()[".clue"] == "parked"
    (parked,) = one.states().parked().values()
    english, chinese = (
        why(Done(parked.key, "parked", parked.place, why=parked.reason, data=parked.data), lang)
        for lang in ("en", "zh")
    )
    assert "line 2, column 1: not readable as YAML" in english
    assert "第 2 行第 1 列：不是可读的 YAML" in chinese
    before = (one.folder / "home" / "sync.db").read_bytes()
    assert one.sync() == {".clue": "parked"}
    assert (one.folder / "home" / "sync.db").read_bytes() == before


def test_a_memory_that_cannot_be_read_is_parked_and_the_others_go(devices, monkeypatch):
    one, _ = devices
    file, other = one.save("One.", "A"), one.save("Two.", "B")
    get = one.home.library.kept.get

    def refused(path):
        if path == file:
            raise Unreadable("stores.read-EACCES", path=path, errno=13)
        return get(path)

    monkeypatch.setattr(one.home.library.kept, "get", refused)
    done = one.sync()
    assert (done[file], done[other]) == ("parked", "give")
    (parked,) = one.states().parked().values()
    assert file in why(Done(parked.key, "parked", parked.place, why=parked.reason, data=parked.data), "zh")


def test_bytes_of_any_kind_arrive_as_they_are(devices):
    one, other = devices
    file = one.save("Text.", "A")
    path = one.root / file
    odd = path.read_bytes() + "CRLF\r\nemoji 👩‍👩‍👧 NFD e\u0301\u2028 ﻿\t".encode() + b"\xff\xfe not utf-8 \x00"
    path.write_bytes(odd)
    one.sync(), other.sync()
    assert other.texts()[file] == odd


def test_the_workspace_goes_along_only_where_the_person_says_so(tmp_path, remote):
    one, other = (Machine(tmp_path / name, str(remote), workspace=True) for name in ("a", "b"))
    quiet = Machine(tmp_path / "c", str(remote))
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


def test_a_deletion_whose_push_was_cut_stays_a_deletion(devices):
    one, other = devices
    file = one.save("One.", "A")
    one.save("Two.", "B", conversation="c2")
    one.sync(), other.sync()
    delete(one.home.library, file)

    def cut():
        raise Later("git.failed", remote="x", reason="cut")

    one.target.send = cut
    with pytest.raises(AssertionError):
        one.sync()
    one.target = one.fresh_target()
    assert one.sync()[file] == "withdraw"
    assert other.sync()[file] == "drop"
    assert file not in one.texts()


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
    path = other.root / hidden
    path.write_bytes(path.read_bytes().replace(b"Hidden.", b"Edited."))
    other.sync(), one.sync()
    assert b"Hidden." in one.texts()[hidden]
    one.home.off.switch_on("/srv/hidden")
    one.sync()
    assert b"Edited." in one.texts()[hidden]


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

    target.put("x", Text("x", place="srv-shop/x.md"), None, "op")
    target.seal()
    target.send()  # the branch is gone: it is made anew, with its past
    assert len(git("log", "--oneline", "main", at=remote).splitlines()) == 2
    stale = one.fresh_target()
    stale.look([])
    target.put("y", Text("y", place="srv-shop/y.md"), None, "op")
    target.seal(), target.send()
    stale.put("z", Text("z", place="srv-shop/z.md"), None, "op")
    stale.seal()
    with pytest.raises(Moved):
        stale.send()
