"""Taking back, restoring one version, bringing back what vanished."""

from __future__ import annotations

import os
import shutil

import pytest

from clew.errors import Conflict, NotFound, StorageFailed
from clew.history.changing import Edit
from clew.history.kept import Kept
from clew.history.records import CHECK, Change, Origin
from clew.history.undo import restore, restore_missing, undo
from clew.stores.contract import ABSENT
from clew.stores.folder import FolderStore
from clew.stores.opened import OpenedFolder
from tests.history.conftest import KEY

SAVE = Origin("save", "goose", "01JCONV", "laptop")


def files(kept: Kept) -> dict[str, bytes]:
    return {stat.path: kept.get(stat.path).data for stat in kept.list(deep=True) if stat.kind == "file"}


def test_undo_takes_back_all_files_of_the_last_entry(kept):
    kept.change([Edit("p/a.md", b"one"), Edit(".clue", b"clue 1")], SAVE)
    kept.change([Edit("p/a.md", b"one two"), Edit("p/b.md", b"b"), Edit(".clue", b"clue 2")], SAVE)
    undone = undo(kept)
    assert undone.entry.what == "save"
    assert set(undone.paths) == {"p/a.md", "p/b.md", ".clue"}
    assert files(kept) == {"p/a.md": b"one", ".clue": b"clue 1"}


def test_undo_said_again_goes_further_back_and_ends(kept):
    for text in (b"1", b"2", b"3"):
        kept.put("a.md", text)
    assert [files(kept)["a.md"], undo(kept) and files(kept)["a.md"], undo(kept) and files(kept)["a.md"]] == [
        b"3",
        b"2",
        b"1",
    ]
    undo(kept)
    assert files(kept) == {}
    with pytest.raises(NotFound):
        undo(kept)


def test_after_an_undo_the_next_save_is_what_undo_takes_back(kept):
    for text in (b"1", b"2"):
        kept.put("a.md", text)
    undo(kept)
    kept.put("a.md", b"3")
    undo(kept)
    assert files(kept)["a.md"] == b"1"
    undo(kept)
    assert files(kept) == {}


def test_what_undo_took_away_can_be_restored(kept):
    kept.put("a.md", b"1")
    kept.put("a.md", b"2")
    undo(kept)
    lost = [each for each in kept.history.versions(KEY, "a.md") if kept.history.content(each.id) == b"2"]
    restore(kept, "a.md", lost[0].id)
    assert files(kept)["a.md"] == b"2"
    undo(kept)
    assert files(kept)["a.md"] == b"1"


def test_a_deletion_is_undone(kept):
    kept.put("p/a.md", b"text")
    kept.delete("p/a.md")
    undo(kept)
    assert files(kept) == {"p/a.md": b"text"}


def test_a_rename_is_undone_with_its_past(kept):
    kept.put("a.md", b"text")
    kept.change([Edit("b.md", b"text", ABSENT, moved_from="a.md"), Edit("a.md", None)], Origin("rename"))
    undo(kept)
    assert files(kept) == {"a.md": b"text"}
    assert len(kept.history.versions(KEY, "a.md")) >= 3


@pytest.mark.parametrize("touched", ["a.md", ".clue"])
def test_undo_refuses_where_someone_else_was_at_it_since(kept, touched):
    kept.change([Edit("a.md", b"1"), Edit(".clue", b"clue")], SAVE)
    kept.store.put(touched, b"by hand")
    before = files(kept)
    with pytest.raises(Conflict) as caught:
        undo(kept)
    assert caught.value.theirs == b"by hand"
    assert caught.value.path == kept.path(touched)
    assert files(kept) == before
    kept.notice([(touched, kept.get(touched))])
    with pytest.raises(Conflict):
        undo(kept)
    assert files(kept) == before


@pytest.mark.parametrize("noticed", [False, True])
def test_undo_refuses_too_where_someone_else_was_elsewhere_in_the_file(kept, noticed):
    kept.put("a.md", b"one\ntwo\nthree\n")
    kept.put("a.md", b"one\ntwo\nthree\nsaved\n")
    kept.store.put("a.md", b"ONE by hand\ntwo\nthree\nsaved\n")
    if noticed:
        kept.notice([("a.md", kept.get("a.md"))])
    with pytest.raises(Conflict):
        undo(kept)
    assert files(kept) == {"a.md": b"ONE by hand\ntwo\nthree\nsaved\n"}


def test_an_edit_before_the_entry_is_not_taken_back_with_it(kept):
    kept.put("a.md", b"1")
    kept.store.put("a.md", b"1 by hand")
    kept.put("a.md", b"1 by hand 2")
    undo(kept)
    assert files(kept) == {"a.md": b"1 by hand"}


def test_the_check_at_the_start_is_passed_over_and_stays(kept):
    """It is made unasked between a save and its undo, and touches the clue file elsewhere."""
    kept.put(".clue", b"entries:\n- one\n- two\n- three\n")
    kept.change([Edit("a.md", b"a"), Edit(".clue", b"entries:\n- one\n- a\n- two\n- three\n")], SAVE)
    kept.change([Edit(".clue", b"entries:\n- one\n- a\n- two\n- three\n- found\n")], Origin(CHECK))
    undo(kept)
    assert files(kept) == {".clue": b"entries:\n- one\n- two\n- three\n- found\n"}


def test_what_a_later_check_put_before_the_place_stays_too(kept):
    kept.put(".clue", b"one\ntwo\n")
    kept.put(".clue", b"one\ntwo\nsaved\n")
    kept.change([Edit(".clue", b"found\none\ntwo\nsaved\n")], Origin(CHECK))
    undo(kept)
    assert files(kept) == {".clue": b"found\none\ntwo\n"}


def test_undo_refuses_where_a_later_check_touched_the_same_place(kept):
    kept.put(".clue", b"one\n")
    kept.put(".clue", b"one\nsaved\n")
    kept.change([Edit(".clue", b"one\nchecked\n")], Origin(CHECK))
    with pytest.raises(Conflict):
        undo(kept)


def test_an_entry_whose_writer_died_before_the_files_is_passed_over(kept):
    kept.put("a.md", b"1")
    kept.history.record(KEY, [Change("a.md", b"1", b"2"), Change("b.md", None, b"b")], SAVE)
    undo(kept)
    assert files(kept) == {}


def test_an_entry_whose_writer_died_between_the_files_is_taken_back(kept):
    kept.change([Edit("a.md", b"1"), Edit(".clue", b"1")], SAVE)
    kept.history.record(KEY, [Change("a.md", b"1", b"2"), Change(".clue", b"1", b"2")], SAVE)
    kept.store.put("a.md", b"2")
    undo(kept)
    assert files(kept) == {"a.md": b"1", ".clue": b"1"}


def test_where_nothing_was_ever_done_undo_makes_nothing(kept):
    with pytest.raises(NotFound):
        undo(kept)
    assert not os.path.exists(kept.root)
    assert not os.path.exists(kept.history.path)


def test_restore_knows_only_the_versions_of_the_path(kept):
    kept.put("a.md", b"a")
    kept.put("b.md", b"b")
    kept.delete("b.md")
    of_b = [each.id for each in kept.history.versions(KEY, "b.md")]
    for path, version, key in (
        ("a.md", of_b[1], "history.no-version"),
        ("a.md", 999, "history.no-version"),
        ("b.md", of_b[0], "history.gone-version"),
    ):
        with pytest.raises(NotFound) as caught:
            restore(kept, path, version)
        assert caught.value.key == key
    assert restore(kept, "b.md", of_b[1]).data == b"b"


def test_a_library_that_vanished_comes_back_whole(kept, tmp_path):
    expected = {f"p{i % 7}/记忆{i}.md": os.urandom(i * 50) for i in range(40)} | {".clue": b"clue"}
    for path, data in expected.items():
        kept.put(path, data)
    kept.put("deleted.md", b"by clew")
    kept.delete("deleted.md")
    for path in expected:
        kept.store.delete(path)
    shown: list[tuple[int, int]] = []
    restored = restore_missing(kept, lambda done, of: shown.append((done, of)))
    assert files(kept) == expected
    assert sorted(restored.back) == sorted(expected)
    assert (restored.renamed, restored.failed) == ((), ())
    assert shown[-1] == (40, 41)
    assert restore_missing(kept).back == ()


def test_a_deleted_folder_comes_back_where_it_was(history, tmp_path):
    kept = Kept(FolderStore(str(tmp_path / "library"), "library", makes_root=True), lambda: history, KEY)
    kept.put("p/a.md", b"a")
    shutil.rmtree(tmp_path / "library")
    restore_missing(kept)
    assert (tmp_path / "library" / "p" / "a.md").read_bytes() == b"a"


def test_a_library_that_comes_back_does_not_wait_for_each_name(history, tmp_path, monkeypatch):
    kept = Kept(FolderStore(str(tmp_path / "library"), "library", makes_root=True), lambda: history, KEY)
    expected = {f"p{number % 2}/{number}.md": b"%d" % number for number in range(100)}
    for path, data in expected.items():
        kept.put(path, data)
    shutil.rmtree(tmp_path / "library")
    waited, real = [], OpenedFolder.sync

    def sync(folder):
        waited.append(folder)
        real(folder)

    monkeypatch.setattr(OpenedFolder, "sync", sync)
    assert set(restore_missing(kept).back) == set(expected)
    assert files(kept) == expected
    assert len(waited) < 25


def test_what_is_there_is_not_touched_by_restoring_all(kept):
    kept.put("a.md", b"a")
    kept.put("b.md", b"b")
    kept.store.put("a.md", b"by hand")
    kept.store.delete("b.md")
    assert restore_missing(kept).back == ("b.md",)
    assert files(kept) == {"a.md": b"by hand", "b.md": b"b"}


@pytest.mark.parametrize("noticed", [False, True])
def test_a_file_renamed_by_hand_is_reported_and_not_doubled(kept, noticed):
    kept.put("p/a.md", b"the text")
    kept.put("p/same.md", b"the text")
    kept.store.put("p/new name.md", kept.store.get("p/a.md").data)
    kept.store.delete("p/a.md")
    if noticed:
        kept.notice([("p/new name.md", kept.get("p/new name.md"))])
    restored = restore_missing(kept)
    assert restored.renamed == (("p/a.md", "p/new name.md"),)
    assert restored.back == ()


def test_of_two_files_with_the_same_bytes_the_missing_one_comes_back(kept):
    kept.put("a.md", b"the text")
    kept.put("b.md", b"the text")
    kept.store.delete("a.md")
    assert restore_missing(kept).back == ("a.md",)


def test_restoring_goes_on_past_what_cannot_be_written(kept):
    for path in ("a/x.md", "b.md"):
        kept.put(path, b"text")
        kept.store.delete(path)
    kept.store.put("a", b"a file stands in the way")
    restored = restore_missing(kept)
    assert restored.back == ("b.md",)
    ((path, problem),) = restored.failed
    assert path == "a/x.md"
    assert isinstance(problem, StorageFailed)
