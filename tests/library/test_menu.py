"""The start menu and the check at the start."""

import os

import pytest

from clew.library.catalog import Memory
from clew.library.drift import Drift, drift_of, mended
from clew.library.menu import Menu, MenuLine
from clew.text.clue import ClueEntry, ClueMemory, read_clue

TAGS = ["redis", "缓存"]


def folder(library):
    return os.path.join(library.root, "home-project")


def clue_files(library):
    (entry,) = read_clue(library.kept.get(".clue").data).entries
    return [memory.file for memory in entry.memories]


def test_newest_first_by_the_last_segment_then_by_name(project, clock):
    old = project.start()
    old.save("x", TAGS, title="old")
    clock.on(hours=1)
    for title in ("b", "a", "丙", "乙"):
        project.start(0).save("x", TAGS, title=title)
    assert [line.name for line in project.menu()] == ["a", "b", "丙", "乙", "old"]
    clock.on(hours=1)
    old.save("y", TAGS)
    assert project.menu()[0].name == "old"
    assert [line.number for line in project.menu()] == [1, 2, 3, 4, 5]


def test_a_memory_without_segments_counts_by_its_files_time(project, library, clock):
    project.start().save("x", TAGS, title="saved")
    path = os.path.join(folder(library), "by-hand.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write("# 手写\n\ntwo\n")
    os.utime(path, (0, 0))
    lines = project.menu()
    assert [(line.name, line.lines) for line in lines] == [("saved", 6), ("by-hand", 3)]
    assert lines[1].modified == "1970-01-01T08:00:00+08:00"


def test_the_menu_shows_what_stands_on_disk_and_the_clue_file_follows(project, library):
    for title in ("one", "two", "three"):
        project.start(0).save("x", TAGS, title=title)
    os.remove(os.path.join(folder(library), "one.md"))
    os.rename(os.path.join(folder(library), "two.md"), os.path.join(folder(library), "zwei.md"))
    with open(os.path.join(folder(library), "new.md"), "w") as file:
        file.write("new\n")
    menu = project.whole_menu()
    assert sorted(line.name for line in menu.lines) == ["new", "three", "zwei"]
    assert (set(menu.drift.dropped), set(menu.drift.added)) == ({"one.md", "two.md"}, {"new.md", "zwei.md"})
    assert sorted(clue_files(library)) == ["new.md", "three.md", "zwei.md"]
    assert not project.whole_menu().drift


def test_a_missing_folder_is_told_and_never_cleaned(project, library, home):
    saved = project.start().save("x", TAGS)
    os.rename(folder(library), folder(library) + ".away")
    before = library.kept.get(".clue").data
    menu = project.whole_menu()
    assert menu.lines == ()
    assert menu.drift.missing
    assert library.kept.get(".clue").data == before
    assert "library.folder-missing" in [key for key, _ in home.notices]
    os.rename(folder(library) + ".away", folder(library))
    assert [line.file for line in project.menu()] == [saved.file]


def test_what_is_no_memory_is_not_listed(project, library):
    project.start().save("x", TAGS, title="real")
    for name in (
        ".hidden.md",
        "note.txt",
        "x.conflict-laptop-20261130T150000.md",
        "a (conflicted copy 2026).md",
        ".tmp-1",
    ):
        with open(os.path.join(folder(library), name), "w") as file:
            file.write("x\n")
    os.mkdir(os.path.join(folder(library), "folder.md"))
    os.symlink("real.md", os.path.join(folder(library), "link.md"))
    assert [line.name for line in project.menu()] == ["real"]


def test_the_revision_changes_when_a_number_means_another_memory(project, clock):
    first = project.start()
    first.save("x", TAGS, title="one")
    clock.on(minutes=1)
    project.start(0).save("x", TAGS, title="two")
    before = project.whole_menu().revision
    assert project.whole_menu().revision == before
    clock.on(minutes=1)
    first.save("y", TAGS)
    assert project.whole_menu().revision != before


def test_a_menu_of_a_read_only_library_is_shown_all_the_same(project, library, monkeypatch):
    project.start().save("x", TAGS, title="one")
    with open(os.path.join(folder(library), "two.md"), "w") as file:
        file.write("x\n")
    monkeypatch.setattr(os, "replace", lambda *_, **__: (_ for _ in ()).throw(OSError(30, "read-only")))
    monkeypatch.setattr(os, "rename", lambda *_, **__: (_ for _ in ()).throw(OSError(30, "read-only")))
    assert sorted(line.name for line in project.menu()) == ["one", "two"]


def standing_memory(name):
    return Memory(f"p/{name}", lines=1, time=None, changed=0.0, tags=("t",), dir=None, revision="", problem=None)


@pytest.mark.parametrize(
    ("listed", "standing", "drift"),
    [
        ([], [], Drift()),
        (["a"], ["a"], Drift()),
        (["a", "b"], ["b"], Drift(dropped=("a",))),
        (["a"], ["a", "b"], Drift(added=("b",))),
        (["a"], [], Drift(missing=True)),
    ],
)
def test_drift_is_decided_purely(listed, standing, drift):
    entry = ClueEntry("/p", "p", "p", ("t",) if listed else (), tuple(ClueMemory(name, ("t",)) for name in listed))
    memories = [standing_memory(name) for name in standing]
    found = drift_of(entry, memories)
    assert (found.dropped, found.added, found.missing) == (drift.dropped, drift.added, drift.missing)
    if not found.missing:
        assert not drift_of(mended(entry, found, memories), memories)


def test_the_files_of_a_menu_are_in_the_order_of_its_numbers():
    lines = tuple(MenuLine(number, f"m{number}", f"p/m{number}.md", "", 1, "") for number in (1, 2))
    assert Menu(lines, (), Drift()).files() == ("p/m1.md", "p/m2.md")
