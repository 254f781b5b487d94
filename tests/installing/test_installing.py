"""clew is put into the settings of each agent, and taken out again: nothing of anybody else is touched."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from clew.agents import find, installable
from clew.agents.additions import Told
from clew.errors import Conflict, StorageFailed, Unreadable
from clew.installing.formats import form, outline
from clew.installing.receipts import Receipts
from clew.stores.files import write_file_atomic

from .conftest import Machine

THEIRS = {
    "claude-code": (
        '{\n  // mine\n  "model": "opus",\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say hi"}]}]}\n}\n'
    ),
    "codex": '# mine\nmodel = "gpt-5"\n\n[mcp_servers.other]\ncommand = "other" # theirs\n',
    "gemini": '{"theme": "dark", "mcpServers": {"other": {"command": "other"}}}\n',
    "qwen": '{\n\t"mcpServers": {\n\t\t"other": {"command": "other"},\n\t},\n}',
    "goose": "GOOSE_MODEL: x # best\nextensions:\n  # first\n  developer:\n    enabled: true\n",
    "opencode": '{\n  "$schema": "x",\n  "mcp": {}\n}\n',
    "nanobot": '{"providers": {"custom": {"apiKey": "k"}}, "tools": {"mcpServers": {}}}',
    "picoclaw": '{\n    "tools": {\n        "mcp": {\n            "enabled": false\n        }\n    }\n}\n',
}
RULES = "# My rules\n\nBe brief.\n"


def read(machine: Machine, name: str) -> Any:
    path = machine.settings(name)
    text = path.read_text()
    if path.suffix == ".toml":
        return tomllib.loads(text)
    return YAML(typ="safe").load(text) if path.suffix == ".yaml" else outline.outline(text).value


@pytest.mark.parametrize("name", THEIRS)
def test_what_was_there_comes_back_to_the_byte(machine, name):
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    machine.write(os.path.relpath(find(name).rules(machine.system), machine.root), RULES)
    before = machine.everything()
    assert machine.install(name).changed
    assert machine.everything() != before
    machine.uninstall(name)
    assert machine.everything() == before


@pytest.mark.parametrize("name", THEIRS)
def test_where_nothing_was_nothing_is_left(machine, name):
    before = machine.everything()
    machine.install(name)
    machine.uninstall(name)
    assert machine.everything() == before
    assert not (machine.root / ".clew/installed").exists()


@pytest.mark.parametrize("name", THEIRS)
def test_said_again_it_changes_nothing(machine, name):
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    machine.install(name)
    once = machine.everything()
    assert not machine.install(name).changed
    assert machine.everything() == once


@pytest.mark.parametrize("name", THEIRS)
def test_a_newer_program_takes_the_place_of_the_older_one_and_its_end_is_the_beginning(machine, name):
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    before = machine.everything()
    machine.install(name)
    newer = Machine(machine.root, ("/new place/clew",))
    newer.install(name)
    said = "".join(data.decode() for file, data in newer.everything().items() if "CLAUDE" not in file)
    assert "/opt/clew" not in said
    assert "/new place/clew" in said
    newer.uninstall(name)
    assert newer.everything() == before


@pytest.mark.parametrize("name", THEIRS)
def test_a_file_that_was_changed_since_loses_only_what_was_added(machine, name):
    path = machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    machine.install(name)
    text = path.read_text()
    theirs = {".toml": "\n[later]\nb = 2\n", ".yaml": "later: 2\n"}.get(path.suffix)
    changed = text + theirs if theirs else text.replace("{", '{"later": 2, ', 1)
    path.write_text(changed)
    machine.uninstall(name)
    left = read(machine, name)
    path.write_text(THEIRS[name])
    wanted = read(machine, name)
    assert {**left, "later": None} == {**wanted, "later": None}
    assert "later" in left


@pytest.mark.parametrize("name", THEIRS)
def test_without_its_receipt_what_runs_clew_is_still_found(machine, name):
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    machine.install(name)
    Receipts(machine.told.home, name).forget()
    machine.uninstall(name)
    said = "".join(data.decode() for data in machine.everything().values())
    assert "/opt/clew" not in said
    assert "clew:begin" not in said


@pytest.mark.parametrize("name", THEIRS)
def test_a_dry_run_says_what_would_change_and_changes_nothing(machine, name):
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    before = machine.everything()
    planned = machine.install(name, dry=True)
    assert planned.changed
    assert machine.everything() == before
    assert not (machine.root / ".clew").exists()
    machine.install(name)
    assert {one.file: one.after for one in planned.files} == {
        one.file: Path(one.file).read_bytes() for one in planned.files
    }


@pytest.mark.parametrize("name", THEIRS)
def test_what_is_installed_names_the_program_and_gets_texts_by_standard_input(machine, name):
    machine.install(name)
    said = "".join(
        data.decode() for file, data in machine.everything().items() if not file.endswith((".md", ".goosehints"))
    )
    assert "/opt/clew/bin/clew" in said
    assert "$ARGUMENTS" not in said
    assert "save" not in said.replace("saved", "").replace(
        "Memory that outlives a conversation: recall, save, search, remember", ""
    )


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("claude-code", '{"hooks": [}'),
        ("codex", "model = "),
        ("gemini", '{"mcpServers": 5}'),
        ("goose", "extensions: [a\n"),
        ("nanobot", "\ufffe".encode("utf-16")),
        ("opencode", '{"mcp": {"clew": {"type": "remote", "url": "http://127.0.0.1:1"}}}'),
    ],
)
def test_a_file_that_cannot_be_edited_is_left_alone_with_all_others(machine, name, broken):
    machine.write(os.path.relpath(machine.settings(name), machine.root), broken)
    before = machine.everything()
    with pytest.raises(Unreadable) as refused:
        machine.install(name)
    assert refused.value.path == str(machine.settings(name))
    assert machine.everything() == before


def test_a_byte_order_mark_stays_where_it_was(machine):
    path = machine.write(".gemini/settings.json", b"\xef\xbb\xbf" + b'{"a": 1}\n')
    machine.install("gemini")
    assert path.read_bytes().startswith(b'\xef\xbb\xbf{"a": 1, ')
    assert path.read_bytes().count(b"\xef\xbb\xbf") == 1
    machine.uninstall("gemini")
    assert path.read_bytes() == b"\xef\xbb\xbf" + b'{"a": 1}\n'


@pytest.mark.skipif(os.name == "nt", reason="modes and links are other things there")
def test_a_link_is_written_at_its_target_and_stays_a_link(machine):
    target = machine.write("dotfiles/gemini.json", '{"a": 1}\n')
    link = machine.root / ".gemini/settings.json"
    link.parent.mkdir()
    link.symlink_to(target)
    machine.install("gemini")
    assert link.is_symlink()
    assert "clew" in target.read_text()
    machine.uninstall("gemini")
    assert link.is_symlink()
    assert target.read_text() == '{"a": 1}\n'


@pytest.mark.skipif(os.name == "nt", reason="modes and links are other things there")
def test_a_read_only_file_is_refused_and_nothing_else_is_written(machine):
    path = machine.write(".gemini/settings.json", '{"a": 1}\n')
    path.chmod(0o444)
    before = machine.everything()
    with pytest.raises(StorageFailed):
        machine.install("gemini")
    assert machine.everything() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o444


@pytest.mark.skipif(os.name == "nt", reason="modes and links are other things there")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_a_mode_that_somebody_chose_stays(machine, mode):
    path = machine.write(".gemini/settings.json", "{}\n")
    path.chmod(mode)
    machine.install("gemini")
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.name == "nt", reason="modes and links are other things there")
def test_copies_of_settings_are_for_their_owner_alone(machine):
    machine.write(".nanobot/config.json", '{"providers": {"custom": {"apiKey": "k"}}}')
    machine.install("nanobot")
    for path in (machine.root / ".clew").rglob("*"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    machine.uninstall("nanobot")
    assert b"apiKey" not in b"".join(
        path.read_bytes() for path in (machine.root / ".clew").rglob("*") if path.is_file()
    )


def test_where_one_file_cannot_be_written_the_others_are_put_back(machine, monkeypatch):
    machine.write(".codex/config.toml", THEIRS["codex"])
    before = machine.everything()

    def failing(path, data, mode=0o600):
        if str(path).endswith("hooks.json"):
            raise StorageFailed("stores.failed", path=str(path), errno=28, reason="No space left on device")
        write_file_atomic(path, data, mode)

    monkeypatch.setattr("clew.installing.carrying.write_file_atomic", failing)
    with pytest.raises(StorageFailed):
        machine.install("codex")
    assert machine.everything() == before


def test_what_another_program_writes_in_this_moment_is_not_written_over(machine, monkeypatch):
    path = machine.write(".gemini/settings.json", "{}\n")

    def meanwhile(receipts, planned, command):
        path.write_text('{"quick": 1}\n')
        write(receipts, planned, command)

    write = Receipts.write
    monkeypatch.setattr(Receipts, "write", meanwhile)
    with pytest.raises(Conflict):
        machine.install("gemini")
    assert path.read_text() == '{"quick": 1}\n'


def test_hooks_fire_once_however_often_clew_is_installed(machine):
    machine.write(".claude/settings.json", THEIRS["claude-code"])
    for command in (("/opt/clew/bin/clew",), ("/b/clew",), ("/b/clew",), ("/c d/clew", "--home", "/e")):
        Machine(machine.root, command).install("claude-code")
    hooks = read(machine, "claude-code")["hooks"]
    ours = [
        one["hooks"][0]["command"]
        for groups in hooks.values()
        for one in groups
        if "clew" in one["hooks"][0]["command"]
    ]
    assert len(ours) == len(find("claude-code").HOOKS)
    assert all(line.startswith('"/c d/clew" --home /e hook ') for line in ours)
    assert hooks["Stop"][0]["hooks"][0]["command"] == "say hi"


def test_a_permission_that_somebody_had_given_already_stays(machine):
    machine.write(".claude/settings.json", '{"permissions": {"allow": ["mcp__clew"]}}')
    machine.install("claude-code")
    machine.write("later", "")
    path = machine.root / ".claude/settings.json"
    path.write_text(path.read_text() + "\n")  # so that it is not simply put back
    machine.uninstall("claude-code")
    assert json.loads(path.read_text()) == {"permissions": {"allow": ["mcp__clew"]}}


def test_what_was_switched_off_is_switched_off_again(machine):
    path = machine.write(".picoclaw/config.json", THEIRS["picoclaw"])
    machine.install("picoclaw")
    assert json.loads(path.read_text())["tools"]["mcp"]["enabled"] is True
    path.write_text(path.read_text().replace("{", '{ "later": 1,', 1))
    machine.uninstall("picoclaw")
    assert json.loads(path.read_text()) == {"later": 1, "tools": {"mcp": {"enabled": False}}}


def test_rules_that_the_block_doubles_are_shown_and_go_only_with_consent(machine):
    hints = "# Rules\n\n## 记忆\n- 启动时读 .clue，列出记忆\n- 存记忆时写标签\n\n## Style\n- be brief\n"
    path = machine.write(".config/goose/.goosehints", hints)
    (file,) = [one for one in machine.install("goose").files if one.doubled]
    assert file.doubled[0].text.startswith("## 记忆\n- 启动时读")
    assert hints in path.read_text()
    machine.install("goose", consents=True)
    assert ".clue" not in path.read_text()
    assert "## Style\n- be brief\n" in path.read_text()
    machine.uninstall("goose")
    assert path.read_text() == hints


def test_rules_about_something_else_are_no_doubles(machine):
    machine.write(
        ".claude/CLAUDE.md",
        "# Rules\n- Save memory: avoid copies of large arrays\n- Start with a list\n## Tests\n- run them\n",
    )
    assert not [
        one for one in machine.install("claude-code").files if any("Tests" in each.text for each in one.doubled)
    ]


def test_a_file_of_rules_that_grows_too_long_is_told(machine):
    machine.write(".claude/CLAUDE.md", "line\n" * 60)
    assert [one.long for one in machine.install("claude-code").files if one.long] == [82]


def test_without_rules_no_file_of_rules_is_made_and_an_earlier_block_goes(machine):
    machine.install("claude-code")
    rules = machine.root / ".claude/CLAUDE.md"
    assert rules.exists()
    machine.install("claude-code", rules=False)
    assert not rules.exists()


def test_a_chat_bots_workspace_that_is_not_made_yet_is_left_to_it(machine):
    machine.install("nanobot")
    assert not (machine.root / ".nanobot/workspace").exists()
    (machine.root / ".nanobot/workspace").mkdir()
    machine.install("nanobot")
    assert (machine.root / ".nanobot/workspace/AGENTS.md").exists()


def test_the_manual_is_written_and_brought_up_to_date(machine):
    machine.install("gemini")
    manual = machine.root / ".clew/manual.md"
    assert "clew_save" in manual.read_text()
    manual.write_text("old")
    machine.install("gemini")
    assert "clew_save" in manual.read_text()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", installable())
def test_the_block_of_rules_keeps_to_25_lines_in_both_languages(tmp_path, name, lang):
    machine = Machine(tmp_path)
    machine.told = Told(machine.told.command, machine.told.home, lang)
    Path(find(name).rules(machine.system)).parent.mkdir(parents=True, exist_ok=True)
    machine.install(name)
    from clew.installing.formats import rules

    text = Path(find(name).rules(machine.system)).read_text("utf-8")
    start, end = rules.found(text) or (0, 0)
    assert len(text[start:end].splitlines()) <= 25
    assert ("记忆" in text) == (lang == "zh")
    assert "~/.clew/manual.md" in text


def test_a_value_that_only_looks_like_ours_is_not_taken_for_it():
    from clew.installing.formats import is_ours

    assert is_ours({"command": "C:\\tools\\clew.exe", "args": ["serve"]})
    assert is_ours({"hooks": [{"command": '"/a b/clew" hook stop --agent codex'}]})
    assert is_ours({"command": "python3", "args": ["-m", "clew", "serve"]})
    assert not is_ours({"command": "npx", "args": ["clew-mcp"]})
    assert not is_ours({"command": "grep clew notes"})
    assert not is_ours({"command": "myclew", "args": ["serve"]})
    assert form("json")
