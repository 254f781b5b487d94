"""Places, orders and rights of the parts of a prompt; what PicoClaw's defects 18 to 21 would cost."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.prompt import (
    ContextBuilder,
    PromptError,
    PromptPart,
    PromptRegistry,
    PromptStack,
    layer_priority,
    render_parts,
    slot_priority,
    sort_parts,
)
from clew.prompt.parts import LAYERS, SLOTS, is_blank
from clew.prompt.registry import BUILT_IN

WHITE = [*range(0x9, 0xE), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
MEMORY = PromptPart("context.memory", "context", "memory", "memory:workspace", "M")
PARTS = st.lists(
    st.builds(
        PromptPart,
        st.text(max_size=2),
        st.sampled_from([*LAYERS, "", "Kernel"]),
        st.sampled_from([*SLOTS, "tool_result"]),
        st.text(max_size=2),
        st.text(max_size=3),
    ),
    max_size=12,
)


class Warnings(list[str]):
    def __call__(self, key: str, **data: object) -> None:
        self.append(key)


def fails() -> list[PromptPart]:
    raise RuntimeError("no connection")


def test_white_space_is_what_go_takes_for_it_and_nothing_else():
    found = [code for code in range(0x110000) if is_blank(chr(code))]
    assert found == WHITE


@given(PARTS)
def test_order_is_by_layer_slot_source_and_id_and_else_the_order_of_coming(parts):
    found = sort_parts(parts)
    keys = [(-layer_priority(p.layer), -slot_priority(p.slot), p.source.encode(), p.id.encode()) for p in found]
    assert keys == sorted(keys)
    for key in set(keys):
        alike = [part for part, each in zip(found, keys) if each == key]
        assert [id(part) for part in alike] == [id(part) for part in parts if part in alike]


@given(PARTS)
def test_a_prompt_is_its_parts_that_are_not_blank_in_order_byte_for_byte(parts):
    wanted = [part.content for part in sort_parts(parts) if not is_blank(part.content)]
    assert render_parts(parts) == "\n\n---\n\n".join(wanted)


def test_the_parts_of_a_builder_are_where_their_sources_may_write(place):
    for path in ("AGENT.md", "memory/MEMORY.md"):
        place.write(path, "text")
    place.write("skills/brew/SKILL.md", "---\ndescription: tea\n---\n")
    parts = place.builder.split_on_marker(True).parts()
    assert len(parts) == 5
    assert parts == sort_parts(parts)
    for part in parts:
        PromptRegistry().validate(part)
        assert (part.stable, part.cache) == (True, "ephemeral")


def test_defect_18_memory_keeps_its_own_label(place):
    place.write("memory/MEMORY.md", "L")
    (part,) = [part for part in place.builder.parts() if "## Long-term Memory" in part.content]
    assert (part.id, part.layer, part.slot, part.source) == ("context.memory", "context", "memory", "memory:workspace")
    assert part.title == "memory"


def test_defect_19_a_whole_message_is_in_the_order_of_its_layers(place):
    place.write("memory/MEMORY.md", "L")
    stack = PromptStack(PromptRegistry())
    for part in place.builder.parts():
        stack.add(part)
    stack.add(PromptPart("context.runtime", "context", "runtime", "runtime.context", "now"))
    stack.add(PromptPart("tools", "capability", "tooling", "agent:discovery", "discovery"))
    stack.add(PromptPart("instruction.subturn_profile", "instruction", "workspace", "subturn.profile", "sub-turn"))
    text = stack.seal().render()
    places = [text.index(each) for each in ("# clew", "sub-turn", "discovery", "# Memory", "now")]
    assert places == sorted(places)


def test_defect_20_unknown_sources_are_said_once_and_built_in_ones_that_are_replaced_at_once():
    warnings = Warnings()
    registry = PromptRegistry(warnings)
    stranger = PromptPart("a", "kernel", "identity", "who.knows", "X")
    for _ in range(2):
        registry.validate(stranger)
    assert warnings == ["prompt.unknown-source"]
    registry.validate(stranger.but(source="turn:tool_result"))
    assert warnings == ["prompt.unknown-source"] * 2
    registry.register_source("memory:workspace", [("context", "memory")])  # as it is
    registry.register_source("x:y", [("lab", "bench")])
    assert len(warnings) == 2
    registry.register_contributor("memory:workspace", [("turn", "message")], list)
    assert warnings[2:] == ["prompt.source-replaced"]


def test_defect_20_nobody_can_lock_a_builders_own_memory_out(place):
    place.write("memory/MEMORY.md", "L")
    registry = PromptRegistry(Warnings()).register_source("memory:workspace", [("turn", "message")])
    with pytest.raises(PromptError):
        registry.validate(MEMORY)
    assert "## Long-term Memory\n\nL" in place.text


def test_defect_21_a_contributor_that_fails_costs_its_own_parts_only():
    warnings = Warnings()
    registry = PromptRegistry(warnings)
    contributors: dict[str, Any] = {
        "c:1": lambda: [MEMORY.but(id="first")],
        "c:2": fails,
        "c:3": lambda: [MEMORY.but(id="right"), MEMORY.but(id="wrong", layer="turn")],
        "c:4": lambda: None,
        "c:5": lambda: ["no part"],
        "c:6": lambda: [MEMORY.but(id="two"), MEMORY.but(id="last")],
    }
    for name, collect in contributors.items():
        registry.register_contributor(name, [("context", "memory")], collect)
    assert [part.id for part in registry.collect()] == ["first", "two", "last"]
    assert warnings == ["prompt.contributor-failed"] * 4


def test_a_contributor_that_is_registered_again_comes_last_and_once():
    registry = PromptRegistry()
    for name in ("c:1", "c:2", " c:1 "):
        registry.register_contributor(name, [("context", "memory")], partial(lambda id: [MEMORY.but(id=id)], name))
    assert [part.id for part in registry.collect()] == ["c:2", " c:1 "]


def test_a_contributor_that_stops_the_program_stops_it():
    def stop():
        raise KeyboardInterrupt

    registry = PromptRegistry().register_contributor("c:1", [("context", "memory")], stop)
    with pytest.raises(KeyboardInterrupt):
        registry.collect()


@pytest.mark.parametrize(
    ("attempt", "key"),
    [
        (lambda: PromptStack().seal().add(MEMORY.but(content="")), "prompt.sealed"),
        (lambda: PromptStack().add(MEMORY.but(id=" ")), "prompt.no-part-id"),
        (lambda: PromptStack(PromptRegistry()).add(MEMORY.but(source=" ")), "prompt.no-source"),
        (lambda: PromptRegistry().validate(MEMORY.but(layer="kernel")), "prompt.wrong-place"),
        (lambda: PromptRegistry().register_source("\u3000", [("turn", "message")]), "prompt.no-source-id"),
        (lambda: PromptRegistry().register_source("x", []), "prompt.no-place"),
        (lambda: PromptRegistry().register_contributor("x", [("turn", "message")], None), "prompt.no-contributor"),
    ],
)
def test_what_is_wrong_is_said_in_both_languages(attempt, key):
    with pytest.raises(PromptError) as caught:
        attempt()
    assert caught.value.key == key
    assert caught.value.message("en") != caught.value.message("zh")


def test_the_id_comes_before_the_source_and_blank_content_before_both():
    stack = PromptStack(PromptRegistry())
    wrong = MEMORY.but(id="", layer="kernel")
    assert stack.add(wrong.but(content=" \n")).parts() == []
    with pytest.raises(PromptError) as caught:
        stack.add(wrong)
    assert caught.value.key == "prompt.no-part-id"


def test_parts_of_a_stack_are_a_copy():
    stack = PromptStack().add(MEMORY)
    stack.parts().clear()
    assert stack.parts() == [MEMORY]


def test_all_seventeen_sources_write_to_one_place_each():
    assert len(BUILT_IN) == 17
    for source, (layer, slot) in BUILT_IN.items():
        PromptRegistry().validate(PromptPart("p", layer, slot, source, "x"))
        with pytest.raises(PromptError):
            PromptRegistry().validate(PromptPart("p", layer, "tool_result", source, "x"))


def test_builders_of_the_same_workspace_make_the_same_bytes(place):
    place.write("memory/MEMORY.md", "L")
    texts = {ContextBuilder(place.root, lambda: place.now).build()[0] for _ in range(3)}
    assert len(texts) == 1
