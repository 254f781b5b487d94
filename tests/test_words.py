"""Every sentence that clew says stands in `clew.words`, in both languages, and each is used."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import clew.errors
from clew.words import LANGUAGES

SRC = Path(__file__).resolve().parent.parent / "src" / "clew"
WORDS = SRC / "words"
KEY = re.compile(r"[a-z][a-z0-9_]*\.[a-z0-9][a-z0-9.-]*")
CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
FAMILY = {
    name
    for name, kind in inspect.getmembers(clew.errors, inspect.isclass)
    if issubclass(kind, clew.errors.ClewError) and next(iter(inspect.signature(kind).parameters)) in ("key", "rule")
}


@dataclass(frozen=True)
class Said:
    """One place in the code that names words."""

    where: str
    key: str
    given: frozenset[str] | None  # the names that are filled in; None where only the run knows


def test_every_sentence_that_the_code_says_has_words():
    missing = [f"{said.where}: {said.key}" for said in spoken() if said.key not in texts()]
    assert not missing, "no words for:\n" + "\n".join(missing)


@pytest.mark.parametrize("room", sorted(path.stem for path in WORDS.glob("*.py") if path.stem != "__init__"))
def test_each_sentence_stands_in_both_languages_with_the_same_blanks(room):
    for what, forms in importlib.import_module(f"clew.words.{room}").TEXTS.items():
        assert len(forms) == len(LANGUAGES), what
        assert all(form.strip() for form in forms), what
        assert blanks(forms[0]) == blanks(forms[1]), what
        assert not CHINESE.search(forms[0]), f"{what}: Chinese in the English sentence"


def test_each_blank_is_filled_where_the_sentence_is_said():
    for said in spoken():
        if said.given is not None and said.key in texts():
            for key in (said.key, f"{said.key}.hint"):
                left = blanks(texts()[key][0]) - said.given if key in texts() else set()
                assert not left, f"{said.where}: {key} leaves {left} open"


def test_no_words_lie_unused():
    exact, prefixes = named_in_the_code()
    unused = [
        key
        for key in texts()
        if key.removesuffix(".hint") not in exact and not any(key.startswith(prefix) for prefix in prefixes)
    ]
    assert not unused, "nothing says these:\n" + "\n".join(unused)


def test_chinese_stands_in_the_words_and_in_tables_of_data_only():
    """A table is a constant of a module, written in capitals; a docstring may give an example."""
    found = []
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        excused = {
            id(inner) for outer in ast.walk(tree) if is_table(outer) or is_docstring(outer) for inner in ast.walk(outer)
        }
        found += [
            f"{path.relative_to(SRC)}:{node.lineno}: {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if CHINESE.search(node.value) and id(node) not in excused
        ]
    assert not found, "a sentence belongs into clew.words:\n" + "\n".join(found)


def is_table(node: ast.AST) -> bool:
    names = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return bool(names) and all(isinstance(name, ast.Name) and name.id.isupper() for name in names)


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def blanks(text: str) -> set[str]:
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def sources() -> list[Path]:
    return [path for path in sorted(SRC.rglob("*.py")) if WORDS not in path.parents]


@cache
def texts() -> dict[str, tuple[str, str]]:
    rooms = [path.stem for path in sorted(WORDS.glob("*.py")) if path.stem != "__init__"]
    return {
        f"{room}.{what}": forms
        for room in rooms
        for what, forms in importlib.import_module(f"clew.words.{room}").TEXTS.items()
    }


@cache
def spoken() -> tuple[Said, ...]:
    return tuple(said for path in sources() for said in _spoken_in(path))


def _spoken_in(path: Path) -> Iterator[Said]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = node.args[0].value
        if (name != "say" and name not in FAMILY) or not isinstance(first, str):
            continue
        named = {keyword.arg for keyword in node.keywords}
        given = (
            None
            if None in named
            else frozenset(each for each in named if each) | ({"path"} if name != "say" else set())
        )
        key = f"rules.{first}" if name == "RuleBroken" else first
        yield Said(f"{path.relative_to(SRC)}:{node.lineno}", key, given)


def named_in_the_code() -> tuple[set[str], set[str]]:
    """The keys that stand in the code as they are, and the beginnings of those that it puts together."""
    exact, prefixes = {said.key for said in spoken()}, set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                exact.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                beginning = str(node.values[0].value)
                if re.match(r"[a-z_]+\.", beginning) and any(key.startswith(beginning) for key in texts()):
                    prefixes.add(beginning)
    return exact, prefixes
