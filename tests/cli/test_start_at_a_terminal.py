"""`clew start` as a person meets it: the menu at a real terminal, and what is chosen there."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import clew.home
from tests.cli.test_picker import ENTER, ESCAPE, read_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")


@pytest.fixture
def shop(tmp_path):
    """A project directory with two memories, one of them of the directory above."""
    directory = tmp_path / "shop" / "web"
    directory.mkdir(parents=True)
    library = clew.home.open_home(str(tmp_path / "home")).library
    library.project(str(directory)).start(0).save("Whole cents.", ["prices", "web"], title="Prices in cents")
    library.project(str(directory.parent)).start(0).save("在 SQLite 里。", ["数据库", "SQLite"], title="数据库选型")
    return directory


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (ENTER, "Whole cents."),
        ("1" + ENTER, "Whole cents."),
        ("2" + ENTER, "在 SQLite 里。"),
        ("数据库" + ENTER, "在 SQLite 里。"),
        ("0" + ENTER, ": new"),
    ],
)
@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_what_is_chosen_from_the_menu_is_opened(shop, tmp_path, terminal, keys, shown):
    if terminal == "dumb":
        keys = {ENTER: "1\n"}.get(keys, keys.replace(ENTER, "\n"))
    assert shown in started_at(terminal, keys, shop, tmp_path / "home")


@pytest.mark.parametrize(("terminal", "keys"), [("xterm", ESCAPE), ("dumb", "\n")])
def test_who_leaves_the_menu_begins_nothing(shop, tmp_path, terminal, keys):
    shown = started_at(terminal, keys, shop, tmp_path / "home", status=130)
    assert ": new" not in shown


def started_at(terminal: str, keys: str, directory, home, status: int = 0) -> str:
    import pty

    ours, theirs = pty.openpty()
    environment = {
        **os.environ,
        "TERM": terminal,
        "PROMPT_TOOLKIT_NO_CPR": "1",
        "PYTHONUTF8": "1",
        "CLEW_HOME": str(home),
    }
    command = [sys.executable, "-m", "clew", "start"]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=directory, env=environment)
    os.close(theirs)
    shown = read_until(ours, "0. ")
    os.write(ours, keys.encode())
    shown += read_until(ours, None)
    os.close(ours)
    assert process.wait(20) == status, shown
    return shown
