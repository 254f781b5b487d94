"""`do.py`, the one door: what a stranger meets first."""

from __future__ import annotations

import ast
import builtins
import sys

import pytest

import do


def test_each_task_is_listed_for_who_asks(capsys):
    assert do.main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {task} " in shown for task in do.TASKS)


def test_an_unknown_task_is_refused_with_the_list_of_those_there_are(capsys):
    assert do.main(["tset"]) == 1
    assert "no task 'tset'" in (shown := capsys.readouterr().err)
    assert "\n  test " in shown


def test_an_old_python_can_read_the_door_and_is_told_what_to_use(monkeypatch, capsys):
    ast.parse((do.ROOT / "do.py").read_text("utf-8"), feature_version=(3, 7))
    monkeypatch.setattr("do.sys.version_info", (3, 9, 2))
    monkeypatch.setattr("do.shutil.which", lambda name: "/usr/bin/python3.12" if name == "python3.12" else None)
    assert do.main(["demo"]) == 1
    assert "this is Python 3.9" in (shown := capsys.readouterr().err)
    assert "/usr/bin/python3.12 do.py" in shown


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A copy of the project in which nothing is installed."""
    tmp_path.joinpath("pyproject.toml").write_text("[project]\n")
    venv = tmp_path / ".venv"
    for name, value in {"ROOT": tmp_path, "VENV": venv, "PYTHON": venv / "bin/python", "STAMP": venv / "stamp"}.items():
        monkeypatch.setattr(do, name, value)
    return tmp_path


def test_a_python_without_ensurepip_is_told_which_package_is_missing(bare, monkeypatch, capsys):
    real = builtins.__import__

    def without(name, *rest):
        if name == "ensurepip":
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert do.main(["test"]) == 1
    version = "{}.{}".format(*sys.version_info)
    assert f"apt-get install python{version}-venv" in capsys.readouterr().err
    assert not (bare / ".venv").exists()


def test_the_second_time_nothing_is_installed(bare, monkeypatch):
    do.PYTHON.parent.mkdir(parents=True)
    do.PYTHON.touch()
    do.STAMP.write_text(do.stamp())
    monkeypatch.setattr("do.subprocess.run", lambda *_, **__: pytest.fail("something was run"))
    assert do.install() is None


def test_another_wish_or_another_folder_is_installed_anew(bare, monkeypatch):
    before = do.stamp()
    monkeypatch.setattr(do, "PIP", "pip>=99")
    assert do.stamp() != before
    monkeypatch.undo()
    assert do.stamp() != before


def test_the_environment_of_the_caller_does_not_reach_into_ours(monkeypatch):
    monkeypatch.setenv("VIRTUAL_ENV", "elsewhere")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("CLEW_HOME", "elsewhere")
    assert "elsewhere" not in do.environment().values()


def test_what_is_said_to_a_benchmark_reaches_it(monkeypatch):
    monkeypatch.setenv("CLEW_BENCH_LARGE", "1")
    monkeypatch.setenv("CLEW_HOME", "elsewhere")
    assert do.environment().get("CLEW_BENCH_LARGE") == "1"
    assert "CLEW_HOME" not in do.environment()


def test_the_contributors_page_names_the_tasks():
    page = (do.ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = {task for task in do.TASKS if f"python3 do.py {task}" in page}
    assert named >= do.TASKS.keys() - {"demo", "clean"}
