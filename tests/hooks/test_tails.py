"""What a conversation did not save is offered to the next one of the same directory. Fault R086."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Agent


@pytest.fixture
def talk(home, shop, tmp_path) -> Agent:
    """A conversation of two prompts, whose transcript grows."""
    agent = Agent(home, shop, "first")
    agent.transcript = str(tmp_path / "first.jsonl")
    Path(agent.transcript).write_text("start\n")
    agent.start()
    for prompt in ("one", "two"):
        agent.prompt(prompt)
        with open(agent.transcript, "a") as file:
            file.write(prompt + "\n")
        agent("stop")
    return agent


@pytest.mark.parametrize("end", ["ends", "is killed", "is cleared"])
def test_the_next_conversation_is_offered_what_was_not_saved(home, shop, talk, end):
    after = Agent(home, shop, "second")
    if end == "ends":
        talk("session-end", reason="other")
    told = after.start("clear" if end == "is cleared" else "startup")
    assert talk.transcript in told
    assert "from byte 0" in told
    assert "conversation=first" in told


def test_only_what_came_after_the_last_save_is_offered(home, shop, talk):
    talk.save("SQLite it is.", title="database")
    talk("stop")
    size = os.path.getsize(talk.transcript)
    talk.prompt("three")
    Path(talk.transcript).write_text("x" * 100)
    talk("session-end")
    assert f"from byte {size} on" in Agent(home, shop, "second").start()


def test_what_was_saved_to_its_end_is_not_offered(home, shop, talk):
    talk.save("SQLite it is.", title="database")
    talk("session-end")
    assert talk.transcript not in Agent(home, shop, "second").start()


def test_what_was_saved_after_all_is_not_offered(home, shop, talk):
    talk("session-end")
    talk.save("SQLite it is.", title="database")  # by the conversation that it was offered to
    assert talk.transcript not in Agent(home, shop, "second").start()


def test_it_is_offered_until_somebody_was_there_to_hear_it(home, shop, talk):
    talk("session-end")
    for name, prompts in (("second", 0), ("third", 1)):
        after = Agent(home, shop, name)
        assert talk.transcript in after.start()
        for _ in range(prompts):
            after.prompt()
    assert talk.transcript not in Agent(home, shop, "fourth").start()


def test_one_that_still_runs_is_not_offered(home, shop, talk):
    talk.process = f"{os.getpid()}:0"
    talk.prompt("three")
    assert talk.transcript not in Agent(home, shop, "second").start()


def test_another_directory_hears_nothing_of_it(home, talk, tmp_path):
    talk("session-end")
    (tmp_path / "other").mkdir()
    assert talk.transcript not in Agent(home, tmp_path / "other", "second").start()


def test_a_transcript_that_is_gone_is_not_offered(home, shop, talk):
    talk("session-end")
    os.remove(talk.transcript)
    assert talk.transcript not in Agent(home, shop, "second").start()


def test_the_same_event_delivered_twice_is_noted_once(home, shop, talk):
    talk("session-end")
    talk("session-end")
    assert home.sessions.of("first").prompts == 2
    assert Agent(home, shop, "second").start().count(talk.transcript) == 1


def test_where_clew_is_off_nothing_is_noted(home, shop):
    home.off.switch_off(str(shop))
    agent = Agent(home, shop, "first")
    assert agent.start() == ""
    agent.prompt()
    assert home.sessions.of("first") is None


def test_what_is_told_at_a_start_stays_short_enough_for_every_client(home, shop, talk, tmp_path):
    talk("session-end")
    text = "# Long-term Memory\n\n" + "".join(f"- fact {n}: {'x' * 60}\n" for n in range(500))
    home.workspace.write_long_term(text)
    long = tmp_path.joinpath(*["deep" * 20] * 10)
    long.mkdir(parents=True)
    other = Agent(home, shop, "other")
    other.transcript = str(long / "t.jsonl")
    Path(other.transcript).write_text("x" * 50)
    other.prompt("one")
    told = Agent(home, shop, "second").start()
    assert 7000 < len(told) < 9000
