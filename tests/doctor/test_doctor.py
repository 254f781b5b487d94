"""The doctor tells what is not well, whatever is broken, and makes nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clew.config import Settings
from clew.doctor import examination
from clew.doctor.examination import Report, examine
from clew.doctor.patient import Patient
from clew.doctor.seen import Ailment
from clew.errors import RuleBroken
from clew.home import Home
from clew.setup.begin import begin
from clew.setup.moving import MARK
from clew.stores.folder import FolderStore
from clew.stores.temporary import host
from clew.words import LANGUAGES, say
from tests.index.vectors.models import static_model

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.fixture
def you(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "you"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    settings = [f"CLEW_{name.upper()}" for name in Settings._fields]
    for name in ("CLEW_HOME", "GOOSE_PATH_ROOT", "XDG_CONFIG_HOME", *settings):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def home(you: Path) -> Path:
    """A home with one memory of a directory that is there."""
    begin(None, None, None, "en")
    (you / "shop").mkdir()
    save(you / "shop", "c1")
    return you / ".clew"


def save(dir: Path, conversation: str, *tags: str) -> None:
    opened = Home()
    try:
        opened.library.project(str(dir)).start(0, conversation).save("what was decided", tags=tags or ("one", "two"))
    finally:
        opened.close()


def examined(now: datetime = NOW) -> Report:
    patient = Patient(clock=lambda: now)
    try:
        return examine(patient)
    finally:
        patient.close()


def rooms(report: Report, *, urgent: bool = True) -> list[str]:
    return [each.room for each in report.ailments if each.urgent == urgent]


def told(report: Report, lang: str = "en") -> str:
    lines = [fact.line(lang) for fact in report.facts if fact.key]
    for each in report.ailments:
        lines += [each.message(lang), each.hint(lang) or ""]
    return "\n".join(lines)


def only(report: Report) -> Ailment:
    (found,) = report.ailments
    return found


# -- where all is well


def test_a_home_in_order_is_healthy_and_everything_has_its_place(home):
    report = examined()
    assert report.healthy
    assert report.ailments == ()
    places = {fact.name: fact.place for fact in report.facts if fact.place}
    assert places == {
        "home": str(home),
        "settings": str(home / "config.toml"),
        "library": str(home / "memory"),
        "workspace": str(home / "workspace"),
        "history": str(home / "history.db"),
        "state": str(home / "state.db"),
        "index": str(home / "index"),
    }
    assert {"projects": 1, "memories": 1, "clue": "canonical", "findings": 0} in [fact.more for fact in report.facts]


def test_where_there_is_no_home_nothing_is_made_and_init_is_named(you):
    report = examined()
    assert report.healthy
    assert "clew init" in (only(report).hint() or "")
    assert list(you.iterdir()) == []


def test_an_examination_changes_nothing_that_is_not_derived(home):
    def kept() -> dict[Path, bytes]:
        files = (path for path in home.rglob("*") if path.is_file() and not path.name.startswith("state.db"))
        return {path: path.read_bytes() for path in files if not path.name.endswith(("-wal", "-shm"))}

    before = kept()
    assert examined().healthy
    assert kept() == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_both_languages(home, lang):
    (home / "memory/.clue").unlink()
    (home / "config.toml").write_text("timezone = 'Moon/Base'\n")
    text = told(examined(), lang)
    assert "Moon/Base" in text
    assert ("主目录" in text) == (lang == "zh")


# -- whatever is broken


BREAKS = {
    "config.toml": ("settings", b"library = [\n"),
    "state.db": ("state", b"no database, whatever its name says" * 200),
    "history.db": ("history", b"no database, whatever its name says" * 200),
    "memory/.clue": ("library", b"entries: [\n"),
    "memory/.clue ": ("library", b"\xff\xfe\x00"),
}


@pytest.mark.parametrize("file", BREAKS)
def test_a_damaged_file_is_named_and_hides_nothing_else(home, file):
    room, data = BREAKS[file]
    (home / file.strip()).write_bytes(data)
    report = examined()
    assert not report.healthy
    assert rooms(report) == [room]
    assert str(home / file.strip()) in told(report)
    assert all(each.hint() for each in report.ailments)
    assert {"home", "settings", "history", "state"} <= {fact.name for fact in report.facts}


def test_everything_damaged_at_once_is_told_at_once(home):
    for file, (_, data) in BREAKS.items():
        (home / file.strip()).write_bytes(data)
    assert rooms(examined()) == ["settings", "history", "state"], "where the library is only the settings can say"
    (home / "config.toml").unlink()
    assert rooms(examined()) == ["library", "history", "state"]


@pytest.mark.parametrize("file", ["config.toml", "state.db", "history.db", "off", "memory/.clue"])
def test_a_folder_in_the_place_of_a_file_is_told(home, file):
    (home / file).unlink(missing_ok=True)
    (home / file).mkdir()
    report = examined()
    assert not report.healthy
    assert str(home / file) in told(report)


@pytest.mark.parametrize("name", ["state.db", "history.db"])
def test_a_database_cut_short_is_told(home, name):
    with sqlite3.connect(home / name) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = (home / name).read_bytes()
    (home / name).write_bytes(data[: len(data) // 2])
    report = examined()
    assert not report.healthy
    assert name in told(report)


@pytest.mark.parametrize("name", ["state.db", "history.db"])
def test_a_database_of_a_newer_clew_is_told(home, name):
    with sqlite3.connect(home / name) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    report = examined()
    assert rooms(report) == [name.removesuffix(".db")]
    assert "newer" in told(report)


def test_a_file_in_the_place_of_the_home_is_the_one_thing_told(you):
    (you / ".clew").write_text("mine")
    assert only(examined()).room == "home"
    assert not examined().healthy


def test_a_value_that_cannot_be_is_told_with_what_to_do(home):
    (home / "config.toml").write_text("timezone = 'Moon/Base'\n")
    found = only(examined())
    assert found.room == "settings"
    assert "Moon/Base" in found.message()
    assert "IANA" in (found.hint() or "")


def test_a_place_that_was_set_and_is_not_there_is_told_and_not_made(home, you):
    (home / "config.toml").write_text(f"library = '{you / 'gone'}'\nworkspace = '{you / 'gone too'}'\n")
    report = examined()
    assert rooms(report) == ["library", "workspace"]
    assert not (you / "gone").exists()


def test_a_room_that_breaks_is_told_and_hides_no_other(home, monkeypatch):
    def broken(_):
        raise ValueError("never thought of")

    real = examination._rooms()
    for _, room in real:
        if room.ORDER == 50:
            monkeypatch.setattr(room, "examine", broken)
    report = examined()
    assert rooms(report) == ["history"]
    assert "never thought of" in told(report)
    assert "state" in {fact.name for fact in report.facts}


# -- what needs somebody


def test_a_text_that_waits_is_told_with_the_command_that_ends_it(home, you):
    with pytest.raises(RuleBroken) as refused:
        save(you / "shop", "c2", "alone")
    written = datetime.now(UTC)
    report = examined(written)
    found = only(report)
    assert found.room == "state"
    assert f"clew save --pending {refused.value.pending}" in (found.hint() or "")
    assert "what was decided" in found.message()
    assert "days" not in found.message()
    assert "days: 3" in only(examined(written + timedelta(days=3, hours=1))).message()


def test_findings_of_a_check_stand_in_one_line_for_each_rule(home):
    (folder,) = [each for each in (home / "memory").iterdir() if each.is_dir()]
    for number in range(3):
        (folder / f"missed-{number}.md").write_text("by hand")
    (folder / "x (conflicted copy 2026-11-30).md").write_text("the other side")
    report = examined()
    assert rooms(report) == ["library", "library"]
    assert "2 more" in told(report)
    assert "conflicted copy" in told(report)
    assert "clew check" in told(report)


def test_a_library_in_gooses_own_folder_is_told_with_the_move(home, you):
    shutil.move(home / "memory", you / ".config/goose/memory")
    begin(None, str(you / ".config/goose/memory"), None, "en")
    found = only(examined())
    assert found.room == "library"
    assert "clew init --move" in (found.hint() or "")
    begin(None, None, None, "en", moves=True)
    assert examined().healthy


def test_a_move_that_was_not_finished_is_told(home):
    (home / "memory" / MARK).write_text("/elsewhere\n")
    assert "clew init --move" in (only(examined()).hint() or "")


def test_directories_that_are_not_there_are_good_to_know(home, you):
    (you / "shop").rmdir()
    report = examined()
    assert report.healthy
    assert f'clew relink "{you / "shop"}"' in told(report)


def test_where_clew_is_off_stands_on_the_screen(home):
    (home / "off").write_text("/home/you/private\n")
    report = examined()
    assert report.healthy
    assert "/home/you/private" in told(report)


def test_what_a_dead_process_left_is_told(home):
    for place in (home, home / "workspace"):
        place.mkdir(mode=0o700, exist_ok=True)
        (place / f".tmp-clew-{host()}-2147483646-1-abc").write_text("half")
    report = examined()
    assert report.healthy
    assert rooms(report, urgent=False) == ["home", "workspace"]
    assert str(home / f".tmp-clew-{host()}-2147483646-1-abc") in told(report)


def test_who_holds_the_lock_is_told(home):
    with FolderStore(str(home / "memory"), "library", makes_root=False).lock():
        report = examined()
    assert report.healthy
    assert f"pid {os.getpid()}" in told(report)


def test_a_variable_that_counts_before_the_settings_is_good_to_know(home, monkeypatch):
    monkeypatch.setenv("CLEW_AUTHOR", "Li Wei")
    assert "CLEW_AUTHOR" in only(examined()).message()


# -- who may read


@POSIX
@pytest.mark.parametrize("file", ["", "config.toml", "history.db", "state.db", "memory", "memory/.clue"])
@pytest.mark.parametrize("mode", [0o770, 0o755, 0o644])
def test_what_is_wider_than_clew_makes_it_is_told_with_the_command(home, file, mode):
    if (home / file).is_dir() and mode == 0o644:
        mode = 0o705
    (home / file).chmod(mode)
    found = only(examined())
    assert f"{mode:04o}" in found.message()
    assert "chmod -R go-rwx" in (found.hint() or "")


@POSIX
def test_it_is_urgent_only_where_others_can_get_there(home, you, monkeypatch):
    (home / "memory").chmod(0o755)
    assert examined().healthy, "the folders above are closed"
    monkeypatch.setattr("clew.doctor.modes._reached", lambda path: True)
    assert not examined().healthy


@POSIX
def test_hidden_files_of_other_programs_are_none_of_its_business(home):
    (home / "memory/.git").mkdir(mode=0o755)
    (home / "memory/.git/config").write_text("")
    assert examined().ailments == ()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may read everything is refused nothing")
def test_a_home_that_may_not_be_entered_is_told(home):
    home.chmod(0o000)
    try:
        assert not examined().healthy
    finally:
        home.chmod(0o700)


def test_the_index_is_told_with_what_it_holds_and_is_not_made_for_that(home, you):
    assert facts(examined())["index"].more == {"passages": 0, "files": 0, "engine": None, "bytes": 0}
    assert not (home / "index").exists()
    searched()
    more = facts(examined())["index"].more
    assert (more["files"], more["degraded"]) == (1, None)
    assert more["passages"] > 0
    assert more["engine"]


def test_an_index_that_is_broken_is_nobodys_loss(home):
    searched()
    for file in (home / "index").rglob("*"):
        if file.is_file() and file.name != "current":
            file.write_bytes(b"no index")
    report = examined()
    assert report.healthy
    (told,) = [each for each in report.ailments if each.room == "index"]
    assert all("index" in told.message("en") and "索引" in told.message("zh") for _ in LANGUAGES)
    searched()
    assert not [each for each in examined().ailments if each.room == "index"]


def test_the_model_is_told_with_what_it_has_embedded(home, you, tmp_path):
    searched()
    assert "model" not in facts(examined())
    (home / "config.toml").write_text(f"model = 'static:{static_model(tmp_path / 'model')}'\n", "utf-8")
    assert "--embed" in facts(examined())["model"].line("en")
    assert Home().vectors.embed().passages > 0
    (told,) = [each for each in examined().facts if each.name == "model"]
    assert told.data["embedded"]
    assert "static:" in told.line("en")
    assert "向量" in told.line("zh")


def test_a_model_that_cannot_be_asked_is_good_to_know(home, you, tmp_path):
    model = static_model(tmp_path / "model")
    searched()
    (home / "config.toml").write_text(f"model = 'static:{model}'\n", "utf-8")
    Home().vectors.embed()
    shutil.rmtree(model)
    report = examined()
    (told,) = [each for each in report.ailments if each.key == "doctor.model-unused"]
    assert report.healthy
    for lang in LANGUAGES:
        assert say("vectors.no-file", lang) in told.message(lang)
        assert "clew index --embed" in (told.hint(lang) or "")


def test_extra_folders_are_told_and_one_that_is_missing_is_an_ailment(home, you):
    (you / "vault").mkdir()
    (home / "config.toml").write_text('[folders]\nvault = "~/vault"\n"笔记" = "~/away"\n', "utf-8")
    report = examined()
    assert facts(report)["folder vault"].place == str(you / "vault")
    (missing,) = [each for each in report.ailments if each.room == "index"]
    assert missing.path == str(you / "away")
    assert "笔记" in missing.message("zh")
    assert missing.hint("en")
    assert not report.healthy


def facts(report: Report):
    return {fact.name: fact for fact in report.facts}


def searched() -> None:
    opened = Home()
    try:
        assert opened.search("decided")
    finally:
        opened.close()
