"""Ten thousand memories, and one of fifty megabytes: all that is done every day stays possible, and bounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks._library import build
from clew.text.clue import read_clue
from tests.withstand.place import Place

MEGABYTE = 1 << 20


def large(place: Place, projects: int, memories: int) -> list[Path]:
    """A library as `benchmarks` builds it; the directories of its projects."""
    place.home.mkdir()
    built = build(place.library, projects, memories)
    return [Path(dir) for dir in built.projects]


@pytest.mark.parametrize(
    ("projects", "memories"), [(20, 400), pytest.param(500, 10_000, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_a_large_library_is_used_like_a_small_one(place, projects, memories):
    dirs = [str(dir) for dir in large(place, projects, memories)]
    one, other = dirs[0], dirs[-1]
    menu = place.done("menu", "--dir", one)
    assert len(menu["memories"]) == memories // projects
    assert place.findings() == []
    assert place.findings() == []
    assert len(place.done("list", "--all")["memories"]) == memories
    before = place.clue.read_bytes()
    saved = place.save("one more", "--dir", other, "--title", "Newest", tags=("testing", f"site-{projects - 1:03}"))
    after = place.clue.read_bytes()
    assert saved["created"] is True
    assert len(after) - len(before) < 200
    assert place.done("menu", "--dir", other)["memories"][0]["name"] == "Newest"
    shown = place.clew("menu", "--dir", other).text
    assert "Newest" in shown
    for _ in range(3):
        place.save(f"more {_}", "--dir", other, "--conversation", saved["conversation"], tags=("testing", "x"))
    assert place.done("rename", "Newest", "New name", "--dir", other)
    place.done("move", "New name", "--dir", one, at=Path(place.project))
    place.done("delete", "New name")
    place.done("undo")
    assert place.clew("check", "--fix").status == 0
    entries = read_clue(place.clue.read_bytes()).entries
    assert sum(len(entry.memories) for entry in entries) == memories + 1


@pytest.mark.slow
def test_ten_thousand_memories_adopted_deleted_and_restored(place):
    """All are in the history after one look; the deleted ones come back; a repair that would drop them all is refused."""
    large(place, 500, 10_000)
    assert place.findings() == []
    folder = min(path for path in place.library.iterdir() if path.is_dir())
    texts = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in sorted(folder.iterdir())[1:]:
        path.unlink()
    for other in sorted(path for path in place.library.iterdir() if path.is_dir())[1:120]:
        for path in sorted(other.iterdir())[1:]:
            path.unlink()
    done = place.clew("check", "--fix", "--json")
    assert done.status == 1
    assert done.json["error"]["rule"] == "too-much-gone"
    assert len(place.done("restore", "--all")["restored"]) == 19 * 120
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == texts
    assert place.findings() == []


@pytest.mark.parametrize("size", [4, pytest.param(50, marks=pytest.mark.slow)])
def test_a_memory_of_many_megabytes(place, size):
    line = "一行数据，one line of a log that somebody saved whole: 0123456789\n"
    text = (line * (size * MEGABYTE // len(line.encode()) + 1)).encode()
    least = place.clew("--version").memory
    used: dict[str, float] = {}

    def done(*words, given=b""):
        done = place.clew(*words, given=given)
        used[words[0]] = (done.memory - least) / 1024 / size
        assert done.status == 0, done.err
        return done.out

    tags = ("--tag", "one", "--tag", "two", "--conversation", "c1")
    done("save", "-", *tags, "--title", "Log", given=text)
    kept = (place.home / "history.db").stat().st_size
    assert kept < size * MEGABYTE // 4, "compressed"
    done("save", "a short one", *tags)
    done("save", "a short one", *tags)
    assert (place.home / "history.db").stat().st_size - kept < MEGABYTE, "an append is kept as one"
    lines = text.count(b"\n") + 12
    assert f"[{lines}] Log".encode() in done("menu")
    shown = done("show", "Log")
    assert text in shown
    assert shown.endswith(b"a short one\n")
    assert len(done("history", "Log").splitlines()) == 2
    diff = done("diff", "Log")
    assert b"+a short one" in diff
    assert len(diff) < 10_000
    done("blame", "Log")
    done("undo")
    done("check")
    assert done("show", "Log") == shown[: -len(shown.rpartition(b"\n\n---\n")[2]) - len(b"\n\n---\n") + 1]
    assert used.pop("blame") < 30, "so many times the memory's size, for each line has its story"
    assert max(used.values()) < 8, used
