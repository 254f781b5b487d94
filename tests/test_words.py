"""Every sentence that clew says stands in `clew.words`, in both languages, and each is used."""

from __future__ import annotations

import ast
import importlib
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from clew.words import LANGUAGES

SRC = Path(__file__).resolve().parent.parent / "src" / "clew"
WORDS = SRC / "words"
CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]{2}")  # one alone is the end of a range, or an answer to yes or no
SAYING = {"say", "words", "Phrase"}  # what is called with a key as its first argument


def sources() -> list[Path]:
    return [path for path in sorted(SRC.rglob("*.py")) if WORDS not in path.parents]


def errors() -> set[str]:
    """Every error that is made from a key, in whichever room it is defined."""
    family = {"ClewError"}
    made = [node for path in sources() for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    classes = [node for node in made if isinstance(node, ast.ClassDef) and _is_made_from_a_key(node)]
    while more := {one.name for one in classes if {getattr(base, "id", "") for base in one.bases} & family} - family:
        family |= more
    return family


def _is_made_from_a_key(node: ast.ClassDef) -> bool:
    own = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    return not own or [each.arg for each in own[0].args.args[1:2]] in (["key"], ["rule"])


FAMILY = errors()


@dataclass(frozen=True)
class Said:
    """One place in the code that names words."""

    where: str
    key: str
    given: frozenset[str] | None  # the names that are filled in; None where only the run knows


def test_every_sentence_that_the_code_says_has_words():
    missing = [f"{said.where}: {said.key}" for said in spoken() if said.key not in texts()]
    assert not missing, "no words for:\n" + "\n".join(missing)


ROOMS = sorted(".".join(path.relative_to(WORDS).with_suffix("").parts) for path in WORDS.rglob("[a-z]*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_each_sentence_stands_in_both_languages_with_the_same_blanks(room):
    ours = {key: forms for key, forms in texts().items() if key.startswith(f"{room.replace('_', '-')}.")}
    for what, forms in ours.items():
        assert len(forms) == len(LANGUAGES), what
        assert all(form.strip() for form in forms), what
        assert blanks(forms[0]) == blanks(forms[1]), what
        assert not CHINESE.search(forms[0]), f"{what}: Chinese in the English sentence"


def test_one_thing_has_one_name_in_chinese_too():
    """The design's table says which; these are names that others would give the same things."""
    others = {
        "索引文件": "线索文件",
        "会话": "对话",
        "数据目录": "主目录",
        "片段": "段",
        "记忆库": "库",
        "标记语": "标签",
        "历史记录": "历史",
        "一篇记忆": "一个记忆",
        "遮住": "遮盖",
        "待完成": "待补标签",
        "版本编号": "版本号",
    }
    strange = {other for other in others for forms in texts().values() if other in forms[1]}
    assert not strange, {other: others[other] for other in strange}


def test_each_blank_is_filled_where_the_sentence_is_said():
    for said in spoken():
        if said.given is not None and said.key in texts():
            for key in (said.key, f"{said.key}.hint"):
                left = blanks(texts()[key][0]) - said.given if key in texts() else set()
                assert not left, f"{said.where}: {key} leaves {left} open"


def test_no_words_lie_unused():
    constants, shapes = named_in_the_code()
    said = {said.key for said in spoken()}
    unused = [
        key
        for key in texts()
        if key not in said
        and not {key, key.removesuffix(".hint"), what(key), what(key).removesuffix(".hint")} & (said | constants)
        and not any(shape.fullmatch(key.removesuffix(".hint")) for shape in shapes)
    ]
    assert not unused, "nothing says these:\n" + "\n".join(unused)


def what(key: str) -> str:
    """The key without its room, as code says it that puts the two together; `.what` inside a command."""
    parts = key.split(".")
    return f".{'.'.join(parts[2:])}" if parts[0] == "commands" and parts[2][0].islower() else parts[-1]


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


@cache
def texts() -> dict[str, tuple[str, str]]:
    found = {}
    for path in sorted(WORDS.rglob("*.py")):
        if path.stem != "__init__":
            module = ".".join(path.relative_to(WORDS).with_suffix("").parts)
            room = module.replace("_", "-")
            found.update({f"{room}.{what}": forms for what, forms in _table(module).items()})
    return found


def _table(module: str) -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = importlib.import_module(f"clew.words.{module}").TEXTS
    return table


@cache
def spoken() -> tuple[Said, ...]:
    return tuple(said for path in sources() for said in _spoken_in(path))


def _spoken_in(path: Path) -> Iterator[Said]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        key = node.args[0].value
        if name not in SAYING | FAMILY or not isinstance(key, str):
            continue
        named = {keyword.arg for keyword in node.keywords}
        always = set() if name in SAYING else {"path"}
        given = None if None in named else frozenset({each for each in named if each} | always)
        where = f"{path.relative_to(SRC).as_posix()}:{node.lineno}"
        yield Said(where, _full(key, name, path), given)


def _full(key: str, name: str, path: Path) -> str:
    if key.startswith("."):  # a command's own words
        return f"commands.{path.stem.replace('_', '-')}{key}"
    return f"rules.{key}" if name == "RuleBroken" else key


def named_in_the_code() -> tuple[set[str], set[re.Pattern[str]]]:
    """The strings that stand in the code as they are, and the shapes of keys that it puts together."""
    constants, shapes = {"help", ".help", ".help.more"}, set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
                if re.match(r"[a-z]+\.", parts[0] or "") and len("".join(filter(None, parts)).partition(".")[2]):
                    shapes.add(re.compile("".join(".+" if part is None else re.escape(part) for part in parts)))
    return constants, shapes
