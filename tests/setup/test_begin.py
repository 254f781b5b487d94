"""A home is made as somebody wishes, and nothing else is touched."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

import clew
from clew.config import read_config
from clew.errors import ClewError, StorageFailed, Unreadable, Usage
from clew.home import Home
from clew.setup.begin import begin, whereabouts
from clew.setup.gooses_folder import holds, libraries
from clew.setup.places import is_in_python
from clew.stores.temporary import host

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")

# Seed 1's own example, as its author wrote it.
SEED_CLUE = """\
entries:
  - dir: "/home/project"
    dir_slug: "home-project"
    name: "project"
    common_tags: ["goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags"]
    memories:
      - file: "自建goose启动规则.md"
        tags: ["goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags"]
"""
SEED_MEMORY = "# 自建goose启动规则\n\n先读 .clue，再列出记忆。\n\n---\n\n## 第二段\n\n版本：1.3\n"


def seed_library(folder: Path) -> Path:
    """A library as users of clew's forerunner, an extension of goose, have it, goose's own texts beside."""
    memory = folder / "home-project" / "自建goose启动规则.md"
    memory.parent.mkdir(parents=True)
    memory.write_text(SEED_MEMORY, "utf-8")
    (folder / ".clue").write_text(SEED_CLUE, "utf-8")
    (folder / "prefs.txt").write_text("# lang\nChinese, please\n\n", "utf-8")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_home_is_its_settings_and_nothing_else(you):
    begun = begin(None, None, None, "en")
    assert files(you) == {".clew/config.toml": (you / ".clew/config.toml").read_bytes()}
    assert (begun.made, begun.changed) == (True, True)
    assert begun.now.library == str(you / ".clew/memory")
    assert begun.now.workspace == str(you / ".clew/workspace")


def test_said_again_it_changes_nothing(you):
    wished = (None, str(you / "notes"), str(you / "work"), "en")
    assert begin(*wished).changed
    before = written(you)
    assert not begin(*wished).changed
    assert not begin(None, None, None, "en").changed
    assert written(you) == before


def written(folder: Path) -> dict[Path, tuple[int, int]]:
    """Which file stands under each name, and when it was written."""
    return {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.rglob("*")}


@POSIX
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_all_that_is_made_is_for_its_owner_alone_at_any_umask(you, umask):
    before = os.umask(umask)
    try:
        begin(str(you / "a/home"), str(you / "b/library"), str(you / "c/work"), "en")
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in you.rglob("*") if path.is_dir()}
    assert modes == {0o700}
    assert stat.S_IMODE((you / "a/home/config.toml").stat().st_mode) == 0o600


def test_folders_that_were_named_are_made_and_set(you):
    begin(None, str(you / "notes"), str(you / "work"), "en")
    assert (you / "notes").is_dir()
    assert (you / "work").is_dir()
    assert read_config(str(you / ".clew")) == {"library": str(you / "notes"), "workspace": str(you / "work")}


def test_a_relative_folder_is_meant_from_where_one_is(you, monkeypatch):
    monkeypatch.chdir(you)
    assert begin(None, "notes", "~/work", "en").now.library == str(you / "notes")
    assert whereabouts(None).workspace == str(you / "work")


def test_the_usual_places_need_no_setting(you):
    begin(None, str(you / "notes"), None, "en")
    begin(None, str(you / ".clew/memory"), str(you / ".clew/workspace"), "en")
    assert read_config(str(you / ".clew")) == {}
    assert (you / ".clew/memory").is_dir()


def test_a_file_in_the_place_of_a_folder_is_an_error_and_nothing_is_made(you):
    (you / "notes").write_text("mine")
    for wished in (("notes", None), (None, "notes"), ("notes/below", None)):
        library, workspace = (name and str(you / name) for name in wished)
        with pytest.raises(Unreadable, match="notes"):
            begin(None, library, workspace, "en")
        with pytest.raises(Unreadable, match="notes"):
            begin(str(you / "notes"), None, None, "en")
    assert files(you) == {"notes": b"mine"}
    assert not (you / ".clew").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may read everything is refused nothing")
def test_a_folder_that_cannot_be_read_is_an_error(you):
    (you / "notes").mkdir(mode=0o000)
    with pytest.raises(Unreadable, match="permission"):
        begin(None, str(you / "notes"), None, "en")
    (you / "notes").chmod(0o700)


@pytest.mark.parametrize("folder", ["", " ", "a\nb", "a\0b", "a\x1b[31mb", "a\udcffb"])
def test_what_cannot_stand_in_the_settings_is_no_folder(you, folder):
    with pytest.raises(Usage):
        begin(None, folder, None, "en")
    assert list(you.iterdir()) == []


@pytest.mark.parametrize(
    ("library", "workspace"),
    [
        (".clew", None),
        (".", None),
        ("w", "w"),
        ("w/memory", "w"),
        ("w/memory/more", "w"),
        ("l", "l/w"),
        (".clew/workspace", None),
    ],
)
def test_places_that_would_take_each_others_files_are_refused(you, library, workspace):
    with pytest.raises(Usage):
        begin(None, str(you / library), workspace and str(you / workspace), "en")
    assert list(you.iterdir()) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("library", ["old/sub", "old/home-project/sub", "link/sub", ".", "other/sub"])
def test_a_library_in_a_library_is_refused_and_nothing_is_made(you, library, lang):
    seed_library(you / "home/old")
    seed_library(you / "home/other")
    (you / "home/link").symlink_to(you / "home/old")
    begin(str(you / "clew"), str(you / "home/old"), None, lang)
    before = files(you)
    with pytest.raises(Usage) as caught:
        begin(str(you / "clew"), str(you / "home" / library), None, lang)
    assert str(you / "home") in caught.value.message(lang)
    assert caught.value.hint(lang)
    assert files(you) == before
    assert not (you / "home" / library / "sub").exists()
    begin(str(you / "clew"), str(you / "home/beside"), None, lang)


def test_a_library_that_is_not_there_any_more_has_nothing_in_it(you):
    begin(None, str(you / "old"), None, "en")
    (you / "old").rmdir()
    assert begin(None, str(you / "old/sub"), None, "en").now.library == str(you / "old/sub")


def test_settings_that_cannot_be_read_are_not_written_over(you):
    (you / ".clew").mkdir()
    (you / ".clew/config.toml").write_text("library = [\n")
    with pytest.raises(Unreadable, match=r"line 2|end of document"):
        begin(None, str(you / "notes"), None, "en")
    assert files(you) == {".clew/config.toml": b"library = [\n"}
    assert not (you / "notes").exists()


def test_a_variable_that_counts_before_the_settings_is_named(you, monkeypatch):
    monkeypatch.setenv("CLEW_LIBRARY", str(you / "other"))
    with pytest.raises(Usage, match="CLEW_LIBRARY"):
        begin(None, str(you / "notes"), None, "en")
    with pytest.raises(Usage, match="CLEW_LIBRARY"):
        begin(None, None, None, "en", moves=True)
    assert begin(None, str(you / "other"), None, "en").changed


def test_what_a_killed_call_left_beside_the_settings_is_swept(you):
    begin(None, None, None, "en")
    left = you / ".clew" / f".tmp-clew-{host()}-2147483646-1-abc"
    left.write_text("half")
    assert not begin(None, None, None, "en").changed
    assert not left.exists()


# -- a library that is there already


def test_seed_ones_library_is_adopted_without_a_changed_byte(you):
    library = seed_library(you / ".config/goose/memory")
    before = files(library)
    begun = begin(None, str(library), None, "en")
    assert begun.adopted is not None
    assert (begun.adopted.projects, begun.adopted.memories, begun.adopted.texts) == (1, 1, 1)
    assert begun.adopted.findings == ()
    after = files(library)
    after.pop(".clew.lock", None)
    assert after == before


def test_the_history_has_every_byte_of_an_adopted_library(you):
    library = seed_library(you / "old")
    begin(None, str(library), None, "en")
    before = files(library)
    for path in (library / ".clue", library / "home-project" / "自建goose启动规则.md"):
        path.unlink()
    (library / "home-project").rmdir()
    home = Home()
    kept = home.library.kept
    for name in (".clue", "home-project/自建goose启动规则.md"):
        versions = home.history.versions(kept.key, name)
        assert [home.history.content(version.id) for version in versions] == [before[name]]
    home.close()


def test_an_adopted_library_is_used_from_then_on(you):
    library = seed_library(you / "old")
    begin(None, str(library), None, "en")
    home = clew.open()
    project = home.library.project("/home/project")
    assert [line.name for line in project.menu()] == ["自建goose启动规则"]
    project.start("自建goose启动规则").save("再加一段", tags=["goose", "配置"])
    assert SEED_MEMORY in (library / "home-project" / "自建goose启动规则.md").read_text("utf-8")
    home.close()


def test_adopting_tells_what_a_check_finds_and_mends_nothing(you):
    library = seed_library(you / "old")
    (library / "home-project" / "missed.md").write_text("by hand")
    (library / "home-project" / "bad.md").write_bytes(b"\xff\xfe\x00")
    (library / "home-project" / "way.md").symlink_to("elsewhere")
    adopted = begin(None, str(library), None, "en").adopted
    assert adopted is not None
    assert {finding.rule for finding in adopted.findings} >= {"missed-memory", "not-utf8", "link"}
    assert (library / ".clue").read_text("utf-8") == SEED_CLUE


def test_a_clue_file_that_cannot_be_parsed_is_adopted_as_it_is(you):
    library = seed_library(you / "old")
    (library / ".clue").write_text("entries: [\n")
    adopted = begin(None, str(library), None, "en").adopted
    assert adopted is not None
    assert [finding.rule for finding in adopted.findings] == ["clue-unreadable"]
    home = Home()
    (version,) = home.history.versions(home.library.kept.key, ".clue")
    assert home.history.content(version.id) == b"entries: [\n"
    home.close()


def test_a_history_that_cannot_keep_it_leaves_the_settings_as_they_were(you):
    library = seed_library(you / "old")
    begin(None, None, None, "en")
    (you / ".clew/history.db").write_bytes(b"no database at all, whatever its name says" * 100)
    with pytest.raises(ClewError, match="history"):
        begin(None, str(library), None, "en")
    assert read_config(str(you / ".clew")) == {}


def test_the_history_is_asked_again_even_where_everything_was_read_before(you):
    library = seed_library(you / "old")
    begin(None, str(library), None, "en")
    for name in ("history.db", "history.db-wal", "history.db-shm"):
        (you / ".clew" / name).unlink(missing_ok=True)
    begin(None, str(library), None, "en")
    home = Home()
    assert [version.path for version in home.history.paths(home.library.kept.key)] == [
        ".clue",
        "home-project/自建goose启动规则.md",
    ]
    home.close()


def test_nothing_of_a_directory_where_clew_is_off_is_read(you):
    library = seed_library(you / "old")
    begin(None, None, None, "en")
    (you / ".clew/off").write_text("/home/project\n")
    adopted = begin(None, str(library), None, "en").adopted
    assert adopted is not None
    assert adopted.memories == 0
    home = Home()
    assert [version.path for version in home.history.paths(home.library.kept.key)] == [".clue"]
    home.close()


def test_a_library_is_found_where_goose_has_its_memory_and_only_there(you):
    assert libraries() == []
    seed_library(you / ".config/goose/memory")
    seed_library(you / "elsewhere")
    assert libraries() == [str(you / ".config/goose/memory")]


def test_what_goose_would_delete_is_known_by_any_spelling(you):
    library = seed_library(you / ".config/goose/memory")
    (you / "link").symlink_to(library)
    for root in (library, library / "below", you / "link", "/any/project/.goose/memory"):
        assert holds(str(root))
    assert not holds(str(you / ".clew/memory"))
    assert not holds(str(you / ".config/goose/memory-of-mine"))


# -- the home outlives the package


def test_a_home_in_the_environment_of_python_is_known_as_such(you, monkeypatch):
    assert not is_in_python(whereabouts(None).home)
    package = Path(clew.__file__).parent
    assert is_in_python(str(package / "home"))
    monkeypatch.setattr(sys, "prefix", str(you / "venv"))
    assert is_in_python(str(you / "venv/share/clew"))
    assert not is_in_python(str(you / ".clew"))


def test_the_usual_home_is_a_folder_of_the_person_outside_the_package(you):
    home = Path(whereabouts(None).home)
    assert home == you / ".clew"
    assert Path(clew.__file__).parent not in home.parents


def test_a_full_disk_makes_no_half_home(you, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed, match="disk is full"):
        begin(None, None, None, "en")
    monkeypatch.undo()
    assert not (you / ".clew/config.toml").exists()
