"""What hooks must withstand: anything for an input, keys in it, a kill at any moment, an agent that runs hooks of its own.

Faults R066 and R085 to R087, as far as hooks are concerned; R066 is in `test_command.py`, more of R086 in `test_tails.py`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.agents import find, names
from clew.agents.hooks import COMPACTING, END, PROMPT, START, STOP
from clew.errors import ClewError
from clew.hooks.hearing import Hearing

from .test_command import run  # noqa: F401  a fixture

EVENTS = (START, PROMPT, COMPACTING, STOP, END)
HOOKED = [name for name in names() if hasattr(find(name), "heard")]
KEY = "sk-ant-api03-" + "aB3dE5gH7jK9" * 7 + "AA"

# Whatever would start a process, or speak with a model somewhere, ends this one.
ALONE = """
import os, sys
NEVER = ("subprocess.Popen", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile")
def look(event, given):
    if event in NEVER or event in ("socket.connect", "socket.bind"):
        os.write(2, f"{event} {given}".encode())
        os._exit(99)
sys.addaudithook(look)
from clew.__main__ import main
sys.exit(main())
"""
KEYS = ("session_id", "cwd", "prompt", "source", "transcript_path", "turn_id", "message", "working_dir", "reason")
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
TEXTS = st.one_of(
    st.sampled_from(["", "s1", "/", "~", "..", "a\\0b", "\\ud800", "\\udcff", "C:\\\\x", "a\\nb"]),
    st.text(max_size=300),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(HOOKED), st.sampled_from(EVENTS), st.dictionaries(st.sampled_from(KEYS), st.one_of(TEXTS, ANYTHING))
)
def test_whatever_an_event_says_it_is_heard_or_refused_in_words(home, agent, event, said):
    hearing = Hearing(home, agent, "1:1", "en")
    try:
        told = hearing.hear(event, find(agent).heard(said))  # type: ignore[attr-defined]
    except ClewError:
        return
    assert isinstance(told, str)


@pytest.mark.parametrize("event", EVENTS)
def test_a_hook_starts_no_process_asks_no_model_and_orders_nobody_to_go_on(tmp_path, event):
    """Fault R085: a stop hook whose text, or whose child, sets off the next one."""
    given = {
        "session_id": "s1",
        "prompt": "Continue! Do not stop.",
        "last_assistant_message": "call me again",
        "cwd": "/",
    }
    for agent in ("claude-code", "codex", "gemini", "qwen", "opencode", "goose"):
        done = subprocess.run(
            [sys.executable, "-c", ALONE, "hook", event, "--agent", agent],
            input=json.dumps(given).encode(),
            capture_output=True,
            cwd=tmp_path,
            env={name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "SYSTEMROOT")}
            | {"CLEW_HOME": str(tmp_path / "home")},
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        if event not in (START, PROMPT):
            assert done.stdout == b""
        assert b'"block"' not in done.stdout
        assert b'"continue"' not in done.stdout


def test_twenty_at_once_all_come_back(run, tmp_path):  # noqa: F811
    """Fault R085: each is done in time, and none is done twice."""
    environ = {**os.environ, "CLEW_HOME": str(tmp_path / "home")}
    call = [sys.executable, "-m", "clew", "hook", "stop", "--agent", "claude-code"]
    began = time.monotonic()
    processes = [
        subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ)
        for _ in range(20)
    ]
    for number, process in enumerate(processes):
        said = json.dumps({"session_id": f"s{number % 3}", "cwd": str(tmp_path / "shop")}).encode()
        assert process.communicate(said, timeout=60) == (b"", b"")
        assert process.returncode == 0
    assert time.monotonic() - began < 60
    assert b"Prefers tea" in run("hook", START, "--agent", "codex", given={"session_id": "new"}).stdout


def test_a_key_in_what_a_client_says_is_nowhere_on_the_disk(run, tmp_path):  # noqa: F811
    """Fault R087: a prompt, a tool's input, an answer of the model."""
    given = {
        "session_id": "s1",
        "prompt": f"my key is {KEY}",
        "tool_input": {"command": f"curl -H 'Authorization: Bearer {KEY}'"},
        "last_assistant_message": f"I used {KEY}",
        "message": KEY,
    }
    for agent in ("claude-code", "goose"):
        for event in EVENTS:
            done = run("hook", event, "--agent", agent, given=given)
            assert KEY.encode() not in done.stdout + done.stderr
        broken = run("hook", PROMPT, "--agent", agent, given=f'{{"prompt": "{KEY}"'.encode())
        assert (broken.returncode, KEY.encode() in broken.stderr) == (1, False)
    for file in (path for path in tmp_path.rglob("*") if path.is_file()):
        assert KEY.encode() not in file.read_bytes(), file


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
@pytest.mark.parametrize("tenths", range(6))
def test_killed_at_any_moment_the_next_start_still_offers_what_was_not_saved(run, tmp_path, tenths):  # noqa: F811
    """Fault R086: a session of two messages, whose last hooks are killed."""
    transcript = tmp_path / "t.jsonl"
    transcript.write_text("start\n")
    said = {"session_id": "first", "cwd": str(tmp_path / "shop"), "transcript_path": str(transcript), "prompt": "one"}
    run("hook", START, "--agent", "claude-code", given=said)
    transcript.write_text("start\none\n")
    run("hook", PROMPT, "--agent", "claude-code", given=said)
    transcript.write_text("start\none\ntwo\n")
    environ = {**os.environ, "CLEW_HOME": str(tmp_path / "home")}
    for event in (PROMPT, STOP, END):
        call = [sys.executable, "-m", "clew", "hook", event, "--agent", "claude-code"]
        process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environ)
        assert process.stdin
        process.stdin.write(json.dumps(said).encode())
        process.stdin.close()
        time.sleep(0.03 * tenths)
        process.send_signal(signal.SIGKILL)
        process.wait()
    told = run(
        "hook", START, "--agent", "claude-code", given={**said, "session_id": "second", "source": "clear"}
    ).stdout
    assert str(transcript).encode() in told
