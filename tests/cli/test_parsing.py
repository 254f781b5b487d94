"""Every call means the same whoever reads it: the lean parser where it is sure, click for the rest."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as settled
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from clew.cli import clicked, lean, main
from clew.cli.commands import find, names
from clew.cli.lean import Parsed
from clew.errors import Usage

ODD = [
    "-",
    "--",
    "---",
    "",
    "- a list item",
    "--- \n",
    "-k",
    "-k5",
    "-k=5",
    "--tag=-x",
    "--tag=",
    "--lim",
    "-h",
    "-hk",
    "=",
    "-1",
]
OPTIONS = [
    "--home",
    "--json",
    "--quiet",
    "--no-input",
    "--help",
    "--version",
    "--dir",
    "--tag",
    "--title",
    "--limit",
    "--kind",
]
VALUES = ["5", "0", "05", "x", "memory", "daily", "show", "配置", "a b", "½", "٣", "99999999999", "\udcff"]
COMMANDS = ["echo-back", "pair-up", "act-on"]

word: SearchStrategy[str] = st.one_of(
    *map(st.sampled_from, (ODD, OPTIONS, VALUES, COMMANDS)),
    st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from([*VALUES, *ODD])),
    st.text(max_size=4).filter(lambda text: "\0" not in text),  # no process gets a NUL
)


def by_click(argv: list[str]) -> Parsed | None:
    try:
        return clicked.parse(list(argv))
    except Usage:
        return None


@settled(max_examples=600, deadline=None)
@given(st.lists(word, max_size=3), st.sampled_from(COMMANDS), st.lists(word, max_size=6))
@example([], "echo-back", ["--tag", "a", "- a list item", "--tag=b", "-k", "5", "--json"])
@example(["--json", "--home=x"], "pair-up", ["a", "--", "--all", "-b", "--"])
def test_the_lean_parser_answers_as_click_does_or_not_at_all(before, command, after):
    argv = [*before, command, *after]
    quick = lean.parse(list(argv))
    assert quick is None or quick == by_click(argv)


@settled(max_examples=300, deadline=None)
@given(st.lists(word, max_size=5))
@example(["echo-back", "-h", "--version"])
def test_also_where_no_command_is_named(argv):
    quick = lean.parse(list(argv))
    assert quick is None or quick == by_click(argv)


@settled(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(word, max_size=7))
@example(["echo-back", "--json", "--fail", "bug"])
@example(["--help", "-", "--json"])
def test_no_call_whatever_its_words_ends_in_a_traceback(capsys, monkeypatch, argv):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"given")))
    status = main(argv)
    captured = capsys.readouterr()
    assert status in (0, 1, 2)
    assert "Traceback" not in captured.err
    assert captured.err or captured.out
    if "--json" in (argv[: argv.index("--")] if "--" in argv else argv):
        json.loads(captured.out)


PLAIN: dict[str, tuple[list[str], dict[str, object]]] = {
    "all forms of an option": (
        ["echo-back", "--title", "T", "--tag=a", "-k", "5", "--tag", "b", "text", "--exact"],
        {"title": "T", "tag": ("a", "b"), "limit": 5, "text": "text", "exact": True},
    ),
    "global options before and behind the name": (
        ["--home", "h", "--json", "echo-back", "--quiet", "--home=i"],
        {"home": "i", "json": True, "quiet": True, "no_input": False},
    ),
    "what is not given": (["echo-back"], {"text": None, "tag": (), "limit": 10, "title": None, "exact": False}),
    "the last of two": (["echo-back", "--title", "a", "--title", "b"], {"title": "b"}),
    "a dash for standard input": (["echo-back", "-"], {"text": "-"}),
    "behind two dashes all is text": (["echo-back", "--exact", "--", "--json"], {"text": "--json", "json": False}),
    "a text that begins with a dash": (["echo-back", "- one\n- two"], {"text": "- one\n- two"}),
    "a text that begins with a rule": (["echo-back", "---\ntitle: x\n"], {"text": "---\ntitle: x\n"}),
    "a value that begins with a dash": (
        ["echo-back", "--title=--x", "--tag", "- y"],
        {"title": "--x", "tag": ("- y",)},
    ),
    "an equals sign in a value": (["echo-back", "--title=a=b"], {"title": "a=b"}),
    "an empty value": (["echo-back", "", "--title="], {"text": "", "title": ""}),
    "bytes that are no UTF-8": (["echo-back", "\udcff"], {"text": "\udcff"}),
    "all the rest": (
        ["pair-up", "a", "b", "c", "--all", "d"],
        {"old": "a", "new": "b", "rest": ("c", "d"), "all": True},
    ),
    "an argument that may be missing": (["pair-up", "a"], {"old": "a", "new": None, "rest": ()}),
    "a choice": (["act-on", "show", "1", "2"], {"action": "show", "ref": ("1", "2")}),
}


@pytest.mark.parametrize("case", PLAIN)
def test_a_plain_call_needs_no_click(case):
    argv, expected = PLAIN[case]
    quick = lean.parse(list(argv))
    assert quick is not None
    assert {name: quick.values[name] for name in expected} == expected
    assert clicked.parse(list(argv)) == quick


RARE: dict[str, tuple[list[str], dict[str, object]]] = {
    "a value glued to its short name": (["echo-back", "-k5"], {"limit": 5}),
    "two dashes before the name": (["--", "echo-back", "x"], {"text": "x"}),
}


@pytest.mark.parametrize("case", RARE)
def test_a_rare_form_is_left_to_click(case):
    argv, expected = RARE[case]
    assert lean.parse(list(argv)) is None
    slow = clicked.parse(list(argv))
    assert {name: slow.values[name] for name in expected} == expected


@pytest.mark.parametrize("asking", [["--help"], ["-h"], ["--json", "--help"], ["--help", "--json"]])
@pytest.mark.parametrize("name", ["", "echo-back", "pair-up"])
def test_help_is_asked_for_with_or_without_the_other_words(name, asking):
    argv = [*([name] if name else []), *asking]
    quick = lean.parse(list(argv))
    assert quick is not None
    assert (quick.name, quick.asks, quick.values["json"]) == (name, "help", "--json" in asking)
    assert clicked.parse(list(argv)) == quick


def test_a_long_option_is_not_to_be_abbreviated():
    for argv in (["echo-back", "--tit", "x"], ["echo-back", "--ta=x"], ["--js", "echo-back"]):
        with pytest.raises(Usage):
            clicked.parse(argv)


@pytest.mark.parametrize(
    "name", ["__init__", "_hidden", "echo_back", "Echo-back", "os.path", "../spec", "", "écho", "nul"]
)
def test_only_the_name_of_a_command_finds_one(name):
    assert find(name) is None


def test_a_file_is_a_command():
    assert {"completion", "help", "echo-back", "pair-up"} <= set(names())
    assert all(find(name) for name in names())
