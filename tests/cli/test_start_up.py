"""What a call loads, and how it ends: agents pay it at every start."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import PROGRAM, run

DEAR = {
    *("click", "rich", "prompt_toolkit", "ruamel", "typing", "dataclasses", "pathlib", "re", "json", "hashlib"),
    *("inspect", "logging", "argparse", "tomllib", "subprocess", "tempfile", "contextlib", "enum", "threading"),
    *("clew.cli.clicked", "clew.cli.pages", "clew.cli.failures", "clew.cli.picker"),
}


def loaded_by(*words: str) -> set[str]:
    """The modules that a call has loaded, in a process that has no `site` to load some first."""
    tail = "import sys\nfrom clew.cli import frame\nframe.run(sys.argv[1:])\nprint(*sys.modules, file=sys.stderr)\n"
    paths = f"import sys\nsys.path[:] = {sys.path!r}\n"
    probe = paths + PROGRAM.replace("from clew.cli import main\nsys.exit(main())\n", tail)
    done = subprocess.run([sys.executable, "-S", "-E", "-c", probe, *words], capture_output=True, check=True)
    return set(done.stderr.decode().splitlines()[-1].split())


@pytest.mark.parametrize(
    "words",
    [["echo-back", "text", "--tag", "a"], ["echo-back", "text", "--json"], ["--version"]],
    ids=" ".join,
)
def test_a_plain_call_loads_the_frame_and_its_command_only(words):
    loaded = loaded_by(*words)
    dear = DEAR - {"clew.cli.pages"} if words == ["--version"] else DEAR
    assert not loaded & dear
    ours = {name.removeprefix("clew.cli.commands.") for name in loaded if name.startswith("clew.cli.commands.")}
    assert ours == ({"echo_back"} if "echo-back" in words else set())


def test_help_loads_the_commands_but_neither_click_nor_what_their_bodies_need():
    loaded = loaded_by("--help")
    assert "clew.cli.commands.completion" in loaded
    assert not loaded & {"click", "rich", "prompt_toolkit", "ruamel", "dataclasses", "inspect", "tomllib"}


def test_only_a_call_that_cannot_be_read_loads_click():
    assert "click" in loaded_by("echo-back", "-k5")


@pytest.mark.parametrize(
    ("words", "status"), [(["echo-back", "x"], 0), (["echo-back", "--fail", "conflict"], 3), (["--help"], 0)]
)
def test_the_quick_end_keeps_the_status_and_all_output(words, status):
    done = run(*words, "--home", "h")
    assert done.status == status
    assert done.out or done.err


def test_python_m_clew_is_clew():
    done = subprocess.run([sys.executable, "-m", "clew", "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout[:5]) == (0, "clew ")
