"""What comes out: one answer on standard output, talk on standard error, whatever the console can show."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.cli import main
from clew.cli.jsontext import dump
from clew.cli.streams import visible
from clew.values import Value
from tests.cli.conftest import call, run

CONSOLES = {
    "utf-8": {"PYTHONIOENCODING": "utf-8"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "LANG=C": {"LC_ALL": "C"},
    "LANG=C, taken at its word": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
}
TEXT = "记忆 – “naïve” 🧶"


@pytest.mark.parametrize("console", CONSOLES)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["help", "completion"],
        ["echo-back", "--read", "--talk", "…"],
        ["echo-back", "--read", "--json"],
        ["echo-back", "--fail", "not-found"],
        ["echo-back", "--fail", "rule", "--json"],
        ["ecko-back"],
    ],
    ids=" ".join,
)
def test_no_console_makes_it_crash(console, lang, words):
    done = run(*words, given=TEXT.encode(), CLEW_LANG=lang, **CONSOLES[console])
    assert b"Traceback" not in done.err
    assert b"UnicodeEncodeError" not in done.err + done.out
    assert done.status == (1 if "--fail" in words else 2 if "ecko-back" in words else 0)
    assert done.out or done.err
    if "--json" in words:
        json.loads(done.out)


def test_what_a_console_cannot_encode_is_written_as_an_escape():
    done = run("echo-back", "--read", given=TEXT.encode(), PYTHONIOENCODING="cp1252")
    assert done.out.decode("cp1252") == "\\u8bb0\\u5fc6 – “naïve” \\U0001f9f6\n"


@pytest.mark.parametrize("console", CONSOLES)
def test_json_says_the_same_on_each_console(console):
    done = run("echo-back", "--read", "--json", given=TEXT.encode() + b"\xff", **CONSOLES[console])
    assert done.json == {"text": TEXT + "\udcff", "tags": []}
    assert done.out.count(b"\n") == 1


@given(st.binary(min_size=1, max_size=40))
def test_every_byte_can_be_had_back_from_json(data):
    text = data.decode("utf-8", "surrogateescape")
    for ascii_only in (False, True):
        line = dump({"text": text}, ascii_only=ascii_only).encode()
        assert json.loads(line)["text"].encode("utf-8", "surrogateescape") == data


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_our_json_is_json(value):
    assert json.loads(dump(value)) == value
    assert dump(value) == json.dumps(value, ensure_ascii=False)
    assert dump(value, ascii_only=True) == json.dumps(value)


def test_values_and_tuples_are_json_too_and_a_fault_is_not():
    class Line(Value):
        number: int
        tags: tuple[str, ...]

    assert dump([Line(1, ("a", "b"))]) == '[{"number": 1, "tags": ["a", "b"]}]'
    assert dump(float("nan")) == "null"
    with pytest.raises(TypeError):
        dump({"when": object()})


def test_a_stored_text_comes_out_of_a_pipe_as_its_bytes():
    stored = b"\x1b[2J caf\xe9\r\nno newline at the end"
    assert run("echo-back", "--read", "--exact", given=stored).out == stored


def test_an_answer_ends_its_line():
    assert run("echo-back", "hello").out == b"hello\n"
    assert run("echo-back", "hello\n").out == b"hello\n"


def test_quiet_leaves_the_answer_and_the_errors():
    assert run("echo-back", "x", "--talk", "hm").talk == "clew: by the way: hm\n".removeprefix("clew: ")
    assert run("echo-back", "x", "--talk", "hm", "--quiet").talk == ""
    assert "no memory b" in run("echo-back", "--fail", "not-found", "--quiet").talk


def test_control_sequences_in_a_text_are_shown_not_obeyed():
    assert visible("a\x1b[2J\rb\x9b\u202e\x7f\udcff") == "a\\x1b[2J\\x0db\\x9b\\u202e\\x7f\\xff"
    assert visible("一行\r\n\ttwo\n") == "一行\n\ttwo\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
def test_a_terminal_is_not_driven_by_a_stored_text():
    shown = at_a_terminal("echo-back", "\x1b]0;owned\x07 记忆")
    assert b"\\x1b]0;owned\\x07 \xe8\xae\xb0\xe5\xbf\x86" in shown
    assert b"\x1b" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is met differently there")
def test_a_reader_that_leaves_early_is_no_error():
    process = subprocess.Popen(
        call("echo-back", "--read"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"x" * 1_000_000)
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_answer_that_cannot_be_written_is_no_success(form):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(call("echo-back", "hello", *form), stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="limits are POSIX")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_half_an_answer_is_no_success_either(unbuffered, tmp_path):
    import resource

    with open(tmp_path / "out", "wb") as file:
        done = subprocess.run(
            call("echo-back", "x" * 50_000),
            stdout=file,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
        )
    assert done.returncode == 1
    assert b"could not be written" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes descriptors so")
def test_streams_that_are_closed_at_the_start_are_no_place_for_an_answer():
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *call("echo-back", "hello", "--talk", "hm")], capture_output=True
    )
    assert done.returncode == 1


def test_main_can_be_called_in_a_process_that_goes_on(capsys):
    assert main(["echo-back", "hello", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"text": "hello", "tags": []}


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
def test_a_person_at_a_terminal_is_asked_and_no_is_the_default():
    assert b"Really? [y/N]" in at_a_terminal("echo-back", "done", "--ask", typed=b"y\n")
    assert b"done\r\n" in at_a_terminal("echo-back", "done", "--ask", typed="是\n".encode())
    assert b"done\r\n" not in at_a_terminal("echo-back", "done", "--ask", typed=b"\n")
    assert b"--yes" in at_a_terminal("echo-back", "done", "--ask", "--no-input")


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
def test_a_terminal_without_a_text_is_not_waited_for():
    assert b"needs a text" in at_a_terminal("echo-back", "--read")
    assert b"typed" in at_a_terminal("echo-back", "--read", "-", typed=b"typed\n\x04")


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
def test_progress_is_drawn_at_a_terminal_and_where_one_waits():
    assert b"counting [not markup]" in at_a_terminal("echo-back", "x", "--count", "3")
    assert b"counting" not in at_a_terminal("echo-back", "x", "--count", "1")
    assert b"counting" not in at_a_terminal("echo-back", "x", "--count", "3", "--quiet")
    assert run("echo-back", "x", "--count", "3").err == b""


def at_a_terminal(*words: str, typed: bytes = b"") -> bytes:
    """What a terminal would show of a run."""
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        call(*words), stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    )
    os.close(theirs)
    os.write(ours, typed)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # Linux: the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    done.wait(30)
    return shown
