"""Small enough for one sitting: files and functions that a reader can hold in the head, errors that are handed on."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from statistics import median
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)
SRC = Path(__file__).resolve().parent.parent / "src"


def test_no_file_is_longer_than_four_hundred_lines():
    long = {path.relative_to(SRC).as_posix(): size for path, size in lines().items() if size > 400}
    assert not long, f"which two things are in here? {long}"


def test_nearly_every_function_fits_on_a_screen():
    sizes = sorted((function.end_lineno or 0) - function.lineno + 1 for function in nodes(ast.FunctionDef))
    assert sizes[len(sizes) * 95 // 100] <= 40
    assert median(sizes) <= 10


def test_fewer_than_one_broad_except_in_a_thousand_lines_keeps_what_it_caught():
    """One that cleans up and raises again hands everything on; that is no broad except but a `finally` for failures."""
    broad = [handler for handler in nodes(ast.ExceptHandler) if is_broad(handler) and not raises(handler)]
    assert len(broad) * 1000 < sum(lines().values())


OWN = {"sync/note_more.py", "installing/formats/outline.py"}  # what clew wrote itself, and pieces without an inside


def test_whoever_reads_json_is_ready_for_nesting_without_end():
    """It is no `ValueError`; whatever else is wrong with a text of somebody else's is one."""
    bare = []
    for path in lines():
        tree = ast.parse(path.read_text("utf-8"))
        guarded = {
            call
            for tried in ast.walk(tree)
            if isinstance(tried, ast.Try) and any("RecursionError" in ast.unparse(each) for each in tried.handlers)
            for step in tried.body
            for call in ast.walk(step)
        }
        reads = [call for call in ast.walk(tree) if isinstance(call, ast.Call) and reads_json(call)]
        bare += [f"{path.relative_to(SRC / 'clew').as_posix()}:{call.lineno}" for call in reads if call not in guarded]
    assert not [place for place in bare if place.partition(":")[0] not in OWN]


def reads_json(call: ast.Call) -> bool:
    return ast.unparse(call.func) in ("json.load", "json.loads", "loads")


def is_broad(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or getattr(handler.type, "id", "") in ("Exception", "BaseException")


def raises(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


@cache
def lines() -> dict[Path, int]:
    return {path: len(path.read_text("utf-8").splitlines()) for path in SRC.rglob("*.py")}


def nodes(kind: type[Node]) -> list[Node]:
    trees = (ast.parse(path.read_text("utf-8")) for path in lines())
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, kind)]
