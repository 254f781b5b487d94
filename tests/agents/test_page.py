"""The table of agents in the docs is what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clew.agents import find, names
from clew.callers import SESSION_VARIABLES
from docs import tables

PAGE = Path(__file__).resolve().parents[2] / "docs/agents.md"


def test_the_table_is_printed_by_the_code():
    page = PAGE.read_text("utf-8")
    assert tables.renewed(page) == page, "python3 do.py docs --write renews it"


def test_it_has_every_agent_and_says_which_were_run_for_real():
    rows = dict(re.findall(r"\(`([\w-]+)`\).*\| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert sorted(rows) == names()
    assert {name for name, ran in rows.items() if "for real" in ran} == {name for name in names() if find(name).RAN}


@pytest.mark.parametrize("page", ["agents.md", "mcp.md"])
def test_a_page_names_every_variable_that_tells_the_conversation_and_in_the_order_that_they_are_asked(page):
    text = (PAGE.parent / page).read_text("utf-8")
    asked = re.findall(r"`(CLEW_CONVERSATION|\w+_SESSION_ID)`", text)
    assert tuple(dict.fromkeys(asked)) == SESSION_VARIABLES


def test_what_is_said_to_be_run_for_real_is_what_the_story_runs():
    from .real.clients import CLIENTS

    assert {name: client.version for name, client in CLIENTS.items()} == {
        name: find(name).RAN for name in names() if find(name).RAN
    }
