"""PicoClaw's hook: one process, JSON-RPC line by line, as its documented protocol has it."""

from __future__ import annotations

import io
import json

import pytest

from clew.hooks.process import serve


@pytest.fixture
def ask(home, shop, monkeypatch):
    monkeypatch.chdir(shop)
    told: list[str] = []

    def ask(*lines: object) -> list[dict]:
        source = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        target = io.BytesIO()
        serve(home, "en", io.BytesIO(source), target, told.append)
        return [json.loads(line) for line in target.getvalue().splitlines()]

    ask.told = told  # type: ignore[attr-defined]
    return ask


def request(id: int, *messages: dict, meta: dict | None = None) -> dict:
    params = {
        "meta": meta or {"SessionKey": "telegram:42"},
        "model": "m",
        "messages": list(messages),
        "options": {"t": 1},
    }
    return {"jsonrpc": "2.0", "id": id, "method": "hook.before_llm", "params": params}


SYSTEM = {"role": "system", "content": "You are a claw."}
USER = {"role": "user", "content": "Hello"}


def test_it_says_hello(ask):
    assert ask({"jsonrpc": "2.0", "id": 1, "method": "hook.hello", "params": {"name": "clew", "version": 1}}) == [
        {"jsonrpc": "2.0", "id": 1, "result": {"ok": True, "name": "clew"}}
    ]


def test_the_memory_stands_in_the_system_message_of_every_call_as_the_same_bytes(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    first, second = ask(request(1, SYSTEM, USER), request(2, SYSTEM, USER))
    assert first["result"]["action"] == "modify"
    changed = first["result"]["request"]
    assert changed["messages"][0]["content"].startswith("You are a claw.\n\n<clew-memory ")
    assert "| - Prefers tea" in changed["messages"][0]["content"]
    assert changed["messages"][1:] == [USER]
    assert changed["options"] == {"t": 1}
    assert second["result"] == first["result"]


def test_a_change_on_disk_is_there_at_the_next_call(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    ask(request(1, SYSTEM, USER))
    home.facts.remember("Lives in Oslo", dir=str(shop))
    assert "Lives in Oslo" in ask(request(2, SYSTEM, USER))[0]["result"]["request"]["messages"][0]["content"]


def test_the_conversation_is_the_session_and_the_day_and_the_model_is_told(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    text = ask(request(1, SYSTEM, USER))[0]["result"]["request"]["messages"][0]["content"]
    assert text.endswith("telegram:42@2026-11-30")
    newer = ask(request(1, SYSTEM, USER, meta={"session_key": "cli:1"}))[0]["result"]["request"]["messages"][0][
        "content"
    ]
    assert newer.endswith("cli:1@2026-11-30")


def test_pieces_that_a_cache_can_hold_get_it_too(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    parts = [{"type": "text", "text": "You are a claw."}]
    (answer,) = ask(request(1, {**SYSTEM, "system_parts": parts}, USER))
    assert answer["result"]["request"]["messages"][0]["system_parts"][:1] == parts
    assert "Prefers tea" in answer["result"]["request"]["messages"][0]["system_parts"][1]["text"]


@pytest.mark.parametrize("params", [None, [], "x", {"messages": "x"}, {"messages": [1]}, {}])
def test_a_request_of_another_form_goes_on_as_it_was(ask, home, shop, params):
    home.facts.remember("Prefers tea", dir=str(shop))
    asked = {"jsonrpc": "2.0", "id": 1, "method": "hook.before_llm", "params": params}
    assert ask(asked) == [{"jsonrpc": "2.0", "id": 1, "result": {"action": "continue"}}]


def test_one_that_would_be_longer_than_picoclaw_reads_goes_on_as_it_was(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    (answer,) = ask(request(1, SYSTEM, {"role": "user", "content": "x" * 1_000_000}))
    assert answer["result"] == {"action": "continue"}


def test_what_is_no_json_and_what_is_only_told_get_no_answer(ask):
    lines = (b"{bad\n", b"[]\n", b"\n", {"jsonrpc": "2.0", "method": "hook.runtime_event", "params": {}})
    assert ask(*lines) == []
    assert len(ask.told) == 2


def test_other_hooks_are_let_through_and_other_methods_refused(ask):
    through, refused = ask(
        {"jsonrpc": "2.0", "id": 1, "method": "hook.after_llm", "params": {}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    )
    assert through["result"] == {"action": "continue"}
    assert refused["error"]["code"] == -32601


def test_where_clew_is_off_nothing_is_added(ask, home, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    home.off.switch_off(str(shop))
    assert ask(request(1, SYSTEM, USER))[0]["result"] == {"action": "continue"}


def test_what_stands_in_its_own_workspace_is_not_told_twice(ask, home, shop, monkeypatch, tmp_path):
    home.facts.remember("Prefers tea", dir=str(shop))
    (tmp_path / ".picoclaw").mkdir()
    config = {"agents": {"defaults": {"workspace": str(tmp_path / "home/workspace")}}}
    (tmp_path / ".picoclaw/config.json").write_text(json.dumps(config))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv("PICOCLAW_CONFIG", raising=False)
    text = ask(request(1, SYSTEM, USER))[0]["result"]["request"]["messages"][0]["content"]
    assert "Prefers tea" not in text
