"""Whatever happens to the history's file: a clear error that names it, and the file left as it is."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from clew.errors import ClewError, Locked, StorageFailed, Unreadable
from clew.history.database import History
from clew.history.file import SCHEMA
from clew.history.kept import Kept
from clew.history.purge import find, purge, spellings
from clew.history.records import Change, Origin
from clew.stores.ram import RamStore
from tests.history.conftest import KEY, Clock

SAVE = Origin("save")


def some(history: History, count: int = 5) -> None:
    text = None
    for number in range(count):
        history.record(KEY, [Change("a.md", text, text := (text or b"") + b"line %d\n" % number)], SAVE)


def all_ways_in(history: History):
    """Each public method, called as a user of it would."""
    return [
        lambda: [history.content(each.id) for each in history.versions(KEY, "a.md")],
        lambda: history.know(KEY, "a.md"),
        lambda: history.latest(KEY, "a.md"),
        lambda: history.paths(KEY),
        history.entries,
        lambda: history.to_undo(KEY),
        lambda: list(history.contents(history.versions(KEY, "a.md"))),
        lambda: history.notice(KEY, [("b.md", b"new")]),
        lambda: history.record(KEY, [Change("c.md", None, b"new")], SAVE),
        lambda: history.rehome(KEY, "library:/else"),
        lambda: find(history, spellings("line")),
        lambda: purge(history, spellings("no such text")),
    ]


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"not a database, " * 100, "history.damaged"), (b"SQLite format 3\x00" + b"\x00" * 500, "history.damaged")],
)
def test_what_is_no_database_is_told_and_left_alone(history, content, key):
    Path(history.path).parent.mkdir()
    Path(history.path).write_bytes(content)
    for way in all_ways_in(history):
        with pytest.raises(Unreadable) as caught:
            way()
        assert (caught.value.key, caught.value.path) == (key, history.path)
        assert history.path in caught.value.message("zh")
        assert caught.value.hint("en")
    assert Path(history.path).read_bytes() == content


def test_the_database_of_another_program_is_not_filled(history):
    Path(history.path).parent.mkdir()
    for version in (0, 1):
        with sqlite3.connect(history.path) as db:
            db.execute("CREATE TABLE IF NOT EXISTS theirs (x)")
            db.execute(f"PRAGMA user_version={version}")
        db.close()
        before = Path(history.path).read_bytes()
        for way in all_ways_in(history):
            with pytest.raises(Unreadable) as caught:
                way()
            assert caught.value.key == "history.foreign"
        assert Path(history.path).read_bytes() == before


def test_a_newer_history_is_refused_and_left_alone(history):
    some(history)
    with history.file.writing() as db:
        db.execute(f"PRAGMA user_version={SCHEMA + 1}")
    history.close()
    before = Path(history.path).read_bytes()
    for way in all_ways_in(history):
        with pytest.raises(Unreadable) as caught:
            way()
        assert caught.value.key == "history.newer"
    assert Path(history.path).read_bytes() == before


def test_damage_anywhere_is_told_or_does_not_matter(history, tmp_path):
    some(history, 60)
    expected = {each.id: history.content(each.id) for each in history.versions(KEY, "a.md")}
    history.close()
    whole = Path(history.path).read_bytes()
    chance = random.Random(7)
    for number in range(60):
        damaged = bytearray(whole)
        if number % 3 == 0:
            del damaged[chance.randrange(len(damaged)) :]
        else:
            at = chance.randrange(len(damaged))
            damaged[at : at + 200] = chance.randbytes(len(damaged[at : at + 200]))
        path = tmp_path / f"{number}.db"
        path.write_bytes(damaged)
        with History(str(path), Clock()) as other:
            for way in all_ways_in(other):
                problem = told(way)
                assert problem is None or problem.path == str(path)
            told(lambda other=other: same(other, expected))
        assert path.exists()


def told(way) -> ClewError | None:
    """The error that a user would see; any other kind fails the test."""
    try:
        way()
    except ClewError as problem:
        return problem
    return None


def same(history: History, expected: dict[int, bytes | None]) -> None:
    for version in history.versions(KEY, "a.md"):
        assert history.content(version.id) == expected.get(version.id)


def test_a_full_disk_writes_nothing_and_later_goes_on(history):
    kept = Kept(RamStore(), lambda: history, KEY)
    kept.put("a.md", b"old")
    with history.file.reading() as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count={pages + 2}")
    with pytest.raises(StorageFailed) as caught:
        kept.put("a.md", os.urandom(100_000))
    assert (caught.value.key, caught.value.errno) == ("history.full", errno.ENOSPC)
    assert kept.get("a.md").data == b"old"
    assert len(history.entries()) == 1
    kept.put("a.md", os.urandom(100_000))
    assert len(history.entries()) == 2


LIMITED = """
import os, resource, sys
from clew.history.database import History
from clew.history.kept import Kept
from clew.stores.ram import RamStore
from clew.errors import StorageFailed
from tests.history.conftest import KEY, Clock
history = History(sys.argv[1], Clock())
kept = Kept(RamStore(), lambda: history, KEY)
kept.put("a.md", b"old")
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
refused = 0
for number in range(20):
    before = kept.get("a.md").data
    try:
        kept.put("a.md", os.urandom(50_000))
    except StorageFailed as problem:
        assert problem.path == sys.argv[1], problem.path
        assert kept.get("a.md").data == before
        refused += 1
assert refused > 5, refused
for version in history.versions(KEY, "a.md"):
    history.content(version.id)
print("fine")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_file_that_may_not_grow_is_a_full_disk(history):
    done = subprocess.run([sys.executable, "-c", LIMITED, history.path], capture_output=True, text=True)
    assert done.stdout == "fine\n", done.stderr
    some(history)


def test_a_read_only_file_is_told(history):
    some(history)
    with history.file.reading() as db:
        db.execute("PRAGMA query_only=1")
    with pytest.raises(StorageFailed) as caught:
        some(history)
    assert (caught.value.key, caught.value.errno) == ("history.failed", errno.EROFS)


def test_a_home_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "home").write_bytes(b"a file")
    with History(str(tmp_path / "home" / "history.db"), Clock()) as history:
        assert history.versions(KEY, "a.md") == []
        with pytest.raises(StorageFailed) as caught:
            some(history)
    assert caught.value.path == history.path


def test_a_writer_that_does_not_let_go_is_waited_for_and_told(history, monkeypatch):
    some(history)
    monkeypatch.setattr("clew.history.file._BUSY_SECONDS", 0.1)
    with History(history.path, Clock()) as other:
        with history.file.writing():
            with pytest.raises(Locked) as caught:
                some(other)
            assert caught.value.path == history.path
            assert len(other.versions(KEY, "a.md")) == 5
        other.record(KEY, [Change("b.md", None, b"b")], SAVE)


def test_a_history_whose_maker_died_at_once_is_empty_and_can_be_begun(history):
    Path(history.path).parent.mkdir()
    Path(history.path).touch()
    assert history.versions(KEY, "a.md") == []
    some(history)
    assert len(history.versions(KEY, "a.md")) == 5


def test_a_failed_block_changes_nothing(history):
    some(history)

    def fail(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM versions")
        raise LookupError

    with pytest.raises(LookupError), history.file.writing() as db:
        fail(db)
    assert len(history.versions(KEY, "a.md")) == 5
