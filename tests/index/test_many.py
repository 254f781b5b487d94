"""Many processes at one index: those who search are never refused and never wrong, whoever else writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.index.conftest import INSTALLED, Notes

ROOT = Path(__file__).resolve().parents[2]

SEARCHES = """
import json, sys, time
from pathlib import Path
from tests.index.conftest import Notes
from clew.text.terms import terms_of
notes = Notes(Path(sys.argv[1]), sys.argv[2])
until, turns, wrong, degraded = time.monotonic() + float(sys.argv[3]), 0, [], 0
while time.monotonic() < until or turns < 3:
    turns += 1
    if turns % 5 == 0:
        notes.index.close()  # as a new process would begin
    notes.index.touched()
    seen = notes.index.look()
    degraded += seen.degraded is not None
    if seen.degraded not in (None, "index.busy"):
        wrong.append(seen.degraded)
    ids = notes.index.candidates(terms_of("steady"), None, 200)
    found = sorted(passage.file for passage in notes.index.passages(ids))
    if found != sorted(f"steady{number}.md" for number in range(50)):
        wrong.append(["steady", len(found)])
    for passage in notes.index.passages(notes.index.candidates(terms_of("moving"), None, 200)):
        if not passage.file.startswith("moving"):
            wrong.append(passage.file)
print(json.dumps([turns, wrong[:5], degraded]))
"""

WRITES = """
import os, sys, time
from pathlib import Path
folder, who, until = Path(sys.argv[1]), sys.argv[2], time.monotonic() + float(sys.argv[3])
turn = 0
while time.monotonic() < until:
    turn += 1
    for number in range(5):
        path = folder / f"moving{who}-{(turn + number) % 40}.md"
        temporary = path.with_suffix(".tmp")
        temporary.write_text(f"moving turn {turn}\\n\\nnumber {number} of {who}\\n")
        os.replace(temporary, path)
    if turn % 3 == 0:
        (folder / f"moving{who}-{turn % 40}.md").unlink(missing_ok=True)
    time.sleep(0.01)
"""


@pytest.mark.parametrize("engine", INSTALLED)
@pytest.mark.parametrize("seconds", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_eight_search_while_two_write(tmp_path, engine, seconds):
    notes = Notes(tmp_path, engine)
    for number in range(50):
        notes.write(f"steady{number}.md", f"steady alpha {number}\n")
    notes.found("steady")
    writers = [start(WRITES, str(notes.folder), who, str(seconds)) for who in ("a", "b")]
    searchers = [start(SEARCHES, str(tmp_path), engine, str(seconds)) for _ in range(8)]
    for writer in writers:
        _, problem = writer.communicate(timeout=seconds + 60)
        assert writer.returncode == 0, problem
    for searcher in searchers:
        out, problem = searcher.communicate(timeout=seconds + 60)
        assert searcher.returncode == 0, problem
        turns, wrong, _ = json.loads(out)
        assert turns >= 3
        assert wrong == []
    left = sorted(path.name for path in notes.folder.iterdir() if path.name.startswith("moving"))
    assert sorted(notes.found("moving")) == left
    assert len(notes.found("steady")) == 50
    assert len(notes.generations()) == 1
    notes.index.close()


@pytest.mark.parametrize("engine", INSTALLED)
def test_eight_first_searches_at_once_make_one_index(tmp_path, engine):
    notes = Notes(tmp_path, engine)
    for number in range(50):
        notes.write(f"steady{number}.md", f"steady alpha {number}\n")
    searchers = [start(SEARCHES, str(tmp_path), engine, "0") for _ in range(8)]
    for searcher in searchers:
        out, problem = searcher.communicate(timeout=60)
        assert searcher.returncode == 0, problem
        assert json.loads(out)[1] == []
    assert len(notes.generations()) == 1
    assert notes.another().look().changed == 0


def start(script: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
