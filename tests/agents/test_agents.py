"""Where other people's agents keep their settings, on each system, and how one is found."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from clew.agents import conversation_of, find, installable, is_only_printed, look_around, names
from clew.agents.additions import Rules, Told, Trace, shell_line
from clew.agents.goose import memory_folders
from clew.agents.system import System
from clew.callers import SESSION_VARIABLES

PLACES = {
    "claude-code": (".claude/settings.json", ".claude\\settings.json"),
    "cursor": (".cursor/mcp.json", ".cursor\\mcp.json"),
    "openclaw": (".openclaw/openclaw.json", ".openclaw\\openclaw.json"),
    "vscode": (".config/Code/User/mcp.json", "AppData\\Roaming\\Code\\User\\mcp.json"),
    "zed": (".config/zed/settings.json", "AppData\\Roaming\\Zed\\settings.json"),
    "codex": (".codex/config.toml", ".codex\\config.toml"),
    "gemini": (".gemini/settings.json", ".gemini\\settings.json"),
    "goose": (".config/goose/config.yaml", "AppData\\Roaming\\Block\\goose\\config\\config.yaml"),
    "nanobot": (".nanobot/config.json", ".nanobot\\config.json"),
    "opencode": (".config/opencode/opencode.json", ".config\\opencode\\opencode.json"),
    "picoclaw": (".picoclaw/config.json", ".picoclaw\\config.json"),
    "qwen": (".qwen/settings.json", ".qwen\\settings.json"),
}
MOVED = {
    "claude-code": ("CLAUDE_CONFIG_DIR", "/elsewhere/settings.json"),
    "codex": ("CODEX_HOME", "/elsewhere/config.toml"),
    "goose": ("XDG_CONFIG_HOME", "/elsewhere/goose/config.yaml"),
    "opencode": ("XDG_CONFIG_HOME", "/elsewhere/opencode/opencode.json"),
    "picoclaw": ("PICOCLAW_CONFIG", "/elsewhere"),
}


def linux(environ: dict[str, str] | None = None, home: str = "/home/you") -> System:
    return System("linux", home, environ or {})


def test_twelve_agents_are_known_by_the_names_of_their_files():
    assert names() == sorted(PLACES)


def test_four_that_nobody_could_run_here_are_only_printed():
    assert sorted(set(names()) - set(installable())) == ["cursor", "openclaw", "vscode", "zed"]
    assert all(find(name).RAN == "" for name in names() if is_only_printed(find(name)))


@pytest.mark.parametrize("name", sorted(PLACES))
def test_the_variable_that_names_a_session_is_one_that_clew_reads(name):
    assert find(name).SESSION in ("", *SESSION_VARIABLES)


@pytest.mark.parametrize("name", sorted(PLACES))
def test_what_is_added_is_named_by_absolute_paths_and_runs_our_program(name):
    told = Told(("/opt/clew",), "/home/you/.clew")
    for one in find(name).additions(linux(), told):
        assert os.path.isabs(one.file)
        assert (
            isinstance(one, Rules | Trace)
            or "/opt/clew" in str(one)
            or one.file.endswith("plugin.json")
            or "enabled" in str(one)
            or "mcp__clew" in str(one)
        )


def test_a_chat_bots_conversation_is_its_session_and_the_day():
    assert conversation_of(find("picoclaw"), "telegram:42", "2026-11-30") == "telegram:42@2026-11-30"
    assert conversation_of(find("picoclaw"), "", "2026-11-30") == ""
    assert conversation_of(find("codex"), "s1", "2026-11-30") == "s1"


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_each_agent_says_where_its_settings_live_on_each_system(name, platform):
    posix, windows = PLACES[name]
    if name == "vscode" and platform == "darwin":
        posix = "Library/Application Support/Code/User/mcp.json"
    home, expected = (
        ("C:\\Users\\you", f"C:\\Users\\you\\{windows}") if platform == "win32" else ("/home/you", f"/home/you/{posix}")
    )
    assert find(name).settings(System(platform, home, {})) == expected


@pytest.mark.parametrize("name", MOVED)
def test_a_variable_moves_the_settings(name):
    variable, expected = MOVED[name]
    assert find(name).settings(linux({variable: "/elsewhere"})) == expected


@pytest.mark.parametrize("name", MOVED)
def test_a_relative_variable_means_nothing(name):
    assert find(name).settings(linux({MOVED[name][0]: "elsewhere"})) == f"/home/you/{PLACES[name][0]}"


def test_goose_may_keep_its_memory_in_two_places():
    assert memory_folders(linux()) == ["/home/you/.config/goose/memory"]
    moved = linux({"GOOSE_PATH_ROOT": "/g", "XDG_CONFIG_HOME": "/x"})
    assert memory_folders(moved) == ["/g/config/memory", "/x/goose/memory"]
    windows = System("win32", "C:\\Users\\you", {"APPDATA": "D:\\Roaming"})
    assert memory_folders(windows) == ["D:\\Roaming\\Block\\goose\\config\\memory"]


def test_nothing_is_found_on_an_empty_machine(tmp_path):
    here = look_around(linux({"PATH": str(tmp_path)}, str(tmp_path)))
    assert [agent.name for agent in here] == names()
    assert not any(agent.found or agent.settings for agent in here)


def test_an_agent_is_found_by_the_folder_of_its_settings(tmp_path):
    (tmp_path / ".codex").mkdir()
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{}")
    found = found_in(tmp_path, {"PATH": ""})
    assert found == {"claude-code": str(settings), "codex": None}


@pytest.mark.skipif(os.name == "nt", reason="a program has another kind of name there")
def test_an_agent_is_found_by_its_program(tmp_path):
    program = tmp_path / "bin" / "goose"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert found_in(tmp_path, {"PATH": str(program.parent)}) == {"goose": None}


def found_in(home: Path, environ: dict[str, str]) -> dict[str, str | None]:
    return {agent.name: agent.settings for agent in look_around(linux(environ, str(home))) if agent.found}


@pytest.mark.parametrize(
    "word",
    ["/opt/clew", "/a b/clew", 'a"b', "a'b", "$HOME", "`x`", "a\\b", "", "键 值", "x;rm", "a&b", "(x)", "*", "~"],
)
def test_a_command_line_is_taken_apart_again_as_it_was(word):
    line = shell_line(["/opt/clew", word, "hook"])
    assert shlex.split(line) == ["/opt/clew", word, "hook"]
    if os.name == "posix":
        done = subprocess.run(["/bin/sh", "-c", f"printf '%s\\n' {line}"], capture_output=True, text=True, check=True)
        assert done.stdout == f"/opt/clew\n{word}\nhook\n"


def test_a_path_of_windows_is_quoted_as_it_is():
    assert shell_line(["C:\\Program Files\\clew.exe", "hook"]) == '"C:\\Program Files\\clew.exe" hook'
