"""`clew check` and `clew doctor` as a script meets them: one object, and a status that says whether somebody is needed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import clew
import clew.cli.call
import clew.cli.progress
from clew.cli import main
from clew.cli.commands.doctor import COMMAND
from clew.words import LANGUAGES
from tests.cli.conftest import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a project with twelve memories."""
    home = clew.open()
    project = home.library.project(str(tmp_path))
    for number in range(12):
        project.start(0).save(f"decision {number}", tags=["one", "two"], title=f"m{number} x")
    home.close()
    return tmp_path / "home/memory" / project.dir_slug


def test_where_nothing_is_wrong_it_says_so(folder):
    done = run("check")
    assert done.status == 0
    assert str(folder.parent) in done.text
    assert run("check", "--json").json == {"findings": [], "fixed": [], "orphans": []}


def test_a_library_that_is_not_there_yet_has_nothing_wrong(tmp_path):
    assert run("check", "--json").json["findings"] == []
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_findings_make_the_status_one_and_a_repair_ends_them(folder, lang):
    (folder / "by-hand.md").write_text("missed")
    found = run("check", "--json", CLEW_LANG=lang)
    assert found.status == 1
    (finding,) = found.json["findings"]
    assert finding["rule"] == "missed-memory"
    assert finding["path"] == str(folder / "by-hand.md")
    assert finding["fixable"] is True
    assert finding["message"] in run("check", CLEW_LANG=lang).text
    fixed = run("check", "--fix", "--json", CLEW_LANG=lang)
    assert fixed.status == 0
    assert fixed.json["findings"] == []
    assert fixed.json["fixed"] == [finding]
    assert run("check").status == 0


def test_what_a_repair_leaves_keeps_the_status_one(folder):
    (folder / "by-hand.md").write_text("missed")
    (folder / "bad.md").write_bytes(b"\xff\xff")
    done = run("check", "--fix", "--json")
    assert done.status == 1
    assert [each["rule"] for each in done.json["fixed"]] == ["missed-memory"]
    assert [each["rule"] for each in done.json["findings"]] == ["not-utf8"]


def test_a_refused_repair_is_one_object_with_findings_and_error(folder):
    for number in range(11):
        next(folder.glob(f"m{number}*")).unlink()
    done = run("check", "--fix", "--json")
    assert done.status == 1
    assert done.json["error"]["rule"] == "too-much-gone"
    assert len(done.json["findings"]) >= 11
    assert done.json["fixed"] == []
    text = run("check", "--fix")
    assert text.status == 1
    assert "gone" in text.text
    assert "restore" in text.talk


def test_a_directory_that_is_not_there_is_no_finding_and_is_told_with_the_command(folder, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run("save", "moved away", "--tag", "one", "--tag", "two", "--dir", str(elsewhere)).status == 0
    elsewhere.rmdir()
    done = run("check", "--json")
    assert done.status == 0
    (orphan,) = done.json["orphans"]
    assert orphan["dir"] == str(elsewhere)
    assert f'clew relink "{elsewhere}"' in run("check").text


def test_a_person_at_a_terminal_sees_how_far_it_is(folder, monkeypatch, capsys):
    drawn = []
    monkeypatch.setattr(clew.cli.call, "is_terminal", lambda stream: True)
    monkeypatch.setattr(clew.cli.progress, "PATIENCE", -1.0)
    monkeypatch.setattr(clew.cli.progress.Progress, "_draw", lambda self: drawn.append((self.done, self.total)))
    assert main(["check"]) == 0
    assert drawn == [(1, 1)]


# -- doctor


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_doctor_answers_in_one_object_and_one_screen(folder, lang):
    done = run("doctor", "--json", CLEW_LANG=lang)
    assert done.status == 0
    assert set(COMMAND.json) <= done.json.keys()
    assert done.json["healthy"] is True
    assert done.json["language"] == lang
    shown = run("doctor", CLEW_LANG=lang)
    assert shown.status == 0
    assert len(shown.text.splitlines()) < 25
    assert str(folder.parent) in shown.text


def test_the_doctors_status_says_whether_somebody_is_needed(folder):
    (folder / "bad.md").write_bytes(b"\xff\xff")
    done = run("doctor", "--json")
    assert done.status == 1
    assert done.json["healthy"] is False
    (ailment,) = [each for each in done.json["ailments"] if each["urgent"]]
    assert ailment["room"] == "library"
    assert ailment["path"] == str(folder / "bad.md")
    assert ailment["hint"]


def test_the_doctor_makes_no_home(tmp_path):
    done = run("doctor")
    assert done.status == 0
    assert "clew init" in done.text
    assert set(COMMAND.json) <= run("doctor", "--json").json.keys()
    assert not (tmp_path / "home").exists()


def test_no_damage_makes_the_doctor_fall_over(folder, tmp_path):
    home = tmp_path / "home"
    for name in ("state.db", "history.db", "memory/.clue", "config.toml", "off"):
        (home / name).write_bytes(b"\xff\x00 not what it should be [" * 999)
        done = run("doctor", "--json")
        assert done.status == 1, name
        assert done.json["ailments"], name
        assert "Traceback" not in done.talk
    shutil.rmtree(home)
    home.write_text("a file")
    assert run("doctor").status == 1
