"""What somebody who tried to break clew found, each as the whole kind that it is of."""

from __future__ import annotations

import os
import subprocess

import pytest

import clew
from clew.errors import NotFound, RuleBroken, Unreadable, Usage
from clew.history.undo import undo
from clew.library.check import check
from clew.library.clue_file import PATH
from clew.library.repair import repair
from clew.purging import carry_out
from tests.cli.test_contract import TAGS as TAG_OPTIONS
from tests.cli.test_contract import Shell

TAGS = ["redis", "缓存"]


@pytest.fixture
def home(tmp_path):
    opened = clew.open(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def library(home):
    return home.library


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def save(library, dir="/home/project", text="text", title="one", id=None):
    return library.project(dir).start(0, id).save(text, TAGS, title=title)


def test_purge_never_takes_a_directory_out_of_the_clue_file(home, library):
    save(library, "/home/alice/work")
    before = library.kept.get(PATH).data
    for words in ("alice", "home-alice", "work"):
        with pytest.raises(Usage) as refused:
            carry_out(home, words)
        assert refused.value.key in ("purging.directory", "purging.own-word")
    assert library.kept.get(PATH).data == before


def test_no_undo_brings_back_what_was_purged(home, library):
    save(library, title="open-sesame-42 in the name")
    carry_out(home, "open-sesame-42")
    files = {stat.path for stat in library.kept.list(deep=True)}
    with pytest.raises(NotFound):  # the purge's own renaming is not taken back, nor what it renamed
        undo(library.kept, following=(PATH,))
    assert not any("sesame" in stat.path for stat in library.kept.list(deep=True))
    assert {stat.path for stat in library.kept.list(deep=True)} == files


def test_a_purge_that_cannot_write_the_history_changes_nothing(home, library, monkeypatch):
    saved = save(library, text="the key is open-sesame-42")
    before = library.kept.get(saved.file).data

    def no_writing():
        raise Unreadable("history.failed", path=home.history.path, reason="read-only")

    monkeypatch.setattr(home.history.file, "writing", no_writing)
    with pytest.raises(Unreadable):
        carry_out(home, "open-sesame-42")
    assert library.kept.get(saved.file).data == before


def test_purge_takes_a_conversation_id_out_of_the_state_too(tmp_path, home, library):
    save(library)
    library.project("/home/project").start(1, "open-sesame-42")
    library.project("/home/project").start(0, "c2").save("open-sesame-42", TAGS)
    carry_out(home, "open-sesame-42")
    for file in (tmp_path / "home").rglob("*"):
        assert file.is_dir() or b"sesame" not in file.read_bytes()


@pytest.mark.parametrize("damage", ["a folder", "a link"])
def test_a_conversation_keeps_its_memory_while_that_cannot_be_read(library, damage):
    saved = save(library, id="c1")
    os.rename(saved.path, saved.path + ".away")
    os.mkdir(saved.path) if damage == "a folder" else os.symlink("nowhere", saved.path)
    library.project("/home/project").menu()
    with pytest.raises(Unreadable) as refused:
        library.project("/home/project").start(conversation="c1").save("more", TAGS)
    assert refused.value.pending
    os.rmdir(saved.path) if damage == "a folder" else os.unlink(saved.path)
    os.rename(saved.path + ".away", saved.path)
    assert library.finish(refused.value.pending).file == saved.file


def test_a_memory_without_permission_keeps_its_conversation(library, monkeypatch):
    saved = save(library, id="c1")
    get = library.kept.store.get

    def refused(path):
        if path == saved.file:
            raise Unreadable("stores.unreadable", path=path, errno=13, reason="Permission denied")
        return get(path)

    monkeypatch.setattr(library.kept.store, "get", refused)
    os.utime(saved.path)
    library.project("/home/project").menu()
    with pytest.raises(Unreadable):
        library.project("/home/project").start(conversation="c1").save("more", TAGS)


def test_the_start_drops_no_more_at_once_than_a_repair(home, library):
    for number in range(12):
        save(library, title=f"m{number}", id=f"c{number}")
    before = library.kept.get(PATH).data
    for number in range(11):
        os.remove(library.path(f"home-project/m{number}.md"))
    menu = library.project("/home/project").whole_menu()
    assert [line.name for line in menu.lines] == ["m11"]
    assert library.kept.get(PATH).data == before
    assert "library.many-gone" in [key for key, _ in home.notices]
    with pytest.raises(RuleBroken):
        repair(library, check(library))


def test_undo_is_not_held_up_by_what_clew_did_on_the_side(library):
    first = save(library, title="one")
    saved = save(library, title="two", id="c2")
    with open(library.path("home-project/by-hand.md"), "w") as file:
        file.write("# by hand\n")
    assert len(library.project("/home/project").menu()) == 3  # the clue file follows
    undone = undo(library.kept, following=(PATH,))
    library.look_at(undone.paths)
    assert library.kept.stat(saved.file) is None
    assert sorted(line.file for line in library.project("/home/project").menu()) == sorted(
        ["home-project/by-hand.md", first.file]
    )
    assert check(library) == []


@pytest.mark.parametrize(
    "time", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "1969-01-01T00:00:00Z", "soon", ""]
)
def test_a_time_that_no_clock_shows_counts_as_none(library, time):
    saved = save(library)
    with open(saved.path, encoding="utf-8") as file:
        text = file.read()
    at = text.index('time="') + len('time="')
    with open(saved.path, "w", encoding="utf-8") as file:
        file.write(text[:at] + time + text[text.index('"', at) :])
    assert [line.name for line in library.project("/home/project").menu()] == ["one"]
    os.utime(saved.path, (-(10**10), -(10**10)))
    assert [line.name for line in library.project("/home/project").menu()] == ["one"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without FIFOs")
def test_a_fifo_in_the_place_of_a_file_hangs_nothing(shell, tmp_path):
    shell.json("save", "x", *TAG_OPTIONS)
    os.remove(shell.home / "memory" / ".clew.lock")
    os.mkfifo(shell.home / "memory" / ".clew.lock")
    gitdir = tmp_path / "gitdir"
    gitdir.mkdir()
    os.mkfifo(gitdir / "commondir")
    (shell.dir / ".git").write_text(f"gitdir: {gitdir}\n")
    for words in (("doctor",), ("menu",), ("check",)):
        subprocess.run(
            ["timeout", "20", shell.python, "-m", "clew", *words],
            env=shell.environ,
            cwd=shell.dir,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )


def test_a_state_of_a_newer_clew_says_so(shell):
    import sqlite3

    shell.json("save", "x", *TAG_OPTIONS, "--title", "x")
    state = sqlite3.connect(shell.home / "state.db")
    state.execute("PRAGMA user_version=99")
    state.close()
    assert shell.json("menu")["memories"]
    for words in (("save", "y", *TAG_OPTIONS), ("rename", "x", "z"), ("start", "--pick", "0")):
        assert "newer clew" in shell.json(*words, status=1)["error"]["message"]


def test_an_answer_that_nobody_can_get_is_no_success(shell):
    shell.json("save", "x", *TAG_OPTIONS)
    done = subprocess.run(
        [
            shell.python,
            "-c",
            "import os,sys; os.close(1); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])",
            "-m",
            "clew",
            "menu",
            "--json",
        ],
        env=shell.environ,
        cwd=shell.dir,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode == 1


@pytest.mark.parametrize("words", [("off", ""), ("menu", "--dir", ""), ("save", "x", "--dir", "")])
def test_an_empty_directory_is_not_the_one_that_we_are_in(shell, words):
    assert shell.json(*words, status=2)["error"]["kind"] == "usage"
    assert not (shell.home / "off").exists()


def test_a_working_directory_that_is_gone_is_told_with_what_to_do(shell):
    code = "import os,sys; os.rmdir(os.getcwd()); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    done = subprocess.run(
        [shell.python, "-c", code, "-m", "clew", "menu"],
        env=shell.environ,
        cwd=shell.dir,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"--dir" in done.stderr


@pytest.mark.parametrize("line", ['  - dri: "/home/project"', '  - dir: "home/project"', "  - dir:"])
def test_an_entry_that_no_directory_can_find_is_a_finding(library, line):
    save(library)
    with open(library.clue.path, encoding="utf-8") as file:
        text = file.read()
    with open(library.clue.path, "w", encoding="utf-8") as file:
        file.write(text.replace('  - dir: "/home/project"', line))
    assert "bad-directory" in [finding.rule for finding in check(library)]


def test_forget_claims_nothing_of_what_it_could_not_read(shell):
    shell.json("remember", "Prefers tea")
    memory = shell.home / "workspace" / "memory" / "MEMORY.md"
    memory.unlink()
    memory.mkdir()
    error = shell.json("forget", "tea", status=1)["error"]
    assert error["kind"] == "unreadable"
    assert "MEMORY.md" in error["message"]
