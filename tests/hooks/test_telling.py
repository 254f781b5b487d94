"""What a conversation is told: all at its start, only what changed at a prompt, where it stands after a compaction."""

from __future__ import annotations

import pytest

from clew.text.tokens import estimate

from .conftest import Agent

MEMORY = "memory/MEMORY.md"


def edit(home, old: str, new: str) -> None:
    """By hand, past clew."""
    path = home.workspace.long_term_path() if hasattr(home.workspace, "long_term_path") else None
    file = path or f"{home.path}/workspace/{MEMORY}"
    with open(file, encoding="utf-8") as before:
        text = before.read()
    assert old in text
    with open(file, "w", encoding="utf-8") as after:
        after.write(text.replace(old, new))


def test_a_start_tells_the_long_term_memory_and_the_menu_and_what_to_do_with_it(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    Agent(home, shop, "earlier").save("SQLite it is.", title="Choosing the database")
    told = agent.start()
    assert "| - Prefers tea" in told
    assert "| 1. [6] choosing-the-database" in told.lower()
    assert "| 0. new conversation" in told
    assert "clew_start" in told.splitlines()[-1]


def test_the_number_that_is_said_next_is_one_of_the_menu_that_was_told(home, agent, shop):
    first = Agent(home, shop, "earlier").save("SQLite it is.", title="first")
    agent.start()
    Agent(home, shop, "between").save("And Redis.", title="second")
    shown = home.library.choices.shown("s1")
    assert [path.rpartition("/")[2] for path in shown.paths] == [f"{first}.md"]


def test_a_prompt_tells_nothing_while_nothing_changes(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    assert [agent.prompt() for _ in range(3)] == ["", "", ""]


def test_where_nothing_is_stored_nothing_is_told_ever(agent):
    assert agent.start() == ""
    assert agent.prompt() == ""


def test_a_hand_edit_reaches_a_running_session_at_its_next_prompt_and_once(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    edit(home, "Prefers tea", "Prefers coffee")
    told = agent.prompt()
    assert "| - Prefers coffee" in told.partition("holds no longer")[0]
    assert "| - Prefers tea" in told.partition("holds no longer")[2]
    assert agent.prompt() == ""


def test_a_forgotten_line_is_withdrawn(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    home.facts.remember("Lives in Oslo", dir=str(shop))
    agent.start()
    edit(home, "- Prefers tea", "")
    told = agent.prompt()
    assert "holds no longer" in told
    assert "| - " not in told.partition("holds no longer")[0]
    assert "Oslo" not in told


def test_a_memory_file_that_is_gone_is_withdrawn_as_a_whole(home, agent, shop, tmp_path):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    (tmp_path / "home/workspace" / MEMORY).unlink()
    assert "| - Prefers tea" in agent.prompt().partition("holds no longer")[2]
    assert agent.prompt() == ""


def test_an_unreadable_memory_file_withdraws_nothing(home, agent, shop, tmp_path):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    file = tmp_path / "home/workspace" / MEMORY
    text = file.read_bytes()
    file.unlink()
    file.mkdir()
    assert agent.prompt() == ""
    file.rmdir()
    file.write_bytes(text)
    assert agent.prompt() == ""


def test_todays_first_note_is_told(home, agent, shop):
    agent.start()
    home.workspace.append_today("Called the bank.")
    assert "| Called the bank." in agent.prompt()


def test_what_another_conversation_adds_to_the_same_memory_is_told_and_what_this_one_adds_is_not(home, agent, shop):
    name = agent.save("SQLite it is.", title="database")
    agent.start()
    agent.save("One writer is enough.")
    assert agent.prompt() == ""
    project = home.library.project(shop)
    project.start(name, "other").save("Two readers at most.", ("db", "sqlite"))
    told = agent.prompt()
    assert "| Two readers at most." in told
    assert "One writer" not in told


def test_a_fact_that_this_conversation_remembers_is_not_told_back(home, agent, shop):
    home.facts.remember("Lives in Oslo", dir=str(shop))
    agent.start()
    home.facts.remember("Prefers tea", dir=str(shop), conversation="s1")
    assert agent.prompt() == ""
    home.facts.remember("Owns a cat", dir=str(shop), conversation="s2")
    assert "Owns a cat" in agent.prompt()


def test_a_memory_that_is_chosen_later_is_known_from_its_choice_on(home, agent, shop):
    name = Agent(home, shop, "earlier").save("SQLite it is.", title="database")
    agent.start()
    project = home.library.project(shop)
    project.start(1, "s1")
    assert agent.prompt() == ""
    project.start(name, "other").save("Two readers at most.", ("db", "sqlite"))
    told = agent.prompt()
    assert "Two readers" in told
    assert "SQLite" not in told


def test_changes_are_bounded_and_say_what_is_left_out(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    edit(home, "- Prefers tea", "\n".join(f"- fact number {n} about nothing in particular" for n in range(500)))
    told = agent.prompt()
    assert estimate(told) < 700
    assert "clew context" in told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_after_six_prompts_without_a_save_one_line_reminds_of_it(home, shop, lang):
    agent = Agent(home, shop, lang=lang)
    agent.start()
    told = [agent.prompt(str(n)) for n in range(9)]
    assert [bool(text) for text in told] == [False] * 5 + [True] + [False] * 3
    assert "clew_save" in told[5]
    assert "\n" not in told[5]
    assert estimate(told[5]) <= 40
    agent.save("SQLite it is.")
    assert [agent.prompt(str(n)) for n in range(5)] == [""] * 5
    assert "clew_save" in agent.prompt("the sixth")


def test_a_prompt_that_is_reported_twice_counts_once(agent):
    agent.start()
    for turn in range(5):
        for _ in range(3):
            assert agent.prompt("hi", prompt_id=f"t{turn}") == ""
        assert agent.prompt("") == ""
    assert agent.home.sessions.of("s1").prompts == 5


def test_after_a_compaction_it_hears_its_memory_the_last_headings_and_what_is_not_saved(home, agent, shop, tmp_path):
    transcript = tmp_path / "s1.jsonl"
    agent.transcript = str(transcript)
    transcript.write_text("saved\n")
    agent.start()
    agent.save("SQLite it is.", title="database")
    agent("stop")
    transcript.write_text("saved\nunsaved\n")
    agent.prompt("and Redis?")
    agent("pre-compact")
    told = agent.start("compact")
    assert "database" in told
    assert f"{transcript}, from byte 6" in told
    assert "last save: 1" in told
    assert "SQLite" not in told, "headings, not texts"


def test_a_resumed_conversation_hears_only_what_changed_meanwhile(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent.start()
    assert agent.start("resume") == ""
    edit(home, "Prefers tea", "Prefers coffee")
    assert "Prefers coffee" in agent.start("resume")


def test_one_that_is_resumed_on_another_device_hears_all(home, agent, shop):
    home.facts.remember("Prefers tea", dir=str(shop))
    assert "Prefers tea" in agent.start("resume")


def test_after_a_clear_the_process_is_in_the_new_conversation(home, agent, shop):
    agent.start()
    agent.session = "s2"
    agent.start("clear")
    assert home.sessions.of_process("1:1").conversation == "s2"
    assert home.sessions.of("s1").over


def test_after_a_purge_nothing_of_it_is_withdrawn_by_its_words(home, agent, shop):
    from clew.purging import carry_out

    home.facts.remember("The door code is 4711-cat", dir=str(shop))
    agent.start()
    carry_out(home, "4711-cat")
    assert "4711-cat" not in agent.prompt()


@pytest.mark.parametrize("name", ["gemini", "qwen"])
def test_an_agent_that_forgets_what_hooks_said_hears_all_again_when_it_is_resumed(home, shop, name):
    home.facts.remember("Prefers tea", dir=str(shop))
    agent = Agent(home, shop, agent=name)
    assert "Prefers tea" in agent.start()
    assert "Prefers tea" in agent.start("resume")


def test_a_purge_takes_away_what_waits_for_gooses_next_turn_and_names_copies_of_settings(home, agent, shop, tmp_path):
    from clew.purging import carry_out

    home.facts.remember("The door code is 4711-cat", dir=str(shop))
    waiting = tmp_path / "home/goose-1.md"
    waiting.write_text("The door code is 4711-cat")
    other = tmp_path / "home/goose-2.md"
    other.write_text("Prefers tea")
    copy = tmp_path / "home/installed/goose/0-config.yaml"
    copy.parent.mkdir(parents=True)
    copy.write_text("key: 4711-cat\n")
    found = carry_out(home, "4711-cat")
    assert not waiting.exists()
    assert other.exists()
    assert (str(copy), "purging.copy") in found.unreachable


def test_one_that_goes_on_on_another_device_is_in_the_memory_that_it_has_there(home, agent, shop, tmp_path):
    """Two homes share the library; the conversation saved in the one and is resumed in the other."""
    from clew.home import Home

    agent.start()
    agent.save("SQLite it is.", title="database")
    (tmp_path / "other").mkdir(mode=0o700)
    other = Home(str(tmp_path / "other"), home.clock, flags={"library": home.library.root}, environ={})
    assert "SQLite it is." in Agent(other, shop).start("resume")
    other.close()
