"""`remember`, `forget`, `long-term` and `daily` as a person, an agent and a script meet them."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

from clew.cli import main
from clew.words import LANGUAGES
from clew.workspace.template import TEMPLATE
from tests.cli.conftest import run

KEY = "sk-ant-api03-" + "aB3dE5gH7jK9" * 8


@pytest.fixture
def clew(capsys, tmp_path, monkeypatch):
    """Runs a command; its status, its JSON answer, its talk."""
    monkeypatch.chdir(tmp_path)

    def called(*words):
        status = main([*words, "--json"])
        out, err = capsys.readouterr()
        return status, json.loads(out), err

    return called


@pytest.fixture
def file(tmp_path):
    return tmp_path / "home" / "workspace" / "memory" / "MEMORY.md"


def an_editor(tmp_path, body: str) -> str:
    script = tmp_path / "my editor.py"
    script.write_text(f"import sys\nfrom pathlib import Path\npath = Path(sys.argv[-1])\n{body}\n", "utf-8")
    return shlex.join([sys.executable, str(script), "--wait"])


def test_a_fact_goes_in_and_its_line_can_be_forgotten(clew, file):
    status, said, _ = clew("remember", "Prefers tabs")
    assert (status, said["section"], said["repeated"]) == (0, "Preferences", False)
    assert f'fact="{said["line"]}"' in file.read_text("utf-8")
    status, shown, talk = clew("forget", "tabs")
    assert (status, shown["removed"]) == (0, [])
    assert [match["id"] for match in shown["matches"]] == [said["line"]]
    assert "--line" in talk
    status, gone, _ = clew("forget", "tabs", "--line", said["line"])
    assert (status, len(gone["removed"])) == (0, 1)
    assert "Prefers tabs" not in file.read_text("utf-8")
    assert clew("undo")[0] == 0
    assert "Prefers tabs" in file.read_text("utf-8")


def test_r037_zero_removed_is_never_success(clew):
    _, said, _ = clew("remember", "Prefers tabs")
    assert clew("forget", "spaces")[0] == 1
    status, answer, talk = clew("forget", "tabs", "--line", "f00000000")
    assert (status, answer["removed"], answer["unknown"]) == (1, [], ["f00000000"])
    assert "f00000000" in talk
    status, answer, _ = clew("forget", "tabs", "--line", "f00000000", "--line", said["line"])
    assert (status, len(answer["removed"]), answer["unknown"]) == (1, 1, ["f00000000"])


def test_the_one_line_that_says_exactly_this_goes_with_yes(clew, file):
    clew("remember", "Prefers tabs")
    clew("remember", "Prefers tabs in Go")
    assert clew("forget", "prefers", "--yes")[1]["removed"] == []
    assert len(clew("forget", "prefers tabs", "--yes")[1]["removed"]) == 1
    assert "Prefers tabs in Go" in file.read_text("utf-8")


@pytest.mark.parametrize(("lang", "word"), list(zip(LANGUAGES, ("superseded", "已被取代"))))
def test_a_contradiction_shows_both(lang, word):
    run("remember", "Timezone: UTC", CLEW_LANG=lang)
    done = run("remember", "时区：上海", CLEW_LANG=lang)
    assert done.status == 0
    assert "时区：上海" in done.text
    assert f"{word}" in done.text
    assert "Timezone: UTC" in done.text
    assert "clew undo" in done.text


def test_a_key_is_masked_and_the_receipt_says_so(clew, file):
    for words in (("remember", f"key {KEY}"), ("daily", "add", f"key {KEY}")):
        status, said, talk = clew(*words)
        assert status == 0
        assert said["masked"]
        assert "--allow-secret" in talk
    _, now, _ = clew("long-term")
    status, said, _ = clew("long-term", "write", f"key {KEY}", "--expect", now["revision"])
    assert (status, bool(said["masked"])) == (0, True)
    assert KEY not in file.read_text("utf-8")
    assert not clew("long-term", "write", f"key {KEY}", "--expect", said["revision"], "--allow-secret")[1]["masked"]
    assert KEY in file.read_text("utf-8")


def test_long_term_is_read_exactly_as_it_is(file):
    file.parent.mkdir(parents=True)
    file.write_bytes(b"# \xe8\xae\xb0\r\n\xff no newline")
    done = run("long-term")
    assert (done.status, done.out) == (0, file.read_bytes())


def test_there_is_nothing_yet(clew, file):
    status, said, _ = clew("long-term", "show")
    assert (status, said["text"], said["revision"]) == (0, "", "")
    status, said, _ = clew("daily")
    assert (status, said["text"], said["revision"]) == (0, "", "")
    assert not file.parent.exists()


def test_r009_a_write_without_the_revision_is_refused_and_names_it(clew, file):
    status, said, _ = clew("long-term", "write", "only this")
    assert (status, said["error"]["kind"]) == (2, "usage")
    assert "none" in said["error"]["hint"]
    assert clew("long-term", "write", "first", "--expect", "none")[0] == 0
    revision = clew("long-term")[1]["revision"]
    status, said, _ = clew("long-term", "write", "only this")
    assert status == 2
    assert revision in said["error"]["hint"]
    assert file.read_text("utf-8") == "first"


def test_r003_a_stale_write_is_a_conflict_with_both_texts(clew, file):
    clew("long-term", "write", "first", "--expect", "none")
    revision = clew("long-term")[1]["revision"]
    file.write_text("another hand", "utf-8")
    status, said, _ = clew("long-term", "write", "mine", "--expect", revision)
    assert (status, said["error"]["kind"]) == (3, "conflict")
    assert (said["error"]["mine"], said["error"]["theirs"]) == ("mine", "another hand")
    assert file.read_text("utf-8") == "another hand"


def test_an_edit_starts_from_the_template_and_is_saved(clew, file, tmp_path, monkeypatch):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv(
        "EDITOR", an_editor(tmp_path, "path.write_bytes(path.read_bytes().replace(b'(Things', b'(\\xff'))")
    )
    status, said, _ = clew("long-term", "edit")
    assert (status, said["changed"]) == (0, True)
    assert file.read_bytes() == TEMPLATE.encode().replace(b"(Things", b"(\xff")
    assert list((tmp_path / "home" / "editing").iterdir()) == []


def test_an_edit_that_changes_nothing_says_so(clew, file, tmp_path, monkeypatch):
    monkeypatch.setenv("VISUAL", an_editor(tmp_path, ""))
    status, said, _ = clew("long-term", "edit")
    assert (status, said["changed"]) == (0, False)
    assert not file.exists()


def test_an_edit_that_was_overtaken_is_kept_and_named(clew, file, tmp_path, monkeypatch):
    clew("long-term", "write", "first", "--expect", "none")
    body = f"path.write_text('mine')\nPath({str(file)!r}).write_text('another hand')"
    monkeypatch.setenv("VISUAL", an_editor(tmp_path, body))
    status, said, _ = clew("long-term", "edit")
    assert status == 3
    assert file.read_text("utf-8") == "another hand"
    (kept,) = (tmp_path / "home" / "editing").iterdir()
    assert kept.read_text("utf-8") == "mine"
    assert str(kept) in said["error"]["message"]


def test_an_editor_that_fails_or_is_not_there_changes_nothing(clew, file, tmp_path, monkeypatch):
    monkeypatch.setenv("VISUAL", an_editor(tmp_path, "path.write_text('half')\nsys.exit(3)"))
    assert clew("long-term", "edit")[0] == 1
    monkeypatch.setenv("VISUAL", "no-such-editor-anywhere --wait")
    assert clew("long-term", "edit")[0] == 2
    monkeypatch.setenv("VISUAL", "'unpaired")
    assert clew("long-term", "edit")[0] == 2
    assert clew("long-term", "edit", "--no-input")[0] == 2
    assert not file.exists()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "body", ["path.unlink()", "path.rename(path.with_name('mine.md'))", "path.unlink(); path.mkdir()"]
)
def test_an_editor_that_leaves_no_file_changes_nothing_and_is_told(clew, file, tmp_path, monkeypatch, body, lang):
    monkeypatch.setenv("CLEW_LANG", lang)
    monkeypatch.setenv("VISUAL", an_editor(tmp_path, body))
    status, said, _ = clew("long-term", "edit")
    assert status == 1
    assert "editing" in said["error"]["path"]
    assert said["error"]["path"] in said["error"]["message"]
    assert said["error"]["kind"] in ("storage", "unreadable")
    assert "Errno" not in said["error"]["message"]
    assert not file.exists()


def test_an_edit_that_has_no_room_for_its_copy_is_told(clew, file, tmp_path, monkeypatch):
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "home" / "editing").write_text("a file in the place of the folder")
    monkeypatch.setenv("VISUAL", an_editor(tmp_path, ""))
    status, said, _ = clew("long-term", "edit")
    assert (status, said["error"]["kind"]) == (1, "storage")
    assert "editing" in said["error"]["path"]


def test_daily_texts_are_added_and_shown_by_days(clew, file, tmp_path):
    status, said, _ = clew("daily", "add", "Gauge 3 was silent.")
    assert (status, said["text"].count("Gauge 3")) == (0, 1)
    status, said, _ = clew("daily", "add", "又有读数了。")
    assert said["text"].endswith("\n\nGauge 3 was silent.\n又有读数了。")
    (file.parent / "202001").mkdir()
    (file.parent / "202001" / "20200102.md").write_text("# 2020-01-02\n\nold", "utf-8")
    assert "old" not in clew("daily")[1]["text"]
    shown = clew("daily", "show", "--days", "9999")[1]
    assert shown["text"] == said["text"] + "\n\n---\n\n# 2020-01-02\n\nold"
    assert shown["revision"] == said["revision"]


def test_r061_a_made_up_date_is_flagged(clew):
    status, said, talk = clew("daily", "add", "# 2020-03-01\n\nGauge 3 was silent.")
    assert (status, said["other_day"]) == (0, "2020-03-01")
    assert "2020-03-01" in talk


def test_nothing_happens_where_clew_is_off(clew, file, tmp_path):
    clew("off", str(tmp_path / "private"))
    private = ("--dir", str(tmp_path / "private" / "deep"))
    for words in (("remember", "x"), ("forget", "x"), ("daily", "add", "x"), ("daily",), ("long-term",)):
        assert clew(*words, *private)[0] == 1
    assert clew("long-term", "write", "x", "--expect", "none", *private)[0] == 1
    assert not file.exists()


@pytest.mark.parametrize(
    "words", [("daily", "text"), ("long-term", "text"), ("daily", "show", "text"), ("long-term", "edit", "x")]
)
def test_a_text_that_nobody_asked_for_is_a_usage_error(clew, words):
    assert clew(*words)[0] == 2


@pytest.mark.parametrize(
    "words", [("remember", " "), ("forget", ""), ("daily", "add", "\n"), ("long-term", "write", "")]
)
def test_an_empty_text_is_a_usage_error(clew, words):
    assert clew(*words)[0] == 2


def test_the_facts_of_a_project_follow_a_relink(clew, file, tmp_path):
    old, new = str(tmp_path / "old"), str(tmp_path / "new")
    clew("save", "text", "--tag", "one", "--tag", "two", "--title", "t", "--dir", old)
    clew("remember", "opens at nine", "--project", "--dir", old)
    assert clew("relink", old, new)[0] == 0
    assert clew("remember", "opens at nine", "--project", "--dir", new)[1]["repeated"]
    assert "## Project: new\n" in file.read_text("utf-8")
