"""The same in TOML and in YAML."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from clew.agents.additions import TOML, Member
from clew.agents.additions import YAML as YAML_FORM
from clew.installing.formats import Unfit, toml, yaml

CODEX = Member("f", TOML, ("mcp_servers", "clew"), {"command": "/opt/clew", "args": ["serve"], "tool_timeout_sec": 60})
GOOSE = Member(
    "f",
    YAML_FORM,
    ("extensions", "clew"),
    {"enabled": True, "type": "stdio", "cmd": "/opt/clew", "args": ["serve"], "envs": {}},
)

TOMLS = [
    "",
    'model = "gpt-5"',
    'model = "gpt-5" # the best\n',
    '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "o"\nargs = ["a", # why\n "b"]\n# the end\n',
    '[mcp_servers]\n[mcp_servers.other]\ncommand = "o"\n\n[tui]\ntheme = "dark"\n',
    'model = "x"\r\n[tui]\r\ntheme = "dark"\r\n',
    'text = """\n[mcp_servers.clew]\n"""\n',
    '[[skills]]\nname = "a"\n',
    'a = "x\u0085y\u2028z" # \u2029\n',
]
YAMLS = [
    "",
    "GOOSE_MODEL: x\n",
    "GOOSE_MODEL: x",
    "# mine\nextensions:  # all of them\n  # the first\n  developer:\n    enabled: true\n    type: builtin # yes\n\nGOOSE_MODEL: x\n",
    "extensions:\n    memory:\n        enabled: false\n        description: >\n          folded\n          text\n",
    "extensions:\nGOOSE_MODEL: x\n",
    "extensions:\r\n  a:\r\n    enabled: true\r\n",
    "key: |\n  extensions:\n    clew: no\n",
    "---\nextensions:\n  a: {enabled: true}\n",
    'a: "x\u0085y\u2028z"  # \u2029\nextensions:\n  a: "\u0085"\n',
    'text: "ünïcode 键"\nextensions:\n  a:\n    args:\n    - "1"\n    - b\n',
]


def undone(form, text: str, before: str, addition: Member) -> str:
    text = form.take(text, addition)
    return text if form.reaches(before, addition.path[:1]) else form.drop_empty(text, addition.path[:1])


@pytest.mark.parametrize("text", TOMLS)
def test_a_table_is_put_into_toml_and_taken_out_to_the_byte(text):
    put = toml.put(text, CODEX)
    assert put.startswith(text)
    before = tomllib.loads(text.replace("\r\n", "\n"))
    wanted = {**before, "mcp_servers": {**before.get("mcp_servers", {}), "clew": CODEX.value}}
    assert tomllib.loads(put.replace("\r\n", "\n")) == wanted
    assert toml.put(put, CODEX) == put
    taken = undone(toml, put, text, CODEX)
    assert taken in (text, text + "\n"), "a file that had no newline at its end may have one now"


def test_a_table_that_somebody_wrote_more_behind_is_taken_out_alone():
    put = toml.put("a = 1\n", CODEX) + "\n# theirs\n[later]\nb = 2\n"
    assert toml.take(put, CODEX) == "a = 1\n\n# theirs\n[later]\nb = 2\n"


def test_tables_in_one_line_are_edited_where_they_stand():
    put = toml.put('mcp_servers = { other = { command = "o" } } # all\n', CODEX)
    assert tomllib.loads(put)["mcp_servers"]["clew"] == CODEX.value
    assert "# all" in put
    assert tomllib.loads(toml.take(put, CODEX)) == {"mcp_servers": {"other": {"command": "o"}}}


@pytest.mark.parametrize("text", YAMLS)
def test_an_extension_is_put_into_yaml_and_taken_out_to_the_byte(text):
    put = yaml.put(text, GOOSE)
    before = YAML(typ="safe").load(text) or {}
    wanted = {**before, "extensions": {**(before.get("extensions") or {}), "clew": GOOSE.value}}
    assert YAML(typ="safe").load(put) == wanted
    assert yaml.put(put, GOOSE) == put
    assert all(line in put for line in text.splitlines())
    assert undone(yaml, put, text, GOOSE) in (text, text + "\n")


def test_a_mapping_in_one_line_is_edited_by_the_parser():
    text = "extensions: {a: {enabled: true}}  # all\nGOOSE_MODEL: x\n"
    put = yaml.put(text, GOOSE)
    assert YAML(typ="safe").load(put)["extensions"] == {"a": {"enabled": True}, "clew": GOOSE.value}
    assert "# all" in put
    assert YAML(typ="safe").load(yaml.take(put, GOOSE)) == YAML(typ="safe").load(text)


def test_as_goose_writes_it_again_it_is_still_taken_out():
    rewritten = (
        "extensions:\n  analyze:\n    enabled: true\n  clew:\n    enabled: true\n    type: stdio\n    cmd: /opt/clew\n"
        "    args:\n    - serve\n    envs: {}\n  todo:\n    enabled: false\nplugins:\n  /home/you/.agents/plugins/clew:\n    enabled: true\n"
    )
    assert yaml.take(rewritten, GOOSE) == (
        "extensions:\n  analyze:\n    enabled: true\n  todo:\n    enabled: false\n"
        "plugins:\n  /home/you/.agents/plugins/clew:\n    enabled: true\n"
    )


@pytest.mark.parametrize("behind", ["# theirs\n", "\n# theirs\n\n", "\n# of what follows\n[later]\nb = 2 # two\n"])
@pytest.mark.parametrize("text", TOMLS)
def test_what_somebody_wrote_behind_a_table_stays_with_its_comments(text, behind):
    put = toml.put(text, CODEX)
    assert undone(toml, put + behind, text, CODEX) == ended(text) + behind


@pytest.mark.parametrize(
    "behind", ["# theirs\n", "\n# theirs\n\n", "# of what follows\nlater: 2 # two\n", "  # within\n"]
)
@pytest.mark.parametrize("text", YAMLS)
def test_what_somebody_wrote_behind_an_extension_stays_with_its_comments(text, behind):
    put = yaml.put(text, GOOSE)
    left = undone(yaml, put + behind, text, GOOSE)
    # behind a text over several lines what is indented would become a part of it
    assert left in (ended(text) + behind, f"{ended(text)}extensions:\n{behind}")


def ended(text):
    return text if not text or text.endswith("\n") else text + "\n"


@pytest.mark.parametrize(
    "head", ["mcp_servers.clew", '"mcp_servers"."clew"', "mcp_servers . 'clew'", "mcp_servers.clew] # ["]
)
def test_a_table_is_found_however_its_name_is_spelled_and_not_within_a_text(head):
    text = 'text = """\n[mcp_servers.clew]\n"""\n'
    ours = f'[{head.replace("] # [", "")}]\ncommand = "clew"\n# theirs\n[later]\n'
    assert toml.take(text + ours, CODEX) == text + "# theirs\n[later]\n"


def test_where_the_parser_alone_can_take_it_out_and_would_lose_a_comment_it_is_refused():
    text = "extensions: {clew: {cmd: clew}}\n---\n# theirs\n"
    with pytest.raises(Unfit):
        yaml.take(text, GOOSE)


@pytest.mark.parametrize("text", ["a = nan\n", "a = inf\nb = 2020-01-01T00:00:00Z\n"])
def test_numbers_that_are_like_none_are_no_hindrance_in_toml(text):
    assert undone(toml, toml.put(text, CODEX), text, CODEX) == text


@pytest.mark.parametrize("text", ["a: .nan\n", "a: &a [*a]\n", "a: !!set {x, y}\n", "b: 2020-01-01\n", 'c: "1e3"\n'])
def test_values_that_are_hard_to_compare_are_no_hindrance_in_yaml(text):
    assert undone(yaml, yaml.put(text, GOOSE), text, GOOSE) == text


def test_names_that_stand_for_a_billion_values_are_looked_at_once():
    lines = ["a0: &a0 [x, x]", *(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, 12))]
    text = "\n".join(lines) + "\n"
    assert undone(yaml, yaml.put(text, GOOSE), text, GOOSE) == text


def test_nesting_without_end_is_refused():
    with pytest.raises(Unfit):
        toml.put(f"a = {'[' * 5000}{']' * 5000}", CODEX)
    with pytest.raises(Unfit):
        yaml.put("[" * 3000, GOOSE)


@pytest.mark.parametrize("text", ["a = ", "[a\n", "a = 1\na = 2\n"])
def test_what_is_no_toml_is_refused(text):
    with pytest.raises(Unfit):
        toml.put(text, CODEX)


@pytest.mark.parametrize("text", ["a: b: c\n", "- list\n", "extensions: [1]\n", "a: 1\na: 2\n", "\t- x"])
def test_what_is_no_mapping_is_refused(text):
    with pytest.raises(Unfit):
        yaml.put(text, GOOSE)


NAMES = st.sampled_from(["a", "b-c", "d_e", "ключ"])
SIMPLE = st.one_of(st.integers(0, 9), st.booleans(), st.text("ab \"'#\n键", max_size=6))


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(NAMES, st.one_of(SIMPLE, st.dictionaries(NAMES, SIMPLE, max_size=3)), max_size=4), st.booleans())
def test_whatever_another_program_writes_we_add_and_take_away_again(values, has_place):
    import tomlkit

    if has_place:
        values = {**values, "mcp_servers": {"x": {"command": "x"}}}
    text = tomlkit.dumps(values)
    put = toml.put(text, CODEX)
    assert tomllib.loads(put)["mcp_servers"]["clew"] == CODEX.value
    assert undone(toml, put, text, CODEX) == text
