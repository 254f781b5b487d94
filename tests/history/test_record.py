"""The history by itself: what is recorded can be told and read again."""

from __future__ import annotations

import os
import stat
from itertools import pairwise
from pathlib import Path

import pytest

from clew.errors import NotFound
from clew.history.database import History
from clew.history.records import SEEN, Change, Origin
from clew.history.thinning import used
from clew.stores.contract import ABSENT, revision_of
from tests.history.conftest import KEY, Clock

SAVE = Origin("save", "goose", "01JCONV", "laptop")


def write(history: History, path: str, before: bytes | None, after: bytes | None, origin: Origin = SAVE) -> int | None:
    return history.record(KEY, [Change(path, before, after)], origin)


def told(history: History, path: str) -> list[tuple[str, bytes | None]]:
    """What each version is called and holds, oldest first."""
    return [(each.what, history.content(each.id)) for each in reversed(history.versions(KEY, path))]


def test_reading_where_there_is_no_history_makes_none(history):
    assert history.versions(KEY, "a.md") == []
    assert history.know(KEY, "a.md") is None
    assert history.latest(KEY, "a.md") is None
    assert history.paths(KEY) == []
    assert history.entries() == []
    assert history.to_undo(KEY) is None
    assert history.notice(KEY, []) == 0
    history.rehome(KEY, "library:/else")
    with pytest.raises(NotFound):
        history.content(1)
    assert not Path(history.path).parent.exists()


def test_a_version_tells_who_made_it_when(history):
    write(history, "项目/记忆.md", None, "你好\n".encode())
    (version,) = history.versions(KEY, "项目/记忆.md")
    assert version.path == "项目/记忆.md"
    assert (version.what, version.agent, version.conversation, version.device) == ("save", "goose", "01JCONV", "laptop")
    assert version.time == "2026-11-30T15:00:01+08:00"
    assert version.bytes == 7
    assert version.revision == revision_of("你好\n".encode())
    assert history.content(version.id) == "你好\n".encode()


def test_versions_come_newest_first_and_are_byte_exact(history):
    texts: list[bytes | None] = [None, b"one", b"one two", b"", b"\xff\x00\r\n", b"one", None, b"one"]
    for before, after in pairwise(texts):
        write(history, "a.md", before, after)
    versions = history.versions(KEY, "a.md")
    assert [history.content(each.id) for each in versions] == texts[:0:-1]
    assert [each.gone for each in versions] == [text is None for text in texts[:0:-1]]


def test_the_edit_of_another_program_is_kept_before_it_is_replaced(history):
    write(history, "a.md", None, b"ours")
    write(history, "a.md", b"theirs", b"ours again")
    assert told(history, "a.md") == [("save", b"ours"), (SEEN, b"theirs"), ("save", b"ours again")]


def test_a_file_that_another_program_removed_was_gone_in_between(history):
    write(history, "a.md", None, b"ours")
    write(history, "a.md", None, b"ours again")
    assert told(history, "a.md") == [("save", b"ours"), (SEEN, None), ("save", b"ours again")]


def test_what_does_not_change_is_no_entry(history):
    assert write(history, "a.md", None, b"text") is not None
    assert write(history, "a.md", b"text", b"text") is None
    assert write(history, "b.md", None, None) is None
    assert len(history.entries()) == 1
    assert history.paths(KEY)[0].path == "a.md"


def test_several_files_are_one_entry(history):
    entry = history.record(KEY, [Change("a.md", None, b"a"), Change(".clue", None, b"clue")], SAVE)
    (found,) = history.entries(KEY)
    assert found.id == entry
    assert found.whole
    assert [each.path for each in found.versions] == ["a.md", ".clue"]
    assert found.store == KEY


def test_entries_of_other_stores_are_told_apart(history):
    write(history, "a.md", None, b"a")
    history.record("workspace:/w", [Change("a.md", None, b"w")], SAVE)
    assert [each.store for each in history.entries()] == ["workspace:/w", KEY]
    assert [each.store for each in history.entries(KEY)] == [KEY]
    assert told(history, "a.md") == [("save", b"a")]
    assert history.entries("no such store") == []
    assert history.entries(limit=1)[0].store == "workspace:/w"


def test_noticing_keeps_what_is_new_once(history):
    write(history, "a.md", None, b"a")
    assert history.notice(KEY, [("a.md", b"a")]) == 0
    assert history.notice(KEY, [("a.md", b"edited"), ("b.md", b"found")]) == 2
    assert history.notice(KEY, [("a.md", b"edited"), ("b.md", b"found")]) == 0
    assert told(history, "a.md") == [("save", b"a"), (SEEN, b"edited")]
    assert len(history.entries()) == 2


def test_what_the_history_knows_last(history):
    write(history, "a.md", None, b"a")
    assert history.know(KEY, "a.md") == revision_of(b"a")
    write(history, "a.md", b"a", None)
    assert history.know(KEY, "a.md") == ABSENT
    assert history.latest(KEY, "a.md").gone
    assert [each.path for each in history.paths(KEY)] == ["a.md"]


def test_a_renamed_file_keeps_its_past(history):
    write(history, "old.md", None, b"one")
    moved = [Change("new.md", None, b"one", moved_from="old.md"), Change("old.md", b"one", None)]
    history.record(KEY, moved, Origin("rename"))
    write(history, "new.md", b"one", b"one two")
    assert told(history, "new.md") == [("save", b"one"), ("rename", b"one"), ("save", b"one two")]
    assert told(history, "old.md") == [("save", b"one"), ("rename", None)]
    assert [each.moved for each in history.versions(KEY, "new.md")] == [None, "old.md", None]
    assert history.latest(KEY, "old.md").moved == "new.md"


def test_a_name_that_was_given_away_begins_anew(history):
    """Two memories had the name in turn; each one's past stays its own."""
    write(history, "name.md", None, b"first")
    rename = [Change("name.md", b"first", None), Change("first.md", None, b"first", moved_from="name.md")]
    history.record(KEY, rename, Origin("rename"))
    write(history, "name.md", None, b"second")
    rename = [Change("second.md", None, b"second", moved_from="name.md"), Change("name.md", b"second", None)]
    history.record(KEY, rename, Origin("rename"))
    assert told(history, "first.md") == [("save", b"first"), ("rename", b"first")]
    assert told(history, "second.md") == [("save", b"second"), ("rename", b"second")]


def test_names_that_change_places_keep_each_its_past(history):
    history.record(KEY, [Change("a.md", None, b"a"), Change("b.md", None, b"b")], SAVE)
    swap = [Change("a.md", b"a", b"b", moved_from="b.md"), Change("b.md", b"b", b"a", moved_from="a.md")]
    history.record(KEY, swap, Origin("rename"))
    assert ("save", b"b") in told(history, "a.md")
    assert ("save", b"a") in told(history, "b.md")
    assert history.content(history.latest(KEY, "a.md").id) == b"b"


def test_there_and_back_again_ends(history):
    write(history, "a.md", None, b"text")
    for old, new in (("a.md", "b.md"), ("b.md", "a.md"), ("a.md", "b.md")):
        history.record(KEY, [Change(new, None, b"text", moved_from=old), Change(old, b"text", None)], SAVE)
    assert ("save", b"text") in told(history, "b.md")


def test_names_that_are_no_text_are_names_too(history):
    name = b"caf\xe9.md".decode("utf-8", "surrogateescape")
    write(history, name, None, b"a", Origin("save", "agent\udce9"))
    (version,) = history.versions(KEY, name)
    assert version.path == name
    assert version.agent == "agent?"
    assert history.paths(KEY)[0].path == name


def test_a_withdrawn_entry_never_was(history):
    write(history, "a.md", None, b"a")
    entry = history.record(KEY, [Change("a.md", b"a", b"b"), Change("b.md", None, b"b")], SAVE)
    history.withdraw(entry)
    assert told(history, "a.md") == [("save", b"a")]
    assert [each.path for each in history.paths(KEY)] == ["a.md"]
    assert len(history.entries()) == 1


def test_a_library_that_was_moved_keeps_its_history(history):
    write(history, "a.md", None, b"a")
    history.rehome(KEY, "library:/new")
    assert history.versions(KEY, "a.md") == []
    assert history.know("library:/new", "a.md") == revision_of(b"a")


def test_two_pasts_of_one_library_are_joined_in_time(history):
    write(history, "a.md", None, b"1")
    history.record("library:/new", [Change("a.md", None, b"2"), Change("b.md", None, b"b")], SAVE)
    write(history, "a.md", b"1", b"3")
    write(history, "c.md", None, b"c")
    history.rehome(KEY, "library:/new")
    assert [history.content(each.id) for each in history.versions("library:/new", "a.md")] == [b"3", b"2", b"1"]
    assert [each.path for each in history.paths("library:/new")] == ["a.md", "b.md", "c.md"]
    assert len(history.entries("library:/new")) == 4
    history.rehome("library:/new", KEY)
    history.rehome("never heard of", KEY)
    assert len(history.versions(KEY, "a.md")) == 3


def test_only_the_owner_reads_it(history):
    write(history, "a.md", None, b"a")
    for name in os.listdir(os.path.dirname(history.path)):
        assert stat.S_IMODE(os.stat(os.path.join(os.path.dirname(history.path), name)).st_mode) == 0o600, name
    assert stat.S_IMODE(os.stat(os.path.dirname(history.path)).st_mode) == 0o700


def test_an_append_costs_what_was_appended(history):
    text = os.urandom(1_000_000)
    write(history, "a.md", None, text)
    size = _size(history)
    for i in range(60):  # more than one chain holds
        write(history, "a.md", text, text := text + b"line %d\n" % i)
    assert _size(history) - size < 200_000
    for version, data in zip(reversed(history.versions(KEY, "a.md")), history_texts(text)):
        assert history.content(version.id) == data


def history_texts(text: bytes):
    yield text[:1_000_000]
    for i in range(60):
        yield text[: 1_000_000 + sum(len(b"line %d\n" % j) for j in range(i + 1))]


def test_reading_a_version_never_takes_more_than_a_chain(history):
    text = b"# \n" * 40_000
    write(history, "a.md", None, text)
    for i in range(130):
        at = (i * 7919) % len(text)
        write(history, "a.md", text, text := text[:at] + b"%d" % i + text[at:])
    with history.file.reading() as db:
        (deepest,) = db.execute("SELECT max(depth) FROM versions").fetchone()
    assert 10 < deepest <= 50
    assert history.content(history.latest(KEY, "a.md").id) == text


def test_a_history_moved_aside_while_open_is_begun_anew(history):
    write(history, "a.md", None, b"a")
    os.rename(history.path, history.path + ".aside")
    for end in ("-wal", "-shm"):
        os.rename(history.path + end, history.path + ".aside" + end)
    assert history.versions(KEY, "a.md") == []
    write(history, "a.md", b"a", b"b")
    assert told(history, "a.md") == [(SEEN, b"a"), ("save", b"b")]
    with History(history.path + ".aside", Clock()) as old:
        assert told(old, "a.md") == [("save", b"a")]


def _size(history: History) -> int:
    with history.file.reading() as db:
        assert db is not None
        return used(db)
