"""Completion in the shell: the scripts that click has, and our candidates."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from click.shell_completion import get_completion_class

from clew.cli import main
from tests.cli.conftest import run

SHELLS = ["bash", "zsh", "fish", "powershell"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_script(shell, capsys):
    status = main(["completion", shell])
    captured = capsys.readouterr()
    if get_completion_class(shell) is None:  # click before 8.5 and PowerShell
        assert status == 2
        assert "click" in captured.err
    else:
        assert status == 0
        assert "_CLEW_COMPLETE" in captured.out


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_the_script_for_bash_is_bash(capsys):
    main(["completion", "bash"])
    script = capsys.readouterr().out
    assert subprocess.run(["bash", "-n"], input=script.encode(), capture_output=True).returncode == 0


def completed(line: str) -> list[str]:
    words = line.split(" ")
    done = run(_CLEW_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), PYTHONUTF8="1")
    assert done.err == b""
    return [answer.partition(",")[2] or answer.partition(",")[0] for answer in done.text.split()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("clew comp", ["completion"]),
        ("clew completion z", ["zsh"]),
        ("clew help echo", ["echo-back"]),
        ("clew echo-back --ti", ["--title"]),
        ("clew echo-back --no", ["--no-input"]),
        ("clew echo-back --kind d", ["daily"]),
        ("clew --json act-on w", ["write"]),
        ("clew nonsense x", []),
    ],
)
def test_what_begins_so_is_offered(line, expected):
    assert completed(line) == expected


def test_a_directory_is_left_to_the_shell():
    assert completed("clew echo-back --dir /") == ["/"]


def test_memory_names_and_tags_of_the_project_are_offered(tmp_path):
    home, project = str(tmp_path / "home"), str(tmp_path / "project")
    for text, tags in (("# 数据库选型\n\nSQLite", "数据库,db"), ("# Startup rules\n\nwait", "db,start")):
        assert main(["save", text, "--tag", tags, "--dir", project, "--home", home, "--conversation", text[-4:]]) == 0
    where = f"--dir {project} --home {home}"
    assert len(completed(f"clew show {where} ")) == 2
    assert sorted(completed(f"clew save {where} --tag ")) == ["db", "start", "数据库"]
    assert completed(f"clew save {where} --tag 数") == ["数据库"]


def test_where_there_is_nothing_to_offer_nothing_is_said(tmp_path):
    assert completed(f"clew echo-back --home {tmp_path / 'none'} --tag ") == []
    assert not (tmp_path / "none").exists()
