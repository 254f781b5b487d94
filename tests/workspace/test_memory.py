"""Long-term memory and daily notes: what goes in comes out, each day by itself, and nothing is made by looking."""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clew
from clew.errors import Conflict, NotFound, Unreadable, Usage
from clew.stores.ram import RamStore
from clew.workspace import MemoryStore
from clew.workspace.layout import daily_file, day_of, days_back
from tests.workspace.conftest import NOW, Clock

TEXTS = [
    "一句中文，没有换行",
    "no newline at the end",
    "\r\nWindows\r\n",
    "\ufeffa mark of byte order",
    "\x00\x0b\u2028",
    b"\xff\xfe not UTF-8 \x80".decode("utf-8", "surrogateescape"),
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_long_term_memory_comes_back_byte_for_byte(store, text):
    store.write_long_term(text)
    assert store.read_long_term() == text
    with open(store.path_of("memory/MEMORY.md"), "rb") as file:
        assert file.read() == text.encode("utf-8", "surrogateescape")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(parts=st.lists(st.binary(max_size=30), min_size=1, max_size=5))
def test_whatever_is_appended_stands_in_the_note_as_it_was(parts):
    store = MemoryStore(RamStore(), Clock())
    for part in parts:
        store.append_today(part.decode("utf-8", "surrogateescape"))
    note = store.read_today().encode("utf-8", "surrogateescape")
    assert note == b"# 2026-05-14\n\n" + b"\n".join(parts)


def test_half_a_character_is_refused_and_nothing_is_written(store):
    for write in (store.write_long_term, store.append_today):
        with pytest.raises(Usage) as caught:
            write("half: \ud800")
        assert "7" in caught.value.message("en")
        assert "7" in caught.value.message("zh")
    assert store.get_memory_context() == ""


def test_looking_makes_nothing(home):
    store = home.workspace
    assert store.read_long_term() == store.read_today() == store.get_memory_context() == ""
    assert store.get_recent_daily_notes(400) == ""
    assert store.revision() == ""
    assert not os.path.exists(home.path)


def test_a_folder_that_is_handed_over_becomes_a_workspace_at_once_as_with_picoclaw(tmp_path, clock):
    before = os.umask(0)
    try:
        MemoryStore(tmp_path / "new" / "workspace", clock)
    finally:
        os.umask(before)
    for made in ("new", "new/workspace", "new/workspace/memory"):
        assert (tmp_path / made).stat().st_mode & 0o777 == 0o700
    assert sorted(os.listdir(tmp_path / "new" / "workspace")) == ["memory"]


def test_the_revision_is_the_sha256_of_the_bytes(store):
    assert store.revision() == ""
    store.write_long_term("目标\n")
    assert store.revision() == hashlib.sha256("目标\n".encode()).hexdigest()


def test_a_write_says_which_text_it_replaces_and_a_stale_one_is_refused_with_both(store):
    store.write_long_term("one", expect="")
    read = store.revision()
    store.write_long_term("two", expect=read)
    for stale in (read, ""):
        with pytest.raises(Conflict) as caught:
            store.write_long_term("three", expect=stale)
        assert (caught.value.mine, caught.value.theirs) == (b"three", b"two")
        assert caught.value.path == store.path_of("memory/MEMORY.md")
    assert store.read_long_term() == "two"


def test_a_write_that_expects_a_text_is_refused_where_there_is_none(store):
    with pytest.raises(Conflict) as caught:
        store.write_long_term("text", expect="0" * 64)
    assert (caught.value.mine, caught.value.theirs) == (b"text", None)
    assert store.read_long_term() == ""


def test_the_path_of_today_is_where_the_note_is(store):
    store.append_today("x")
    with open(store.today_path(), "rb") as file:
        assert file.read() == b"# 2026-05-14\n\nx"
    assert os.path.isabs(store.today_path())


def test_only_the_names_of_the_layout_count(store):
    for name in ("memory/memory.md", "MEMORY.md", "memory/2026-05-14.md", "memory/202604/20260514.md", "memory/202605/20260514.txt"):  # fmt: skip
        store.files.put(name, b"not this one")
    assert store.get_memory_context() == ""
    assert store.get_recent_daily_notes(1000) == ""


def test_a_great_many_days_are_as_quick_as_the_notes_that_there_are(store, clock):
    """Defect 24: PicoClaw asks for each day; 200,000 of them take 1.3 seconds where there is nothing."""
    days = [NOW - timedelta(days=back) for back in (0, 29, 30, 31, 32, 400, 40_000)]
    for day in days:
        store.files.put(daily_file(day.date()), day.date().isoformat().encode())
    store.files.put(daily_file(date(2026, 5, 15)), b"tomorrow's")
    store.files.put("memory/203013/20301301.md", b"no month")
    began = datetime.now(UTC)
    for asked in (*range(30, 35), 401, 200_000, 10_000_000):
        wanted = [day.date().isoformat() for day in days if (NOW - day).days < asked]
        assert store.get_recent_daily_notes(asked) == "\n\n---\n\n".join(wanted)
    assert datetime.now(UTC) - began < timedelta(seconds=1)
    assert store.get_recent_daily_notes(0) == store.get_recent_daily_notes(-1) == ""


def test_each_call_reads_the_clock_once(store, clock):
    calls: dict[str, list[object]] = {
        "read_today": [],
        "today_path": [],
        "append_today": ["x"],
        "get_recent_daily_notes": [3],
        "get_memory_context": [],
    }
    with_history = isinstance(store.files, clew.history.kept.Kept)
    for name, given_to in calls.items():
        before = clock.readings
        getattr(store, name)(*given_to)
        entry = name == "append_today" and with_history  # which has a time of its own
        assert clock.readings - before == 1 + entry, name


@pytest.mark.parametrize("day", [date(1, 1, 1), date(33, 3, 3), date(2026, 11, 30), date(9999, 12, 31)])
def test_a_file_has_its_day_and_a_day_its_file(day):
    assert day_of(daily_file(day)) == day
    assert [len(part) for part in daily_file(day).split("/")] == [6, 6, 11]


@pytest.mark.parametrize(
    "path",
    ["memory/MEMORY.md", "memory/202605/20260532.md", "memory/202604/20260514.md", "memory/202605/２０２６0514.md", "20260514.md", "memory/202605/20260514", "x/memory/202605/20260514.md"],
)  # fmt: skip
def test_no_other_path_is_a_day(path):
    assert day_of(path) is None


def test_days_end_with_the_first_one_that_there_is():
    assert list(days_back(date(1, 1, 2), 5)) == [date(1, 1, 2), date(1, 1, 1)]


# The zone decides the day: defect 14 (docs/picoclaw.md).


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/Havana", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    "instant",
    ["2026-05-14T15:59:59+00:00", "2026-05-14T16:00:00+00:00", "2026-05-14T23:59:59.999999+00:00", "2026-05-15T00:00:00+00:00",
    "2026-03-08T04:59:59+00:00", "2026-03-08T05:00:00+00:00", "2026-11-01T04:30:00+00:00", "2026-11-01T05:30:00+00:00"],
)  # fmt: skip
def test_the_zone_of_the_settings_decides_the_day_for_who_writes_and_who_reads(tmp_path, monkeypatch, zone, instant):
    """Writer on UTC, reader on another clock, both sides of midnight and of the change of the clocks in Havana."""
    (tmp_path / "config.toml").write_text(f'timezone = "{zone}"\n')
    moment = datetime.fromisoformat(instant)
    writer = clew.open(tmp_path, clock=lambda: moment)
    reader = clew.open(tmp_path, clock=lambda: moment.astimezone(timezone(timedelta(hours=-11))))
    writer.workspace.append_today("x")
    day = moment.astimezone(ZoneInfo(zone)).date()
    assert reader.workspace.read_today() == f"# {day.isoformat()}\n\nx"
    assert reader.workspace.today() == writer.workspace.today() == day
    assert reader.workspace.today_path() == writer.workspace.today_path()
    writer.close()
    reader.close()


@pytest.mark.parametrize("zone", ["Mars/Olympus", " ", "../../etc/passwd"])
def test_a_zone_that_there_is_not_is_an_error_and_no_other_zone(tmp_path, zone):
    (tmp_path / "config.toml").write_text(f'timezone = "{zone}"\n')
    with pytest.raises(Usage) as caught:
        clew.open(tmp_path)
    assert zone in caught.value.message()


def test_a_clock_alone_brings_its_zone(tmp_path):
    evening = datetime(2026, 5, 14, 23, 30, tzinfo=timezone(timedelta(hours=8)))
    store = MemoryStore(tmp_path, lambda: evening)
    store.append_today("x")
    assert store.today_path().endswith("20260514.md")


# Present, but not to be read.


def test_a_folder_in_the_place_of_a_file_is_no_empty_file(store):
    os.makedirs(store.path_of("memory/MEMORY.md/inner"))
    for call in (store.read_long_term, store.get_memory_context, store.revision, lambda: store.write_long_term("x")):
        with pytest.raises(Unreadable) as caught:
            call()
        assert caught.value.path == store.path_of("memory/MEMORY.md")


@pytest.mark.parametrize("blocked", ["memory", "memory/202605"])
def test_a_file_in_the_place_of_a_folder_is_told_by_who_looks(tmp_path, clock, blocked):
    """Defect 25: PicoClaw says nothing when its folder cannot be made; each read is empty, each write fails."""
    place = tmp_path / blocked
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("no folder")
    store = MemoryStore(tmp_path, clock)
    for call in (store.read_today, store.get_memory_context, lambda: store.append_today("x")):
        with pytest.raises(Unreadable) as caught:
            call()
        assert caught.value.path == str(place)
        assert caught.value.hint("zh")
    assert place.read_text() == "no folder"


def test_a_workspace_that_was_set_and_is_not_there_is_an_error(tmp_path):
    (tmp_path / "config.toml").write_text(f'workspace = "{tmp_path / "unmounted"}"\n')
    home = clew.open(tmp_path)
    with pytest.raises(NotFound):
        home.workspace  # noqa: B018
    assert not (tmp_path / "unmounted").exists()
    home.close()


def test_a_home_keeps_what_was_replaced(home):
    store = home.workspace
    for text in ("one", "two", "three"):
        store.write_long_term(text)
    versions = home.history.versions(home.workspace_store.key, "memory/MEMORY.md")
    assert [home.history.content(version.id) for version in versions] == [b"three", b"two", b"one"]
