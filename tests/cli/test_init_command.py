"""`clew init` as a person and as a script meet it, in both languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import clew
from clew.words import LANGUAGES
from tests.cli.conftest import Done, run
from tests.cli.test_picker import read_until
from tests.setup.test_begin import SEED_CLUE, files, seed_library

NEXT = {"en": ["clew start", "clew save", "clew doctor"], "zh": ["clew start", "clew save", "clew doctor"]}


@pytest.fixture
def you(tmp_path: Path) -> Path:
    folder = tmp_path / "you"
    folder.mkdir()
    return folder


def init(you: Path, *words: str, **environment: str) -> Done:
    """In a home of its own: nothing of this machine is to be seen."""
    return called_at(you, "init", *words, **environment)


def called_at(you: Path, *words: str, **environment: str) -> Done:
    return run(*words, given=b"", **machine(you), **environment)


def machine(you: Path) -> dict[str, str]:
    gone = dict.fromkeys(("XDG_CONFIG_HOME", "GOOSE_PATH_ROOT", "APPDATA", "CLEW_HOME", "CLEW_LIBRARY"), "")
    return {**gone, "HOME": str(you), "USERPROFILE": str(you), "PATH": ""}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_where_things_are_and_three_next_steps(you, lang):
    done = init(you, CLEW_LANG=lang)
    assert done.status == 0, done.talk
    for place in (".clew", ".clew/config.toml", ".clew/memory", ".clew/workspace"):
        assert str(you / place) in done.text
    last = done.text.splitlines()[-3:]
    assert all(command in line for command, line in zip(NEXT[lang], last))
    assert ("主目录" in done.text) == (lang == "zh")
    assert list(files(you)) == [".clew/config.toml"]


@pytest.mark.parametrize(("lang", "words"), [("en", "nothing to change"), ("zh", "无需更改")])
def test_said_twice_it_says_so(you, lang, words):
    assert words not in init(you, CLEW_LANG=lang).text
    assert words in init(you, CLEW_LANG=lang).text


def test_its_answer_has_the_keys_of_the_contract(you):
    (you / ".codex").mkdir()
    answer = init(you, "--json").json
    assert {"home", "library", "workspace", "agents"} <= answer.keys()
    assert answer["library"] == str(you / ".clew/memory")
    assert {"name": "codex", "found": True, "settings": None} in answer["agents"]
    assert not any(agent["found"] for agent in answer["agents"] if agent["name"] != "codex")


@pytest.mark.parametrize(
    ("words", "status", "kind"),
    [
        (["--library", ""], 2, "usage"),
        (["--library", "file"], 1, "unreadable"),
        (["--library", "."], 2, "usage"),
        (["--workspace", "file/below"], 1, "unreadable"),
    ],
)
def test_what_cannot_be_is_one_clear_object(you, monkeypatch, words, status, kind):
    monkeypatch.chdir(you)
    (you / "file").write_text("mine")
    done = init(you, *words, "--json")
    assert (done.status, done.json["error"]["kind"]) == (status, kind)
    assert list(files(you)) == ["file"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_a_pipe_a_library_that_is_found_is_named_with_the_command_to_run(you, lang):
    library = seed_library(you / ".config/goose/memory")
    done = init(you, CLEW_LANG=lang)
    assert f'clew init --library "{library}"' in done.text
    assert init(you, "--json").json["library"] == str(you / ".clew/memory")
    assert (library / ".clue").read_text("utf-8") == SEED_CLUE


def test_adopting_warns_of_gooses_folder_and_the_command_it_names_moves_the_library(you):
    library = seed_library(you / ".config/goose/memory")
    done = init(you, "--library", str(library))
    assert "projects: 1, memories: 1" in done.text
    assert "*.txt" in done.text
    assert "clew init --move" in done.text
    moved = init(you, "--move", "--json").json
    assert moved["library"] == str(you / ".clew/memory")
    assert moved["moved"]["left"] == ["prefs.txt"]
    assert sorted(files(library)) == ["prefs.txt"]
    assert "自建goose启动规则" in called_at(you, "list", "--all").text


def test_yes_adopts_what_is_found_and_with_move_takes_it_home(you):
    library = seed_library(you / ".config/goose/memory")
    assert init(you, "--yes", "--json").json["library"] == str(library)
    shutil.rmtree(you / ".clew")
    answer = init(you, "--yes", "--move", "--json").json
    assert answer["library"] == str(you / ".clew/memory")
    assert answer["moved"]["old"] == str(library)


def test_a_library_that_is_in_use_is_not_left_for_one_that_is_found(you):
    assert called_at(you, "save", "kept", "--tag", "one", "--tag", "two").status == 0
    seed_library(you / ".config/goose/memory")
    answer = init(you, "--yes", "--json").json
    assert answer["library"] == str(you / ".clew/memory")
    assert answer["libraries"] == [str(you / ".config/goose/memory")]


def test_the_library_of_before_is_named_when_another_is_set(you):
    assert called_at(you, "save", "kept", "--tag", "one", "--tag", "two").status == 0
    assert str(you / ".clew/memory") in init(you, "--library", str(you / "notes")).text


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
@pytest.mark.parametrize(
    ("lang", "answers", "where"),
    [
        ("en", ("",), ".clew/memory"),
        ("zh", ("n",), ".clew/memory"),
        ("zh", ("是", "n"), ".config/goose/memory"),
        ("en", ("y", "y"), ".clew/memory"),
    ],
)
def test_at_a_terminal_it_asks(you, lang, answers, where):
    library = seed_library(you / ".config/goose/memory")
    shown = asked(you, lang, answers)
    assert str(library) in shown
    assert init(you, "--json").json["library"] == str(you / where)
    there = len(answers) == 2 and answers[1] == "y"
    assert (you / ".clew/memory/.clue").exists() == there
    assert (library / ".clue").exists() != there


def asked(you: Path, lang: str, answers: tuple[str, ...]) -> str:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, **machine(you), "CLEW_LANG": lang, "TERM": "xterm", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "clew", "init"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=you, env=environment)
    os.close(theirs)
    shown = ""
    for answer in answers:
        shown += read_until(ours, "[y/N]")
        os.write(ours, f"{answer}\n".encode())
    shown += read_until(ours, None)
    os.close(ours)
    assert process.wait(20) == 0, shown
    return shown


# -- where data lives


def test_memories_outlive_the_package_and_the_doctor_says_where_they_are(you, tmp_path):
    """Data in the package's own folder was once lost with an update, and nobody found it."""
    first, second = (installed(tmp_path / name) for name in ("first", "second"))
    save = called(first, you, "save", "kept through the update", "--tag", "one", "--tag", "two", "--dir", str(you))
    assert save.returncode == 0, save.stderr
    shutil.rmtree(first)
    assert "kept" in called(second, you, "menu", "--dir", str(you)).stdout
    places = json.loads(called(second, you, "doctor", "--json").stdout)["places"]
    assert {"home", "library", "history"} <= places.keys()
    for place in places.values():
        assert os.path.isabs(place)
        assert Path(place).is_relative_to(you)
    shown = called(second, you, "doctor").stdout
    assert all(place in shown for place in places.values())


def installed(folder: Path) -> Path:
    shutil.copytree(Path(clew.__file__).parent, folder / "clew", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def called(package: Path, you: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **machine(you), "PYTHONPATH": str(package), "PYTHONUTF8": "1"}
    command = [sys.executable, "-P", "-m", "clew", *words]
    return subprocess.run(command, env=environment, cwd=you, capture_output=True, text=True, timeout=30)
