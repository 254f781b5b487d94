"""What scripts and agents may rely on: keys of the answers, exit statuses, which conversation is meant."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TAGS = ("--tag", "redis", "--tag", "缓存")
SAVED = {
    "conversation",
    "memory",
    "file",
    "path",
    "created",
    "lines",
    "tags",
    "common_tags",
    "revision",
    "repeated",
    "masked",
    "escaped",
}


class Shell:
    """Calls `clew` as an agent does: a process, pipes, JSON."""

    python = sys.executable

    def __init__(self, place: Path) -> None:
        self.home = place / "home"
        self.dir = place / "项目"
        self.dir.mkdir()
        self.environ = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("CLEW_", "CLAUDE_", "AGENT_", "QWEN_", "LC_", "LANG"))
        } | {"CLEW_HOME": str(self.home)}

    def run(self, *words: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "clew", *words],
            input=stdin,
            capture_output=True,
            cwd=self.dir,
            env=self.environ | environ,
            check=False,
        )

    def json(self, *words: str, status: int = 0, stdin: bytes = b"", **environ: str):
        done = self.run(*words, "--json", stdin=stdin, **environ)
        assert done.returncode == status, (done.stdout, done.stderr)
        assert b"Traceback" not in done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def test_every_answer_has_the_keys_of_the_contract(shell):
    saved = shell.json("save", "用Redis缓存", *TAGS, "--title", "Cache")
    assert set(saved) >= SAVED
    menu = shell.json("menu")
    assert set(menu) >= {"project", "revision", "memories", "parents"}
    assert set(menu["project"]) >= {"dir", "dir_slug", "name"}
    assert set(menu["memories"][0]) >= {"number", "name", "file", "path", "lines", "modified"}
    started = shell.json("start", "--pick", "1")
    assert set(started) >= {"conversation", "memory", "file", "text"}
    assert (started["memory"], "用Redis缓存" in started["text"]) == ("Cache", True)
    shown = shell.json("show", "1")
    assert set(shown) >= {"file", "path", "text", "lines", "revision"}
    assert shown["text"] == Path(saved["path"]).read_text(encoding="utf-8")
    assert shell.json("list")["memories"][0]["file"] == saved["file"]
    assert set(shell.json("tags", "Redis 缓存 and Kafka")) >= {"common_tags", "suggestions"}
    versions = shell.json("history", "Cache")["versions"]
    assert set(versions[0]) >= {"id", "time", "agent", "conversation", "bytes"}
    assert set(shell.json("check")) >= {"findings", "fixed"}
    assert set(shell.json("rename", "Cache", "kasse")) >= {"file", "path"}
    assert set(shell.json("move", "kasse", "--dir", "/elsewhere")) >= {"file", "path"}
    assert set(shell.json("delete", "kasse")) >= {"file", "path"}
    assert "project" in shell.json("relink", "/elsewhere", "/there")
    shell.json("undo")
    assert {"home", "library", "workspace", "agents"} <= set(shell.json("init"))


def test_an_error_is_one_object_with_its_kind_and_what_to_do(shell):
    shell.json("save", "one", *TAGS)
    error = shell.json("save", "two", "--tag", "x,y", status=1)["error"]
    assert set(error) >= {"kind", "message", "path", "hint", "suggestions", "pending"}
    assert error["kind"] == "rule"
    assert error["pending"]
    finished = shell.json("save", "--pending", error["pending"], *(f"--tag={tag}" for tag in error["suggestions"]))
    assert not finished["repeated"]
    assert "two" in Path(finished["path"]).read_text()


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("save", ""), 2),
        (("save", "  \n "), 2),
        (("save", "x", "--tag", "only"), 1),
        (("show", "nothing"), 1),
        (("show", "../../etc/passwd"), 2),
        (("show", "/etc/passwd"), 1),
        (("show", "7"), 1),
        (("history", "nothing"), 1),
        (("purge", "nothing-of-this"), 1),
        (("menu", "--no-such-option"), 2),
        (("nonsense",), 2),
        (("rename",), 2),
        (("start", "--pick", "5"), 1),
        (("restore",), 2),
        (("undo",), 1),
        (("save", "x", *TAGS, "--pending", "p-none"), 1),
        (("relink", "/a", "/b"), 1),
        (("list",), 0),
        (("menu",), 0),
        (("check",), 0),
    ],
)
def test_the_exit_status_says_what_happened(shell, words, status):
    done = shell.run(*words)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert b"Traceback" not in done.stderr
    if status:
        assert done.stderr.startswith(b"clew: ")


def test_a_stale_menu_is_a_conflict(shell):
    shell.json("save", "one", *TAGS, "--conversation", "c1")
    revision = shell.json("menu")["revision"]
    assert shell.json("start", "--pick", "1", "--menu", revision)["memory"]
    shell.json("save", "two", *TAGS, "--conversation", "c2", "--title", "another")
    error = shell.json("start", "--pick", "1", "--menu", revision, status=3)["error"]
    assert error["kind"] == "conflict"


def test_purge_asks_before_it_does_it(shell):
    shell.json("save", "the key is open-sesame-42", *TAGS)
    done = shell.run("purge", "open-sesame-42")
    assert done.returncode == 2
    assert shell.json("purge", "open-sesame-42", "--yes")["versions"] >= 1
    for file in shell.home.rglob("*"):
        assert file.is_dir() or b"open-sesame" not in file.read_bytes()


def test_the_text_comes_by_standard_input_byte_for_byte(shell):
    text = "一行\r\n---\n\ttab\n\n"
    saved = shell.json("save", "-", *TAGS, stdin=text.encode())
    assert text.encode() in Path(saved["path"]).read_bytes()
    piped = shell.json("save", *TAGS, stdin="又一行\n".encode())
    assert "又一行" in Path(piped["path"]).read_text(encoding="utf-8")
    assert shell.json("save", *TAGS, status=2)["error"]["kind"] == "usage"


def test_tags_repeat_and_are_split_at_commas_of_both_languages(shell):
    saved = shell.json("save", "x", "--tag", "a,b", "--tag", "丙，丁、A", "--tag", "")
    assert saved["tags"] == ["a", "b", "丙", "丁"]


# Which conversation


def test_without_a_start_each_save_is_a_conversation_of_its_own(shell):
    first, second = (shell.json("save", text, *TAGS) for text in ("one", "two"))
    assert first["conversation"] != second["conversation"]
    assert first["file"] != second["file"]


def test_the_last_start_of_this_terminal_session_is_meant(shell):
    started = shell.json("start")
    first, second = (shell.json("save", text, *TAGS) for text in ("one", "two"))
    assert first["conversation"] == second["conversation"] == started["conversation"]
    assert first["file"] == second["file"]
    assert shell.json("start")["file"] == first["file"]  # resumes


def test_a_start_with_a_choice_begins_a_new_conversation(shell):
    first = shell.json("start")["conversation"]
    shell.json("save", "one", *TAGS)
    again = shell.json("start", "--pick", "0")
    assert again["conversation"] != first
    assert again["memory"] is None
    assert shell.json("save", "two", *TAGS)["created"]


def test_a_save_never_sets_the_default(shell):
    shell.json("save", "one", *TAGS, "--conversation", "c1")
    assert shell.json("save", "two", *TAGS)["conversation"] != "c1"


@pytest.mark.parametrize(
    "name", ["CLEW_CONVERSATION", "CLAUDE_CODE_SESSION_ID", "AGENT_SESSION_ID", "QWEN_CODE_SESSION_ID"]
)
def test_an_agents_own_id_is_the_conversation(shell, name):
    first = shell.json("save", "one", *TAGS, **{name: "会话 1"})
    second = shell.json("save", "two", *TAGS, **{name: "会话 1"})
    assert first["conversation"] == "会话 1"
    assert first["file"] == second["file"]


def test_what_is_said_outranks_the_environment(shell):
    saved = shell.json("save", "x", *TAGS, "--conversation", "said", CLEW_CONVERSATION="own", AGENT_SESSION_ID="agent")
    assert saved["conversation"] == "said"
    saved = shell.json("save", "y", *TAGS, CLEW_CONVERSATION="own", AGENT_SESSION_ID="agent")
    assert saved["conversation"] == "own"


def test_a_number_means_the_menu_that_was_shown_last(shell):
    shell.json("save", "old", *TAGS, "--title", "old")
    shell.run("menu")
    shell.json("save", "new", *TAGS, "--title", "new")
    assert shell.json("show", "1")["file"].endswith("old.md")
    shell.run("menu")
    names = {shell.json("show", number)["file"] for number in ("1", "2")}
    assert len(names) == 2


def test_a_repeated_request_is_done_once(shell):
    first = shell.json("save", "one", *TAGS, "--request", "r1")
    again = shell.json("save", "one", *TAGS, "--request", "r1")
    assert again == first | {"repeated": True}


def test_off_and_on(shell):
    saved = shell.json("save", "one", *TAGS)
    shell.json("off")
    for words in (("menu",), ("save", "x", *TAGS), ("start",), ("list",), ("tags",), ("show", saved["path"])):
        assert shell.json(*words, status=1)["error"]["kind"] == "rule", words
    assert shell.json("list", "--all")["memories"] == []
    assert shell.json("show", saved["path"], "--dir", "/", status=1)["error"]["kind"] == "rule"
    shell.json("on")
    assert shell.json("menu")["memories"]


def test_reading_makes_nothing(shell):
    for words in (("menu",), ("list", "--all"), ("tags",), ("check",), ("doctor",)):
        shell.run(*words)
    assert not shell.home.exists()


def test_messages_speak_the_language_of_the_settings(shell):
    english = shell.run("show", "nothing", CLEW_LANG="en").stderr.decode()
    chinese = shell.run("show", "nothing", CLEW_LANG="zh").stderr.decode()
    assert "there is no memory" in english
    assert "没有" in chinese


def test_an_agent_is_shown_the_newest_twenty(shell):
    for number in range(23):
        shell.json("save", f"text {number}", *TAGS, "--title", f"memory {number:02}")
    lines = shell.run("menu").stdout.decode().splitlines()
    assert sum(line.split(".")[0].isdecimal() for line in lines) == 21  # and 0
    assert any("3" in line and "…" in line for line in lines)
    assert len(shell.json("menu")["memories"]) == 23
    assert len({line["name"] for line in shell.json("list")["memories"]}) == 23


def test_the_menu_shows_lines_and_names_but_no_tags(shell):
    shell.json("save", "x", *TAGS, "--title", "缓存方案")
    text = shell.run("menu").stdout.decode()
    assert "1. [6] 缓存方案" in text
    assert "0." in text
    assert "redis" not in text


def test_restore_all_brings_back_every_byte(shell):
    import shutil

    for title in ("one", "二"):
        shell.json("save", "x", *TAGS, "--title", title)
    library = shell.home / "memory"
    before = {file: file.read_bytes() for file in library.rglob("*") if file.is_file() and "lock" not in file.name}
    shutil.rmtree(library)
    shell.json("restore", "--all")
    after = {file: file.read_bytes() for file in library.rglob("*") if file.is_file() and "lock" not in file.name}
    assert after == before
    assert shell.json("check")["findings"] == []


def test_an_editor_that_talks_is_no_part_of_the_answer(shell):
    answer = shell.json("long-term", "edit", EDITOR=f"{sys.executable} -c print(42)")
    assert answer["changed"] is False


def test_without_an_editor_and_a_terminal_nobody_waits(shell):
    del shell.environ["PATH"]
    shell.environ = {key: value for key, value in shell.environ.items() if key not in ("EDITOR", "VISUAL")}
    assert shell.json("long-term", "edit", status=2)["error"]["kind"] == "usage"


def test_the_prompt_too_is_silent_where_clew_is_off(shell):
    shell.json("off")
    assert shell.json("prompt", status=1)["error"]["kind"] == "rule"


def test_r010_a_daily_note_only_grows_and_needs_no_target(shell):
    first = shell.json("daily", "add", "one")
    second = shell.json("daily", "add", "二")
    assert second["text"].startswith(first["text"])
    assert shell.json("daily", "write", "all of it", status=2)["error"]["kind"] == "usage"
    assert shell.json("daily")["text"] == second["text"]


def test_r018_nothing_reaches_long_term_memory_unasked(shell):
    shell.json("daily", "add", "$ rm -rf build\nscore: 0.93\nDecided: SQLite")
    shell.json("save", "Decided: SQLite", *TAGS)
    for words in (("context",), ("menu",), ("check",), ("doctor",)):
        shell.run(*words)
    assert shell.json("long-term")["text"] == ""
