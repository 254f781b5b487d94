"""Where a program may open but a handful of files: one clear line, and the text is kept or was never taken."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest

resource = pytest.importorskip("resource")

COMMANDS = {
    "menu": ["menu"],
    "save": ["save", "It is SQLite.", "--tag", "one", "--tag", "two", "--conversation", "c1", "--title", "Storage"],
    "check": ["check"],
    "context": ["context"],
}


@pytest.mark.parametrize(("command", "lang"), [*((command, "en") for command in COMMANDS), ("save", "zh")])
def test_too_few_open_files_are_told_in_one_line(place, command, lang):
    place.save("kept from the beginning", "--conversation", "c1", "--title", "Storage")
    refused = done = 0
    for most in (5, 6, 7, 8, 9, 11, 13, 30):  # with four not even Python begins
        call = subprocess.run(
            [sys.executable, "-m", "clew", *COMMANDS[command]],
            cwd=place.project,
            env={**place.whole_environment, "CLEW_LANG": lang},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_NOFILE, (most, most)),
        )
        told = call.stderr.decode()
        assert "Traceback" not in told, (most, told)
        if call.returncode:
            refused += 1
            assert told.startswith(("clew: ", "clew：")), (most, told)
            assert len(told.splitlines()) <= 3, (most, told)
        else:
            done += 1
            assert call.stdout
    assert refused
    assert done
    assert place.findings() == []
