"""The help pages: made from the specs, complete in both languages, and ending with an example that works."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from clew.cli import clicked, main, pages
from clew.cli.columns import columns
from clew.cli.commands import names
from clew.cli.reference import reference_page
from clew.cli.spec import GLOBALS, GROUPS, Argument, Option
from clew.words import LANGUAGES, has, say
from clew.words.commands import table

REAL = [name for name in names() if name not in ("echo-back", "pair-up", "act-on")]
every_command = pytest.mark.parametrize("name", REAL)


def words_of(name: str) -> list[Argument | Option]:
    command = pages.spec(name)
    return [*command.arguments, *command.options]


def shown(capsys, *words: str) -> str:
    assert main(list(words)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return str(captured.out)


def test_clew_alone_is_friendly(capsys):
    text = shown(capsys)
    assert "clew --help" in text
    assert len(text.splitlines()) < 20
    assert all(f"clew {name}" in text for name in pages.FIRST if name in REAL)


def test_help_lists_every_command_under_what_one_wants(capsys):
    text = shown(capsys, "--help")
    assert text == shown(capsys, "help") == shown(capsys, "-h")
    for name in names():
        assert re.search(rf"^  {name} +\S", text, re.MULTILINE), name


def test_help_is_an_object_where_one_is_asked_for(capsys):
    assert json.loads(shown(capsys, "--json"))["commands"]["completion"]
    assert json.loads(shown(capsys, "--version", "--json"))["version"]
    assert "--tag" in json.loads(shown(capsys, "echo-back", "--help", "--json"))["help"]


@pytest.mark.parametrize("lang", LANGUAGES)
@every_command
def test_each_page_ends_with_an_example(name, lang, capsys, monkeypatch):
    monkeypatch.setenv("CLEW_LANG", lang)
    text = shown(capsys, name, "--help")
    assert text == shown(capsys, "help", name)
    last = text.rstrip().splitlines()[-1]
    assert last.startswith("  ")
    assert "clew" in last


@every_command
def test_each_example_is_a_call_that_can_be_read(name):
    for line in pages.example(pages.spec(name)):
        call = re.split(r" [|<>] | \|\| | && ", line)[0]
        words = shlex.split(call, comments=True)
        if words and words[0] == "clew":
            assert clicked.parse(words[1:]).name


@every_command
def test_each_command_says_what_it_is_and_what_each_of_its_words_means(name):
    command = pages.spec(name)
    assert command.group in GROUPS
    assert pages.summary(name, "en")
    assert not pages.summary(name, "en").endswith(".")
    for parameter in words_of(name):
        assert pages.meaning(name, parameter, "zh"), f"{name}: {parameter.name} has no words"


@every_command
def test_no_words_of_a_command_explain_what_it_does_not_take(name):
    taken = {parameter.name for parameter in words_of(name)}
    explained = {what for what in table(name) if what.startswith("--") or what.isupper()}
    assert explained <= taken


@every_command
def test_each_spec_is_one_that_can_be_read_in_one_way(name):
    command = pages.spec(name)
    fields = [parameter.field for parameter in (*words_of(name), *GLOBALS)]
    assert len(fields) == len(set(fields)), "two of its words have the same name in call.given"
    kinds = [(argument.many, not argument.required) for argument in command.arguments]
    assert kinds == sorted(kinds), "required arguments first, then optional ones, then the one that takes the rest"
    shorts = [option.short for option in command.options if option.short]
    assert len(shorts) == len({*shorts, "-h"}) - 1
    assert all(re.fullmatch(r"--[a-z][a-z-]*", option.name) for option in command.options)


def test_what_is_shared_has_words():
    assert all(has(f"cli.{option.name}") for option in GLOBALS)
    assert all(has(f"cli.group.{group}") for group in GROUPS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [40, 64, 80, pages.WIDTH])
def test_no_line_of_help_is_wider_than_the_terminal(lang, width):
    """But for what is to be typed as it stands: the example, and a command with its arguments."""
    shown = [pages.page(name, lang, width).split(f"\n{say('cli.example', lang)}")[0] for name in REAL]
    shown += [pages.overview(lang, width), pages.all_commands(lang, width)]
    typed = {pages.bare(name) for name in REAL}
    for line in "\n".join(shown).splitlines():
        assert columns(line) <= width or any(line.endswith(each) for each in typed), line


def test_help_is_as_wide_as_the_terminal_says(capsys, monkeypatch):
    for width in (40, 72):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = shown(capsys, "save", "--help").splitlines()
        assert max(map(len, lines[:-1])) <= width
    monkeypatch.setenv("COLUMNS", "0")
    assert shown(capsys, "save", "--help") == pages.page("save", "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_help_is_broken(lang):
    for name in REAL:
        narrow, wide = ("".join(pages.page(name, lang, width).split()) for width in (40, 100))
        assert narrow == wide
        words = set(re.findall(r"[A-Za-z]{2,}", pages.page(name, lang, 40)))
        assert words <= set(re.findall(r"[A-Za-z]{2,}", pages.page(name, lang, 100)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_page_tells_all(lang):
    page = reference_page(lang)
    for name in names():
        command = pages.spec(name)
        assert f"### clew {name}\n" in page
        assert all(f"`{key}`" in page for key in command.json)
        assert all(option.name in page for option in command.options)
    assert all(f"\n| {status} | " in page for status in range(5))
