"""A history that outgrows its limit forgets the oldest, and the newest of no path."""

from __future__ import annotations

import random

import pytest

from clew.history.database import History
from clew.history.records import Change, Origin
from clew.history.thinning import used
from tests.history.conftest import KEY, Clock

LIMIT = 600_000
SAVE = Origin("save")


@pytest.fixture
def small(tmp_path):
    with History(str(tmp_path / "history.db"), Clock(), limit=LIMIT) as history:
        yield history


def size(history: History) -> int:
    with history.file.reading() as db:
        assert db is not None
        return used(db)


def test_the_oldest_go_first_and_the_newest_of_each_path_stay(small):
    chance = random.Random(1)
    now: dict[str, bytes | None] = {}
    written: list[tuple[str, bytes]] = []
    for _ in range(400):
        path = f"{chance.randrange(25)}.md"
        old = now.get(path)
        new = (
            chance.randbytes(chance.randrange(8000))
            if chance.random() < 0.5 or not old
            else old + chance.randbytes(300)
        )
        small.record(KEY, [Change(path, old, new)], SAVE)
        now[path] = new
        written.append((path, new))
    assert size(small) <= LIMIT * 1.05
    assert {each.path: small.content(each.id) for each in small.paths(KEY)} == now
    left = {(path, small.content(each.id)) for path in now for each in small.versions(KEY, path)}
    assert 25 < len(left) < 400
    newest = [pair in left for pair in written]
    lost = newest.index(True)
    kept_before = [written[i] for i in range(lost, len(written)) if not newest[i]]
    assert len(kept_before) <= 25, "what is forgotten is older than what is kept, but for the newest of paths"


def test_what_rests_on_a_forgotten_version_stays_readable(small):
    chance = random.Random(2)
    text = chance.randbytes(30_000)
    small.record(KEY, [Change("a.md", None, text)], SAVE)
    for _ in range(60):
        new = text + chance.randbytes(20_000)
        small.record(KEY, [Change("a.md", text, new)], SAVE)
        text = new
    versions = small.versions(KEY, "a.md")
    assert 1 < len(versions) < 61
    for version in versions:
        assert small.content(version.id) == text[: version.bytes]


def test_the_last_bytes_of_a_deleted_file_stay_while_anything_else_can_go(small):
    chance = random.Random(3)
    small.record(KEY, [Change("deleted.md", None, b"dear")], SAVE)
    small.record(KEY, [Change("deleted.md", b"dear", None)], SAVE)
    text = None
    for _ in range(40):
        small.record(KEY, [Change("a.md", text, text := chance.randbytes(40_000))], SAVE)
    assert [small.content(each.id) for each in small.versions(KEY, "deleted.md")] == [None, b"dear"]
    assert len(small.versions(KEY, "a.md")) < 40


def test_where_only_newest_versions_are_left_they_stay_and_it_is_not_tried_at_each_save(small, monkeypatch):
    chance = random.Random(4)
    for number in range(40):
        small.record(KEY, [Change(f"{number}.md", None, chance.randbytes(40_000))], SAVE)
    assert size(small) > LIMIT
    assert len(small.paths(KEY)) == 40
    tries: list[int] = []
    monkeypatch.setattr("clew.history.database.thin", lambda *_: tries.append(1))
    text = small.content(small.latest(KEY, "0.md").id)
    for number in range(5):
        small.record(KEY, [Change("0.md", text, text := text + b"%d" % number)], SAVE)
    assert tries == []


def test_entries_without_versions_go_and_a_thinned_one_says_so(small):
    chance = random.Random(5)
    small.record(KEY, [Change("once.md", None, b"once"), Change("a.md", None, b"a")], SAVE)
    text = b"a"
    for _ in range(60):
        small.record(KEY, [Change("a.md", text, text := chance.randbytes(40_000))], SAVE)
    entries = small.entries(limit=1000)
    assert not entries[-1].whole
    assert [each.path for each in entries[-1].versions] == ["once.md"]
    assert all(entry.versions for entry in entries)
    assert len(entries) < 40
