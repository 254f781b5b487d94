"""What installing must withstand: files that are none, entries that a person wrote, a kill at any moment, two at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.agents import find
from clew.agents.additions import Rules
from clew.errors import ClewError, Unreadable
from clew.installing.formats import rules
from clew.installing.receipts import Receipts

from .conftest import Machine
from .test_installing import RULES, THEIRS

BOTH = ["claude-code", "codex", "goose", "opencode"]
BY_HAND = {
    "claude-code": '{"mcpServers": {"clew": {"command": "clew", "args": ["serve"], "env": {"MINE": "1"}}}}\n',
    "codex": '[mcp_servers.clew]\ncommand = "clew"\nargs = ["serve"]\n\n[mcp_servers.clew.env]\nMINE = "1"\n',
    "goose": 'extensions:\n  clew:\n    cmd: clew\n    args: [serve]\n    envs: {MINE: "1"}\n',
    "opencode": '{"mcp": {"clew": {"type": "local", "command": ["clew", "serve"], "environment": {"MINE": "1"}}}}\n',
}


def servers(machine: Machine, name: str) -> Path:
    """The file that its servers stand in."""
    return machine.root / ".claude.json" if name == "claude-code" else machine.settings(name)


def filled(machine: Machine, name: str) -> Machine:
    machine.write(os.path.relpath(machine.settings(name), machine.root), THEIRS[name])
    machine.write(os.path.relpath(find(name).rules(machine.system), machine.root), RULES)
    return machine


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("touched", [False, True], ids=["untouched", "changed since"])
def test_an_entry_that_a_person_wrote_for_clew_makes_place_and_comes_back(machine, name, touched):
    path = machine.write(os.path.relpath(servers(machine, name), machine.root), BY_HAND[name])
    machine.install(name)
    assert "MINE" not in path.read_text()
    assert "--agent" in path.read_text()
    if touched:
        path.write_text(path.read_text() + "\n")
    machine.uninstall(name)
    assert "MINE" in path.read_text()
    assert "--agent" not in path.read_text()
    if not touched:
        assert path.read_text() == BY_HAND[name]


@pytest.mark.parametrize("name", BOTH)
def test_what_an_install_left_whose_receipt_is_lost_is_taken_out_in_the_end(machine, name):
    filled(machine, name)
    machine.install(name)
    Receipts(machine.told.home, name).forget()
    assert not machine.install(name).changed, "it is all there"
    machine.uninstall(name)
    said = b"".join(machine.everything().values())
    assert b"/opt/clew" not in said
    assert b"clew:begin" not in said
    assert RULES.encode() in said


def test_a_file_of_somebody_else_where_ours_would_stand_is_left_alone(machine):
    theirs = machine.write(".config/opencode/plugin/clew.js", "export const clew = () => 'climbing'\n")
    with pytest.raises(Unreadable):
        machine.install("opencode")
    assert theirs.read_text() == "export const clew = () => 'climbing'\n"
    assert not machine.settings("opencode").exists()


@pytest.mark.parametrize("half", ["begin", "end"])
def test_half_a_block_is_told_and_left_alone_by_installing_and_by_uninstalling(machine, half):
    path = machine.write(".config/goose/.goosehints", RULES)
    machine.install("goose")
    text = path.read_text()
    torn = text[: text.index(rules.END)] if half == "begin" else RULES + text[text.index("While you work") :]
    path.write_text(torn)
    with pytest.raises(Unreadable):
        machine.install("goose")
    outcome = machine.uninstall("goose")
    assert [problem.path for problem in outcome.problems] == [str(path)]
    assert path.read_text() == torn
    assert not machine.settings("goose").exists(), "all else is out"
    path.write_text(RULES)
    assert not machine.uninstall("goose").problems
    assert not (machine.root / ".clew/installed").exists()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_hand_written_rules_stay_beside_the_block_unless_the_person_gives_them_up(machine, lang):
    machine.told = machine.told.but(lang=lang)
    mine = "# Mine\n\n## 记忆\n- 每次对话结束前保存到 .clue\n\n## Style\nBe brief.\n"
    path = machine.write(".config/goose/.goosehints", mine)
    (file,) = [one for one in machine.install("goose").files if one.file == str(path)]
    assert [each.first for each in file.doubled] == [3]
    assert path.read_text().startswith(mine)
    machine.install("goose", consents=True)
    assert ".clue" not in path.read_text()
    assert "Be brief." in path.read_text()
    machine.uninstall("goose")
    assert path.read_text() == mine


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
@pytest.mark.parametrize("kind", ["fifo", "folder", "a link to itself", "a file for a folder"])
@pytest.mark.parametrize("name", BOTH)
def test_what_is_no_file_is_told_and_nothing_else_is_written(machine, name, kind):
    path = servers(machine, name)
    if kind == "a file for a folder":
        path = path.parent if path.parent != machine.root else machine.root / ".claude"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("no folder")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        {"fifo": os.mkfifo, "folder": os.mkdir, "a link to itself": lambda it: os.symlink(it, it)}[kind](path)
    before = sorted(os.walk(machine.root))
    with pytest.raises(ClewError) as refused:
        machine.install(name)
    assert refused.value.path
    assert sorted(os.walk(machine.root)) == before


def test_a_link_to_a_file_that_is_not_there_yet_is_written_at_its_target(machine):
    (machine.root / "dotfiles").mkdir()
    (machine.root / ".claude").mkdir()
    try:
        (machine.root / ".claude/settings.json").symlink_to("../dotfiles/claude.json")
    except OSError:
        pytest.skip("no links here")
    machine.install("claude-code")
    assert "clew" in (machine.root / "dotfiles/claude.json").read_text()
    machine.uninstall("claude-code")
    assert (machine.root / ".claude/settings.json").is_symlink()
    assert not (machine.root / "dotfiles/claude.json").exists()


def test_what_is_refused_leaves_no_home_behind(machine):
    machine.write(".codex/config.toml", "model = ")
    with pytest.raises(Unreadable):
        machine.install("codex")
    assert not (machine.root / ".clew").exists()


CUT_SHORT = """
import os, signal, sys
from pathlib import Path
from clew.installing import carrying, receipts
from tests.installing.conftest import Machine

left = int(sys.argv[3])
def short_lived(write):
    def written(*given):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        write(*given)
    return written
for module in (carrying, receipts):
    module.write_file_atomic = short_lived(module.write_file_atomic)
carrying.os.remove = short_lived(os.remove)
getattr(Machine(Path(sys.argv[1])), sys.argv[4])(sys.argv[2])
"""


def run_short(machine: Machine, name: str, writes: int, what: str = "install") -> bool:
    """Whether it was killed."""
    call = [sys.executable, "-c", CUT_SHORT, str(machine.root), name, str(writes), what]
    done = subprocess.run(call, cwd=Path(__file__).parents[2], capture_output=True, timeout=60, check=False)
    assert done.returncode in (0, -9), done.stderr
    return done.returncode != 0


@pytest.mark.skipif(sys.platform == "win32", reason="kills itself by a signal")
@pytest.mark.parametrize("name", ["claude-code", "codex", "goose"])
def test_killed_between_any_two_writes_it_can_be_said_again_and_taken_back(machine, name):
    for writes in range(20):
        place = machine.root / str(writes)
        here = filled(Machine(place), name)
        before = here.everything()
        killed = run_short(here, name, writes)
        if writes % 2:
            here.install(name)
        here.uninstall(name)
        assert here.everything() == before, writes
        assert not (place / ".clew/installed").exists()
        if not killed:
            return
    raise AssertionError("it never came to its end")


@pytest.mark.skipif(sys.platform == "win32", reason="kills itself by a signal")
@pytest.mark.parametrize("name", ["claude-code", "goose"])
def test_killed_while_uninstalling_the_rest_is_taken_out_by_the_next(machine, name):
    for writes in range(20):
        here = filled(Machine(machine.root / str(writes)), name)
        before = here.everything()
        here.install(name)
        killed = run_short(here, name, writes, "uninstall")
        here.uninstall(name)
        assert here.everything() == before, writes
        if not killed:
            return
    raise AssertionError("it never came to its end")


def test_two_at_once_are_one_after_the_other(machine):
    names = ("claude-code", "codex", "gemini")
    for name in names:
        filled(machine, name)
    before = machine.everything()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", CUT_SHORT, str(machine.root), name, "1000", "install"],
            cwd=Path(__file__).parents[2],
            stderr=subprocess.PIPE,
        )
        for name in names
        for _ in range(2)
    ]
    for process in processes:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    for name in names:
        assert not machine.install(name).changed
        machine.uninstall(name)
    assert machine.everything() == before


def test_what_others_have_at_the_same_events_stays_to_the_byte_and_fires_once(machine):
    """Fault R083."""
    theirs = (
        '{\n  // hooks of others, a key that nobody knows, and a comma too many\n  "unknown": {"a": [1, 2,],},\n'
        '  "hooks": {\n    "SessionStart": [\n      {"matcher": "startup", "hooks": [{"type": "command", "command": "other start"}]},\n'
        '      {"hooks": [{"type": "command", "command": "third"}]} // the last\n    ],\n    "Stop": []\n  }\n}\n'
    )
    path = machine.write(".claude/settings.json", theirs)
    for _ in range(2):
        machine.install("claude-code")
    said = path.read_text()
    assert said.count("hook session-start --agent claude-code") == 1
    kept = [line for line in theirs.splitlines() if "other start" in line or "third" in line or "unknown" in line]
    assert all(line.rstrip(",").partition(" // ")[0] in said for line in kept)
    machine.uninstall("claude-code")
    assert path.read_text() == theirs


def test_a_receipt_that_cannot_be_read_is_told_and_nothing_is_changed(machine):
    filled(machine, "codex").install("codex")
    once = machine.everything()
    Path(Receipts(machine.told.home, "codex").path).write_text("{", "utf-8")
    for act in (machine.install, machine.uninstall):
        with pytest.raises(Unreadable):
            act("codex")
    assert machine.everything() == once


def test_the_block_names_the_manual_that_is_there(machine):
    machine.install("goose")
    (block,) = [one for one in find("goose").additions(machine.system, machine.told) if isinstance(one, Rules)]
    assert "~/.clew/manual.md" in Path(block.file).read_text()
    assert (machine.root / ".clew/manual.md").read_text()
    assert json.loads((machine.root / ".clew/installed/goose/receipt.json").read_text())["schema"] == 1
