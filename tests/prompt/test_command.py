"""`clew prompt` prints what the workspace of the home makes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from clew.cli import main
from clew.home import open_home
from clew.prompt import ContextBuilder


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("CLEW_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CLEW_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def prompt(capsys, *options: str) -> tuple[str, str]:
    assert main(["prompt", *options]) == 0
    out, err = capsys.readouterr()
    return out, err


def test_it_prints_the_prompt_as_it_is(home, capsys):
    memory = home / "workspace" / "memory" / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("bees 蜜蜂", "utf-8")
    out, err = prompt(capsys)
    assert out == ContextBuilder(home / "workspace").build()[0]
    assert out.endswith("bees 蜜蜂")
    assert err == ""


def test_its_parts_come_as_json(home, capsys):
    answer = json.loads(prompt(capsys, "--json")[0])
    assert [part["id"] for part in answer["parts"]] == ["kernel.identity"]
    assert answer["parts"][0]["content"] == answer["text"]
    assert not (home / "workspace").exists()


def test_the_day_is_that_of_the_settings_zone(home, capsys, monkeypatch):
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # 25 hours apart: never the same day
        monkeypatch.setenv("CLEW_TIMEZONE", zone)
        opened = open_home(str(home))
        assert f"Today is {opened.workspace.today()};" in prompt(capsys)[0]
        opened.close()


def test_it_says_what_it_goes_without_and_prints_the_rest(home, capsys, monkeypatch):
    memory = home / "workspace" / "memory" / "MEMORY.md"
    memory.mkdir(parents=True)
    out, err = prompt(capsys)
    assert out.startswith("# clew")
    told = err.splitlines()
    assert (told[0], told[-1]) == (f"{memory} is a folder, not a file", f"the prompt goes without {memory}")
    monkeypatch.setenv("CLEW_LANG", "zh")
    assert str(memory) in prompt(capsys)[1]
    assert prompt(capsys, "--quiet")[1] == ""


def test_it_loads_nothing_dear(home, capsys):
    code = "import sys; from clew.cli import main; main(['prompt']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    dear = {"click", "rich", "ruamel", "logging", "dataclasses", "inspect", "pathlib", "asyncio", "subprocess"}
    assert not dear & set(done.stderr.split())
