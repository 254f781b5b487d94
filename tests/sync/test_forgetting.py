"""A purge reaches what is remembered of syncs, and the other side hears of it at the next one."""

from __future__ import annotations

import pytest

from clew.purging import carry_out, search
from clew.sync.forgetting import may_be


def bytes_of(device):
    return b"".join(path.read_bytes() for path in device.folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("how", ["drop after", "drop before"])
def test_no_byte_of_a_purged_text_is_left_and_the_note_gets_the_cleaned_one(laptop, server, how):
    file = laptop.save("what is to be forgotten: xyzzy-12345, keep the rest")
    done = laptop.push(file)
    server.fail(how, 3, method="POST", path="/note/i/")
    laptop.save("what is to be forgotten again: xyzzy-12345")
    laptop.outcome()
    server.faults.clear()
    found = search(laptop.home, "xyzzy-12345")
    assert [place for place, why in found.unreachable if why == "purging.remote"] == [f"simplenote {server.url}"]
    carry_out(laptop.home, "xyzzy-12345")
    assert b"xyzzy-12345" not in bytes_of(laptop)
    for _ in range(2):
        laptop.sync()
    assert "xyzzy" not in laptop.read(file)
    assert laptop.sync() == []
    assert "xyzzy" not in server.note(done.id)["content"]


def test_what_was_sent_is_known_by_what_a_purge_has_left_of_it():
    left = "one [purged] two [purged]\nthree\n[purged]"
    assert may_be(left, "one secret two secret\nthree")
    assert may_be(left, "one secret two Secret\nthree")
    assert not may_be(left, "one secret two secret\nthree, and somebody's words")
    assert not may_be(left, "one secret too secret\nthree")
    assert not may_be(left, "one  two \nthree")
    assert not may_be("one [purged] two", "one secret two")  # nothing was purged: somebody wrote the mark
    assert not may_be("one\n[purged]", "another one")


def test_what_nobody_synced_is_purged_as_before(laptop):
    laptop.save("the word is xyzzy-12345")
    assert [why for _, why in carry_out(laptop.home, "xyzzy-12345").unreachable] == []
