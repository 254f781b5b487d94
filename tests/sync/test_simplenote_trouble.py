"""Notes, when the service, the network or what stands in them is not as one would wish."""

from __future__ import annotations

import itertools
from time import time

import pytest

from clew.errors import NotFound
from clew.library.moving import delete
from clew.library.restoring import last_before_it_went, restore_memory
from clew.sync.contract import Later, LoginNeeded, Refused


def test_a_reply_that_was_dropped_after_the_commit_makes_no_second_note(laptop, server):
    file = laptop.save("one")
    server.fail("drop after", 3, method="POST", path="/note/i/")
    with pytest.raises(Later):
        laptop.push(file)
    assert len(server.contents()) == 1
    assert "Simplenote" not in laptop.read(file)
    laptop.save("two")
    laptop.push(file)
    assert len(server.contents()) == 1
    assert [content.count("two") for content in server.contents().values()] == [2]
    assert "version 1.1" in laptop.read(file)


def test_a_request_that_was_lost_is_sent_again_with_the_same_id_by_the_next_sync(laptop, server):
    file = laptop.save("one")
    server.fail("drop before", 3, method="POST", path="/note/i/")
    with pytest.raises(Later):
        laptop.push(file)
    assert server.contents() == {}
    laptop.sync()
    (id,) = server.contents()
    assert id in laptop.read(file)
    assert laptop.push(file).id == id


@pytest.mark.parametrize("how", ["status", "drop before", "drop after"])
def test_a_fault_that_passes_is_not_even_noticed(laptop, server, how):
    file = laptop.save("one")
    for method in ("GET", "POST"):
        server.fail(how, 1, method=method, status=503)
    done = laptop.push(file)
    assert list(server.contents()) == [done.id]
    assert server.notes.entries[done.id].version == 1


def test_a_token_that_expires_in_the_middle_stops_the_sync_and_loses_nothing(laptop, server):
    files = [laptop.save(f"text {number}", f"T{number}", f"c{number}") for number in range(3)]
    for file in files:
        laptop.push(file)
    for file in files:
        laptop.edit(file, "text", "TEXT")
    server.fail("status", 1, method="POST", path="/note/i/", status=401)
    posts = [0]

    def expire(request):
        if request.method == "POST" and "/note/i/" in request.path:
            posts[0] += 1
            if posts[0] == 2:
                server.tokens.clear()

    server.faults.clear()
    server.before = expire
    outcome = laptop.outcome()
    assert isinstance(outcome.stopped, LoginNeeded)
    assert [done.what for done in outcome.done] == ["give"]
    asked = len(server.requests)
    laptop.token = server.token()
    server.before = lambda request: None
    assert [done.what for done in laptop.sync()] == ["give", "give"]
    assert sum(content.count("TEXT") for content in server.contents().values()) == 6
    assert len(server.requests) > asked


def test_a_token_is_never_tried_again_nor_told(laptop, server):
    laptop.save("one")
    laptop.push(laptop.save("one"))
    laptop.token = "wrong-and-secret"
    before = len(server.requests)
    with pytest.raises(LoginNeeded) as problem:
        laptop.sync()
    assert "secret" not in str(problem.value)
    assert len(server.requests) == before + 1


def test_a_note_that_is_too_large_is_parked_and_the_others_go(laptop, server):
    large = laptop.save("x" * 500_000, "Large", "c1")
    small = laptop.save("small", "Small", "c2")
    assert [one.what for one in laptop.push(large).outcome.done] == ["parked"]
    laptop.push(small)
    assert len(server.contents()) == 1
    assert "Simplenote" not in laptop.read(large)


def test_a_note_that_grew_too_large_is_parked_and_not_sent_again_and_again(laptop, server):
    file = laptop.save("one", "Large", "c1")
    other = laptop.save("two", "Small", "c2")
    laptop.push(file), laptop.push(other)
    laptop.edit(file, "one", "x" * 500_000)
    laptop.edit(other, "two", "TWO")
    assert sorted(one.what for one in laptop.sync()) == ["give", "parked"]
    posts = [request for request in server.requests if request.method == "POST"]
    assert [one.what for one in laptop.sync()] == ["parked"]
    assert [request for request in server.requests if request.method == "POST"] == posts
    laptop.edit(file, "x" * 500_000, "short")
    assert [one.what for one in laptop.sync()] == ["give"]


def test_a_captive_portal_and_an_endless_listing_are_no_listing(laptop, server):
    laptop.push(laptop.save("one"))
    for how in ("portal", "repeat mark"):
        server.fail(how, 9, method="GET", path="/note/index")
        with pytest.raises(Later):
            laptop.sync()
        server.faults.clear()
    assert len(list(laptop.root.rglob("*.md"))) == 1


@pytest.mark.parametrize("how", ["portal", "drop before", "drop after", "status", "no version"])
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("at", range(5))
def test_whichever_request_of_a_merge_meets_a_fault_no_line_of_either_side_is_taken_for_removed(
    laptop, server, how, times, at
):
    """A hotel's page in answer to a write says nothing of the write: what was to be sent is nothing that both have."""
    file = laptop.save("one\ntwo\nthree")
    id = laptop.push(file).id
    laptop.edit(file, "\none", "\none\nhere")
    server.write(id, server.contents()[id].replace("\nthree", "\nthree\nthere"))
    requests = itertools.count()
    server.before = lambda request: server.fail(how, times, status=503) if next(requests) == at else None
    laptop.outcome()
    server.before = lambda request: None
    server.faults.clear()
    laptop.sync()
    for text in (laptop.read(file), server.contents()[id]):
        assert "\none\nhere\ntwo\nthree\nthere\n" in text
    assert not list(laptop.root.rglob("*.conflict-*"))
    assert laptop.sync() == []


def test_a_service_that_asks_for_patience_gets_it(laptop, server, monkeypatch):
    slept: list[float] = []
    monkeypatch.setattr(
        "clew.sync.simperium.connection.Connection.__init__.__defaults__", (None, slept.append, lambda: 0.0)
    )
    server.fail("status", 1, method="GET", status=429, Retry_After="7")
    laptop.push(laptop.save("one"))
    assert 7.0 in slept


@pytest.mark.parametrize("switch", ["no version", "version_in_body"])
def test_the_version_is_found_wherever_the_service_says_it(laptop, server, switch):
    if switch == "version_in_body":
        server.version_in_body = True
    else:
        server.fail("no version", 1, method="POST", path="/note/i/")
    done = laptop.push(laptop.save("one"))
    assert laptop.sync() == []
    assert server.notes.entries[done.id].version == 1


def test_a_clock_that_is_a_year_off_writes_the_services_date(laptop, server):
    for days in (400, -400):
        server.clock = lambda days=days: time() + days * 86_400
        done = laptop.push(laptop.save(f"{days} days", f"T{days}", f"c{days}"))
        assert abs(server.note(done.id)["modificationDate"] - server.clock()) < 300


def test_a_note_of_the_far_future_is_edited_all_the_same(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.note(done.id)["modificationDate"] = 9_999_999_999
    server.notes.entries[done.id].version += 1
    server.notes.entries[done.id].versions[2] = dict(server.notes.entries[done.id].versions[1])
    laptop.save("two")
    assert [one.what for one in laptop.sync()] == ["give"]


def test_half_a_character_in_a_note_is_parked_and_the_memory_stays_text(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    other = laptop.push(laptop.save("two", "Other", "c2"))
    server.write(done.id, server.note(done.id)["content"] + "\ud83d")
    server.write(other.id, server.note(other.id)["content"] + "more")
    assert sorted(one.what for one in laptop.sync()) == ["parked", "take"]
    assert "\ud83d" not in laptop.read(file)


def test_a_memory_that_is_no_text_is_parked(laptop, server):
    file = laptop.save("one")
    laptop.push(file)
    (laptop.root / file).write_bytes(b"\xff\xfe" + "one".encode("utf-16-le"))
    assert [one.what for one in laptop.sync()] == ["parked"]
    assert len(server.contents()) == 1
    with pytest.raises((NotFound, Refused)):
        laptop.push(file)


def test_a_forgotten_cursor_is_no_trouble(laptop, server):
    done = [laptop.push(laptop.save(f"text {number}", f"T{number}", f"c{number}")) for number in range(12)]

    def edit_all(to):
        for one in done:
            server.write(one.id, server.note(one.id)["content"].replace("text", to).replace("TEXT", to))

    edit_all("TEXT")
    assert len(laptop.sync()) == 12
    server.notes.compact()
    edit_all("Text")
    assert len(laptop.sync()) == 12
    assert all("Text" in laptop.read(one.file) for one in done)


def test_a_service_that_lists_no_tags_takes_notes_all_the_same(laptop, server):
    server.fail("status", 99, path="/tag/", status=404)
    file = laptop.save("one")
    assert [one.what for one in laptop.push(file).outcome.done] == ["give"]
    assert laptop.sync() == []


def test_a_note_brought_back_without_an_answer_and_deleted_elsewhere_since_is_deleted_here_too(laptop, phone, server):
    """The write is known to have come there; what was done with it since counts, as with any other."""
    file = laptop.save("one\ntwo\nthree")
    id = laptop.push(file).id
    phone.pull(id)
    server.write(id, server.contents()[id], deleted=True)
    laptop.edit(file, "\none", "\nONE")
    server.before = lambda request: server.fail("no version", 3) if request.method == "POST" else None
    laptop.outcome()
    server.before = lambda request: None
    server.faults.clear()
    assert "ONE" in server.contents()[id]
    phone.sync()
    (there,) = phone.root.rglob("*.md")
    delete(phone.home.library, there.relative_to(phone.root).as_posix())
    phone.sync()
    assert server.contents() == {}
    laptop.sync()
    assert laptop.sync() == []
    assert not list(laptop.root.rglob("*.md"))


@pytest.mark.parametrize("fault", ["drop before", "drop after"])
@pytest.mark.parametrize("meanwhile", ["nothing", "somebody changes its tags in the trash"])
def test_a_memory_that_somebody_restored_stays_whatever_becomes_of_the_write_that_takes_its_note_out_of_the_trash(
    laptop, server, fault, meanwhile
):
    """The note said the same before it was deleted: no sign that the write came there, and it was deleted once more."""
    file = laptop.save("one\ntwo\nthree")
    id = laptop.push(file).id
    server.write(id, server.contents()[id], deleted=True)
    laptop.sync()
    library = laptop.home.library
    last = last_before_it_went(library.kept.history.versions(library.kept.key, file))
    assert last is not None
    restore_memory(library, file, last)
    server.fail(fault, 5, method="POST", path="/note/i/")
    assert isinstance(laptop.outcome().stopped, Later)
    server.faults.clear()
    if meanwhile != "nothing" and fault == "drop before":
        server.write(id, server.note(id)["content"], deleted=True, tags=["c"])
    laptop.sync()
    assert laptop.sync() == []
    assert "three" in laptop.read(file)
    assert "three" in server.contents()[id]
