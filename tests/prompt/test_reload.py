"""Any change to any source is in the next prompt, and nothing is made anew when nothing changed."""

from __future__ import annotations

import builtins
import errno
import os
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

import clew.prompt.watch
from clew.errors import Unreadable
from clew.prompt import ContextBuilder

TODAY, YESTERDAY, BEFORE = (f"memory/202605/2026051{day}.md" for day in (4, 3, 2))
SKILL = "skills/brew/SKILL.md"
SOURCES = [
    "AGENT.md",
    "SOUL.md",
    "USER.md",
    "AGENTS.md",
    "IDENTITY.md",
    "memory/MEMORY.md",
    TODAY,
    YESTERDAY,
    BEFORE,
    SKILL,
]
ROOT = Path(__file__).resolve().parent.parent.parent
NOBODY = 65534


def brewing(what: str) -> str:
    """A text that is a skill too, where it stands in a SKILL.md."""
    return f"---\nname: brew\ndescription: {what}\n---\n{what}\n"


@pytest.fixture(params=["just written", "long ago"])
def aged(request, monkeypatch):
    """Files that were just written may change once more within the clock's tick; both kinds of care are at work."""
    if request.param == "long ago":
        monkeypatch.setattr(clew.prompt.watch, "settled", lambda seen: "settled")
        return lambda place: place.settle()
    return lambda place: None


@pytest.mark.parametrize("path", SOURCES)
def test_each_source_is_seen_to_appear_change_move_and_go(place, path, aged):
    assert "one" not in place.text.split("\n")
    at = place.write(path, brewing("one"))
    assert place.rebuilds
    assert "one" in place.text
    aged(place)
    place.write(path, brewing("two"))
    assert place.rebuilds
    assert "two" in place.text
    aged(place)
    place.replace(path, brewing("six"))
    assert place.rebuilds
    assert "six" in place.text
    aged(place)
    at.rename(at.with_name("elsewhere"))
    assert place.rebuilds
    assert "six" not in place.text
    at.with_name("elsewhere").rename(at)
    assert place.rebuilds
    assert "six" in place.text
    at.unlink()
    assert place.rebuilds
    assert "six" not in place.text
    assert not place.rebuilds


@pytest.mark.parametrize("path", SOURCES)
def test_defect_10_an_edit_that_keeps_or_puts_back_the_time_of_its_file_is_seen(place, path, aged):
    at = place.write(path, brewing("one"))
    os.utime(place.write("SOUL.md" if path == "USER.md" else "USER.md", "of 2030"), (1_893_456_000, 1_893_456_000))
    assert "one" in place.text
    before = at.stat()
    aged(place)
    at.write_text(brewing("two"))
    os.utime(at, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert place.rebuilds
    assert "two" in place.text
    aged(place)
    at.unlink()
    at.write_text(brewing("six"))
    os.utime(at, (1_600_000_000, 1_600_000_000))
    assert place.rebuilds
    assert "six" in place.text


def test_defect_10_a_second_edit_within_one_tick_of_the_clock_is_seen(place, monkeypatch):
    """On a system whose clock ticks as slowly as that of Windows, where both edits carry the same time."""
    at = place.write("memory/MEMORY.md", "one")
    seen = SimpleNamespace(st_size=3, st_mtime_ns=1, st_ctime_ns=1, st_ino=1)
    monkeypatch.setattr(clew.prompt.watch, "os", SimpleNamespace(stat=lambda path: seen))
    monkeypatch.setattr(clew.prompt.watch, "settled", lambda seen: "")
    assert "one" in place.text
    assert not place.rebuilds
    at.write_text("two")
    assert place.rebuilds
    assert "two" in place.text
    monkeypatch.setattr(clew.prompt.watch, "settled", lambda seen: "settled")
    assert not place.rebuilds  # read for the last time
    at.write_text("lie")  # which no clock does: the time of an edit is a later one by now
    assert not place.rebuilds


def test_defect_11_what_becomes_readable_without_a_trace_is_seen(tmp_path, monkeypatch):
    """By a right that stands in no file: a group, an access list, a key of an encrypted disk."""
    path = tmp_path / "MEMORY.md"
    path.touch()
    monkeypatch.setattr(clew.prompt.watch, "settled", lambda seen: "settled")
    locked = True

    def read() -> str:
        if locked:
            raise Unreadable("stores.read-EACCES", path=str(path), errno=errno.EACCES)
        return "bees"

    watch = clew.prompt.watch.Watch()
    assert watch.read(str(path), read) is None
    assert [problem.path for problem in watch.problems] == [str(path)]
    assert not watch.changed()
    locked = False
    assert watch.changed()


def test_defect_8_daily_notes_are_watched(place):
    place.write("memory/MEMORY.md", "L")
    assert "sun" not in place.text
    place.write(TODAY, "sun")
    assert "sun" in place.text
    place.write(TODAY, "fog")
    assert "fog" in place.text
    (place.root / TODAY).unlink()
    assert "fog" not in place.text


def test_defect_9_midnight_brings_a_new_day_and_drops_an_old_one(place):
    place.write(TODAY, "# 2026-05-14\n\nsun")
    assert "sun" in place.text
    for _ in range(2):
        place.now += timedelta(days=1)
        assert place.rebuilds
        assert "sun" in place.text
    place.now += timedelta(days=1)
    assert place.rebuilds
    assert "sun" not in place.text
    place.now += timedelta(hours=9)
    assert not place.rebuilds


def test_defect_12_a_prompt_is_of_one_day_however_long_it_takes(place):
    for day in (TODAY, YESTERDAY, BEFORE):
        place.write(day, day[-6:-3])
    clock = iter([place.now, place.now + timedelta(days=1)])
    text, _ = ContextBuilder(place.root, lambda: next(clock)).build()
    assert text.endswith("514\n\n---\n\n513\n\n---\n\n512")
    assert next(clock)


@pytest.mark.skipif(sys.platform == "win32", reason="modes keep nobody out there")
def test_defect_11_becoming_readable_and_unreadable_is_seen():
    """By an ordinary user, whom a mode can keep out."""
    with TemporaryDirectory() as name:  # in a folder that other users can reach, unlike those of pytest
        workspace = Path(name, "workspace")
        (workspace / "memory").mkdir(parents=True)
        if os.geteuid() == 0:
            for path in (Path(name), workspace, workspace / "memory"):
                os.chown(path, NOBODY, NOBODY)
            call = [sys.executable, "-m", "tests.prompt.test_reload", str(workspace)]
            done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        else:
            becoming_readable(workspace)


def becoming_readable(workspace: Path) -> None:
    memory = workspace / "memory/MEMORY.md"
    memory.write_text("bees")
    memory.chmod(0)
    warnings: list[str] = []
    builder = ContextBuilder(workspace, tell=lambda key, **data: warnings.append(key))
    assert "bees" not in builder.build()[0]
    assert warnings == ["stores.read-EACCES", "prompt.left-out"]
    assert not builder.changed()
    assert [problem.path for problem in builder.left_out()] == [str(memory)]
    memory.chmod(0o600)
    assert builder.changed()
    assert "bees" in builder.build()[0]
    assert builder.left_out() == []
    memory.parent.chmod(0)
    assert "bees" not in builder.build()[0]
    memory.parent.chmod(0o700)
    assert "bees" in builder.build()[0]


def test_what_cannot_be_read_is_left_out_alone_and_said_once(place):
    place.write("SOUL.md", "kind")
    place.write(TODAY, "sun")
    (place.root / "memory/MEMORY.md").mkdir()
    assert "kind" in place.text
    assert "sun" in place.text
    assert [key for key, _ in place.warnings] == ["stores.is-folder", "prompt.left-out"]
    assert not place.rebuilds
    place.write("SOUL.md", "calm")
    assert place.rebuilds
    assert len(place.warnings) == 2
    (place.root / "memory/MEMORY.md").rmdir()
    assert place.rebuilds
    (place.root / "memory/MEMORY.md").mkdir()
    assert place.rebuilds
    assert len(place.warnings) == 4


def test_without_a_listener_the_log_hears_of_what_is_left_out(tmp_path, caplog):
    (tmp_path / "SOUL.md").mkdir()
    ContextBuilder(tmp_path).build()
    assert [record.name for record in caplog.records] == ["clew.prompt"] * 2
    assert str(tmp_path / "SOUL.md") in caplog.text


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
@pytest.mark.parametrize("path", ["memory/MEMORY.md", TODAY, "SOUL.md"])
def test_a_link_is_watched_at_its_target_and_as_a_link(place, tmp_path, path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "one.md").write_text("one")
    (vault / "two.md").write_text("two")
    at = place.root / path
    at.parent.mkdir(parents=True, exist_ok=True)
    at.symlink_to(vault / "one.md")
    assert "one" in place.text
    (vault / "one.md").write_text("1st")
    assert place.rebuilds
    assert "1st" in place.text
    at.unlink()
    at.symlink_to(vault / "two.md")
    assert place.rebuilds
    assert "two" in place.text
    (vault / "two.md").unlink()
    assert place.rebuilds
    assert "two" not in place.text.replace(str(tmp_path), "")
    (vault / "two.md").write_text("new")
    assert place.rebuilds
    assert "new" in place.text


def test_files_of_a_skill_count_at_any_depth(place):
    place.write(SKILL, brewing("tea"))
    deep = place.write("skills/brew/scripts/deep/run.sh", "boil")
    assert "tea" in place.text
    assert not place.rebuilds
    place.settle()
    deep.write_text("roast")
    assert place.rebuilds
    place.write("skills/brew/scripts/deep/more.sh", "")
    assert place.rebuilds
    shutil.rmtree(place.root / "skills/brew/scripts")
    assert place.rebuilds
    place.write("skills/note.txt", "no skill")
    assert place.rebuilds
    shutil.rmtree(place.root / "skills")
    assert place.rebuilds
    assert "tea" not in place.text


@pytest.mark.skipif(sys.platform == "win32", reason="a backslash parts folders there")
def test_folders_that_no_store_can_be_asked_for_hold_no_skill(place):
    place.write("skills/a\\b/SKILL.md", brewing("tea"))
    place.write(SKILL, brewing("coffee"))
    assert "coffee" in place.text
    assert "tea" not in place.text


def test_a_source_that_nobody_reads_is_not_watched(place):
    place.write("AGENT.md", "A")
    place.write(TODAY, "sun")
    place.builder.build()
    place.write("AGENTS.md", "void beside AGENT.md")
    place.write("IDENTITY.md", "void too")
    place.write("memory/202605/20260501.md", "older than three days")
    place.write("memory/memory.txt", "no memory")
    assert not place.rebuilds


def test_defect_26_looking_for_changes_opens_no_file(place, monkeypatch):
    for path in SOURCES:
        place.write(path, brewing(path))
    place.builder.build()
    place.settle()
    place.builder.changed()  # what was just written is read once more

    def opened(*_, **__):
        raise AssertionError("a file was opened")

    for module, name in ((os, "open"), (os, "scandir"), (os, "listdir"), (builtins, "open")):
        monkeypatch.setattr(module, name, opened)
    assert place.builder.build()[1] is False


def test_all_that_is_read_is_watched_and_there_is_no_second_list(place):
    for path in SOURCES:
        place.write(path, brewing(path))
    place.builder.build()
    watched = {os.path.relpath(path, place.root) for path in place.builder.watched_paths()}
    assert watched == {"skills", "skills/brew", *SOURCES} - {"AGENTS.md", "IDENTITY.md"}


def test_a_change_while_the_prompt_is_built_is_in_the_next_one(place, monkeypatch):
    at = place.write("memory/MEMORY.md", "one")
    read = clew.prompt.watch.Watch.read

    def slowly(watch, path, reading):
        value = read(watch, path, reading)
        if path == str(at):
            at.write_text("two")
        return value

    monkeypatch.setattr(clew.prompt.watch.Watch, "read", slowly)
    assert "one" in place.text
    monkeypatch.undo()
    assert "two" in place.text


def test_parts_and_tracked_paths_are_of_now_and_leave_the_kept_prompt_alone(place):
    assert place.builder.tracked_paths() == [*SOURCES[:6]]
    place.builder.build()
    place.write("AGENT.md", "A")
    assert place.builder.tracked_paths() == [*SOURCES[:3], "memory/MEMORY.md"]
    assert [part.id for part in place.builder.parts()] == ["kernel.identity", "instruction.workspace"]
    assert place.rebuilds


def test_turning_the_policy_of_short_messages_on_and_off_is_a_change(place):
    plain = place.text
    assert place.builder.split_on_marker(True) is place.builder
    assert place.rebuilds
    assert "<|[SPLIT]|>" in place.text
    place.builder.split_on_marker(True)
    assert not place.rebuilds
    place.builder.split_on_marker(False)
    assert place.rebuilds
    assert place.text == plain


def test_reading_makes_nothing(place):
    place.builder.build()
    assert not place.root.exists()


if __name__ == "__main__":
    import clew.words.prompt
    import clew.words.stores
    import clew.words.workspace  # Python's folder may be out of reach later

    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    becoming_readable(Path(sys.argv[1]))
