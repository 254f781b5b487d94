"""Other memories come in: each once, with its source and its time, and nothing of the source changes."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import clew
from clew.agents.system import System
from clew.cli import main
from clew.errors import NotFound
from clew.imports import find, names, sources
from clew.text.segments import seconds_of, segments_of
from tests.deep import deep_folders

KEY = "sk-ant-api03-" + "aB3dE5gH7jK9" * 8
THEN = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)


@pytest.fixture
def imported(tmp_path, capsys, monkeypatch):
    """Runs `clew import`; its status and its JSON answer."""
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CLEW_LANG", "en")

    def run(source: object, *more: str):
        status = main(["import", str(source), "--dir", str(tmp_path / "project"), "--json", *more])
        return status, json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def home(tmp_path):
    home = clew.open(tmp_path / "home")
    yield home
    home.close()


def written(path: Path, text: str | bytes, time: datetime = THEN) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(path, (time.timestamp(), time.timestamp()))
    return path


def words_of(answer) -> list[str]:
    return [action["action"] for action in answer["actions"]]


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.fixture
def goose(tmp_path):
    folder = tmp_path / "project" / ".goose" / "memory"
    written(folder / "style.txt", "# python tabs\nUses tabs\nin Python\n\n喜欢深色主题\n")
    return folder


@pytest.fixture
def claude(tmp_path):
    folder = tmp_path / ".claude" / "projects" / "-project" / "memory"
    written(folder / "MEMORY.md", "# Memory\n\n- [cache](cache.md)\n")
    written(folder / "cache.md", "---\nname: cache\n---\n\nRedis, 因为需要过期。\n")
    return folder


@pytest.fixture
def openclaw(tmp_path):
    folder = tmp_path / "openclaw"
    written(folder / "MEMORY.md", "# Memory\n\n- Lives in Berlin\n\n## 工具\n\n用 uv\n管理环境\n")
    written(folder / "memory" / "2026-03-01.md", "# 2026-03-01\n\nDeployed v2.\n\n部署完成。\n")
    return folder


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    written(folder / "db" / "缓存.md", "# 缓存的选择\n\n用 Redis。\n")
    written(folder / "plan.md", "No heading here.\n")
    return folder


SOURCES = ("goose", "claude", "openclaw", "notes")


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_comes_in_once_and_is_not_touched(name, request, imported):
    source = request.getfixturevalue(name)
    before = tree(source)
    status, first = imported(source)
    assert status == 0
    assert set(words_of(first)) == {"new"}
    assert tree(source) == before
    _, again = imported(source)
    assert set(words_of(again)) == {"known"}
    assert [one["path"] for one in again["actions"]] == [one["path"] for one in first["actions"]]


@pytest.mark.parametrize("name", SOURCES)
def test_a_dry_run_says_the_same_and_writes_nothing(name, request, imported, tmp_path):
    source = request.getfixturevalue(name)
    _, dry = imported(source, "--dry-run")
    assert not (tmp_path / "home" / "memory").exists()
    assert not (tmp_path / "home" / "workspace").exists()
    _, done = imported(source)
    assert words_of(dry) == words_of(done)
    assert [one["title"] for one in dry["actions"]] == [one["title"] for one in done["actions"]]


def test_a_memory_keeps_the_time_and_the_source_of_its_file(imported, claude, home, tmp_path):
    imported(claude)
    lines = home.library.project(tmp_path / "project").menu()
    assert sorted(line.name for line in lines) == ["Claude-Code-memory", "cache"]
    data = Path(next(line.path for line in lines if line.name == "cache")).read_bytes()
    (segment,) = segments_of(data)
    assert seconds_of(segment.mark.time) == THEN.timestamp()
    assert segment.mark.agent == "claude-code"
    assert segment.heading == "claude-code: cache.md"
    assert segment.text(data).decode() == "---\nname: cache\n---\n\nRedis, 因为需要过期。\n"


def test_a_file_that_has_grown_adds_what_is_new(imported, notes, home, tmp_path):
    imported(notes)
    written(notes / "plan.md", "No heading here.\n\n下一步：迁移。\n")
    _, again = imported(notes)
    assert sorted(words_of(again)) == ["grown", "known"]
    (line,) = [line for line in home.library.project(tmp_path / "project").menu() if line.name == "plan"]
    text = Path(line.path).read_text("utf-8")
    assert text.count("No heading here.") == 1
    assert "下一步：迁移。" in text
    assert set(words_of(imported(notes)[1])) == {"known"}


def test_a_last_line_that_has_grown_is_no_half_line_of_its_own(imported, notes, home, tmp_path):
    imported(notes)
    written(notes / "plan.md", "No heading here. Yet.\n")
    imported(notes)
    (line,) = [line for line in home.library.project(tmp_path / "project").menu() if line.name == "plan"]
    assert "\nNo heading here. Yet.\n" in Path(line.path).read_text("utf-8")


def test_a_file_that_was_rewritten_is_appended_whole_and_nothing_is_lost(imported, notes, home, tmp_path):
    imported(notes)
    written(notes / "plan.md", "Another plan.\n")
    imported(notes)
    (line,) = [line for line in home.library.project(tmp_path / "project").menu() if line.name == "plan"]
    text = Path(line.path).read_text("utf-8")
    assert "No heading here." in text
    assert "Another plan." in text
    assert set(words_of(imported(notes)[1])) == {"known"}


def test_goose_facts_of_a_project_stand_under_the_project_with_their_tags(imported, goose, home):
    imported(goose)
    text = home.workspace.read_long_term()
    assert "## Project: project" in text
    assert "- Uses tabs in Python (python tabs) <!--" in text
    assert "- 喜欢深色主题 <!--" in text


def test_days_come_into_their_own_daily_notes_beside_what_is_there(imported, openclaw, tmp_path):
    note = tmp_path / "home" / "workspace" / "memory" / "202603" / "20260301.md"
    written(note, "# 2026-03-01\n\nMine.\n")
    (tmp_path / "home" / "config.toml").write_text(f"workspace = '{tmp_path / 'home' / 'workspace'}'\n")
    _, answer = imported(openclaw)
    assert "grown" in words_of(answer)
    assert note.read_text("utf-8") == "# 2026-03-01\n\nMine.\n\nDeployed v2.\n\n部署完成。\n"
    assert set(words_of(imported(openclaw)[1])) == {"known"}


def test_an_imported_fact_strikes_nothing_through_that_was_said_since(imported, openclaw, home):
    home.facts.remember("Time zone: UTC")
    written(openclaw / "MEMORY.md", "- Time zone: Europe/Berlin\n- Lives in Berlin\n")
    status, answer = imported(openclaw)
    assert status == 1
    assert sorted(words_of(answer)) == ["left", "new", "new"]
    assert "contradicts" in answer["problems"][0]["message"]
    assert "~~" not in home.workspace.read_long_term()


@pytest.mark.parametrize("name", SOURCES)
def test_keys_are_masked_on_the_way_in(name, request, imported, tmp_path):
    source = request.getfixturevalue(name)
    for path in [path for path in source.rglob("*") if path.is_file()]:
        path.write_text(path.read_text("utf-8") + f"\n\n令牌 token {KEY}\n", "utf-8")
    _, answer = imported(source)
    assert any(action["masked"] for action in answer["actions"])
    stored = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert not [path for path in stored if KEY.encode() in path.read_bytes()]
    assert set(words_of(imported(source)[1])) == {"known"}


@pytest.mark.parametrize("bad", [b"\xff\xfa caf\xe9", "中文".encode("gbk"), b"a\0b"])
def test_what_is_no_text_is_named_and_left_while_the_rest_comes_in(bad, imported, notes):
    written(notes / "bad.md", bad)
    status, answer = imported(notes)
    assert status == 1
    assert len(answer["actions"]) == 2
    assert answer["problems"][0]["path"].endswith("bad.md")


def test_a_code_block_in_openclaws_memory_is_told_and_not_bent_into_a_line(imported, openclaw):
    written(openclaw / "MEMORY.md", "- One\n\n```\na\nb\n```\n\n- Two\n")
    status, answer = imported(openclaw)
    assert status == 1
    assert len(answer["problems"]) == 1
    assert "line 3" in answer["problems"][0]["message"]
    assert len([one for one in answer["actions"] if one["kind"] == "fact"]) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without FIFOs")
def test_a_fifo_a_link_in_a_circle_and_a_hidden_folder_hold_nobody_up(imported, notes):
    os.mkfifo(notes / "pipe.md")
    (notes / "loop").symlink_to(notes)
    (notes / "self.md").symlink_to(notes / "self.md")
    written(notes / ".git" / "x.md", "hidden")
    status, answer = imported(notes)
    assert status == 1
    assert len(answer["actions"]) == 2
    assert len(answer["problems"]) == 2


def test_where_clew_is_off_nothing_comes_in(imported, notes, tmp_path, capsys):
    (tmp_path / "project").mkdir()
    main(["off", str(tmp_path / "project")])
    capsys.readouterr()
    status, answer = imported(notes)
    assert status == 1
    assert answer["error"]["kind"] == "rule"
    assert not list((tmp_path / "home").rglob("plan.md"))


@pytest.mark.parametrize("name", names())
def test_every_importer_is_found_by_its_name_and_where_nothing_is_says_so(name, tmp_path):
    assert find(name).TITLE
    system = System("linux", str(tmp_path / "nobody"), {})
    with pytest.raises(NotFound) as problem:
        sources(name, system, str(tmp_path))
    assert problem.value.message("zh") != problem.value.message("en")


def test_a_path_that_is_not_there_names_what_can_be_imported(imported, tmp_path):
    status, answer = imported(tmp_path / "nope")
    assert status == 1
    assert "claude-code" in answer["error"]["hint"]


def test_claude_codes_folder_of_a_project_is_found_from_the_project(tmp_path):
    system = System("linux", "/home/ana", {})
    assert find("claude-code").places(system, "/srv/my_app.v2") == ["/home/ana/.claude/projects/-srv-my-app-v2/memory"]


def test_a_text_is_told_where_its_keys_were_masked(imported, notes, tmp_path, capsys):
    written(notes / "key.md", f"The key is {KEY}\n")
    for more in (["--dry-run"], []):
        assert main(["import", str(notes), "--dir", str(tmp_path / "project"), *more]) == 0
        said = capsys.readouterr().out
        assert "masked: sk-ant-***" in said
        assert KEY not in said


def test_a_link_that_leads_out_of_the_folder_is_told_and_not_followed(imported, notes, openclaw, tmp_path):
    secret = written(tmp_path / "elsewhere/secret.md", "SECRET\n")
    for folder, name in ((notes, "innocent.md"), (openclaw, "MEMORY.md"), (openclaw / "memory", "2026-01-01.md")):
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(secret)
    for source, count in ((notes, 1), (openclaw, 2)):
        status, answer = imported(source)
        assert status == 1
        assert [str(secret) in one["message"] for one in answer["problems"]] == [True] * count
    stored = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert not [path for path in stored if b"SECRET" in path.read_bytes()]


def test_one_text_by_several_names_and_ways_comes_in_once(imported, notes, home, tmp_path):
    written(notes / "one.md", "# One\n\nOnly once.\n")
    os.link(notes / "one.md", notes / "same.md")
    (notes / "again.md").symlink_to("one.md")
    (tmp_path / "way").symlink_to(notes)
    _, first = imported(notes)
    assert words_of(first).count("new") == len(first["actions"]) == 3
    for source in (tmp_path / "way", f"{tmp_path}/elsewhere/../way/", os.path.relpath(notes), notes / "one.md"):
        assert set(words_of(imported(source)[1])) == {"known"}
    project = home.library.project(str(tmp_path / "project"))
    assert len(project.menu()) == 3


def test_a_memory_that_an_importer_took_is_not_taken_again_by_another(imported, claude):
    imported(claude)
    assert set(words_of(imported(claude.parent)[1])) == {"known"}, "as a folder of Markdown"


@pytest.mark.skipif(sys.platform == "win32", reason="no path is that long there")
def test_a_folder_of_folders_without_end_holds_nobody_up(imported, notes):
    with deep_folders(notes, 1200, "Deep down.\n"):
        assert len(imported(notes)[1]["actions"]) == 3


def test_a_dry_run_counts_what_its_own_source_says_twice(imported, openclaw):
    written(openclaw / "MEMORY.md", "- Likes tea\n- Likes tea\n- Likes coffee\n")
    _, would = imported(openclaw, "--dry-run")
    _, did = imported(openclaw)
    assert words_of(would) == words_of(did)
    assert words_of(did).count("known") == 1


def test_what_bears_a_time_to_come_was_written_now(imported, notes, home, tmp_path):
    written(notes / "tomorrow.md", "# Tomorrow\n\nx\n", datetime(2199, 1, 1, tzinfo=UTC))
    imported(notes)
    (line,) = [one for one in home.library.project(str(tmp_path / "project")).menu() if one.name == "Tomorrow"]
    (segment,) = segments_of(Path(line.path).read_bytes())
    assert seconds_of(segment.mark.time) <= datetime.now(UTC).timestamp()


def test_what_is_larger_than_any_text_is_named_and_left(imported, notes, monkeypatch):
    monkeypatch.setattr("clew.imports.reading._MOST", 1 << 20)
    written(notes / "huge.md", b"x" * (1 << 20) + b"x")
    status, answer = imported(notes)
    assert status == 1
    assert len(answer["actions"]) == 2
    assert answer["problems"][0]["path"].endswith("huge.md")
