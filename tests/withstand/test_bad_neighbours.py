"""What no library should hold, among good memories: it is named in a finding, and the rest works as if it were not there."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.withstand.place import Place, tree

SECRET = b"a secret outside\n"


def not_utf8(folder: Path) -> None:
    (folder / "bad.md").write_bytes("Köln\n".encode("latin-1"))


def utf16(folder: Path) -> None:
    (folder / "bad.md").write_bytes("# 标题\n".encode("utf-16"))


def with_nul(folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"\0" * 4096)


def link_in_a_circle(folder: Path) -> None:
    (folder / "bad.md").symlink_to("bad.md")


def link_to_itself(folder: Path) -> None:
    (folder / "bad").symlink_to(folder, target_is_directory=True)


def link_outside(folder: Path) -> None:
    (folder / "bad.md").symlink_to(outside_of(folder))


def link_nowhere(folder: Path) -> None:
    (folder / "bad.md").symlink_to("/nowhere/at/all.md")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "bad.md")


def a_socket(folder: Path) -> None:
    here = os.getcwd()
    os.chdir(folder)  # a socket's path may be 100 bytes long
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("bad.md")
    finally:
        os.chdir(here)


def a_folder(folder: Path) -> None:
    (folder / "bad.md").mkdir()
    (folder / "bad.md" / "inside.md").write_text("# inside\n")


def a_name_that_is_not_utf8(folder: Path) -> None:
    (folder / os.fsdecode(b"bad\xff.md")).write_text("# no name\n")


def a_name_with_a_backslash(folder: Path) -> None:
    (folder / "bad\\name.md").write_text("# no name\n")


def a_name_with_a_newline(folder: Path) -> None:
    (folder / "bad\nname.md").write_text("# no name\n")


def a_conflict_copy(folder: Path) -> None:
    (folder / "Good.sync-conflict-20261130-152448-ABCDEFG.md").write_text("# other side\n")


def a_sparse_giant(folder: Path) -> None:
    with open(folder / "bad.txt", "wb") as file:
        file.truncate(1 << 40)


# What it is, and the rule that names it; None: it is none of clew's business.
BAD = {
    "not UTF-8": (not_utf8, "not-utf8"),
    "UTF-16": (utf16, "not-utf8"),
    "NUL bytes": (with_nul, "not-utf8"),
    "a link in a circle": (link_in_a_circle, "link"),
    "a link to its own folder": (link_to_itself, "link"),
    "a link to a file outside": (link_outside, "link"),
    "a link to nothing": (link_nowhere, "link"),
    "a FIFO": (pipe, "no-file"),
    "a socket": (a_socket, "no-file"),
    "a folder named like a memory": (a_folder, "folder-as-memory"),
    "a name that is not UTF-8": (a_name_that_is_not_utf8, "bad-name"),
    "a name with a backslash": (a_name_with_a_backslash, "bad-name"),
    "a name with a newline": (a_name_with_a_newline, "bad-name"),
    "a conflict copy": (a_conflict_copy, "conflict-copy"),
    "a terabyte of another program": (a_sparse_giant, None),
}


def outside_of(folder: Path) -> Path:
    path = next(above for above in folder.parents if above.name == "home").parent / "outside.md"
    path.write_bytes(SECRET)
    return path


def begun(place: Place) -> Place:
    place.save("good text", "--title", "Good", "--conversation", "c1")
    place.save("other text", "--title", "Other", "--conversation", "c2", at=place.dir("other"))
    return place


def the_rest_works(place: Place) -> None:
    """Every command, in this project and over all."""
    assert "Good" in place.clew("menu").text
    listed = place.done("list", "--all")["memories"]
    assert {"Good", "Other"} <= {one["name"] for one in listed}
    assert "good text" in place.clew("show", "Good").text
    assert place.save("more of it", "--conversation", "c1")["created"] is False
    assert place.save("a new one", "--title", "New", "--conversation", "c9")["memory"] == "New"
    place.done("rename", "New", "Renamed")
    place.done("move", "Renamed", "--dir", str(place.dir("other")))
    place.done("delete", "Renamed")
    place.done("undo")
    place.done("history", "Good")
    place.done("start", "--pick", "Good", "--conversation", "c10")
    place.done("restore", "--all")
    assert place.clew("doctor").status in (0, 1)
    assert place.clew("check", "--fix").status in (0, 1)


@pytest.mark.parametrize("where", ["project", "root"])
@pytest.mark.parametrize(("make", "rule"), BAD.values(), ids=BAD)
def test_it_is_named_and_the_rest_works(place, make, rule, where):
    begun(place)
    folder = place.memories if where == "project" else place.library
    known = set(os.listdir(folder))
    make(folder)
    (bad,) = set(os.listdir(folder)) - known
    before = os.lstat(folder / bad)
    the_rest_works(place)
    rules = {rule for rule, path in place.findings() if "bad" in path or "conflict" in path}
    if where == "project" or rule in ("link", "no-file", "conflict-copy"):
        assert rule in rules or (rule is None and not rules)
    after = os.lstat(folder / bad)
    assert (after.st_mode, after.st_size, after.st_ino, after.st_mtime) == (
        before.st_mode,
        before.st_size,
        before.st_ino,
        before.st_mtime,
    )
    for said in (place.clew("menu").out, place.clew("list", "--all", "--json").out, place.clew("show", "bad").out):
        assert SECRET.strip() not in said


def test_a_directory_above_whose_folder_cannot_be_read_hides_no_memory_below(place):
    begun(place)
    place.save("below", "--title", "Below", at=place.dir("shop/web"))
    place.memories.rename(place.folder / "elsewhere")
    place.memories.symlink_to(place.folder / "elsewhere")
    menu = place.clew("menu", at=place.dir("shop/web"))
    assert menu.status == 0, menu
    assert "Below" in menu.text
    assert str(place.memories) in menu.talk


def test_a_project_whose_folder_is_a_link_or_a_file_is_told_and_not_written_into(place):
    begun(place)
    elsewhere = place.folder / "elsewhere"
    place.memories.rename(elsewhere)
    before = tree(elsewhere)
    for make in (lambda: place.memories.symlink_to(elsewhere), lambda: place.memories.write_text("a file")):
        make()
        assert place.clew("menu").status in (0, 1)
        done = place.clew("save", "text", "--tag", "one", "--tag", "two", "--conversation", "c1", "--json")
        assert done.status == 1, done
        assert done.json["error"]["pending"]
        assert place.findings()
        assert {"Other"} <= {one["name"] for one in place.done("list", "--all")["memories"]}
        place.memories.unlink()
    assert tree(elsewhere) == before


@pytest.mark.parametrize("target", ["file", "folder", "root", "clue"])
def test_without_permission(nobodys, target):
    place = begun(nobodys)
    (place.memories / "Locked.md").write_text("# locked\n")
    (place.memories / "Locked.md").chmod(0o600)
    place.own(place.memories / "Locked.md")
    place.clew("check", "--fix")
    bad = {
        "file": place.memories / "Locked.md",
        "folder": place.memories,
        "root": place.library,
        "clue": place.clue,
    }[target]
    mode = bad.stat().st_mode & 0o777
    bad.chmod(0)
    if target == "file":
        the_rest_works(place)
        assert ("unreadable", f"{place.slug}/Locked.md") in place.findings()
    if target == "folder":
        assert {one["name"] for one in place.done("list", "--all")["memories"]} == {"Other"}
        assert place.save("more", "--conversation", "c2", at=place.dir("other"))["memory"] == "Other"
        assert ("unreadable", place.slug) in place.findings()
    for words in (["menu"], ["list", "--all"], ["check"], ["check", "--fix"], ["doctor"], ["restore", "--all"]):
        done = place.clew(*words)
        assert done.status in (0, 1), (words, done)
        assert b"bug" not in done.err + done.out
    done = place.clew("save", "kept text", "--tag", "one", "--tag", "two", "--conversation", "c1", "--json")
    if target != "file":
        assert done.status == 1, done
        assert done.json["error"]["path"].startswith(str(bad))
        assert done.json["error"]["pending"]
    bad.chmod(mode)
    if target != "file":
        assert place.clew("save", "--pending", done.json["error"]["pending"]).status == 0
    assert [finding for finding in place.findings() if finding[0] != "bad-name"] == []
    assert "kept text" in (place.memories / "Good.md").read_text()
    assert (place.memories / "Locked.md").read_text() == "# locked\n"
