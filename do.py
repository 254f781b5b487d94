#!/usr/bin/env python3
"""The one door for every task: `python3 do.py demo`, `python3 do.py test`, ...

Needs nothing but Python 3.11 or newer with venv and pip. What a task needs is installed into `.venv`
beside this file the first time, and again when pyproject.toml changed.
"""

# Read by Pythons from 3.7 on, which must live long enough to say that they are too old: no newer syntax here.
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "clew-stamp"  # what was installed, and for which folder: a moved or copied .venv points elsewhere
OLDEST = (3, 11)
# The launcher that an older one writes loads `re` before anything else, for half of what a Python costs that does nothing.
PIP = "pip>=25.2"

# Whoever calls may sit in another environment, or be an agent that runs in a conversation of its own.
NOT_OURS = ("VIRTUAL_ENV", "PYTHON", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "CLEW_", "CLAUDE_", "AGENT_", "GOOSE_")
OURS = "CLEW_BENCH_"  # but this is said to a benchmark

PYTEST = ("-m", "pytest")
RUFF = ("-m", "ruff")
REAL_AGENTS = "tests/agents/real/clients.py"
TASKS = {  # type: dict[str, tuple[str, list[tuple[str, ...]]]]
    "demo": ("run the main job on two real conversations, in a temporary home", [("examples/demo.py",)]),
    "test": ("run the tests; arguments go to pytest: test tests/test_words.py -x", [PYTEST]),
    "slow": ("run all tests, the slow ones whole", [(*PYTEST, "-m", "")]),
    "lint": ("look at style and format; lint --fix repairs", [(*RUFF, "check"), (*RUFF, "format", "--check")]),
    "types": ("check the types, strictly", [("-m", "mypy")]),
    "docs": ("run every command in the docs and compare; docs --write renews them", [("docs/printed.py",)]),
    "changelog": ("print CHANGELOG.md from its fragments; changelog --write renews it", [("changelog/compose.py",)]),
    "agents": ("install the real agents and run their story: agents goose codex for some", [(REAL_AGENTS, "--test")]),
    "bench": ("measure, beside the bare costs, as one table; bench NAME for one room", [("benchmarks",)]),
    "all": ("test, lint, types, docs", []),
    "clean": ("remove .venv and everything else that can be made again", []),
}
TOGETHER = ("test", "lint", "types", "docs")


def main(arguments):
    if sys.version_info < OLDEST:
        return fail(too_old())
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    task, rest = arguments[0], arguments[1:]
    if task not in TASKS:
        return fail(f"there is no task {task!r}\n\n{usage()}")
    if task == "clean":
        return clean()
    problem = install()
    if problem:
        return fail(problem)
    if task == "all":
        return max(run(each, []) for each in TOGETHER)  # each one runs, whatever the one before it said
    return run(task, rest)


def run(task, rest):
    commands = TASKS[task][1]
    if task == "lint" and rest == ["--fix"]:
        commands, rest = [(*RUFF, "check", "--fix"), (*RUFF, "format")], []
    if task == "demo" and os.environ.get("CLEW_LANG"):  # who calls may say it, what runs is shut off from CLEW_*
        rest = [*rest, f"--lang={os.environ['CLEW_LANG']}"]
    if task in ("test", "slow") and not rest:
        rest = ["-n", "auto", "--dist", "worksteal"]  # a single file is quicker without
    return max(python(*command, *rest).returncode for command in commands)


def python(*arguments, **options):
    return subprocess.run([str(PYTHON), *arguments], cwd=ROOT, env=environment(), **options)


def environment():
    """The caller's environment without what would reach into ours; UTF-8 wherever we run."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(NOT_OURS) or name.startswith(OURS)}
    return {**kept, "PYTHONUTF8": "1", "PATH": os.pathsep.join([str(PYTHON.parent), kept.get("PATH", os.defpath)])}


def install():
    """Makes .venv what pyproject.toml asks for. Answers what went wrong, or None."""
    wanted = stamp()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return None
    if not works():
        if not can_make_environments():
            return without_venv()
        print("making .venv ...", file=sys.stderr, flush=True)
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], env=environment())
        if made.returncode:
            return without_venv()
    print("installing clew and its tools into .venv ...", file=sys.stderr, flush=True)
    quietly = ("-qq", "--disable-pip-version-check", "--no-input")
    # Where no newer one can be had, the one that is here will do.
    python("-m", "pip", "install", *quietly, "--upgrade", PIP, stderr=subprocess.DEVNULL)
    if python("-m", "pip", "install", *quietly, "--editable", ".[dev]").returncode:
        return "the installation failed; what pip said is above. Once that is repaired, repeat the command."
    STAMP.write_text(wanted)
    return None


def stamp():
    """Of what .venv should be: another pyproject.toml, another pip or another folder has another."""
    wanted = ROOT.joinpath("pyproject.toml").read_bytes(), PIP.encode(), os.fsencode(ROOT)
    return hashlib.sha256(b"\n".join(wanted)).hexdigest()


def works():
    """Whether .venv has a Python that starts and is new enough: the one that it was made from may be gone."""
    try:
        code = f"import sys, pip; sys.exit(sys.version_info < {OLDEST})"
        return python("-c", code, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def can_make_environments():
    try:
        import ensurepip  # noqa: F401 - Debian ships venv without it
        import venv  # noqa: F401
    except ImportError:
        return False
    return True


def without_venv():
    version = "{}.{}".format(*sys.version_info)
    return (
        f"{sys.executable} cannot make a virtual environment.\n"
        f"On Debian and Ubuntu install what is missing:  apt-get install python{version}-venv\n"
        f"Elsewhere use a Python that comes with venv and pip, then repeat the command."
    )


def too_old():
    here = "{}.{}".format(*sys.version_info)
    for minor in range(20, OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            return f"this is Python {here}; clew needs 3.11 or newer. You have one:  {newer} do.py {' '.join(sys.argv[1:])}"
    return f"this is Python {here}; clew needs 3.11 or newer."


def clean():
    for pattern in (
        ".venv",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        "build",
        "dist",
    ):
        shutil.rmtree(ROOT / pattern, ignore_errors=True)
    for folder in ("src", "tests", "docs", "examples", "benchmarks", "changelog"):
        for cache in ROOT.joinpath(folder).rglob("__pycache__"):
            shutil.rmtree(cache, ignore_errors=True)
    return 0


def usage():
    lines = [f"  {name:<10} {says}" for name, (says, _) in TASKS.items()]
    return "\n".join(["usage: python3 do.py TASK [ARGUMENTS]", "", *lines])


def fail(message):
    print(f"do.py: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
