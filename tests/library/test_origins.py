"""One repository on two machines is one project, whatever its path is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import clew
from clew.library.origins import normal_address, origin_of, parsed
from clew.text.clue import read_clue


def checkout(folder: Path, origin: str) -> Path:
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "remote", "add", "origin", origin], check=True)
    return folder


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        ("git@code.example:ana/shop.git", "code.example/ana/shop"),
        ("https://ana:tok%3Aen@Code.Example/ana/shop.git", "code.example/ana/shop"),
        ("https://code.example/ana/shop/", "code.example/ana/shop"),
        ("ssh://git@code.example:2222/ana/shop", "code.example/ana/shop"),
        ("git@code.example:商店/后端.git", "code.example/商店/后端"),
        ("/srv/git/shop.git", ""),
        ("../shop", ""),
        ("C:\\git\\shop", ""),
        ("file:///srv/git/shop.git", ""),
        ("", ""),
        ("https://", ""),
    ],
)
def test_an_address_is_one_place_however_it_is_written(address, normal):
    assert normal_address(address) == normal


def test_credentials_never_stand_in_the_library(tmp_path):
    dir = checkout(tmp_path / "shop", "https://ana:secret@code.example/ana/shop.git")
    home = clew.open(tmp_path / "home")
    home.library.project(dir).start(pick=0).save("Text.", ["a", "b"], title="A")
    assert not [
        path for path in Path(home.library.root).rglob("*") if path.is_file() and b"secret" in path.read_bytes()
    ]


def test_the_same_repository_elsewhere_is_the_same_project_and_gets_an_entry_of_its_own(tmp_path):
    one = checkout(tmp_path / "one" / "shop", "https://code.example/ana/shop.git")
    other = checkout(tmp_path / "other" / "work" / "shop-copy", "git@code.example:ana/shop.git")
    first = clew.open(tmp_path / "home1")
    (one / "web").mkdir()
    (other / "web").mkdir()
    first.library.project(one / "web").start(pick=0).save("Redis, 因为需要过期。", ["cache", "缓存"], title="缓存")
    slug = first.library.project(one / "web").dir_slug
    first.close()
    shutil.copytree(tmp_path / "home1" / "memory", tmp_path / "home2" / "memory")  # by whatever program

    home = clew.open(tmp_path / "home2")
    project = home.library.project(other / "web")
    assert (project.dir, project.dir_slug, project.name) == (str(other / "web"), slug, "web")
    assert [line.name for line in project.menu()] == ["缓存"]
    assert project.common_tags() == ["cache", "缓存"]
    project.start(pick=1).save("More.", ["cache", "more"])
    entries = read_clue(Path(home.library.root, ".clue").read_bytes()).entries
    assert [entry.dir for entry in entries] == [str(one / "web"), str(other / "web")]
    assert entries[0].memories == entries[1].memories
    assert entries[0].common_tags == entries[1].common_tags == ("cache", "缓存", "more")
    assert entries[0].dir_slug == entries[1].dir_slug
    text = Path(home.library.root, slug, "缓存.md").read_text("utf-8")
    assert text.count(f'dir="{other / "web"}"') == 1
    home.close()


def test_another_folder_of_the_repository_is_another_project(tmp_path):
    one = checkout(tmp_path / "shop", "https://code.example/ana/shop.git")
    home = clew.open(tmp_path / "home")
    home.library.project(one).start(pick=0).save("Text.", ["a", "b"], title="A")
    other = checkout(tmp_path / "copy", "https://code.example/ana/shop.git")
    (other / "web").mkdir()
    assert not home.library.project(other / "web").menu()
    assert home.library.project(other / "web").dir_slug != home.library.project(one).dir_slug
    assert home.library.project(other).dir_slug == home.library.project(one).dir_slug


@pytest.mark.parametrize("text", ["", "no tabs\n", "a\tb\n", "a\tb\tc\td\n", "\t\t\n", "a\tb\tc"])
def test_a_file_that_somebody_wrote_into_stops_nothing(text, tmp_path):
    dir = checkout(tmp_path / "shop", "https://code.example/ana/shop.git")
    root = tmp_path / "home" / "memory"
    root.mkdir(parents=True)
    (root / ".origins").write_text(text, "utf-8")
    home = clew.open(tmp_path / "home")
    home.library.project(dir).start(pick=0).save("Text.", ["a", "b"], title="A")
    written = (root / ".origins").read_text("utf-8")
    assert written.startswith(text)
    assert (("code.example/ana/shop", "."), str(dir)) in parsed(written)


def test_where_there_is_no_repository_or_no_remote_nothing_is_written(tmp_path):
    (tmp_path / "plain").mkdir()
    bare = tmp_path / "bare"
    subprocess.run(["git", "init", "--quiet", str(bare)], check=True)
    home = clew.open(tmp_path / "home")
    for dir in (tmp_path / "plain", bare, "C:\\work\\shop"):
        assert origin_of(str(dir)) is None
        home.library.project(dir).start(pick=0).save("Text.", ["a", "b"], title="A")
    assert not (tmp_path / "home" / "memory" / ".origins").exists()
