"""`clew hook` as agents run it: a process, JSON by standard input, an answer in the agent's own form, never the status 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clew.home import Home
from clew.stores.folder import FolderStore

CLAUDES = ["claude-code", "codex", "gemini", "qwen", "opencode"]


@pytest.fixture
def run(tmp_path):
    home, shop = tmp_path / "home", tmp_path / "shop"
    home.mkdir(mode=0o700)
    shop.mkdir()

    def run(*words: str, given: bytes | dict = b"", **environment: str) -> subprocess.CompletedProcess:
        data = given if isinstance(given, bytes) else json.dumps(given).encode()
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("CLEW_", "GOOSE_", "LANG", "LC_"))
        }
        return subprocess.run(
            [sys.executable, "-m", "clew", *words],
            input=data,
            capture_output=True,
            cwd=shop,
            timeout=60,
            env={**kept, "CLEW_HOME": str(home), **environment},
        )

    run("remember", "Prefers tea")
    return run


@pytest.mark.parametrize("agent", CLAUDES)
def test_a_start_is_answered_in_the_agents_own_form(run, agent):
    done = run("hook", "session-start", "--agent", agent, given={"session_id": "s1", "source": "startup"})
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["hookSpecificOutput"]
    assert "| - Prefers tea" in said["additionalContext"]
    assert len(said["additionalContext"]) < 9000
    assert said["hookEventName"] == ("session-start" if agent == "opencode" else "SessionStart")


@pytest.mark.parametrize(
    ("agent", "event", "name"),
    [
        ("claude-code", "UserPromptSubmit", "UserPromptSubmit"),
        ("claude-code", "user-prompt-submit", "UserPromptSubmit"),
        ("gemini", "BeforeAgent", "BeforeAgent"),
        ("qwen", "prompt", "UserPromptSubmit"),
    ],
)
def test_an_event_goes_by_our_name_and_by_the_agents(run, agent, event, name):
    done = run("hook", event, "--agent", agent, given={"session_id": "s1", "prompt": "hi"})
    assert json.loads(done.stdout)["hookSpecificOutput"]["hookEventName"] == name


@pytest.mark.parametrize("event", ["PreCompact", "stop", "SessionEnd", "AfterAgent", "PreCompress"])
def test_nothing_is_said_to_the_model_at_other_events(run, event):
    done = run("hook", event, "--agent", "claude-code", given={"session_id": "s1"})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("stop", "--agent", "claude-code"), b"{bad"),
        (("stop", "--agent", "claude-code"), b""),
        (("stop", "--agent", "claude-code"), b"[1]"),
        (("stop", "--agent", "claude-code"), b"\xff\xfe{"),
        (("stop", "--agent", "claude-code"), b"[" * 100_000),
        (("never", "--agent", "claude-code"), b"{}"),
        (("stop", "--agent", "nobody"), b"{}"),
        (("stop", "--agent", "../x"), b"{}"),
        (("stop", "--agent", "nanobot"), b"{}"),
        (("stop",), b"{}"),
        (("stop", "--agent", "claude-code"), b'{"session_id": "a\\nb"}'),
        (("stop", "--agent", "claude-code"), b'{"session_id": "s1", "cwd": "a\\nb"}'),
    ],
)
def test_what_cannot_be_heard_is_one_line_and_never_the_status_2(run, words, given):
    done = run("hook", *words, given=given)
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "words", [("hook",), ("hook", "stop", "--nonsense"), ("--quiet", "hook", "stop", "extra", "more")]
)
def test_not_even_a_call_that_is_off_ends_with_the_status_2(run, words):
    assert run(*words).returncode == 1
    assert run("search").returncode == 2


def test_fields_of_another_kind_and_fields_that_nobody_knows_are_passed_over(run):
    given = {
        "session_id": "s1",
        "transcript_path": 5,
        "cwd": None,
        "prompt": ["a"],
        "source": {},
        "new": [{"a": 1}] * 1000,
    }
    done = run("hook", "session-start", "--agent", "claude-code", given=given)
    assert done.returncode == 0
    assert b"Prefers tea" in done.stdout


def test_a_prompt_of_ten_megabytes_is_heard(run):
    done = run("hook", "prompt", "--agent", "codex", given={"session_id": "s1", "prompt": "x" * 10_000_000})
    assert done.returncode == 0
    assert b"Prefers tea" in done.stdout


def test_goose_gets_its_text_by_the_file_that_it_names_and_an_empty_one_when_nothing_changed(run, tmp_path):
    file = tmp_path / "deep/message.md"

    def hook(event: str, **said: str) -> str:
        done = run(
            "hook", event, "--agent", "goose", given={"session_id": "1", **said}, GOOSE_MOIM_MESSAGE_FILE=str(file)
        )
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
        return file.read_text() if file.exists() else ""

    assert hook("SessionStart") == ""
    assert "Prefers tea" in hook("UserPromptSubmit", message="hi")
    assert "Prefers tea" in hook("Stop"), "the turn is not over for whoever reads it again"
    assert hook("UserPromptSubmit", message="again") == ""
    assert file.exists()
    run("remember", "Lives in Oslo")
    assert "Lives in Oslo" in hook("UserPromptSubmit", message="and again")
    assert hook("SessionEnd") == ""


def test_without_such_a_file_goose_is_told_nothing_and_nothing_counts_as_told(run, tmp_path):
    assert run("hook", "prompt", "--agent", "goose", given={"session_id": "1", "message": "hi"}).stdout == b""
    file = tmp_path / "message.md"
    given = {"session_id": "1", "message": "hi"}
    run("hook", "prompt", "--agent", "goose", given=given, GOOSE_MOIM_MESSAGE_FILE=str(file))
    assert "Prefers tea" in file.read_text()


def test_a_message_file_that_cannot_be_written_is_one_line(run, tmp_path):
    (tmp_path / "file").write_text("")
    given = {"session_id": "1", "message": "hi"}
    done = run("hook", "prompt", "--agent", "goose", given=given, GOOSE_MOIM_MESSAGE_FILE=str(tmp_path / "file/x"))
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
@pytest.mark.parametrize("event", ["session-start", "prompt", "session-end"])
def test_what_is_no_file_stays_what_it_is_though_the_variable_names_it(run, tmp_path, event):
    """Somebody who means to have quiet names `/dev/null`, and root can replace that."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        given = {"session_id": "1", "message": "hi"}
        done = run("hook", event, "--agent", "goose", given=given, GOOSE_MOIM_MESSAGE_FILE=str(tmp_path / name))
        assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "folder").is_dir()


@pytest.mark.parametrize("dir", ["C:\\r", "C:/r", "\\\\srv\\share\\r", "/c/r", "/a b/\"c'd"])
def test_a_directory_of_windows_is_absolute_and_no_folder_is_made_of_its_name(run, tmp_path, dir):
    """Fault R066. Whatever way a client spells it, a save from there and the next start there meet."""
    given = {"session_id": "s1", "cwd": dir, "source": "startup"}
    assert run("hook", "session-start", "--agent", "claude-code", given=given).returncode == 0
    saved = run("save", "SQLite it is.", "--tag", "db", "--tag", "sql", "--title", "choice", "--dir", dir, "--json")
    assert json.loads(saved.stdout)["file"].endswith("/choice.md")
    given["session_id"] = "s2"
    done = run("hook", "session-start", "--agent", "claude-code", given=given)
    assert "choice" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert sorted(path.name for path in (tmp_path / "shop").iterdir()) == []


def test_it_comes_back_in_time_even_while_the_library_is_locked(run, tmp_path):
    run("save", "SQLite it is.", "--tag", "db", "--tag", "sql", "--title", "choice")
    clue = tmp_path / "home/memory/.clue"
    clue.write_text(clue.read_text().replace("choice.md", "other.md"))  # so that the start has something to mend
    with FolderStore(str(tmp_path / "home/memory"), "library", makes_root=False).lock():
        began = time.monotonic()
        done = run("hook", "session-start", "--agent", "claude-code", given={"session_id": "s1"})
        assert time.monotonic() - began < 8
    assert done.returncode == 0
    assert b"Prefers tea" in done.stdout


def test_with_json_the_answer_is_one_object(run):
    done = run("hook", "session-start", "--agent", "codex", "--json", given={"session_id": "s1"})
    answer = json.loads(done.stdout)
    assert (answer["agent"], answer["event"]) == ("codex", "session-start")
    assert "Prefers tea" in answer["text"]


def test_a_path_in_the_place_of_an_agents_name_leads_nowhere(run, tmp_path):
    """Fault R068."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "home/installed").mkdir()
    for name in ("../../elsewhere", str(tmp_path / "elsewhere"), "..", "."):
        assert run("hook", "stop", "--agent", name, given={"session_id": "s1"}).returncode == 1
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert list((tmp_path / "home/installed").iterdir()) == []


def test_a_home_that_cannot_be_read_breaks_no_client(run, tmp_path):
    (tmp_path / "home/config.toml").write_text("lang = ")
    done = run("hook", "session-start", "--agent", "claude-code", given={"session_id": "s1"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"\n") == 1


def test_hooks_and_servers_of_one_client_agree_on_its_process(tmp_path):
    """A shell between makes no difference: the client is whoever started the shell."""
    code = "from clew.callers import client_process; print(client_process())"
    plain = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    if Path("/bin/sh").exists():
        shell = ["/bin/sh", "-c", f"'{sys.executable}' -c '{code}'; true"]
        assert subprocess.run(shell, capture_output=True, text=True, check=True).stdout == plain
    assert plain.split(":")[0] == str(os.getpid())


def test_the_state_of_many_hooks_at_once_is_whole(run, tmp_path):
    given = [json.dumps({"session_id": f"s{n}", "prompt": "hi"}).encode() for n in range(8)]
    environment = {**os.environ, "CLEW_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "clew", "hook", "prompt", "--agent", "claude-code"]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path / "shop", env=environment)
        for _ in given
    ]
    for process, data in zip(running, given):
        assert process.stdin is not None
        process.stdin.write(data)
        process.stdin.close()
    assert [process.wait(60) for process in running] == [0] * len(given)
    for process in running:
        assert process.stdout is not None
        process.stdout.close()
    home = Home(str(tmp_path / "home"), environ={})
    assert all(home.sessions.of(f"s{n}") for n in range(len(given)))
    home.close()


@pytest.mark.skipif(os.name == "nt", reason="a directory that is in use stays there")
def test_in_a_directory_that_somebody_deleted_it_is_one_line(run, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    code = "import os, sys; os.rmdir(os.getcwd()); from clew.__main__ import main; sys.exit(main())"
    command = [
        sys.executable,
        "-c",
        code,
        "hook",
        "session-start",
        "--agent",
        "claude-code",
        "--home",
        str(tmp_path / "home"),
    ]
    done = subprocess.run(command, input=b'{"session_id": "s1"}', capture_output=True, cwd=gone, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1), done.stderr
