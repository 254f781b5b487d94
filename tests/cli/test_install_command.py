"""`clew install`, `clew uninstall` and `clew rules` as a person types them, on a machine of their own."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from clew.agents.additions import Told
from clew.errors import ClewError
from clew.installing import trial

SCRIPT = f"#!{sys.executable}\nimport sys\nfrom clew.__main__ import main\nsys.exit(main())\n"


@pytest.fixture
def machine(tmp_path):
    """A person's folder; `clew` there is a program in a folder whose name has a space."""
    program = tmp_path / "my tools/clew"
    program.parent.mkdir()
    program.write_text(SCRIPT)
    program.chmod(0o755)
    (tmp_path / "home").mkdir()

    def run(*words: str, given: bytes = b"", lang: str = "en") -> subprocess.CompletedProcess:
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), "LANG": "C.UTF-8", "CLEW_LANG": lang}
        if "SYSTEMROOT" in os.environ:
            environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
        command = [sys.executable, str(program), *words]
        return subprocess.run(command, input=given, capture_output=True, env=environment, cwd=tmp_path, timeout=120)

    run.home = tmp_path / "home"  # type: ignore[attr-defined]
    run.program = program  # type: ignore[attr-defined]
    return run


def files(machine) -> dict[str, bytes]:
    return {
        str(path.relative_to(machine.home)): path.read_bytes()
        for path in machine.home.rglob("*")
        if path.is_file() and ".clew" not in path.parts
    }


def test_the_program_is_named_by_its_path_and_what_is_installed_really_runs(machine):
    done = machine("install", "codex", "--json")
    assert done.returncode == 0, done.stderr
    settings = tomllib.loads((machine.home / ".codex/config.toml").read_text())
    server = settings["mcp_servers"]["clew"]
    assert server["command"] == str(machine.program)
    hooks = json.loads((machine.home / ".codex/hooks.json").read_text())["hooks"]
    line = hooks["SessionStart"][0]["hooks"][0]["command"]
    assert line.startswith(f'"{machine.program}" hook session-start')
    environment = {"PATH": os.environ["PATH"], "HOME": str(machine.home)}
    given = b'{"session_id": "s1", "source": "startup"}'
    said = subprocess.run(line, shell=True, input=given, capture_output=True, env=environment, timeout=60)
    assert (said.returncode, said.stderr) == (0, b"")


def test_what_the_person_must_do_is_said(machine):
    assert b"/hooks" in machine("install", "codex").stdout
    assert b"GOOSE_MOIM_MESSAGE_FILE=" in machine("install", "goose").stdout
    assert "信任".encode() in machine("install", "codex", lang="zh").stdout


def test_a_dry_run_prints_the_difference_and_writes_nothing(machine):
    done = machine("install", "gemini", "--dry-run")
    assert done.returncode == 0
    assert b'+    "clew": {' in done.stdout
    assert files(machine) == {}
    assert not (machine.home / ".clew").exists()


def test_all_are_those_that_are_here(machine):
    (machine.home / ".gemini").mkdir()
    (machine.home / ".cursor").mkdir()
    answer = json.loads(machine("install", "--all", "--json").stdout)
    assert [one["agent"] for one in answer["agents"]] == ["gemini"]
    answer = json.loads(machine("uninstall", "--all", "--json").stdout)
    assert [one["agent"] for one in answer["agents"]] == ["gemini"]
    assert files(machine) == {}


def test_one_that_cannot_be_done_does_not_keep_the_others_from_it(machine):
    (machine.home / ".gemini").mkdir()
    (machine.home / ".gemini/settings.json").write_text("{bad")
    (machine.home / ".codex").mkdir()
    done = machine("install", "--all", "--json")
    assert done.returncode == 1
    by_name = {one["agent"]: one for one in json.loads(done.stdout)["agents"]}
    assert "settings.json, line 1" in by_name["gemini"]["error"]
    assert by_name["codex"]["changed"]
    assert (machine.home / ".gemini/settings.json").read_text() == "{bad"


def test_a_broken_file_is_told_with_its_line_and_left_alone(machine):
    (machine.home / ".qwen").mkdir()
    (machine.home / ".qwen/settings.json").write_text('{\n  "a": 1\n  "b": 2\n}\n')
    done = machine("install", "qwen")
    assert done.returncode == 1
    assert b"settings.json, line 3: a comma is missing" in done.stderr
    assert "第 3 行：缺少一个逗号".encode() in machine("install", "qwen", lang="zh").stderr
    assert list(files(machine)) == [".qwen/settings.json"]


@pytest.mark.parametrize("name", ["cursor", "vscode", "zed", "openclaw", "goose", "claude-code"])
def test_a_snippet_is_printed_for_whoever_adds_it_by_hand(machine, name):
    done = machine("install", "--print", name)
    assert done.returncode == 0, done.stderr
    assert b'"clew"' in done.stdout or b"clew:" in done.stdout
    assert b"<!-- clew:begin -->" in done.stdout
    assert str(machine.program).encode() not in done.stdout, "as people type it"
    assert files(machine) == {}


def test_one_that_is_only_printed_is_not_installed(machine):
    done = machine("install", "cursor")
    assert done.returncode == 2
    assert b"clew install --print cursor" in done.stderr


@pytest.mark.parametrize("words", [["install"], ["uninstall"], ["install", "nobody"], ["rules", "add"]])
def test_a_call_that_names_nothing_says_what_there_is(machine, words):
    done = machine(*words)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") <= 3


def test_a_home_elsewhere_goes_along_in_every_command(machine, tmp_path):
    machine("install", "gemini", "--home", str(tmp_path / "else where"))
    settings = json.loads((machine.home / ".gemini/settings.json").read_text())
    assert settings["mcpServers"]["clew"]["args"][:2] == ["--home", str(tmp_path / "else where")]
    assert f'--home "{tmp_path}/else where"' in settings["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    assert not (machine.home / ".clew").exists()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (("/nowhere/clew",), "No such file"),
        ((sys.executable, "-c", "import sys; sys.exit('no clew here')"), "no clew here"),
    ],
)
def test_a_program_that_does_not_run_is_found_out_before_anything_is_written(command, reason):
    """Fault R055: an agent whose server cannot start says nothing at all."""
    with pytest.raises(ClewError) as failed:
        trial.starts(Told(command, "/home/you/.clew"))
    assert reason in failed.value.message()
    with pytest.raises(ClewError):
        trial.answers(Told(command, "/home/you/.clew"))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes wherever it likes")
def test_a_folder_that_nobody_may_write_into_is_told(machine):
    (machine.home / ".gemini").mkdir(mode=0o500)
    done = machine("install", "gemini")
    assert done.returncode == 1
    assert b".gemini" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a mode is another thing there")
def test_a_read_only_file_is_refused(machine):
    (machine.home / ".gemini").mkdir()
    path = machine.home / ".gemini/settings.json"
    path.write_text("{}\n")
    path.chmod(0o444)
    done = machine("install", "gemini")
    assert done.returncode == 1
    assert b"read-only" in done.stderr
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


def test_the_block_goes_into_any_file_and_out_again(machine, tmp_path):
    agents = tmp_path / "AGENTS.md"
    agents.write_text("# Ours\n")
    assert machine("rules", "add", "AGENTS.md", "CLAUDE.md").returncode == 0
    assert agents.read_text().startswith("# Ours\n\n<!-- clew:begin -->\n")
    assert (machine.home / ".clew/manual.md").exists()
    again = json.loads(machine("rules", "add", "AGENTS.md", "--json").stdout)
    assert not again["changed"]
    assert machine("rules", "remove", "AGENTS.md", "CLAUDE.md").returncode == 0
    assert agents.read_text() == "# Ours\n"


def test_a_file_that_held_nothing_but_the_block_goes_with_it(machine, tmp_path):
    mask = os.umask(0o022)
    try:
        machine("rules", "add", "AGENTS.md")
        if os.name == "posix":
            assert (tmp_path / "AGENTS.md").stat().st_mode & 0o777 == 0o644, (
                "a project's file is for all who work on it"
            )
        machine("rules", "remove", "AGENTS.md")
    finally:
        os.umask(mask)
    assert not (tmp_path / "AGENTS.md").exists()


def test_in_another_language_the_block_becomes_that_one(machine, tmp_path):
    machine("rules", "add", "AGENTS.md")
    machine("rules", "add", "AGENTS.md", lang="zh")
    text = (tmp_path / "AGENTS.md").read_text()
    assert "记忆" in text
    assert text.count("clew:begin") == 1


def test_marks_that_were_torn_apart_are_told_and_left(machine, tmp_path):
    (tmp_path / "AGENTS.md").write_text("<!-- clew:begin -->\nhalf\n")
    done = machine("rules", "add", "AGENTS.md")
    assert done.returncode == 1
    assert (tmp_path / "AGENTS.md").read_text() == "<!-- clew:begin -->\nhalf\n"


def test_what_was_a_link_stays_one(machine, tmp_path):
    (tmp_path / "AGENTS.md").write_text("# Ours\n")
    try:
        (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    except OSError:
        pytest.skip("no links here")
    machine("rules", "add", "CLAUDE.md")
    assert (tmp_path / "CLAUDE.md").is_symlink()
    assert "clew:begin" in Path(tmp_path / "AGENTS.md").read_text()
