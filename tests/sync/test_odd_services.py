"""Notes and listings as they should not be: by other programs, by a service with holes, by what stands on the way."""

from __future__ import annotations

import json
import os

import pytest

from clew.errors import ClewError, Usage
from clew.sync.contract import Later, LoginNeeded
from clew.sync.simperium.connection import Connection
from tests.sync.server import Answer, Request


def damaged(server, id, **more):
    """Another program's hand, which keeps to no rule; `...` takes a field away."""
    entry = server.notes.entries[id]
    with server.turn:
        fields = {**entry.now, **more}
        server.notes._enter(id, entry, {name: value for name, value in fields.items() if value is not ...}, "", "")


# -- notes


@pytest.mark.parametrize("content", [None, 5, ["x"], {}, True, ...])
def test_a_note_without_a_text_is_parked_and_takes_nothing_away(laptop, server, content):
    file, other = laptop.save("one"), laptop.save("two", "Other", "c2")
    id, second = laptop.push(file).id, laptop.push(other).id
    before = laptop.read(file)
    damaged(server, id, content=content)
    server.write(second, server.note(second)["content"] + "\nfrom there")
    for edit in ("", "\nmine\n"):
        (laptop.root / file).write_text(laptop.read(file) + edit, "utf-8")
        assert {(one.key, one.what, one.why) for one in laptop.sync() if one.key == id} == {
            (id, "parked", "sync.no-text-there")
        }
    assert laptop.read(file) == before + "\nmine\n"
    assert "from there" in laptop.read(other)
    with pytest.raises(ClewError):
        laptop.pull(id)
    damaged(server, id, content="# Tides\n\none\n\nmended there")
    laptop.sync()
    assert {"mended there", "mine"} <= {*laptop.read(file).splitlines()}
    assert laptop.sync() == []


@pytest.mark.parametrize(
    "more",
    [
        {"tags": None},
        {"tags": "abc"},
        {"tags": 7},
        {"tags": {"a": 1}},
        {"tags": [None, 3, ["x"], "\ud800", "a\x1fb"]},
        {"systemTags": None},
        {"systemTags": "markdown"},
        {"systemTags": [1, None, "pinned"]},
        {"modificationDate": "yesterday"},
        {"modificationDate": None},
        {"modificationDate": float("nan")},
        {"modificationDate": -5},
        {"creationDate": "once"},
        {"deleted": "no"},
        {"deleted": None},
        {"deleted": ...},
        {"shareURL": "\ud800"},
        {"unknown": {"\udfff": ["\ud800"]}},
    ],
    ids=str,
)
def test_an_odd_field_of_a_note_hinders_nothing_and_loses_no_text(laptop, server, more):
    file = laptop.save("one")
    id = laptop.push(file).id
    damaged(server, id, **more)
    laptop.sync()
    assert laptop.tags(file) == ("a", "b")
    laptop.edit(file, "one", "one, and two")
    assert {one.what for one in laptop.sync()} <= {"give", "parked"}  # the service may refuse it as it is
    assert "one, and two" in laptop.read(file)
    damaged(server, id, content=server.note(id)["content"] + "\nfrom there", deleted=False)
    laptop.sync()
    assert "from there" in laptop.read(file)
    assert laptop.copies() == []


def test_a_nul_in_a_note_makes_no_memory_unreadable(laptop, server):
    file = laptop.save("one")
    id = laptop.push(file).id
    before = laptop.read(file)
    damaged(server, id, content="# Tides\n\none\0two")
    assert [(one.what, one.why) for one in laptop.sync()] == [("parked", "sync.no-text-there")]
    assert laptop.read(file) == before


def test_a_text_that_can_never_be_merged_is_parked_once_and_not_tried_until_the_sync_gives_up(laptop, server):
    file, other = laptop.save("one"), laptop.save("two", "Other", "c2")
    id, second = laptop.push(file).id, laptop.push(other).id
    damaged(server, id, content="# Tides\n\none\n\n\ud800")
    laptop.edit(file, "\none", "\nONE")
    laptop.edit(other, "two", "TWO")
    asked = len(server.requests)
    assert {(one.key, one.what) for one in laptop.sync()} == {(id, "parked"), (second, "give")}
    assert len(server.requests) - asked < 12


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_memory_that_cannot_be_read_is_parked_and_the_others_go(laptop, server):
    file, other = laptop.save("one"), laptop.save("two", "Other", "c2")
    id, _ = laptop.push(file).id, laptop.push(other).id
    laptop.edit(file, "one", "ONE")
    laptop.edit(other, "two", "TWO")
    (laptop.root / file).chmod(0)
    assert {(one.place, one.what) for one in laptop.sync()} == {(file, "parked"), (other, "give")}
    server.write(id, server.note(id)["content"] + "\nfrom there")
    assert {(one.place, one.what) for one in laptop.sync()} == {(file, "parked")}
    (laptop.root / file).chmod(0o600)
    laptop.sync()
    assert {"ONE", "from there"} <= {*laptop.read(file).splitlines()}


def test_what_the_service_lost_while_it_mixed_two_writes_is_there_in_the_end(laptop, server):
    """It may answer with exactly what we sent, and what another program had written meanwhile is in no text any more."""
    file = laptop.save("one\n\ntwo\n\nthree")
    id = laptop.push(file).id
    laptop.edit(file, "two", "TWO, and more")
    text = server.note(id)["content"]

    def meanwhile(request: Request) -> None:
        if request.method == "POST" and "/note/" in request.path:
            server.before = lambda request: None
            server.write(id, text.replace("three", "three, from there"), tags=["a", "b", "c"])

    def swallowed(request: Request, answer: Answer) -> Answer:
        if request.method != "POST" or "/note/" not in request.path:
            return answer
        server.between = lambda request, answer: answer
        ours = text.replace("two", "TWO, and more").replace("Version: 1.0", "Version: 1.1")
        server.note(id).update(content=ours, tags=["a", "b"])
        return 200, answer[1], json.dumps(server.note(id)).encode()

    server.before, server.between = meanwhile, swallowed
    laptop.sync()
    for said in (laptop.read(file), server.note(id)["content"]):
        assert "TWO, and more" in said
        assert "three, from there" in said
    assert set(server.note(id)["tags"]) == set(laptop.tags(file)) == {"a", "b", "c"}
    assert laptop.sync() == []


def test_what_somebody_wrote_on_a_mixture_is_kept_without_the_mixture(laptop, server):
    file = laptop.save("one\n\ntwo\n\nthree")
    id = laptop.push(file).id
    laptop.edit(file, "two", "TWO, and more")
    text = server.note(id)["content"]
    posts: list[str] = []

    def meanwhile(request: Request) -> None:
        if "/note/" not in request.path:
            return
        if request.method == "POST":
            posts.append(request.path)
            if len(posts) == 1:
                server.write(id, text.replace("three", "three, from there"))
        elif posts and request.path.endswith("/index"):
            server.before = lambda request: None
            server.write(id, server.note(id)["content"] + "\nwritten since\n")

    server.before = meanwhile
    laptop.sync()
    wanted = ["one", "TWO, and more", "three, from there", "written since"]
    for said in (laptop.read(file), server.note(id)["content"]):
        assert [line for line in said.splitlines() if line][-4:] == wanted
    assert laptop.sync() == []


# -- listings


def holes(lacking):
    """A listing in which some notes are missing."""

    def between(request: Request, answer: Answer) -> Answer:
        status, headers, body = answer
        if not request.path.endswith("/note/index"):
            return answer
        said = json.loads(body)
        said["index"] = [one for one in said["index"] if one["id"] not in lacking]
        return status, headers, json.dumps(said).encode()

    return between


def test_a_listing_with_many_holes_removes_nothing_and_makes_no_second_note(laptop, server):
    files = [laptop.save(f"text {number}", f"T{number}", f"c{number}") for number in range(26)]
    done = [laptop.push(file) for file in files]
    server.between = holes({one.id for one in done[:24]})
    for file in files[:6]:
        laptop.edit(file, "text", "TEXT")
    laptop.sync(yes=True)
    assert all((laptop.root / file).exists() for file in files)
    assert set(server.contents()) == {one.id for one in done}
    server.between = lambda request, answer: answer
    assert laptop.sync() == []


@pytest.mark.parametrize(
    "said",
    [
        {"current": "1"},
        {"index": None},
        {"index": {}},
        {"index": ["a"]},
        {"index": [{"id": "a"}]},
        {"index": [{"id": 5, "v": 1}]},
        {"index": [{"id": "a", "v": "1"}]},
        {"index": [None]},
        [],
        "index",
        None,
    ],
    ids=json.dumps,
)
def test_what_is_no_listing_is_an_error_and_never_an_empty_one(laptop, server, said):
    file = laptop.save("one")
    laptop.push(file)

    def between(request: Request, answer: Answer) -> Answer:
        return (200, {}, json.dumps(said).encode()) if request.path.endswith("/index") else (404, {}, b"")

    server.between = between
    with pytest.raises(Later) as problem:
        laptop.sync(yes=True)
    assert problem.value.hint()
    assert (laptop.root / file).exists()
    assert len(server.contents()) == 1


@pytest.mark.parametrize(
    "answer",
    [
        (302, {"Location": "http://elsewhere.invalid/"}, b""),
        (502, {"Content-Type": "text/html"}, b"<html>bad gateway</html>"),
        (404, {}, b"nope"),
        (418, {}, b""),
        (204, {}, b""),
        (200, {}, b"[" * 100_000),
        (200, {}, b"\0\0"),
        (200, {}, '{"index": [], "é": 1}'.encode("latin-1")),
        (200, {}, b'{"index": [{"id": "x", "v": ' + b"9" * 5000 + b"}]}"),
    ],
    ids=lambda answer: f"{answer[0]} {answer[2][:9]!r}",
)
def test_whatever_answers_in_the_place_of_the_service_takes_nothing_away(laptop, server, answer):
    file = laptop.save("one")
    laptop.push(file)
    laptop.edit(file, "one", "one, and two")
    server.between = lambda request, _: answer
    with pytest.raises(Later) as problem:
        laptop.sync(yes=True)
    assert problem.value.hint()
    assert "one, and two" in laptop.read(file)


# -- secrets and addresses


@pytest.mark.parametrize("token", ["sekret\nX-Other: 1", "a\rsekret", "秘密sekret", "sekret\x00", "sekret\x7f"])
def test_a_token_that_no_header_can_hold_is_never_told_nor_sent(laptop, server, token):
    laptop.push(laptop.save("one"))
    laptop.token = token
    asked = len(server.requests)
    with pytest.raises(LoginNeeded) as problem:
        laptop.sync()
    assert "sekret" not in f"{problem.value.message()} {problem.value.hint()} {problem.value!r}"
    assert len(server.requests) == asked


@pytest.mark.parametrize(
    "address",
    [
        "http://[::1",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:port",
        "https://me:sekret@",
        "https://me:sekret@example.org",
        "http://me:sekret@127.0.0.1:80",
        "ftp://me:sekret@example.org",
        "me:sekret@example.org",
        "http://example.org",
        "https://example.org/a b",
        "https://exämple.org",
        "https://",
        "",
        "\n",
    ],
)
def test_an_address_of_no_use_is_told_without_what_is_secret_in_it(address):
    with pytest.raises(Usage) as problem:
        Connection(address, "Simplenote")
    assert "sekret" not in problem.value.message()
    assert problem.value.hint()
