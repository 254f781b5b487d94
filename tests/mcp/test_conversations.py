"""Which conversation and which project a call belongs to, when the model says neither."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.callers import Called, client_process
from clew.home import Home
from clew.state.sessions import Session
from tests.mcp.conftest import modern, text_of

TAGS = ["redis", "缓存"]
RECORDED = Session("recorded", "claude-code", "1:1", "/home/recorded", "2026-11-30T10:00:00+08:00")
GOOSE = {"agent-session-id": "goose-1", "agent-working-dir": "/home/goose", "progressToken": 3}
CODEX = {"sessionId": "root", "threadId": "codex-1", "x-codex-turn-metadata": {"workspaces": {"/home/codex": {}}}}


def test_what_the_call_says_itself_goes_first_then_the_person_then_the_client_then_its_hook_then_our_environment():
    environ = {"CLEW_CONVERSATION": "ours", "CLAUDE_CODE_SESSION_ID": "old", "CLAUDE_PROJECT_DIR": "/home/old"}
    agents = {key: value for key, value in environ.items() if key != "CLEW_CONVERSATION"}
    assert Called.of("given", GOOSE, RECORDED, environ).conversation == "given"
    assert Called.of(None, GOOSE, RECORDED, environ).conversation == "ours"
    assert Called.of(None, GOOSE, RECORDED, agents).conversation == "goose-1"
    assert Called.of(None, {}, RECORDED, agents).conversation == "recorded", "after a clear the environment is stale"
    assert Called.of(None, {}, None, agents).conversation == "old"
    assert Called.of(None, {}, None, {}).conversation is None


def test_the_project_is_where_the_client_says_then_where_its_hook_saw_it_then_where_it_was_started():
    environ = {"CLAUDE_PROJECT_DIR": "/home/old"}
    assert Called.of(None, GOOSE, RECORDED, environ).dir == "/home/goose"
    assert Called.of(None, CODEX, None, {}) == Called("codex-1", "/home/codex", None)
    assert Called.of(None, {}, RECORDED, environ).dir == "/home/recorded"
    assert Called.of(None, {}, None, environ).dir == "/home/old"
    assert Called.of(None, modern(progressToken=1), None, {}) == Called(None, None, None)


@pytest.mark.parametrize("meta", [{"agent-session-id": 5}, {"x-codex-turn-metadata": []}, {"threadId": {}}, {"a": "b"}])
def test_what_a_client_puts_beside_a_call_may_be_anything(meta):
    assert Called.of(None, meta, None, {}) == Called(None, None, None)


def test_calls_of_one_process_are_one_conversation_and_make_one_memory(talk):
    first = talk.data("save", text="One.", tags=TAGS)
    second = talk.data("save", text="Two.", tags=TAGS)
    assert first["conversation"] == second["conversation"]
    assert (first["created"], second["created"], second["file"]) == (True, False, first["file"])
    text = Path(second["path"]).read_text("utf-8")
    assert text.count("<!-- clew ") == 2


def test_another_process_is_another_conversation(start):
    ids = []
    for _ in range(2):
        talk = start()
        talk.hello()
        ids.append(talk.data("start", pick=0)["conversation"])
    assert ids[0] != ids[1]


@pytest.mark.parametrize(
    "variable", ["CLEW_CONVERSATION", "CLAUDE_CODE_SESSION_ID", "AGENT_SESSION_ID", "QWEN_CODE_SESSION_ID"]
)
def test_a_session_that_the_environment_names_is_the_conversation(start, variable):
    for created in (True, False):
        talk = start(**{variable: "s-1"})
        talk.hello()
        saved = talk.data("save", text=f"First {created}.", tags=TAGS)
        assert (saved["conversation"], saved["created"]) == ("s-1", created)


def test_goose_names_session_and_directory_with_each_call(talk, tmp_path):
    meta = {
        "agent-session-id": "g-1",
        "agent-working-dir": str(tmp_path / "of-goose"),
        "agent-tool-call-request-id": "x",
    }
    told = talk.call("save", _meta=meta, text="By goose.", tags=TAGS)["structuredContent"]
    assert told["conversation"] == "g-1"
    assert told["file"].split("/")[0].endswith("of-goose")


def test_codex_names_thread_and_workspaces_with_each_call(talk, tmp_path):
    meta = {
        "threadId": "t-1",
        "sessionId": "t-1",
        "x-codex-turn-metadata": {"workspaces": {str(tmp_path / "of-codex"): {}}},
    }
    told = talk.call("save", _meta=meta, text="By Codex.", tags=TAGS)["structuredContent"]
    assert told["conversation"] == "t-1"
    assert told["file"].split("/")[0].endswith("of-codex")


def test_after_a_clear_the_hook_knows_more_than_the_servers_own_environment(start, home, tmp_path):
    talk = start(CLAUDE_CODE_SESSION_ID="before", CLAUDE_PROJECT_DIR=str(tmp_path / "项目"))
    talk.hello()
    assert talk.data("save", text="Before.", tags=TAGS)["conversation"] == "before"
    with_ours = Home(str(home))  # this process is the client of that server: what a hook of it would record
    process = os.getpid()
    began = client_process_seen_by_a_child()
    assert began.startswith(f"{process}:")
    with_ours.sessions.record(RECORDED.but(conversation="after", process=began, dir=str(tmp_path / "项目")))
    with_ours.close()
    after = talk.data("save", text="After.", tags=TAGS)
    assert (after["conversation"], after["created"]) == ("after", True)
    assert 'agent="claude-code"' in Path(after["path"]).read_text("utf-8")


def client_process_seen_by_a_child() -> str:
    code = "from clew.callers import client_process; print(client_process())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_shell_between_is_not_the_client():
    code = f'{sys.executable} -c "from clew.callers import client_process; print(client_process())"'
    done = subprocess.run(["sh", "-c", f"sh -c '{code}'; true"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == client_process_seen_by_a_child()
    assert client_process()


def test_a_client_with_roots_is_asked_for_them_once(start, tmp_path):
    talk = start()
    talk.hello(roots={})
    id = talk.ask("tools/call", name="clew_save", arguments={"text": "In the root.", "tags": TAGS})
    asked = talk.next()
    assert asked["method"] == "roots/list"
    roots = [{"uri": (tmp_path / "my root").as_uri(), "name": "working_directory"}]
    talk.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": roots}})
    saved = talk.answer(id)["result"]["structuredContent"]
    assert saved["file"].split("/")[0].endswith("my-root")
    assert talk.data("start")["memory"] == saved["memory"], "and nobody is asked again"
    talk.notify("notifications/roots/list_changed")
    id = talk.ask("tools/call", name="clew_start", arguments={})
    assert talk.next()["method"] == "roots/list"


@pytest.mark.parametrize("answer", [{"error": {"code": -32603, "message": "no"}}, {"result": {"roots": "none"}}, None])
def test_a_client_that_does_not_tell_its_roots_is_served_where_it_started_us(start, answer):
    talk = start()
    talk.hello(roots={"listChanged": True})
    id = talk.ask("tools/call", name="clew_start", arguments={})
    asked = talk.next()
    assert asked["method"] == "roots/list"
    if answer is not None:
        talk.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    told = talk.answer(id)["result"]["structuredContent"]
    assert told["project"]["dir"] == str(talk.dir)
    assert talk.data("start")["project"]["dir"] == str(talk.dir)


def test_where_the_client_says_the_project_nobody_is_asked_for_roots(start, tmp_path):
    talk = start(CLAUDE_PROJECT_DIR=str(tmp_path / "given"))
    talk.hello(roots={})
    assert talk.data("start")["project"]["dir"] == str(tmp_path / "given")


def test_a_directory_need_be_said_once_at_the_start(talk, tmp_path):
    told = talk.data("start", dir=str(tmp_path / "elsewhere"), pick=0)
    assert told["project"]["dir"] == str(tmp_path / "elsewhere")
    assert talk.data("save", text="There.", tags=TAGS)["file"].split("/")[0].endswith("elsewhere")
    assert talk.data("start", conversation="another")["project"]["dir"] == str(talk.dir)


@pytest.mark.parametrize("form", ["file://{}", "{}", "{}/"])
def test_a_directory_may_be_a_path_or_a_uri(talk, tmp_path, form):
    assert talk.data("start", dir=form.format(tmp_path / "there"))["project"]["dir"] == str(tmp_path / "there")


@pytest.mark.parametrize("dir", [r"C:\work", "C:/work", r"\\server\share\work"])
def test_a_directory_of_another_system_stays_what_it_is(talk, dir):
    assert talk.data("start", dir=dir)["project"]["dir"] == dir
    assert not list(talk.dir.iterdir())


@pytest.mark.parametrize("conversation", ["a\nb", "x" * 300, "\u202e", "a\0b"])
def test_an_id_that_no_comment_could_hold_is_refused(talk, conversation):
    told = talk.call("save", text="x", tags=TAGS, conversation=conversation)
    assert told["isError"]
    assert "conversation" in text_of(told)


def test_a_chat_bot_has_a_new_conversation_each_day(start, home):
    talk = start("--agent", "nanobot")
    talk.hello()
    id = talk.data("start", pick=0)["conversation"]
    assert "@" in id
    today = Home(str(home)).clock().date().isoformat()
    assert id.endswith(f"@{today}")


def test_who_started_us_stands_in_the_mark(start):
    talk = start("--agent", "cursor")
    talk.hello()
    assert 'agent="cursor"' in Path(talk.data("save", text="x", tags=TAGS)["path"]).read_text("utf-8")
    other = start()
    other.hello()
    assert 'agent="a test"' in Path(other.data("save", text="y", tags=TAGS)["path"]).read_text("utf-8")
