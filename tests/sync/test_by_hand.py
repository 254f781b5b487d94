"""`clew note`, `clew sync` and what belongs to them, step by step as a person goes who has read the manual only."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.sync.machines import git

pytestmark = pytest.mark.usefixtures("surroundings", "token")

TIME = "20261130T152448"


@pytest.fixture
def saved(said):
    said("save", "SQLite it is.", "--tag", "a", "--tag", "b", "--title", "Tides")
    (path,) = Path(os.environ["CLEW_HOME"]).glob("memory/*/Tides.md")
    return path


# -- the other text of a conflict


@pytest.mark.parametrize("title", ["Tides", "潮汐 方案", "it's (a) plan"])
@pytest.mark.parametrize("ending", ["", ".md"])
@pytest.mark.parametrize("command", ["diff", "show", "restore", "delete"])
def test_the_other_text_is_found_by_its_name_alone(said, title, ending, command):
    said("save", "SQLite it is.", "--tag", "a", "--tag", "b", "--title", title)
    (path,) = Path(os.environ["CLEW_HOME"]).glob("memory/*/*.md")
    copy = path.with_name(f"{path.stem}.conflict-phone-{TIME}.md")
    copy.write_text(path.read_text("utf-8").replace("SQLite", "Redis"), "utf-8")
    assert said(command, copy.stem + ending)[0] == 0
    assert path.exists(), "a name with more in it is not the memory's"
    assert ("Redis" in path.read_text("utf-8")) == (command == "restore")
    assert copy.exists() == (command in ("diff", "show"))


@pytest.mark.parametrize("command", ["show", "delete"])
def test_another_text_that_is_gone_is_never_taken_for_its_memory(said, saved, command):
    status, told = said(command, f"Tides.conflict-phone-{TIME}")
    assert status == 1
    assert "these would do" not in told
    assert saved.exists()


def test_the_commands_that_a_menu_prints_can_be_pasted(said, saved):
    copy = saved.with_name(f"Tides (phone's conflicted copy {TIME}).md")
    copy.write_text("Redis.\n", "utf-8")
    lines = [line for line in said("menu")[1].splitlines() if line.startswith("  clew delete")]
    words = shlex.split(lines[0].partition("  (")[0].strip())
    assert said(*words[1:])[0] == 0
    assert not copy.exists()


# -- what a sync says


@pytest.mark.parametrize("where", ["sync", "status", "menu", "start"])
def test_whoever_tells_of_a_conflict_names_the_commands_that_settle_it(
    said, saved, server, where, tmp_path, monkeypatch
):
    said("note", "push", "Tides")
    (id,) = server.contents()
    saved.write_text(saved.read_text("utf-8").replace("SQLite it is.", "SQLite, mine."), "utf-8")
    server.write(id, server.contents()[id].replace("SQLite it is.", "SQLite, theirs."))
    (tmp_path / "elsewhere").mkdir()
    told = {"sync": said("sync")[1], "status": said("sync", "--status")[1], "menu": said("menu")[1]}
    told["start"] = said("start", "--pick", "1")[1]
    commands = [line.split()[:3] for line in told[where].splitlines() if line.startswith("  clew ")]
    assert [command[1] for command in commands] == ["diff", "restore", "delete"]
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert said(*commands[0][1:])[0] == 0
    assert said(*commands[1][1:])[0] == 0
    assert "SQLite, mine." in saved.read_text("utf-8")


def test_a_dry_run_does_not_say_that_anything_was_kept(said, saved, server):
    said("note", "push", "Tides")
    (id,) = server.contents()
    saved.write_text(saved.read_text("utf-8").replace("SQLite it is.", "SQLite, mine."), "utf-8")
    server.write(id, server.contents()[id].replace("SQLite it is.", "SQLite, theirs."))
    told = said("sync", "--dry-run")[1]
    assert "would be kept beside it" in told
    assert "is kept" not in told
    assert [*saved.parent.glob("*.conflict-*")] == []


def test_who_is_logged_out_is_told_so_and_not_that_there_is_nothing(said, saved, monkeypatch):
    said("note", "push", "Tides")
    monkeypatch.delenv("CLEW_SIMPLENOTE_TOKEN")
    status, told = said("sync")
    assert status == 1
    assert "nobody is logged in" in told


@pytest.mark.skipif(sys.platform == "win32", reason="a remote by its path")
def test_each_target_says_once_how_it_went(said, saved, tmp_path):
    said("note", "push", "Tides")
    status, told = said("sync", "--remote", str(tmp_path / "none.git"))
    assert status == 1
    assert told.count("does not appear to be a git repository") == 1
    assert "git ls-remote" in told
    assert "simplenote: both sides are the same" in told
    assert "git: set up, not synced yet" in said("sync", "--status")[1]


def test_a_sync_of_nothing_says_that_nothing_is_published(said, saved):
    assert "no memory was published yet" in said("sync")[1]
    said("note", "push", "Tides")
    assert said("sync")[1] == "simplenote: both sides are the same\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a remote by its path")
def test_a_plan_for_two_targets_goes_on_where_one_is_away(said, saved, tmp_path):
    said("note", "push", "Tides")
    saved.write_text(saved.read_text("utf-8") + "more\n", "utf-8")
    said("sync", "--remote", str(tmp_path / "none.git"), "--dry-run")
    status, told = said("sync", "--dry-run")
    assert status == 1
    assert "would go to simplenote" in told
    assert "git ls-remote" in told


@pytest.mark.skipif(sys.platform == "win32", reason="a remote by its path")
@pytest.mark.parametrize("message", ["Two writers now", "改为两个写入者"])
def test_what_is_said_of_a_sync_is_what_the_commit_says(said, saved, remote, message):
    assert said("sync", "git", "--remote", str(remote), "-m", message)[0] == 0
    assert git("log", "--all", "--format=%s", at=remote).strip() == message


def test_an_account_that_has_none_of_the_notes_takes_no_memory_away(said, saved, server):
    said("note", "push", "Tides")
    server.notes.entries.clear()
    status, told = said("sync")
    assert status == 3
    assert "--yes" in told
    assert saved.exists()
    assert said("sync", "--yes")[0] == 0
    assert not saved.exists()


# -- logging in


@pytest.mark.parametrize("words", [(), ("--email", "nobody"), ("--email", "@")])
def test_a_log_in_without_an_address_says_how_and_asks_nobody(said, server, words):
    status, told = said("note", "login", *words)
    assert status == 2
    assert "clew note login --email" in told
    assert server.requests == []


@pytest.mark.skipif(sys.platform == "win32", reason="a refusal takes its time there")
def test_offline_a_person_is_told_so_within_seconds(said, saved, server, monkeypatch):
    said("note", "push", "Tides")
    server.shutdown()
    server.server_close()
    monkeypatch.setattr("clew.sync.simperium.connection._PAUSES", (0.5, 1.0, 2.0, 4.0))
    for words in (("sync",), ("note", "login", "--email", "me@example.org")):
        started = time.monotonic()
        status, told = said(*words)
        assert status == 1
        assert "cannot be reached" in told
        assert time.monotonic() - started < 5


# -- notes that are there


def test_the_times_of_a_note_are_those_of_the_clock_on_the_wall(said, saved, monkeypatch):
    said("note", "push", "Tides")
    for zone, hours in (("UTC", 0), ("Asia/Shanghai", 8)):
        monkeypatch.setenv("CLEW_TIMEZONE", zone)
        wall = datetime.now(UTC) + timedelta(hours=hours)
        for words in (("note", "log", "Tides"), ("sync", "--status")):
            (told,) = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", said(*words)[1])
            assert abs(datetime.fromisoformat(f"{told}+00:00") - wall) < timedelta(minutes=10)


def test_a_title_that_no_note_has_is_answered_with_those_that_are_near(said, server):
    server.write("a", "Shopping list\n\nmilk")
    server.write("b", "购物清单\n\n牛奶")
    assert "Shopping list" in said("note", "pull", "Shoping list")[1]
    assert "购物清单" in said("note", "pull", "购物")[1]
    assert "clew note pull TITLE" in said("note", "pull")[1]


def test_the_log_of_a_memory_is_that_of_the_whole(said, saved):
    said("note", "push", "Tides", "--section", "1", "--topic", "Part")
    said("note", "push", "Tides", "--topic", "Whole", "-m", "All of it")
    for _ in range(4):
        assert "All of it" in said("note", "log", "Tides")[1]


# -- what an import made of notes


@pytest.fixture
def archive(tmp_path, server):
    """Of an account that is there."""
    said = {"aaaa-1": "Shopping list\n\n- milk\n- eggs", "aaaa-2": "购物清单\n\n- 牛奶"}
    for id, content in said.items():
        server.write(id, content)
    notes = [{"id": id, "content": content, "tags": ["home"]} for id, content in said.items()]
    with ZipFile(tmp_path / "notes.zip", "w") as packed:
        packed.writestr("source/notes.json", json.dumps({"activeNotes": notes}))
    return tmp_path / "notes.zip"


def test_a_sync_after_an_import_leaves_every_note_as_it_was_until_somebody_pushes(said, archive, server):
    before = server.contents()
    assert said("import", str(archive))[0] == 0
    for words in (("sync", "--dry-run"), ("sync",), ("note", "pull"), ("sync",)):
        assert said(*words)[0] == 0
        assert server.contents() == before
    assert said("note", "push", "Shopping-list")[0] == 0
    now = server.contents()
    assert now.keys() == before.keys()
    assert now["aaaa-2"] == before["aaaa-2"]
    assert "- milk\n- eggs" in now["aaaa-1"]
    server.write("aaaa-1", now["aaaa-1"].replace("- eggs", "- eggs\n- bread"))
    said("sync")
    assert "- bread" in said("show", "Shopping-list")[1], "from now on both ways"


@pytest.mark.parametrize("title", ["Shopping list", "购物清单"])
def test_a_row_of_a_note_that_is_a_memory_already_is_known(said, archive, tmp_path, title):
    said("note", "pull", title)
    rows = tmp_path / "rows.json"
    said("export", "--team-notes", str(rows))
    assert "1 known already" in said("import", str(rows))[1]
    written = json.loads(rows.read_text("utf-8"))
    first, _, rest = written[0]["content"].partition("\n\n")
    written[0]["content"] = f"{first}\n\n**作者**：Goose 版本：1.0\n\n{rest}"
    rows.write_text(json.dumps(written), "utf-8")
    assert "1 known already" in said("import", str(rows))[1]
    assert len([*Path(os.environ["CLEW_HOME"]).glob("memory/*/*.md")]) == 1
