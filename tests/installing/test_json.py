"""A member or an item is spliced into JSON with comments, and taken out again: every other byte stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.additions import JSON, Item, Member
from clew.installing.formats import Unfit
from clew.installing.formats import json as form
from clew.installing.formats.outline import outline

SERVER = {"command": "/opt/clew", "args": ["serve"], "env": {}}
HOOK = {"hooks": [{"type": "command", "command": "/opt/clew hook stop --agent claude-code", "timeout": 20}]}
MEMBER = Member("f", JSON, ("mcpServers", "clew"), SERVER)
ITEM = Item("f", JSON, ("hooks", "Stop"), HOOK)

KEYS = st.sampled_from(["mcpServers", "hooks", "Stop", "a", "键", 'q"uote', "c"])
SCALARS = st.one_of(st.integers(), st.booleans(), st.none(), st.text(max_size=5), st.just("// no comment"))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)
SPACE = st.sampled_from(["", "", " ", "\n", "\n  ", " // note\n", "/* a */", "\t", "\n\n"])


@st.composite
def written(draw, value):
    """A value as somebody may have written it: odd spaces, comments, a comma behind the last."""
    if isinstance(value, dict | list) and value:
        items = [
            json.dumps(key) + draw(SPACE) + ":" + draw(SPACE) + draw(written(item))
            if isinstance(value, dict)
            else draw(written(item))
            for key, item in (value.items() if isinstance(value, dict) else ((None, item) for item in value))
        ]
        body = draw(SPACE) + (draw(SPACE) + "," + draw(SPACE)).join(items) + draw(SPACE)
        body += ("," + draw(SPACE)) if draw(st.booleans()) else ""
        return "{" + body + "}" if isinstance(value, dict) else "[" + body + "]"
    if isinstance(value, dict | list):
        return json.dumps(value)[0] + draw(SPACE) + json.dumps(value)[-1]
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


@st.composite
def documents(draw):
    """Settings where our places are what they should be, or are not there."""
    value = draw(st.dictionaries(KEYS, VALUES, max_size=4))
    if "mcpServers" in value:
        value["mcpServers"] = draw(st.dictionaries(KEYS, VALUES, max_size=3))
    if "hooks" in value:
        value["hooks"] = {"Stop": draw(st.lists(VALUES, max_size=3))} if draw(st.booleans()) else {}
    return value, draw(SPACE) + draw(written(value)) + draw(SPACE)


def undone(text: str, before: str, addition) -> str:
    """As uninstalling does it: without the addition, then without what was made for it."""
    text = form.take(text, addition)
    places = [addition.path[:depth] for depth in range(len(addition.path), 0, -1)]
    for place in places:
        if not form.reaches(before, place):
            text = form.drop_empty(text, place)
    return text


@settings(max_examples=400, deadline=None)
@given(documents(), st.sampled_from([MEMBER, ITEM]))
def test_what_is_put_in_is_there_and_nothing_else_is_changed(document, addition):
    value, text = document
    put = form.put(text, addition)
    wanted = json.loads(json.dumps(value))
    if addition is MEMBER:
        wanted.setdefault("mcpServers", {})["clew"] = SERVER
    else:
        wanted.setdefault("hooks", {}).setdefault("Stop", []).append(HOOK)
    assert outline(put).value == wanted
    assert form.put(put, addition) == put, "twice is once"
    assert outline(undone(put, text, addition)).value == value


@settings(max_examples=400, deadline=None)
@given(documents(), st.sampled_from([MEMBER, ITEM]))
def test_every_byte_that_was_there_is_there_in_its_order(document, addition):
    _, text = document
    put = iter(form.put(text, addition))
    assert all(char in put for char in text.rstrip()), "what was there is what is left without what was added"


LAID_OUT = [
    '{\n  "a": 1\n}\n',
    '{\n  "a": 1, // note\n}\n',
    '{\n  "a": 1 // note\n}\n',
    '{\n\t"a": {\n\t\t"b": [1, 2]\n\t}\n}',
    '{"a": 1}',
    '{"a": 1}\n',
    "{}\n",
    "{}",
    '// top\n{\n  // first\n  "a": 1\n  // last\n}\n',
    '{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "x": {}\r\n    }\r\n}\r\n',
    '{\n  "mcpServers": {\n    "x": {"command": "x"}, /* why */\n  },\n}\n',
    '{\n  "mcpServers": {},\n  "hooks": {}\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": []}\n    ]\n  }\n}\n',
    '{\n  "hooks": {"Stop": []}\n}\n',
]


@pytest.mark.parametrize("text", LAID_OUT)
@pytest.mark.parametrize("addition", [MEMBER, ITEM], ids=["member", "item"])
def test_settings_as_people_write_them_come_back_to_the_byte(text, addition):
    put = form.put(text, addition)
    assert put != text
    assert undone(put, text, addition) == text


def test_it_is_laid_out_as_the_file_is():
    assert form.put('{\n    "a": 1\n}\n', Member("f", JSON, ("b", "clew"), {"c": [1]})) == (
        '{\n    "a": 1,\n    "b": {\n        "clew": {\n            "c": [\n                1\n            ]\n        }\n    }\n}\n'
    )
    assert form.put('{"a": 1}', Member("f", JSON, ("b",), 2)) == '{"a": 1, "b": 2}'


def test_hooks_of_others_at_the_same_event_stay_as_they_are():
    text = '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "say done"}]} // mine\n    ]\n  }\n}\n'
    put = form.put(text, ITEM)
    assert '{"hooks": [{"type": "command", "command": "say done"}]}' in put
    assert "// mine" in put
    assert form.take(put, ITEM) == text


def test_a_hook_that_somebody_moved_among_others_is_taken_out_alone():
    text = '{"hooks": {"Stop": [{"hooks": [{"command": "say done"}, {"command": "/usr/bin/clew hook stop --agent codex"}]}]}}'
    assert form.take(text, ITEM) == '{"hooks": {"Stop": [{"hooks": [{"command": "say done"}]}]}}'


def test_an_older_entry_of_ours_makes_place_for_the_new_one():
    old = form.put("{}", Member("f", JSON, ("mcpServers", "clew"), {"command": "/old/clew", "args": ["serve"]}))
    assert outline(form.put(old, MEMBER)).value == {"mcpServers": {"clew": SERVER}}


@pytest.mark.parametrize(
    ("text", "line"),
    [("{", 1), ('{\n"a" 1}', 2), ('{"a": 1\n"b": 2}', 2), ("[1,]]", 1), ("{} x", 1), ("/* open", 1), ("{'a': 1}", 1)],
)
def test_what_is_no_json_is_refused_with_its_line(text, line):
    with pytest.raises(Unfit) as refused:
        form.put(text, MEMBER)
    assert refused.value.line == line


@pytest.mark.parametrize("text", ['{"mcpServers": []}', '{"mcpServers": 1}', "[]", '"x"'])
def test_a_place_that_holds_something_else_is_refused(text):
    with pytest.raises(Unfit):
        form.put(text, MEMBER)


def test_a_number_that_nobody_can_read_is_refused():
    with pytest.raises(Unfit) as refused:
        form.put('{\n"a": ' + "9" * 5000 + "}", MEMBER)
    assert refused.value.line == 2


@pytest.mark.parametrize("text", ["[]", "5", '{"hooks": []}', '{"hooks": "x"}'])
def test_what_stands_in_the_place_of_an_object_is_called_what_it_is(text):
    with pytest.raises(Unfit, match="no object"):
        form.put(text, ITEM)


def test_nesting_without_end_is_refused():
    with pytest.raises(Unfit):
        outline("[" * 100_000)
