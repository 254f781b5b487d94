"""Keys that stand in memories already, and modes that let everybody read: `clew check` finds them. Faults R071 and R089."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clew.doctor.exposed import exposed
from clew.home import Home

KEY = "sk-ant-api03-" + "Zq8Lw2Rt5Yx1Bn7Mc4Vd9Kp3Hs6Jf0Ga" * 3 + "AA"


@pytest.fixture
def home(tmp_path) -> Home:
    home = Home(str(tmp_path / "home"), environ={})
    project = home.library.project(tmp_path / "shop")
    project.start(0, "c1").save("SQLite it is.", ("db", "sqlite"), "choice")
    return home


def memory(home: Home) -> Path:
    (path,) = Path(home.library.root).glob("*/*.md")
    return path


def test_a_key_that_was_there_before_is_found_with_its_line_and_not_shown(home):
    with memory(home).open("a") as file:
        file.write(f"\nthe key is {KEY}, use it\n")
    (found,) = exposed(home)
    assert (found.rule, found.path, found.fixable) == ("secret", str(memory(home)), False)
    for lang in ("en", "zh"):
        assert "sk-ant-***" in found.message(lang)
        assert KEY not in found.message(lang)
        assert str(len(memory(home).read_text().splitlines())) in found.message(lang)
        assert "clew purge" in (found.hint(lang) or "")


def test_keys_in_long_term_memory_and_daily_notes_are_found_too(home):
    home.workspace.write_long_term(f"# Notes\n\n{KEY}\n")
    home.workspace.append_today(f"again {KEY}")
    assert [one.rule for one in exposed(home)] == ["secret", "secret"]


def test_after_a_purge_nothing_is_found(home):
    from clew.purging import carry_out

    with memory(home).open("a") as file:
        file.write(f"\nthe key is {KEY}\n")
    carry_out(home, KEY)
    assert exposed(home) == []


def test_where_clew_is_off_nothing_is_looked_at(home, tmp_path):
    with memory(home).open("a") as file:
        file.write(f"\nthe key is {KEY}\n")
    home.off.switch_off(str(tmp_path / "shop"))
    assert exposed(home) == []


def test_a_home_without_anything_has_nothing_exposed(tmp_path):
    assert exposed(Home(str(tmp_path / "none"), environ={})) == []
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(os.name == "nt", reason="a mode is another thing there")
def test_a_library_that_everybody_may_enter_is_found_and_a_closed_one_is_not(home, monkeypatch):
    root = Path(home.library.root)
    assert exposed(home) == []
    memory(home).chmod(0o644)
    assert exposed(home) == [], "its folder is closed"
    for folder in (root, memory(home).parent):
        folder.chmod(0o755)
    monkeypatch.setattr("clew.doctor.modes._reached", lambda _path: True)
    (found,) = exposed(home)
    assert found.rule == "wide-open"
    assert "chmod -R go-rwx" in (found.hint() or "")
