"""What hooks record of an agent's conversations, and what a server reads of it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from clew.state.database import _TABLES, SCHEMA, State
from clew.state.sessions import Session, Sessions, Shown, digest

FIRST = Session("c1", "claude-code", "42:7", "/home/shop", "2026-11-30T10:00:00+08:00", "/t/c1.jsonl", 900, 100, 3)
SHOWN = Shown("long-term", "memory/MEMORY.md", 5, ("- tea\x1f", "\\s"), frozenset({digest("- tea"), digest("\udcff")}))


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(str(tmp_path / "state.db"))


def test_a_session_is_found_by_its_conversation_and_by_its_process(state):
    sessions = Sessions(state)
    sessions.record(FIRST)
    assert sessions.of("c1") == sessions.of_process("42:7") == FIRST
    assert sessions.of("c2") is sessions.of_process("42:8") is None


def test_after_a_clear_the_process_is_in_the_conversation_that_was_recorded_last(state):
    sessions = Sessions(state)
    cleared = FIRST.but(conversation="c2", time="2026-11-30T10:00:01+08:00", prompts=0)
    for one in (FIRST, cleared):
        sessions.record(one)
    assert sessions.of_process("42:7") == cleared


def test_only_those_are_unsaved_in_which_somebody_spoke_here_after_the_last_save(state):
    sessions = Sessions(state)
    for one in (FIRST, FIRST.but(conversation="c2", prompts=0), FIRST.but(conversation="c3", dir="/home")):
        sessions.record(one)
    assert sessions.unsaved("/home/shop") == [FIRST]


def test_what_was_shown_comes_back_to_the_letter(state):
    sessions = Sessions(state)
    sessions.show("c1", [SHOWN])
    assert sessions.shown("c1") == {"long-term": SHOWN}
    sessions.show("c1", [SHOWN.but(stamp=6)])
    assert sessions.shown("c1")["long-term"].stamp == 6
    sessions.forget_shown("c1")
    assert sessions.shown("c1") == {}


def test_what_lives_nowhere_else_stays_when_all_that_is_derived_is_forgotten(state):
    sessions = Sessions(state)
    sessions.record(FIRST)
    sessions.show("c1", [SHOWN])
    state.forget_derived()
    assert sessions.of("c1") == FIRST
    assert sessions.shown("c1") == {}


def test_old_sessions_and_those_that_must_not_exist_are_forgotten_with_what_they_were_shown(state):
    sessions = Sessions(state)
    for name in ("c1", "c2", "c3"):
        sessions.record(FIRST.but(conversation=name, time=f"2026-11-30T10:00:0{name[1]}+08:00"))
        sessions.show(name, [SHOWN])
    sessions.forget_before("2026-11-30T10:00:02+08:00")
    sessions.forget_where(lambda one: one.conversation == "c2")
    assert [name for name in ("c1", "c2", "c3") if sessions.of(name)] == ["c3"]
    assert state.rows("SELECT DISTINCT conversation FROM session_shown") == [("c3",)]


def test_the_state_of_a_clew_that_knew_no_sessions_gets_them(tmp_path):
    path = tmp_path / "state.db"
    with sqlite3.connect(path) as old:
        old.executescript(_TABLES)
        old.execute("INSERT INTO choice VALUES ('c1', '/l', '/home/shop', NULL, 'then')")
        old.execute("PRAGMA user_version=1")
    old.close()
    state = State(str(path))
    assert state.rows("SELECT conversation FROM choice") == [("c1",)]
    Sessions(state).record(FIRST)
    assert state.rows("PRAGMA user_version") == [(SCHEMA,)]
    assert State(str(path)).row("SELECT agent FROM session") == ("claude-code",)
