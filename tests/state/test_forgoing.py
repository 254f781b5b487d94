"""A state file that fails in the middle: what was known is known still, for a decision may have been made on it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from clew.errors import ClewError, StorageFailed
from clew.state.clue_rows import ClueRows, KnownClue
from clew.state.database import State
from clew.state.fact_rows import FactRows, KnownMemory
from clew.state.pending import Pending, PendingTexts
from clew.text.clue import Clue, ClueEntry, ClueMemory

ENTRY = ClueEntry("/home/shop", "home-shop", "shop", ("db",), (ClueMemory("a.md", ("db",)),))
FACT = KnownMemory("home-shop/a.md", "f", "r", 7, None, "/home/shop", ("db",), None)
REFUSED = Pending("p-1", "c1", "/home/shop", "text", ("db",), None, None, None, None, "rules.tags-count", "then")


class Failing:
    """A connection whose next statement of a kind fails, as on a full disk."""

    def __init__(self, real: sqlite3.Connection, statement: str) -> None:
        self._real = real
        self._statement = statement

    def __getattr__(self, name):
        return getattr(self._real, name)

    def execute(self, statement, *values):
        self._look(statement)
        return self._real.execute(statement, *values)

    def executemany(self, statement, *values):
        self._look(statement)
        return self._real.executemany(statement, *values)

    def _look(self, statement: str) -> None:
        if statement.startswith(self._statement):
            raise sqlite3.OperationalError("database or disk is full")


@pytest.fixture
def state(tmp_path: Path) -> State:
    told: list[ClewError] = []
    state = State(str(tmp_path / "state.db"), told.append)
    ClueRows(state, "/library").replace(KnownClue("f", "r", True), Clue((ENTRY,), True))
    FactRows(state, "/library").learn(FACT, None)
    PendingTexts(state).keep(REFUSED)
    return state


def fail(state: State, statement: str) -> None:
    state._connection = Failing(state._connection, statement)  # type: ignore[assignment]


@pytest.mark.parametrize("statement", ["BEGIN", "INSERT", "COMMIT", "SELECT position"])
def test_what_was_known_and_what_was_just_learned_is_known_still(state, statement):
    rows = ClueRows(state, "/library")
    fail(state, statement)
    other = ENTRY.but(dir="/home/web", dir_slug="home-web", name="web")
    with state.writing():
        FactRows(state, "/library").learn(FACT.but(path="home-web/a.md"), None)
        rows.update(KnownClue("g", "s", True), [ENTRY.but(name="store"), other])
    assert isinstance(state.problem, StorageFailed)
    assert rows.known() == KnownClue("g", "s", True)
    assert rows.entries() == [ENTRY.but(name="store"), other]
    assert FactRows(state, "/library").by_folder().keys() == {"home-shop", "home-web"}
    assert PendingTexts(state).get("p-1") == REFUSED


def test_what_was_taken_back_is_not_known(state):
    rows = ClueRows(state, "/library")
    fail(state, "INSERT OR REPLACE INTO clue ")

    def refused() -> None:
        with state.writing():
            rows.update(KnownClue("g", "s", True), [ENTRY.but(name="store")])
            raise KeyError

    with pytest.raises(KeyError):
        refused()
    assert rows.known() == KnownClue("f", "r", True)
    assert rows.entries() == [ENTRY]


def test_what_must_be_kept_is_refused(state):
    fail(state, "INSERT")
    with pytest.raises(StorageFailed):
        PendingTexts(state).keep(REFUSED.but(id="p-2"))
    assert [one.id for one in PendingTexts(state).all()] == ["p-1"]


def test_where_not_even_that_can_be_read_it_is_told_and_derived_anew(state):
    fail(state, "SELECT")
    with pytest.raises(StorageFailed) as caught:
        ClueRows(state, "/library").entries()
    assert caught.value is state.problem
    assert ClueRows(state, "/library").known() is None
    ClueRows(state, "/library").replace(KnownClue("f", "r", True), Clue((ENTRY,), True))
    assert ClueRows(state, "/library").entries() == [ENTRY]
