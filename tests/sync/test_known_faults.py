"""What other programs got wrong when they synced, each as a test of its kind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta

import pytest

from clew.library.check import check
from clew.library.moving import delete
from clew.sync.contract import LoginNeeded


def content(server):
    (found,) = server.contents().values()
    return found


def test_r072_two_offline_edits_of_one_note_are_both_there(laptop, phone, server):
    file = laptop.save("one\n\ntwo\n\nthree")
    other = phone.pull(laptop.push(file).id)
    laptop.edit(file, "\none\n", "\none, from the laptop\n")
    phone.edit(other, "three", "three, from the phone")
    laptop.sync(), phone.sync(), laptop.sync()
    for text in (laptop.read(file), phone.read(other), content(server)):
        assert "one, from the laptop" in text
        assert "three, from the phone" in text


def test_r073_who_was_asleep_takes_what_is_new_and_sends_nothing(laptop, phone, server):
    file = laptop.save("one")
    done = laptop.push(file)
    phone.pull(done.id)
    for number in range(3):
        phone.save(f"news {number}", conversation=f"p{number}")
        server.write(done.id, content(server) + f"\nnews {number}")
    laptop.time -= timedelta(days=365)
    before = server.notes.entries[done.id].version
    assert [one.what for one in laptop.sync()] == ["take"]
    assert server.notes.entries[done.id].version == before
    assert "news 2" in laptop.read(file)


def test_r039_a_deleted_memory_does_not_come_back_from_a_device_that_had_it(laptop, phone, server):
    file = laptop.save("one")
    other = phone.pull(laptop.push(file).id)
    delete(laptop.home.library, file)
    for _ in range(2):
        laptop.sync(), phone.sync()
    assert not (laptop.root / file).exists()
    assert not (phone.root / other).exists()
    assert server.contents() == {}


def test_r076_a_limit_is_no_wrong_password_and_a_token_is_asked_for_once(laptop, server):
    files = [laptop.save(f"text {number}", f"T{number}", f"c{number}") for number in range(20)]
    for file in files:
        laptop.push(file)
    for file in files:
        laptop.edit(file, "text", "TEXT")
    server.fail("status", 1, method="GET", status=429, Retry_After="0")
    asked = len(server.requests)
    assert len(laptop.sync()) == 20
    assert not any("authorize" in request.path or "account" in request.path for request in server.requests[asked:])
    server.tokens.clear()
    with pytest.raises(LoginNeeded) as problem:
        laptop.sync()
    assert "clew note login" in (problem.value.hint() or "")
    assert all("TEXT" in laptop.read(file) for file in files)


@pytest.mark.parametrize(
    "name",
    [
        "Tides (laptop's conflicted copy 2026-11-30).md",
        "Tides.sync-conflict-20261130-152448-ABCDEFG.md",
        "Tides-DESKTOP-4K2F9QA.md",
        "Tides.conflict-laptop-20261130T152448.md",
    ],
)
def test_r077_a_copy_that_a_sync_program_left_is_no_memory_and_has_a_way_to_its_end(laptop, name):
    file = laptop.save("one")
    (laptop.root / "home-you-tides" / name).write_text("another text\n", "utf-8")
    menu = laptop.home.library.project("/home/you/tides").whole_menu()
    assert [line.name for line in menu.lines] == ["Tides"]
    assert [(one.copy, one.file) for one in menu.conflicts] == [(f"home-you-tides/{name}", file)]
    assert [finding.rule for finding in check(laptop.home.library)] == ["conflict-copy"]


def test_r077_a_file_that_lies_in_the_cloud_for_now_is_not_deleted(laptop, server):
    file, other = laptop.save("one"), laptop.save("two", "Other", "c2")
    laptop.push(file), laptop.push(other)
    path = laptop.root / file
    path.rename(path.with_name(f".{path.name}.icloud"))
    laptop.sync()
    assert len(server.contents()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a signal of POSIX")
@pytest.mark.parametrize("after", [0.12, 0.2, 0.28, 0.36, 0.5, 0.8])
def test_a_process_that_is_killed_in_a_sync_leaves_nothing_twice_and_nothing_half(laptop, server, after):
    files = [laptop.save(f"text {number}", f"T{number}", f"c{number}") for number in range(8)]
    done = [laptop.push(file) for file in files]
    for number, file in enumerate(files):
        laptop.edit(file, "text", "TEXT")
        if number % 2:
            old = server.notes.entries[done[number].id].now["content"]
            server.write(done[number].id, old + "\nfrom there")
    around = {**os.environ, "CLEW_HOME": str(laptop.folder), "CLEW_SIMPLENOTE_URL": server.url, "CLEW_LANG": "en"}
    around["CLEW_SIMPLENOTE_TOKEN"] = laptop.token
    call = [sys.executable, "-c", "import sys; from clew.cli import main; sys.exit(main())", "sync", "simplenote"]
    process = subprocess.Popen(call, env=around, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()
    laptop.sync()
    assert laptop.sync() == []
    assert len(server.contents()) == 8
    for number, file in enumerate(files):
        text = server.notes.entries[done[number].id].now["content"]
        assert text.count("TEXT") == 2  # in the heading too
        assert text.count("from there") == number % 2
        assert laptop.read(file).count("TEXT") == 2
    assert laptop.copies() == []
    assert check(laptop.home.library) == []
