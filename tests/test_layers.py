"""The rooms of clew, and which way imports run between them.

Data flows one way: texts are kept in stores, made into memories by the library, handed out by the ways in.
Imports run the same way, so that each room can be read, tested and replaced knowing only the rooms before it.
An import inside a function is an import too: hidden there, a circle would come back through the window.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

SRC = Path(__file__).resolve().parent.parent / "src"

# A room may import itself and every room before it. `clew` is the package's own front, `clew.open`.
ROOMS = (
    *("values", "words", "errors", "config", "language"),
    *("text", "stores", "history", "state", "library"),
    *("workspace", "prompt", "index", "recall", "context", "sync", "agents", "imports", "exports"),
    *("callers", "home", "references", "answers", "hooks", "purging", "setup", "installing", "doctor"),
    *("cli", "mcp", "clew"),
)
WAYS_IN = {"cli", "mcp"}  # they stand side by side: neither may lean on the other

# What an agent runs at every start and every save. Each costs what its imports cost.
SAVE = ["save", "SQLite it is: one writer.", "--tag", "database"]
QUICK = {
    "menu": ["menu"],
    "start": ["start", "--pick", "0"],
    "save": [*SAVE, "--tag", "sqlite", "--title", "Choosing the database"],
    "context": ["context"],
    "search": ["search", "which database"],
    "hook": ["hook", "prompt", "--agent", "claude-code"],
    "hook stop": ["hook", "stop", "--agent", "claude-code"],
    "help": ["--help"],  # reads every command's spec, and none of what their bodies need
}
SAID_TO_A_HOOK = b'{"session_id": "s1", "prompt": "Go on."}'  # by standard input, which the others leave alone
# These look for keywords, with packages that know words. They cost more, but not a whole command line.
WORDY = {"a save without a title": [*SAVE, "--tag", "sqlite"], "a refused save": SAVE}
# What a client of the MCP server waits for before its first turn, and what one call of a tool needs. Both end at the end
# of what they are given on standard input.
SERVED = {"handshake": ["serve"], "a call of a tool": ["serve"]}
COMMANDS = QUICK | WORDY | SERVED
GIVEN = {
    "handshake": b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}\n',
    "a call of a tool": b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "clew_start"}}\n',
}
# What is in the home already, and in the index: as it nearly always is.
BEFORE = {"search": [QUICK["save"], QUICK["search"]]}
# Modules that cost more than they are worth there (milliseconds, measured): none of these may be loaded.
DEAR = {
    "asyncio": 40,
    "click": 30,
    "dataclasses": 15,
    "importlib.metadata": 20,
    "inspect": 10,
    "logging": 8,
    "pathlib": 5,
    "prompt_toolkit": 90,
    "rich": 250,
    "ruamel": 60,
    "subprocess": 6,
    "tempfile": 6,
    "tomllib": 3,
    "typing": 5,
    "zoneinfo": 4,
}


@dataclass(frozen=True)
class Import:
    module: str  # who imports
    target: str  # what
    line: int
    inside: str | None  # the function that it stands in

    def __str__(self) -> str:
        return f"{self.module}:{self.line} imports {self.target}" + (f" inside {self.inside}()" if self.inside else "")


def test_imports_run_one_way():
    wrong = [each for each in imports() if each.target.split(".")[0] == "clew" and not allowed(each)]
    assert not wrong, "these look back into a later room; move what they need down, or the caller up:\n" + listed(wrong)


def test_every_module_stands_in_a_known_room():
    unknown = {room(module) for module, _ in modules()} - set(ROOMS)
    assert not unknown, f"name the place of {unknown} in ROOMS, and in docs/design.md"


def test_at_most_five_imports_inside_functions_are_not_about_start_up_cost():
    """An import stands inside a function for a quick start where moving it up would make some command load more:
    where a quick command loads the module around it and does without what it imports. Other people's packages
    are always late (a menu needs none of them). All the rest is a habit, or hides a circle: five at most."""
    loaded = [loaded_by(command) for command in COMMANDS]
    rest = [
        each
        for each in imports()
        if each.inside
        and each.target.split(".")[0] in {"clew", *sys.stdlib_module_names}
        and not any(each.module in modules and each.target not in modules for modules in loaded)
    ]
    assert len(rest) <= 5, "move these to the top of their files, or say what they save:\n" + listed(rest)


def test_every_package_that_is_imported_is_one_that_pyproject_asks_for():
    """Else it works for whoever has it by chance, and for nobody who installs clew."""
    project = tomllib.loads((SRC.parent / "pyproject.toml").read_text("utf-8"))["project"]
    wishes = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    asked = {canonical(re.split(r"[^\w.-]", wish)[0]) for wish in wishes}
    given_by = packages_distributions()
    foreign = {each.target.split(".")[0] for each in imports()} - {"clew", *sys.stdlib_module_names}
    missing = {name for name in foreign if not asked & {canonical(package) for package in given_by.get(name, [name])}}
    assert not missing, f"nothing in pyproject's dependencies brings {missing}"


def canonical(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


@pytest.mark.parametrize("command", [*QUICK, "handshake"])
def test_a_quick_command_loads_nothing_dear(command):
    loaded = loaded_by(command)
    dear = {name: cost for name, cost in DEAR.items() if name in loaded}
    assert not dear, f"clew {command} loads {dear} (milliseconds); import late, or do without"


@pytest.mark.parametrize("command", WORDY)
def test_a_save_that_looks_for_keywords_needs_no_whole_command_line(command):
    assert not {"click", "rich", "ruamel", "prompt_toolkit", "asyncio"} & loaded_by(command)


def allowed(each: Import) -> bool:
    here, there = room(each.module), room(each.target)
    if here == there:
        return True
    return ROOMS.index(there) < ROOMS.index(here) and not {here, there} <= WAYS_IN


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] != "__main__" else "clew"


@cache
def modules() -> tuple[tuple[str, Path], ...]:
    found = []
    for path in sorted(SRC.rglob("*.py")):
        parts = path.relative_to(SRC).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return tuple(found)


@cache
def imports() -> tuple[Import, ...]:
    known = {name for name, _ in modules()}
    return tuple(each for name, path in modules() for each in _imports_of(name, path, known))


def _imports_of(module: str, path: Path, known: set[str]) -> Iterator[Import]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]

    def targets(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                name = f"{source}.{alias.name}"
                if name != "clew.__version__":  # a plain string, set before anything is imported
                    yield name if name in known else source
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (str(name.value) for name in node.args if isinstance(name, ast.Constant))

    def walk(node: ast.AST, inside: str | None) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            for target in dict.fromkeys(targets(child)):  # one statement that takes two names is one import
                yield Import(module, target, child.lineno, inside)  # type: ignore[attr-defined]
            deeper = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else inside
            yield from walk(child, deeper)

    return walk(ast.parse(path.read_text("utf-8")), None)


@cache
def loaded_by(command: str) -> frozenset[str]:
    """The modules that a whole run of this command loaded, beyond those of a bare interpreter."""
    code = "from clew.__main__ import beside\nfrom clew.cli import main\nmain(sys.argv[1:], beside)"
    given = GIVEN.get(command, SAID_TO_A_HOOK)
    return _modules_after(code, [*BEFORE.get(command, ()), COMMANDS[command]], given) - _modules_after("", [[]])


def _modules_after(code: str, calls: list[list[str]], given: bytes = SAID_TO_A_HOOK) -> frozenset[str]:
    """Those of the last call, of several in one home."""
    with TemporaryDirectory() as home:
        probe = f"import sys\nsys.argv[0] = 'clew'\n{code}\nprint('\\n' + ' '.join(sys.modules), file=sys.stderr)"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLEW_", "PYTEST_"))}
        environment = {**kept, "CLEW_HOME": f"{home}/clew"}
        for arguments in calls:
            call = [sys.executable, "-c", probe, *arguments]
            done = subprocess.run(call, cwd=home, env=environment, input=given, capture_output=True, check=True)
    return frozenset(done.stderr.decode().splitlines()[-1].split())


def listed(found: list[Import]) -> str:
    return "\n".join(map(str, found))
