"""Something else in the place of the index's own files and folders: a search answers, waits for nobody, and touches nothing of others."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has neither pipes nor free links there")


@pytest.fixture
def stocked(notes):
    """Enough that the engine's files hold something."""
    for number in range(200):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta gamma delta\n")
    assert len(notes.found("alpha")) == 200
    notes.index.close()
    return notes


def places_of(notes) -> list[Path]:
    """Every file and folder of the index, itself last."""
    index = notes.home / "index"
    return sorted(path.relative_to(notes.home) for path in (*index.rglob("*"), index))[::-1]


REPLACED = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a link to nowhere": lambda path: path.symlink_to("/nowhere/at/all"),
    "a link to itself": lambda path: path.symlink_to(path),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "an empty file": lambda path: path.touch(),
}


@pytest.mark.parametrize("what", REPLACED)
def test_whatever_stands_in_place_of_a_file_or_folder_it_answers_at_once(stocked, what, tmp_path):
    backup = tmp_path / "backup"
    shutil.copytree(stocked.home / "index", backup)
    for place in places_of(stocked):
        path = stocked.home / place
        stocked.index.close()
        clear(stocked.home / "index")
        shutil.copytree(backup, stocked.home / "index")
        clear(path)
        REPLACED[what](path)
        assert len(stocked.found("alpha")) == 200, place
        stocked.index.close()
        assert stocked.found("w7") == ["7.md"], place


@pytest.mark.parametrize("what", REPLACED)
def test_what_stands_in_place_of_the_file_that_counts_is_replaced(stocked, what):
    current = stocked.home / "index" / "current"
    clear(current)
    REPLACED[what](current)
    stocked.found("alpha")
    stocked.index.close()
    stocked.index.look()
    assert stocked.index.look().degraded is None
    assert stocked.generations() == [current.read_text().strip()]


def test_a_link_in_place_of_a_generation_goes_and_nothing_behind_it(stocked, tmp_path):
    theirs = tmp_path / "theirs" / "below"
    theirs.mkdir(parents=True)
    (theirs / "a.md").write_text("not ours\n")
    index = stocked.home / "index"
    (index / "0badcafe").symlink_to(theirs.parent)
    (index / "0badbeef").mkdir()
    (index / "0badbeef" / "tantivy").symlink_to(theirs.parent)
    (index / "0badf00d").write_text("a file\n")
    stocked.index.rebuild()
    assert len(stocked.generations()) == 1
    (index / "0badcafe").symlink_to(theirs.parent)
    assert stocked.index.forget() == []
    assert (theirs / "a.md").read_text() == "not ours\n"


def test_an_index_that_cannot_be_put_in_its_place_is_not_left_lying(stocked, monkeypatch):
    def refuse(path: str, data: bytes, mode: int = 0o600) -> None:
        raise OSError(28, "No space left on device", path)

    monkeypatch.setattr("clew.stores.files.write_file_atomic", refuse)
    clear(stocked.home / "index")
    for _ in range(3):
        assert len(stocked.found("alpha")) == 200
        assert stocked.index.look().degraded == "index.full"
        stocked.index.close()
    assert stocked.generations() == []


def clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
