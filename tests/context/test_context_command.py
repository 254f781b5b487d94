"""`clew context` as an agent's hook calls it: a process, a pipe, nothing else on standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.text.fences import parse
from clew.text.tokens import estimate

TAGS = ("--tag", "redis", "--tag", "缓存")


class Shell:
    def __init__(self, root: Path) -> None:
        self.dir = root / "shop"
        self.dir.mkdir()
        self.home = root / "home"
        foreign = ("CLEW_", "CLAUDE_", "AGENT_", "QWEN_", "LC_", "LANG")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        self.environ = kept | {"CLEW_HOME": str(self.home), "PYTHONUTF8": "1"}

    def run(self, *words: str, status: int = 0, **environ: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "clew", *words]
        done = subprocess.run(command, input=b"", capture_output=True, cwd=self.dir, env=self.environ | environ)
        assert done.returncode == status, done.stderr
        return done

    def json(self, *words: str, **given):
        return json.loads(self.run(*words, "--json", **given).stdout)

    def long_term(self, text: str) -> None:
        path = self.home / "workspace/memory/MEMORY.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def test_the_answer_has_the_keys_of_the_contract_and_the_text_is_the_block(shell):
    shell.long_term("- no Fridays\n")
    shell.run("save", "Redis it is.", *TAGS, "--title", "cache", "--conversation", "c1")
    made = shell.json("context", "--conversation", "c2", "--query", "which cache")
    assert set(made) >= {"text", "tokens", "parts"}
    assert all(set(part) >= {"id", "source", "tokens", "included", "reason"} for part in made["parts"])
    assert [part.id for part in parse(made["text"])] == ["long-term", "menu", "passage-1"]
    assert made["tokens"] == estimate(made["text"])
    assert shell.run("context", "--conversation", "c2", "--query", "which cache").stdout.decode() == made["text"]


def test_each_process_prints_the_same_bytes(shell):
    shell.long_term("- no Fridays\n")
    shell.run("save", "Redis it is.", *TAGS, "--title", "cache", "--conversation", "c1")
    assert len({shell.run("context", "--query", "which cache").stdout for _ in range(3)}) == 1
    assert len({shell.run("context", "--query", str(number)).stdout for number in range(3)}) == 1


def test_the_conversation_may_be_named_by_the_agents_own_variable(shell):
    shell.run("save", "Redis it is.", *TAGS, "--title", "cache", "--conversation", "c1")
    text = shell.run("context", CLAUDE_CODE_SESSION_ID="c1").stdout.decode()
    assert "| Redis it is.\n" in text


def test_a_number_of_the_menu_in_the_context_can_be_picked(shell):
    shell.run("save", "old", *TAGS, "--title", "first", "--conversation", "c1")
    text = shell.run("context", "--conversation", "c9").stdout.decode()
    assert "| 1. " in text
    shell.run("save", "new", *TAGS, "--title", "second", "--conversation", "c2")
    assert shell.json("start", "--pick", "1", "--conversation", "c9")["memory"] == "first"


def test_what_is_cut_is_said_on_the_side_and_quiet_is_quiet(shell):
    shell.long_term("- a fact of many\n" * 900)
    done = shell.run("context", "--budget", "300")
    assert "of 900 lines" in done.stderr.decode()
    assert estimate(done.stdout.decode()) <= 300
    assert shell.run("context", "--budget", "300", "--quiet").stderr == b""


def test_where_clew_is_off_nothing_is_printed_and_that_is_no_failure(shell):
    shell.long_term("- no Fridays\n")
    shell.run("off")
    done = shell.run("context")
    assert done.stdout == b""
    assert b"off" in done.stderr
    made = shell.json("context")
    assert (made["text"], made["tokens"], made["parts"]) == ("", 0, [])


def test_an_empty_home_stays_unmade(shell):
    assert shell.run("context").stdout == b""
    assert not shell.home.exists()


def test_what_cannot_be_read_is_a_warning(shell):
    (shell.home / "workspace/memory/MEMORY.md").mkdir(parents=True)
    done = shell.run("context")
    assert b"MEMORY.md" in done.stderr
    assert b"could not be read" in done.stdout


@pytest.mark.parametrize("budget", ["0", "-1", "many", "1.5"])
def test_a_budget_that_is_none_is_a_usage_error(shell, budget):
    shell.run("context", "--budget", budget, status=2)


def test_a_broken_clue_file_costs_no_context_and_is_told_once(shell):
    shell.long_term("- no Fridays\n")
    shell.run("save", "Redis it is.", *TAGS, "--title", "cache", "--conversation", "c1")
    (shell.home / "memory/.clue").write_text("entries: [\n")
    done = shell.run("context")
    assert b"- no Fridays" in done.stdout
    assert done.stderr.count(b".clue") == 1
