"""Whatever happened to the index's own files: a search answers, says that it had to do without, and the next one is whole."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clew.index import upkeep
from clew.index.place import Place
from clew.index.rows import FILE
from tests.index.suite import spoil

HOWS = ("empty", "half", "garbage", "gone")


@pytest.fixture
def stocked(notes):
    """Enough that the engine's files hold something."""
    for number in range(200):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta gamma delta\n")
    assert len(notes.found("alpha")) == 200
    notes.index.close()
    return notes


def files_of(notes) -> list[Path]:
    return sorted(path for path in (notes.home / "index").rglob("*") if path.is_file())


@pytest.mark.parametrize("how", HOWS)
def test_broken_as_a_whole_it_is_made_anew(stocked, how):
    for path in files_of(stocked):
        spoil(path, how)
    assert len(stocked.found("alpha")) == 200
    stocked.index.close()
    assert len(stocked.found("alpha")) == 200
    assert stocked.index.look().degraded is None


@pytest.mark.parametrize("how", HOWS)
def test_whatever_file_is_broken_it_answers_and_mends(stocked, how, tmp_path):
    backup = tmp_path / "backup"
    shutil.copytree(stocked.home / "index", backup)
    names = [path.relative_to(stocked.home / "index") for path in files_of(stocked)]
    told = 0
    for name in names:
        shutil.rmtree(stocked.home / "index")
        shutil.copytree(backup, stocked.home / "index")
        spoil(stocked.home / "index" / name, how)
        found = stocked.found("alpha")
        told += stocked.index._seen is not None and stocked.index._seen.degraded is not None
        assert len(found) == 200, name
        stocked.index.close()
        assert len(stocked.found("w7 beta")) == 200, name
        assert stocked.index.look().degraded is None, name
        stocked.index.close()
    assert told or how == "gone"


def test_broken_while_it_is_in_use_it_answers_and_mends(stocked):
    assert len(stocked.found("alpha")) == 200
    for path in files_of(stocked):
        if path.name == FILE:
            spoil(path, "garbage")
            path.with_name(f"{FILE}-wal").unlink(missing_ok=True)
    stocked.write("new.md", "alpha new\n")
    assert "new.md" in stocked.found("new")
    stocked.index.touched()
    stocked.index.look()
    assert stocked.found("new") == ["new.md"]


@pytest.mark.parametrize("change", ["PRAGMA user_version=99", "UPDATE about SET rules = 'others'", "DROP TABLE about"])
def test_of_another_version_it_is_made_anew(stocked, change):
    (generation,) = stocked.generations()
    database = sqlite3.connect(stocked.home / "index" / generation / FILE)
    database.execute(change)
    database.commit()
    database.close()
    assert len(stocked.found("alpha")) == 200
    assert stocked.generations() != [generation]
    stocked.index.touched()
    assert stocked.index.look().degraded is None


def test_made_anew_it_says_so_once(stocked):
    (generation,) = stocked.generations()
    (stocked.home / "index" / generation / FILE).write_bytes(b"")
    assert stocked.index.look().degraded in ("index.damaged", "index.outdated")
    stocked.index.touched()
    assert stocked.index.look().degraded is None


def test_the_notes_are_never_touched(stocked):
    before = {path: path.read_bytes() for path in stocked.folder.iterdir()}
    for path in files_of(stocked):
        spoil(path, "garbage")
    stocked.found("alpha")
    assert {path: path.read_bytes() for path in stocked.folder.iterdir()} == before


def test_an_engine_behind_its_tables_is_filled_anew(stocked):
    """A power cut may lose what was committed last."""
    (generation,) = stocked.generations()
    database = sqlite3.connect(stocked.home / "index" / generation / FILE)
    (ripe,) = database.execute("SELECT ripe FROM about").fetchone()
    assert ripe > 1, "the engine has nothing yet"
    (place,) = database.execute("SELECT place FROM about").fetchone()
    database.close()
    shutil.rmtree(stocked.home / "index" / generation / place)
    assert len(stocked.found("alpha")) == 200
    assert stocked.index.look().degraded is None
    assert not (stocked.home / "index" / generation / place).exists()


def test_while_another_process_holds_the_lock_it_answers_from_what_is_known(stocked, monkeypatch):
    monkeypatch.setattr(upkeep, "_WAIT", 0.05)
    stocked.write("new.md", "alpha new\n")
    with held(stocked.home):
        assert len(stocked.found("alpha")) == 200
        assert stocked.index.look().degraded == "index.busy"
        assert stocked.found("new") == []
    assert stocked.found("new") == ["new.md"]
    assert stocked.index.look().degraded is None


def test_while_the_first_index_is_made_elsewhere_it_answers_from_the_files(notes, monkeypatch):
    monkeypatch.setattr(upkeep, "_FIRST_WAIT", 0.05)
    notes.write("a.md", "alpha\n")
    with held(notes.home):
        assert notes.found("alpha") == ["a.md"]
        assert notes.index.look().degraded == "index.busy"
    assert notes.generations() == []
    assert notes.found("alpha") == ["a.md"]
    assert notes.index.look().degraded is None
    assert len(notes.generations()) == 1


class held:  # noqa: N801  it reads as a word
    """The lock of the index, held by another thread."""

    def __init__(self, home: Path) -> None:
        self._home, self._done, self._taken = str(home), threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self) -> None:
        with Place(self._home).lock(5):
            self._taken.set()
            self._done.wait(30)

    def __enter__(self) -> None:
        self._thread.start()
        assert self._taken.wait(5)

    def __exit__(self, *problem: object) -> None:
        self._done.set()
        self._thread.join()


SEARCHES = """
import json, resource, sys
from pathlib import Path
from tests.index.conftest import Notes
place, engine, limit, query = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
notes = Notes(place, engine)
found = notes.found(query)
notes.index.touched()
print(json.dumps([found, notes.index.look().degraded]))
"""


def searched(notes, query: str, limit: int = 0) -> tuple[list[str], str | None]:
    """By a process that may not make files larger than `limit`, which is what a full disk looks like."""
    done = subprocess.run(
        [sys.executable, "-c", SEARCHES, str(notes.home.parent), notes.engine, str(limit), query],
        capture_output=True,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert done.returncode == 0, done.stderr
    found, degraded = json.loads(done.stdout)
    return found, degraded


@pytest.mark.skipif(sys.platform == "win32", reason="nothing bounds a process's files there")
@pytest.mark.parametrize("limit", [1, 20_000, 60_000])
def test_on_a_full_disk_it_answers_and_recovers(notes, limit):
    for number in range(400):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta gamma delta {number * 7919}\n")
    found, degraded = searched(notes, "alpha", limit)
    assert len(found) == 200
    assert degraded
    found, degraded = searched(notes, "alpha")
    assert (len(found), degraded) == (200, None)
    for number in range(400):
        notes.write(f"{number}.md", f"gamma w{number}\n\nbeta gamma delta {number * 104729}\n")
    found, degraded = searched(notes, "gamma", limit)
    assert len(found) == 200
    assert degraded
    found, degraded = searched(notes, "alpha")
    assert (found, degraded) == ([], None)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing bounds a process's files there")
def test_an_index_that_the_disk_has_no_room_for_takes_none(notes):
    for number in range(400):
        notes.write(f"{number}.md", f"alpha w{number}\n\nbeta gamma delta {number * 7919}\n")
    for _ in range(2):
        found, degraded = searched(notes, "alpha", 60_000)
        assert len(found) == 200
        assert degraded in ("index.full", "index.refused")
        assert notes.generations() == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody else")
def test_where_nothing_may_be_written_it_answers(notes):
    for number in range(5):
        notes.write(f"{number}.md", "alpha\n")
    assert len(notes.found("alpha")) == 5
    notes.index.close()
    notes.write("new.md", "alpha new\n")
    for path in (notes.home.parent, *notes.home.parent.rglob("*")):
        os.chmod(path, 0o555 if path.is_dir() else 0o444)
    above = notes.home.parent
    while above != Path("/"):
        os.chmod(above, os.stat(above).st_mode | 0o011)
        above = above.parent
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setgid(65534)
            os.setuid(65534)
            found = notes.found("alpha")
            notes.index.touched()
            status = 0 if len(found) >= 5 and notes.index.look().degraded == "index.refused" else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.chmod(notes.home, 0o700)
    os.chmod(notes.home / "index", 0o700)
    for path in (notes.home.parent, *notes.home.parent.rglob("*")):
        os.chmod(path, 0o700)
    assert len(notes.found("alpha")) == 6


def test_a_generation_that_somebody_died_at_is_swept(notes):
    notes.write("a.md", "alpha\n")
    notes.found("alpha")
    left = notes.home / "index" / "0badcafe"
    left.mkdir()
    (left / FILE).write_bytes(b"half")
    notes.index.rebuild()
    assert len(notes.generations()) == 1
    assert not left.exists()


def test_what_a_killed_rebuilding_left_goes_with_the_next_change(notes):
    notes.write("a.md", "alpha\n")
    notes.found("alpha")
    index = notes.home / "index"
    (index / "0badcafe").mkdir()
    (index / "0badcafe" / FILE).write_bytes(b"half")
    (index / ".tmp-clew-vm-1-1-0123456789").write_bytes(b"0badcafe\n")
    notes.write("b.md", "alpha\n")
    assert len(notes.found("alpha")) == 2
    assert sorted(path.name for path in index.iterdir()) == sorted([".clew.lock", "current", *notes.generations()])
    assert len(notes.generations()) == 1
