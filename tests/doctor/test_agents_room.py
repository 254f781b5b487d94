"""The doctor looks at the agents that clew was added to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.agents import find
from clew.agents.additions import Told
from clew.agents.system import System
from clew.doctor.examination import examine
from clew.doctor.patient import Patient
from clew.installing.carrying import install


@pytest.fixture
def told(tmp_path) -> Told:
    return Told((sys.executable, "-m", "clew"), str(tmp_path / ".clew"))


def seen(told: Told, **environ: str) -> tuple[list[str], list[str]]:
    patient = Patient(told.home, environ={"HOME": os.path.dirname(told.home), **environ})
    report = examine(patient)
    patient.close()
    facts = [fact.line() for fact in report.facts if fact.name == "agents"]
    return facts, [f"{one.message()} / {one.hint()}" for one in report.ailments if one.room == "agents"]


def put(told: Told, tmp_path: Path, name: str) -> None:
    install(name, told, system=System("linux", str(tmp_path), {}))


def test_it_names_them_and_is_content_when_all_is_there(told, tmp_path):
    put(told, tmp_path, "codex")
    put(told, tmp_path, "gemini")
    assert seen(told) == (["added to: Codex CLI, Gemini CLI"], [])


def test_it_finds_a_program_that_is_gone_and_entries_that_somebody_took_out(told, tmp_path):
    told = Told(("/nowhere/clew",), told.home)
    put(told, tmp_path, "gemini")
    settings = Path(find("gemini").settings(System("linux", str(tmp_path), {})))
    settings.write_text("{}\n")
    _, ailments = seen(told)
    assert "/nowhere/clew, which is not there" in ailments[0]
    assert "clew install gemini" in ailments[0]
    assert str(settings) in ailments[1]


def test_it_tells_the_last_failure_of_a_hook_until_it_is_installed_anew(told, tmp_path):
    """Fault R055."""
    put(told, tmp_path, "codex")
    command = [sys.executable, "-m", "clew", "hook", "stop", "--agent", "codex", "--home", told.home]
    assert subprocess.run(command, input=b"{bad", capture_output=True).returncode == 1
    (ailment,) = seen(told)[1]
    assert "Codex CLI" in ailment
    assert "no JSON object" in ailment
    put(Told(("/else/clew",), told.home), tmp_path, "codex")
    assert "no JSON object" not in "".join(seen(told)[1])


def test_it_says_that_goose_hears_of_changes_by_a_file_that_is_not_named(told, tmp_path):
    put(told, tmp_path, "goose")
    assert "GOOSE_MOIM_MESSAGE_FILE" in seen(told)[1][0]
    assert seen(told, GOOSE_MOIM_MESSAGE_FILE="/x")[1] == []


def test_in_json_the_agents_are_a_list(told, tmp_path):
    put(told, tmp_path, "codex")
    command = [sys.executable, "-m", "clew", "doctor", "--json", "--home", told.home]
    assert json.loads(subprocess.run(command, capture_output=True).stdout)["agents"] == ["codex"]
