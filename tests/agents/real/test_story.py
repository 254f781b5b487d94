"""One memory, two agents: the real programs, installed by `clew install`, against a model that follows a plan."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .clients import QUICK, program
from .model import DONE, Call, Model
from .stage import AGENTS, CLEW, Agent, Stage

FACT = "The release is called Marigold"
FIRST = {
    "text": "We keep everything in SQLite: one writer is enough.",
    "tags": ["database", "sqlite"],
    "title": "Choosing the database",
}
SECOND = {"text": "Backups run at four in the morning.", "tags": ["database", "backup"], "heading": "Backups"}

NAMES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in ("goose", "claude-code", "codex", "gemini", "qwen", "nanobot", "opencode")
]
NEXT = {"goose": "claude-code", "claude-code": "codex", "codex": "goose"}


@pytest.fixture
def model() -> Iterator[Model]:
    model = Model()
    yield model
    model.close()


@pytest.fixture
def stage(tmp_path, model) -> Stage:
    return Stage(tmp_path, model)


def on(stage: Stage, name: str) -> Agent:
    if program(name) is None:
        pytest.skip(f"{name} is not installed here: python3 do.py agents {name}")
    return AGENTS[name](stage)


@pytest.mark.parametrize("name", NAMES)
def test_one_memory_two_agents(stage, model, name):
    other = NEXT.get(name, "goose")
    if program(other) is None:
        pytest.skip(f"{other} is not installed here: python3 do.py agents {other}")
    stage.clew("remember", FACT)
    agent = on(stage, name)

    model.begin(Call("clew_save", FIRST), Call("clew_save", SECOND))
    turn = agent.prompt("Let us decide on the database.")
    assert DONE in turn.out, turn.out
    if agent.starts:
        assert FACT in model.words(), "the hook at the start puts the memory before the model"
    (memory,) = stage.memories()
    text = memory.read_text("utf-8")
    assert text.count("<!-- clew ") == 2, "two saves of one conversation: one file, two segments"
    assert text.count(f'agent="{name}"') == 2
    assert FIRST["text"] in text
    assert SECOND["text"] in text

    second = on(stage, other)
    model.begin(Call("clew_search", {"query": "which database, and why"}))
    turn = second.prompt("What did we decide?")
    assert DONE in turn.out, turn.out
    assert f"] {memory.stem}" in model.words(), "it stands in the menu of the second agent"
    assert FIRST["text"] not in model.words()
    assert FIRST["text"] in model.words(1), "and is found by search"
    assert stage.memories() == [memory]


@pytest.mark.parametrize("name", [name for name in NAMES if name.values[0] != "nanobot"])  # which has no hooks
def test_a_hand_edit_shows_at_the_next_prompt(stage, model, name):
    stage.clew("remember", FACT)
    agent = on(stage, name)
    model.begin()
    turn = agent.prompt("Hello.")
    assert DONE in turn.out, turn.out
    assert FACT in model.words()

    long_term = stage.home / ".clew/workspace/memory/MEMORY.md"
    long_term.write_text(long_term.read_text("utf-8").replace("Marigold", "Tulip"), "utf-8")
    model.begin()
    turn = agent.prompt("And now?", resumed=True)
    assert DONE in turn.out, turn.out
    assert "The release is called Tulip" in model.words()


@pytest.mark.parametrize("name", NAMES)
def test_after_uninstalling_the_agent_knows_nothing_of_clew(stage, model, name):
    """Also where it wrote its settings anew meanwhile, as most do."""
    agent = on(stage, name)
    stage.clew("remember", FACT)
    model.begin()
    agent.prompt("Hello.")
    assert model.seen
    stage.clew("uninstall", name)
    model.begin()
    agent.prompt("Hello again.")
    assert not model.seen, "no tool of clew is offered any more"
    left = [path for path in stage.home.rglob("*") if path.is_file() and path.suffix in (".json", ".yaml", ".toml")]
    mentions = [path for path in left if ".clew" not in path.parts and str(CLEW).encode() in path.read_bytes()]
    assert not [path for path in mentions if "sessions" not in path.parts and "projects" not in path.parts]
