"""Many at once: processes, threads, homes. Every segment is there, once, in the order in which its writer saved it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

import clew
from clew.library.moving import delete
from clew.text.clue import read_clue
from clew.text.segments import segments_of
from tests.withstand.place import ROOT, Place, temporaries

WRITERS = 8

OPEN = """
import sys
from collections import Counter
import clew
home, directory, who, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
home = clew.open(home)
project = home.library.project(directory)
sys.stdin.readline()
"""
SAVING = (
    OPEN
    + """
conversation = project.start(0, sys.argv[5])
for number in range(count):
    conversation.save(f"writer {who} text {number}.", tags=["shared", f"of {who}"], request=f"{who}-{number}")
"""
)
ASKING = (
    OPEN
    + """
saved = project.start(0, sys.argv[5]).save("the same text", tags=["one", "two"], request="asked-once")
print(saved.repeated)
"""
)
REPAIRING = (
    OPEN
    + """
from clew.library.check import check
from clew.library.repair import repair
for _ in range(count):
    repair(home.library, check(home.library))
"""
)


class Crowd:
    """Processes that wait for one another, and then begin together."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.processes: list[subprocess.Popen[str]] = []

    def add(self, code: str, who: object, count: int, conversation: str = "", home: Path | None = None) -> None:
        words = [str(home or self.place.home), str(self.place.project), str(who), str(count), conversation]
        command = [sys.executable, "-c", code, *words]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)
        self.processes.append(process)

    def go(self) -> list[str]:
        """What each of them said."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        said = []
        for process in self.processes:
            out, errors = process.communicate(timeout=300)
            assert process.returncode == 0, errors
            said.append(out)
        return said


@pytest.fixture
def crowd(place):
    return Crowd(place)


@pytest.mark.parametrize("count", [12, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("conversations", [1, WRITERS])
def test_eight_processes_save_while_another_repairs(place, crowd, conversations, count):
    for who in range(WRITERS):
        crowd.add(SAVING, who, count, f"c{who % conversations}")
    crowd.add(REPAIRING, "repair", count // 2)
    crowd.go()
    assert len(list(place.memories.glob("*.md"))) == conversations
    all_there(place, WRITERS, count)
    if conversations == WRITERS:
        for file in place.memories.glob("*.md"):
            assert len({segment.mark.conversation for segment in segments_of(file.read_bytes())}) == 1


@pytest.mark.parametrize("count", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_the_command_line_is_no_different(place, count):
    def save(who: int) -> None:
        for number in range(count):
            words = ["--tag", "shared", "--tag", f"of {who}", "--conversation", "c1", "--request", f"{who}-{number}"]
            words = ["save", f"writer {who} text {number}.", *words, "--dir", str(place.project)]
            done = subprocess.run(
                [sys.executable, "-m", "clew", *words], env=place.whole_environment, capture_output=True, timeout=120
            )
            assert done.returncode == 0, done.stderr

    in_threads(save, WRITERS // 2)
    all_there(place, WRITERS // 2, count)


def test_two_homes_share_a_library_and_a_conversation_has_one_memory_still(place, crowd):
    homes = [place.folder / f"home {number}" for number in (1, 2)]
    place.library = place.folder / "shared"
    place.library.mkdir()
    for home in homes:
        home.mkdir()
        (home / "config.toml").write_text(f'library = "{place.library}"\n')
    for who in range(4):
        crowd.add(SAVING, who, 8, "the same", homes[who % 2])
    crowd.go()
    assert len(list(place.memories.glob("*.md"))) == 1
    for home in homes:
        place.environment["CLEW_HOME"] = str(home)
        all_there(place, 4, 8)
    assert place.save("afterwards", "--conversation", "the same", tags=("shared", "x"))["created"] is False


def test_a_request_asked_by_eight_processes_at_once_is_done_once(place, crowd):
    for who in range(WRITERS):
        crowd.add(ASKING, who, 1, "c1")
    assert Counter(said.strip() for said in crowd.go()) == {"False": 1, "True": WRITERS - 1}
    (memory,) = place.memories.glob("*.md")
    assert len(segments_of(memory.read_bytes())) == 1


def test_r001_twenty_calls_in_one_process_at_once(place):
    """As far as its commands are here: new memories, further tags and a deletion, none waiting for another."""
    home = clew.open(place.home)
    project = home.library.project(place.project)
    for number in range(5):
        project.start(0, f"old {number}").save(f"old {number}", tags=["shared", "old"], title=f"Old {number}")

    def one(number: int) -> None:
        if number == 4:
            delete(home.library, f"{project.dir_slug}/Old-4.md")
        elif number < 4:
            project.start(f"Old-{number}", f"old {number}").save("more", tags=["shared", f"more {number}"])
        else:
            project.start(0, f"new {number}").save(f"new {number}", tags=["shared", "new"], title=f"New {number}")

    in_threads(one, 20)
    home.close()
    assert place.findings() == []
    (entry,) = read_clue(place.clue.read_bytes()).entries
    assert {memory.file for memory in entry.memories} == {path.name for path in place.memories.glob("*.md")}
    assert len(entry.memories) == 19
    assert set(entry.common_tags) == {"shared", "old", "new", *(f"more {number}" for number in range(4))}
    for file in place.memories.glob("*.md"):
        assert len(segments_of(file.read_bytes())) == (2 if file.name.startswith("Old") else 1)


def test_a_home_in_each_thread(place):
    def one(number: int) -> None:
        home = clew.open(place.home)
        project = home.library.project(place.project)
        for each in range(4):
            project.start(0, f"c{number}").save(f"writer {number} text {each}.", tags=["shared", "x"])
        home.close()

    in_threads(one, 6)
    all_there(place, 6, 4)


def in_threads(do, count: int) -> None:
    """All at once; the first error of any is raised."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            barrier.wait()
            do(number)
        except BaseException as error:  # noqa: BLE001  # raised where the test can see it
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def all_there(place: Place, writers: int, count: int) -> None:
    """Each text once, in order for each writer; the clue file whole; nothing found, nothing left over."""
    seen: dict[int, list[int]] = {who: [] for who in range(writers)}
    for file in place.memories.glob("*.md"):
        data = file.read_bytes()
        for segment in segments_of(data):
            found = re.fullmatch(r"writer (\d+) text (\d+)\.\n", segment.text(data).decode())
            assert found, segment.text(data)
            seen[int(found[1])].append(int(found[2]))
    assert seen == {who: list(range(count)) for who in range(writers)}
    clue = read_clue(place.clue.read_bytes())
    assert clue.canonical
    (entry,) = clue.entries
    assert {memory.file for memory in entry.memories} == {path.name for path in place.memories.glob("*.md")}
    assert place.findings() == []
    assert temporaries(place.folder) == []
