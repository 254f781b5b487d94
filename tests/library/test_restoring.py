"""Coming back: restored memories with their tags, a vanished library, texts that follow a moved project."""

import shutil

import pytest

from clew.errors import RuleBroken
from clew.history.undo import restore_missing, undo
from clew.library.check import check
from clew.library.moving import delete, relink
from clew.library.restoring import last_before_it_went, restore_memory

TAGS = ["redis", "缓存"]


def versions(library, file):
    return library.kept.history.versions(library.kept.key, file)


def test_a_restored_version_brings_its_tags_back(project, library):
    conversation = project.start()
    conversation.save("one", TAGS)
    saved = conversation.save("two", ["redis", "retries"])
    newest = versions(library, saved.file)[0]
    undo(library.kept)
    assert project.common_tags() == TAGS
    restore_memory(library, saved.file, newest)
    assert project.common_tags() == [*TAGS, "retries"]
    assert check(library) == []


def test_a_deletion_its_restoring_and_both_undone_leave_nothing_behind(project, library):
    one = project.start().save("one", TAGS, title="one")
    project.start(0).save("two", TAGS, title="two")
    before = {path: library.kept.get(path).data for path in (one.file, ".clue")}
    delete(library, one.file)
    version = last_before_it_went(versions(library, one.file))
    assert version is not None
    restore_memory(library, one.file, version)
    assert library.kept.get(one.file).data == before[one.file]
    undo(library.kept)
    undo(library.kept)
    assert {path: library.kept.get(path).data for path in before} == before
    assert check(library) == []


def test_a_vanished_library_is_told_and_nothing_is_begun_in_its_place(project, library, home):
    saved = project.start().save("one", TAGS)
    shutil.rmtree(library.root)
    assert project.menu() == []
    library.project("/home/project")
    assert "library.vanished" in [key for key, _ in home.notices]
    assert [finding.rule for finding in check(library)] == ["library-vanished"]
    with pytest.raises(RuleBroken) as refused:
        project.start(0).save("two", TAGS)
    assert refused.value.pending
    restore_missing(library.kept)
    assert [line.file for line in project.menu()] == [saved.file]
    assert library.finish(refused.value.pending).created
    assert check(library) == []


def test_a_library_whose_memories_were_all_deleted_through_clew_may_begin_anew(project, library):
    saved = project.start().save("one", TAGS)
    delete(library, saved.file)
    shutil.rmtree(library.root)
    assert project.start(0).save("two", TAGS).created


def test_a_refused_text_follows_its_project_to_a_new_directory(project, library):
    project.start().save("one", TAGS)
    with pytest.raises(RuleBroken) as refused:
        project.start(0).save("two", ["x"])
    assert refused.value.pending
    relink(library, "/home/project", "/home/moved")
    saved = library.finish(refused.value.pending, TAGS)
    assert len(library.projects()) == 1
    assert saved.file.startswith("home-project/")


def test_directories_below_one_that_was_never_a_project_are_relinked_too(library):
    saved = library.project("/work/app").start().save("one", TAGS)
    relink(library, "/work", "/work2")
    assert [line.file for line in library.project("/work2/app").menu()] == [saved.file]
    assert len(library.projects()) == 1
