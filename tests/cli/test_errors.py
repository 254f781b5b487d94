"""What goes wrong is told in one clear line, in the person's language, with the next step and an exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from clew.cli import main
from tests.cli.conftest import call, run

STATUS = {
    "not-found": (1, "not-found"),
    "rule": (1, "rule"),
    "conflict": (3, "conflict"),
    "locked": (4, "locked"),
    "bug": (1, "bug"),
    "interrupt": (130, "interrupted"),
    "disk": (1, "storage"),
    "socket": (1, "storage"),
}


def failed(capsys, *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("how", STATUS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_kind_of_error_has_its_status_and_its_object(how, lang, capsys, monkeypatch):
    monkeypatch.setenv("CLEW_LANG", lang)
    status, out, err = failed(capsys, "echo-back", "--fail", how, "--json")
    told = json.loads(out)["error"]
    assert (status, told["kind"]) == STATUS[how]
    assert {"kind", "message", "path", "hint", "suggestions", "pending"} <= set(told)
    assert told["message"]
    assert err == ""


@pytest.mark.parametrize("how", STATUS)
def test_a_person_gets_one_line_and_the_next_step_and_no_traceback(how, capsys):
    status, out, err = failed(capsys, "echo-back", "--fail", how)
    assert status == STATUS[how][0]
    assert out == ""
    first, *steps = err.splitlines()
    assert first.startswith("clew: ")
    assert all(step.startswith("  ") for step in steps)
    assert "Traceback" not in err


def test_a_refused_save_shows_what_would_pass_and_where_the_text_is(capsys):
    _, _, err = failed(capsys, "echo-back", "--fail", "rule")
    assert "db, 配置" in err
    assert "p1" in err
    told = json.loads(failed(capsys, "echo-back", "--fail", "rule", "--json")[1])["error"]
    assert (told["suggestions"], told["pending"], told["rule"]) == (["db", "配置"], "p1", "tags-count")


def test_there_is_one_object_also_where_something_fails_behind_the_answer(capsys):
    status, out, err = failed(capsys, "echo-back", "hello", "--json", "--fail-late", "disk")
    assert status == 1
    assert json.loads(out)["text"] == "hello"
    assert "No space left" in err


def test_names_in_a_message_break_neither_its_line_nor_the_terminal(capsys):
    _, _, err = failed(capsys, "echo-back", "--fail", "lines")
    assert "a\\nb\\x1b[2J" in err
    assert "\x1b" not in err


def test_a_fault_of_ours_says_how_to_see_more(capsys, monkeypatch):
    _, _, err = failed(capsys, "echo-back", "--fail", "bug")
    assert "KeyError: 'nobody thought of this'" in err
    assert "CLEW_DEBUG=1" in err
    monkeypatch.setenv("CLEW_DEBUG", "1")
    status, _, err = failed(capsys, "echo-back", "--fail", "bug")
    assert status == 1
    assert "Traceback" in err
    assert "echo_back.py" in err


MISUSED = {
    "no such command": (["ecko-back"], "ecko-back", "echo-back"),
    "no such option": (["echo-back", "--tittle", "x"], "--tittle", "--title"),
    "no such short option": (["echo-back", "-z"], "-z", None),
    "an option of a command before its name": (["--dir", "d", "echo-back"], "--dir", None),
    "a missing argument": (["pair-up"], "OLD", None),
    "a missing value": (["echo-back", "--title"], "--title", None),
    "an option where a value should be": (["echo-back", "--title", "--exact", "x"], "--title=--exact", None),
    "a value for a flag": (["echo-back", "--exact=1"], "--exact", None),
    "no number": (["echo-back", "-k", "few"], "few", None),
    "too small a number": (["echo-back", "-k", "0"], "1", None),
    "none of the choices": (["echo-back", "--kind", "x"], "x", "memory"),
    "none of an argument's choices": (["act-on", "shew", "1"], "shew", "show"),
    "a text without quotes": (["echo-back", "SQLite", "it", "is"], "it", None),
    "the help of no command": (["help", "ecko-back"], "ecko-back", "echo-back"),
}


@pytest.mark.parametrize("case", MISUSED)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_misused_command_is_answered_in_our_own_words(case, lang, capsys, monkeypatch):
    argv, named, nearest = MISUSED[case]
    monkeypatch.setenv("CLEW_LANG", lang)
    status, out, err = failed(capsys, *argv)
    assert status == 2
    assert out == ""
    assert named in err
    assert nearest is None or nearest in err
    assert any("\u4e00" <= char <= "\u9fff" for char in err) == (lang == "zh")

    told = json.loads(failed(capsys, *argv[:1], "--json", *argv[1:])[1])["error"]
    assert told["kind"] == "usage"
    assert nearest is None or nearest in told["suggestions"]


def test_misuse_of_the_form_of_an_answer_is_answered_in_that_form(capsys):
    for argv in (["--json"], ["--json", "ecko-back"], ["echo-back", "--bogus", "--json"]):
        json.loads(failed(capsys, *argv)[1])
    assert failed(capsys, "echo-back", "--bogus", "--", "--json")[1] == ""


LANGUAGES = [
    ({}, "en"),
    ({"LANG": "zh_CN.UTF-8"}, "zh"),
    ({"LANG": "zh_TW.Big5", "LC_ALL": "C"}, "en"),
    ({"LANG": "de_DE.UTF-8", "LC_ALL": "zh_CN"}, "zh"),
    ({"LANG": "zh_CN.UTF-8", "config": 'lang = "en"'}, "en"),
    ({"LANG": "en_US.UTF-8", "config": 'lang = "zh"'}, "zh"),
    ({"config": 'lang = "en"', "CLEW_LANG": "zh"}, "zh"),
    ({"LANG": "zh_CN.UTF-8", "config": "lang = ["}, "zh"),
]


@pytest.mark.parametrize(("environment", "lang"), LANGUAGES)
def test_the_language_is_that_of_the_settings_else_of_the_locale(environment, lang, capsys, monkeypatch, tmp_path):
    for name, value in environment.items():
        if name == "config":
            (tmp_path / "config.toml").write_text(value)
        else:
            monkeypatch.setenv(name, value)
    _, _, err = failed(capsys, "echo-back", "--fail", "not-found", "--home", str(tmp_path))
    assert ("没有记忆" in err) == (lang == "zh")
    _, _, err = failed(capsys, "ecko-back", f"--home={tmp_path}")
    assert ("没有命令" in err) == (lang == "zh")


@pytest.mark.parametrize(
    ("words", "given", "status"),
    [
        (["echo-back", "--read"], b"", 2),
        (["echo-back", "--read"], b" \n\t\n", 2),
        (["echo-back", "--read", "-"], b"", 2),
        (["echo-back", "--read", ""], b"something", 2),
        (["echo-back", "--read"], b"\xff\n", 0),
        (["echo-back", "--read", "-"], "记忆".encode(), 0),
        (["echo-back", "--read", "text"], b"not read", 0),
        (["echo-back", "--ask"], b"y\n", 2),
        (["echo-back", "--ask", "--yes", "x"], b"", 0),
    ],
)
def test_an_empty_text_and_an_unanswered_question_are_misuse(words, given, status):
    done = run(*words, given=given)
    assert done.status == status
    assert bool(done.err) == (status == 2)


@pytest.fixture
def interruptible():
    """A shell lets what it starts in the background ignore Ctrl-C, and what that starts does the same."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_ends_quietly_with_130():
    waiting = subprocess.Popen(
        call("echo-back", "--read", "--talk", "ready"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert waiting.stderr
    waiting.stderr.readline()
    time.sleep(0.1)  # the talk comes just before the read
    os.kill(waiting.pid, signal.SIGINT)
    out, err = waiting.communicate(timeout=30)
    assert waiting.returncode == 130
    assert (out, err) == (b"", b"clew: interrupted\n")
