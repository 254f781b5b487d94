"""What PicoClaw's memory gets wrong (the numbers are those of its description, section 8), and clew must not.

The strict store has each of these still, for it answers as PicoClaw does: where that is cheap to show, both are here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import clew
from clew.errors import Conflict, StorageFailed, Unreadable
from clew.stores import temporary
from clew.workspace import MemoryStore
from tests.workspace.conftest import NOW, Clock
from tests.workspace.golden import NOBODY

not_windows = pytest.mark.skipif(sys.platform == "win32", reason="modes are not how rights are given there")
MIDNIGHT = [NOW.replace(hour=23, minute=59, second=59), NOW.replace(hour=0) + timedelta(days=1)]


class Ticking:
    """Each reading is the next of these, and the last one for ever."""

    def __init__(self, *times: datetime) -> None:
        self.times = list(times)

    def __call__(self) -> datetime:
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


def files_of(store: MemoryStore) -> list[str]:
    return sorted(
        str(Path(above, name).relative_to(store.root)) for above, _, names in os.walk(store.root) for name in names
    )


def test_defect_1_appends_at_once_lose_nothing(store):
    barrier = threading.Barrier(6)

    def append(who: int) -> None:
        barrier.wait()
        for number in range(10):
            store.append_today(f"{who}.{number}")

    threads = [threading.Thread(target=append, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.read_today().split("\n")[2:]) == sorted(
        f"{who}.{number}" for who in range(6) for number in range(10)
    )


UNREADABLE = f"""
import os, sys
from datetime import UTC, datetime
import clew.stores.replacing, clew.words.stores
from clew.errors import Unreadable
from clew.workspace import MemoryStore
os.umask(0o022)
if os.geteuid() == 0:
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
store = MemoryStore(sys.argv[1], lambda: datetime(2026, 5, 14, 9, 30, tzinfo=UTC))
for path, mode in (("memory/MEMORY.md", 0o000), ("memory/202605/20260514.md", 0o000), ("memory/202605/20260514.md", 0o200)):
    path = store.path_of(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file: file.write("precious")
    os.chmod(path, mode)
    calls = [store.get_memory_context]
    if path.endswith("MEMORY.md"):
        calls += [store.read_long_term, store.revision, lambda: store.write_long_term("x")]
    else:
        calls += [store.read_today, lambda: store.append_today("x"), lambda: store.get_recent_daily_notes(3)]
    for call in calls:
        try:
            call()
        except Unreadable as problem:
            assert problem.path == path, problem.path
        else:
            raise AssertionError(path)
    os.chmod(path, 0o600)
    with open(path) as file: assert file.read() == "precious"
    os.remove(path)
print("done")
"""


@not_windows
def test_defect_2_an_unreadable_file_is_an_error_and_never_overwritten(public):
    public.mkdir()
    os.chown(public, NOBODY, NOBODY) if os.geteuid() == 0 else None
    done = subprocess.run([sys.executable, "-c", UNREADABLE, public], capture_output=True, text=True)
    assert done.stdout == "done\n", done.stderr


def test_defect_3_who_did_not_read_the_last_text_does_not_replace_it(home):
    one, two = home.workspace, home.workspace
    one.write_long_term("- tea\n")
    text, read = two.read_long_term(), two.revision()
    one.write_long_term(text + "- Shanghai\n", expect=one.revision())
    with pytest.raises(Conflict) as caught:
        two.write_long_term(text + "- night owl\n", expect=read)
    assert caught.value.mine == b"- tea\n- night owl\n"
    assert caught.value.theirs == one.read_long_term().encode() == b"- tea\n- Shanghai\n"
    two.write_long_term("everything else is gone")
    kept = home.history.versions(home.workspace_store.key, "memory/MEMORY.md")
    assert [home.history.content(version.id) for version in kept][1:] == [b"- tea\n- Shanghai\n", b"- tea\n"]


@not_windows
@pytest.mark.parametrize("mode", [0o640, 0o644, 0o444])
def test_defect_4_links_and_modes_stay(store, tmp_path, mode):
    vault = tmp_path / "vault.md"
    vault.write_text("from the vault")
    vault.chmod(mode)
    os.makedirs(store.path_of("memory/202605"), exist_ok=True)
    os.symlink(vault, store.path_of("memory/MEMORY.md"))
    store.write_long_term("new")
    assert vault.read_text() == "new"
    assert vault.stat().st_mode & 0o777 == mode
    note = Path(store.today_path())
    note.write_text("old")
    note.chmod(mode)
    store.append_today("new")
    assert note.stat().st_mode & 0o777 == mode


def test_defect_5_the_head_of_a_note_is_its_own_day_when_midnight_comes_between(tmp_path):
    store = MemoryStore(tmp_path / "ours", Ticking(*MIDNIGHT))
    store.append_today("x")
    assert {name: store.files.get(name).data for name in files_of(store) if name.endswith(".md")} == {
        os.path.join("memory", "202605", "20260514.md"): b"# 2026-05-14\n\nx"
    }
    strict = MemoryStore(tmp_path / "theirs", Ticking(*MIDNIGHT), strict=True)
    strict.append_today("x")
    assert (tmp_path / "theirs/memory/202605/20260514.md").read_text() == "# 2026-05-15\n\nx"


@pytest.mark.parametrize("place", ["", "memory", "memory/202605"])
def test_defect_6_what_a_killed_writer_left_is_gone_with_the_next_look(tmp_path, place):
    dying = """
import os, signal, sys
from datetime import UTC, datetime
from clew.workspace import MemoryStore
store = MemoryStore(sys.argv[1], lambda: datetime(2026, 5, 14, 9, 30, tzinfo=UTC))
store.append_today("kept")
os.replace = os.link = lambda *names, **more: os.kill(os.getpid(), signal.SIGKILL)
from clew.stores import swapping
swapping.swap = os.replace
store.append_today("x" * 100_000)
"""
    died = subprocess.run([sys.executable, "-c", dying, tmp_path])
    assert died.returncode == -signal.SIGKILL
    left = tmp_path / place / f"{temporary.PREFIX}{temporary.host()}-2147483646-1-x"
    left.write_text("of an earlier one")
    store = MemoryStore(tmp_path, Clock())
    assert store.read_today() == "# 2026-05-14\n\nkept"
    assert [name for name in files_of(store) if ".tmp" in name] == []


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="looks at the descriptors that Linux shows")
def test_defect_7_new_folders_are_on_the_disk_when_the_call_returns(tmp_path, monkeypatch):
    synced = []
    real = os.fsync

    def fsync(fd):
        synced.append(os.readlink(f"/proc/self/fd/{fd}"))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    MemoryStore(tmp_path / "new", Clock()).append_today("x")
    root = tmp_path / "new"
    for folder in (tmp_path, root, root / "memory", root / "memory" / "202605"):
        assert str(folder) in synced
    (text,) = [path for path in synced if ".tmp-clew-" in path]
    assert synced.index(text) < synced.index(str(root / "memory" / "202605"))
    assert os.path.dirname(text) == str(root / "memory" / "202605"), "beside its target, in the folder that is synced"


def test_defect_7_a_folder_that_cannot_be_synced_is_told(tmp_path, monkeypatch):
    store = MemoryStore(tmp_path, Clock())
    store.append_today("kept")
    real, calls = os.fsync, [0]

    def fsync(fd):
        calls[0] += 1
        if calls[0] == 2:  # the text is the first
            raise OSError(5, "Input/output error")
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(StorageFailed):
        store.append_today("x")
    assert store.read_today() == "# 2026-05-14\n\nkept"


def test_defect_12_recent_notes_are_those_of_one_moment(tmp_path):
    for strict, wanted in ((False, "d14 d13 d12"), (True, "d14 d14 d13")):
        place = tmp_path / str(strict)
        notes = MemoryStore(place)
        for day in (12, 13, 14, 15):
            notes.files.put(f"memory/202605/202605{day}.md", f"d{day}".encode())
        store = MemoryStore(place, Ticking(*MIDNIGHT), strict=strict)
        assert store.get_recent_daily_notes(3).replace("\n\n---\n\n", " ") == wanted


@pytest.mark.parametrize(
    ("zone", "now", "days"),
    [
        ("America/Havana", "2026-03-09T00:30:00-04:00", ["2026-03-09", "2026-03-08", "2026-03-07"]),
        ("America/Santiago", "2025-09-08T00:15:00-03:00", ["2025-09-08", "2025-09-07", "2025-09-06"]),
        ("America/Sao_Paulo", "2018-11-05T00:10:00-02:00", ["2018-11-05", "2018-11-04", "2018-11-03"]),
        ("Atlantic/Azores", "2027-03-29T00:59:59+00:00", ["2027-03-29", "2027-03-28", "2027-03-27"]),
        ("Africa/Cairo", "2026-04-25T00:30:00+03:00", ["2026-04-25", "2026-04-24", "2026-04-23"]),
        ("Pacific/Apia", "2011-12-31T09:00:00+14:00", ["2011-12-31", "2011-12-30", "2011-12-29"]),
        ("Europe/Berlin", "2026-03-30T02:30:00+02:00", ["2026-03-30", "2026-03-29", "2026-03-28"]),
    ],
)
def test_defect_13_no_day_is_lost_where_the_clocks_change_at_midnight(tmp_path, zone, now, days):
    moment = datetime.fromisoformat(now).astimezone(ZoneInfo(zone))
    store = MemoryStore(tmp_path, lambda: moment)
    for day in days:
        number = day.replace("-", "")
        store.files.put(f"memory/{number[:6]}/{number}.md", day.encode())
    assert store.get_recent_daily_notes(3) == "\n\n---\n\n".join(days)


def test_defect_14_the_settings_say_whose_day_it_is(tmp_path):
    """A container on UTC, its user in Shanghai, in the evening."""
    (tmp_path / "config.toml").write_text('timezone = "Asia/Shanghai"\n')
    home = clew.open(tmp_path, clock=lambda: datetime(2026, 5, 14, 17, 0, tzinfo=timezone.utc))  # noqa: UP017  as one reads it
    assert home.workspace.today() == date(2026, 5, 15)
    home.close()


def test_defect_15_empty_notes_leave_their_rules_in_the_plain_form_as_in_picoclaw(store):
    """The plain form is PicoClaw's, byte for byte, this included; the block that an agent gets has none of it."""
    store.files.put("memory/202605/20260514.md", b"")
    store.files.put("memory/202605/20260513.md", b"")
    assert store.get_memory_context() == "## Recent Daily Notes\n\n\n\n---\n\n"


@not_windows
@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_defect_22_no_other_user_sees_on_which_days_somebody_was_there(tmp_path, umask):
    before = os.umask(umask)
    try:
        home = clew.open(tmp_path / "home", clock=Clock())
        for store in (home.workspace, MemoryStore(tmp_path / "alone", Clock())):
            store.append_today("x")
            store.write_long_term("x")
            for above, _, names in os.walk(store.root):
                assert os.stat(above).st_mode & 0o777 == 0o700
                assert {os.stat(os.path.join(above, name)).st_mode & 0o777 for name in names} <= {0o600}
        home.close()
    finally:
        os.umask(before)


def test_defect_23_what_the_commands_write_has_the_layout_of_the_store(home, capsys):
    from clew.cli import main

    for words in (
        ["daily", "add", "first"],
        ["daily", "add", "second"],
        ["long-term", "write", "facts", "--expect", ""],
    ):
        assert main([*words, "--home", home.path]) == 0
    capsys.readouterr()
    now = MemoryStore(home.workspace_store)  # the commands have no other clock
    assert now.read_today() == f"# {now.today().isoformat()}\n\nfirst\nsecond"
    assert now.read_long_term().rstrip() == "facts"


@pytest.mark.parametrize("days", [200_000, 10_000_000])
def test_defect_24_many_days_cost_what_the_notes_cost_that_there_are(store, days):
    store.append_today("x")
    began = datetime.now(timezone.utc)  # noqa: UP017
    assert store.get_recent_daily_notes(days) == store.read_today()
    assert datetime.now(timezone.utc) - began < timedelta(seconds=0.5)  # noqa: UP017


def test_defect_25_a_workspace_without_its_folder_says_so(tmp_path):
    (tmp_path / "memory").write_text("a file")
    store = MemoryStore(tmp_path, Clock())
    for call in (
        store.read_long_term,
        store.read_today,
        store.get_memory_context,
        lambda: store.get_recent_daily_notes(99),
    ):
        with pytest.raises(Unreadable) as caught:
            call()
        assert caught.value.path == str(tmp_path / "memory")
    for write in (store.write_long_term, store.append_today):
        with pytest.raises(OSError, match="memory"):
            write("x")


def test_defect_27_the_workspace_can_be_listed_forgotten_and_looked_back_at(home):
    store = home.workspace
    store.append_today("the old password")
    store.write_long_term("- one\n- two\n")
    assert [stat.path for stat in store.files.list(deep=True) if stat.kind == "file"] == [
        "memory/202605/20260514.md",
        "memory/MEMORY.md",
    ]
    store.edit("memory/MEMORY.md", lambda old: (old or b"").replace(b"- one\n", b""))
    assert store.read_long_term() == "- two\n"
    versions = home.history.versions(home.workspace_store.key, "memory/MEMORY.md")
    assert home.history.content(versions[1].id) == b"- one\n- two\n"
    store.files.delete("memory/202605/20260514.md")
    assert store.read_today() == ""
