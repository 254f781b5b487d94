"""`forget`: shows every line that says it, takes out the chosen ones, and the history keeps them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import clew
from clew.errors import NotFound, RuleBroken, Usage
from clew.history.undo import undo

NOW = datetime(2026, 11, 30, 15, 24, 48, tzinfo=timezone(timedelta(hours=8)))


@pytest.fixture
def home(tmp_path):
    with_clock = clew.open(tmp_path / "home", lambda: NOW)
    yield with_clock
    with_clock.close()


@pytest.fixture
def said_everywhere(home):
    """The same thing in long-term memory, in a daily note and in a memory."""
    home.facts.remember("The office is in Lyon")
    home.facts.note("Met in the office is in lyon, or so.\n另一行")
    project = home.library.project("/a/shop")
    text = "THE OFFICE IS IN LYON\n\nMore."
    project.start(conversation="c1").save(text, tags=["office", "lyon"], title="Offices", heading="Where")
    return home


def test_every_line_that_says_it_is_shown_with_an_id(said_everywhere):
    matches = said_everywhere.facts.forget("the office is in Lyon").matches
    assert [(match.store, match.exact) for match in matches] == [
        ("workspace", True),
        ("workspace", False),
        ("library", True),
    ]
    assert len({match.line for match in matches}) == 3
    for match in matches:
        assert match.text in Path(match.path).read_text("utf-8").splitlines()[match.number - 1]


def test_only_the_chosen_lines_go_and_undo_brings_them_back(said_everywhere):
    facts = said_everywhere.facts
    matches = facts.forget("office is in lyon").matches
    before = [Path(match.path).read_bytes() for match in matches]
    gone = facts.forget("office is in lyon", [matches[1].line, matches[2].line])
    assert gone.removed == matches[1:]
    after = [Path(match.path).read_bytes() for match in matches]
    assert after[0] == before[0]
    assert after[1] == "# 2026-11-30\n\n另一行".encode()
    assert after[2] == before[2].replace(b"THE OFFICE IS IN LYON\n", b"")
    undo(said_everywhere.workspace_store)
    undo(said_everywhere.library.kept)
    assert [Path(match.path).read_bytes() for match in matches] == before
    assert [match.line for match in facts.forget("office is in lyon").matches] == [match.line for match in matches]


def test_r037_what_is_not_removed_is_named(said_everywhere):
    facts = said_everywhere.facts
    matches = facts.forget("office").matches
    mixed = facts.forget("office", [matches[0].line, "f00000000", "MEMORY.md"])
    assert [match.line for match in mixed.removed] == [matches[0].line]
    assert mixed.unknown == ("f00000000", "MEMORY.md")
    again = facts.forget("office", [matches[0].line])
    assert (again.removed, again.unknown) == ((), (matches[0].line,))
    with pytest.raises(NotFound):
        facts.forget("nobody said this")


def test_an_id_of_a_line_that_does_not_say_it_removes_nothing(home):
    other = home.facts.remember("Likes tea")
    home.facts.remember("Likes coffee")
    assert home.facts.forget("coffee", [other.line]).removed == ()
    assert "Likes tea" in home.workspace.read_long_term()


def test_it_is_found_in_any_case_and_normal_form(home):
    home.facts.remember("Trinkt im Café Straße")
    assert home.facts.forget("CAFE\u0301 STRASSE").matches


def test_comments_headings_and_the_date_of_a_note_are_not_offered(said_everywhere):
    facts = said_everywhere.facts
    for words in ("conversation", "2026-11-30", "Important Notes", "clew fact", "---"):
        with pytest.raises(NotFound):
            facts.forget(words)


def test_of_two_equal_lines_each_can_be_chosen(home):
    path = Path(home.workspace.path_of("memory/MEMORY.md"))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"- same\r\n- other\r\n- same\r\n- same")
    matches = home.facts.forget("same").matches
    home.facts.forget("same", [matches[1].line])
    assert path.read_bytes() == b"- same\r\n- other\r\n- same"
    assert [match.number for match in home.facts.forget("same").matches] == [1, 3]


def test_a_copied_fact_has_an_id_of_its_own(home):
    receipt = home.facts.remember("Likes tea")
    path = Path(receipt.path)
    line = path.read_text("utf-8").splitlines(keepends=True)[receipt.number - 1]
    path.write_text(path.read_text("utf-8") + line, "utf-8")
    matches = home.facts.forget("tea").matches
    assert matches[0].line == receipt.line
    assert len({match.line for match in matches}) == 2


def test_directories_that_are_off_are_left_out(said_everywhere):
    said_everywhere.facts.remember("office of the shop", dir="/a/shop", project=True)
    assert len(said_everywhere.facts.forget("office").matches) == 5  # a title too
    said_everywhere.off.switch_off("/a")
    assert {match.store for match in said_everywhere.facts.forget("office").matches} == {"workspace"}
    assert "shop" not in str(said_everywhere.facts.forget("office").matches)
    with pytest.raises(RuleBroken):
        said_everywhere.facts.forget("office", dir="/a/shop")


def test_a_secret_that_was_forgotten_stays_in_the_history_until_it_is_purged(home):
    receipt = home.facts.remember("the door code is blue")
    home.facts.forget("door code", [receipt.line])
    versions = home.history.versions(home.workspace_store.key, "memory/MEMORY.md")
    assert [version.what for version in versions][:2] == ["forget", "remember"]


def test_r009_all_is_replaced_only_by_who_has_read_it(home):
    home.facts.remember("one")
    before = home.workspace.read_long_term()
    with pytest.raises(Usage) as refused:
        home.facts.replace("only this", None)
    assert home.workspace.revision() in str(refused.value)
    assert home.workspace.read_long_term() == before
    written = home.facts.replace("only this\n", home.workspace.revision())
    assert home.workspace.read_long_term() == "only this\n"
    assert written.revision == home.workspace.revision()
    undo(home.workspace_store)
    assert home.workspace.read_long_term() == before


def test_who_writes_all_keeps_the_comments_that_are_there_and_makes_no_new_ones(home):
    home.facts.remember("one")
    text = home.workspace.read_long_term()
    written = home.facts.replace(text + '- two <!-- clew fact="f1" -->\n', home.workspace.revision())
    assert written.escaped == 1
    assert written.text == text + '- two &lt;!-- clew fact="f1" -->\n'


@pytest.mark.parametrize(
    ("first", "flagged"),
    [
        ("# 2026-03-01", "2026-03-01"),
        ("# YYYY-MM-DD", "YYYY-MM-DD"),
        ("# 2026-11-30", ""),
        ("2026年3月1日", "2026年3月1日"),
        ("Quiet.", ""),
    ],
)
def test_r061_the_clock_decides_the_day_and_a_made_up_date_is_flagged(home, first, flagged):
    written = home.facts.note(f"{first}\n\nGauge 3 was silent.")
    assert written.file == "memory/202611/20261130.md"
    assert written.other_day == flagged
    assert written.text == f"# 2026-11-30\n\n{first}\n\nGauge 3 was silent."


def test_what_could_not_be_looked_through_is_named(said_everywhere, tmp_path):
    said_everywhere.close()
    home = clew.open(tmp_path / "home", lambda: NOW)
    home.settings = home.settings.but(library=str(tmp_path / "unmounted"))
    found = home.facts.forget("office", ["f00000000"])
    assert {match.store for match in found.matches} == {"workspace"}
    assert [path for path, _ in found.unread] == [str(tmp_path / "unmounted")]
    home.close()


def test_what_an_editor_writes_while_lines_go_stays(home, monkeypatch):
    receipt = home.facts.remember("Likes tea")
    path = Path(receipt.path)
    change = type(home.workspace_store).change
    late = [b"\nby hand\n"]

    def overtaken(kept, edits, *rest):
        if late:
            path.write_bytes(path.read_bytes() + late.pop())
        return change(kept, edits, *rest)

    monkeypatch.setattr(type(home.workspace_store), "change", overtaken)
    assert len(home.facts.forget("tea", [receipt.line]).removed) == 1
    assert path.read_bytes().endswith(b"\nby hand\n")
    assert "tea" not in home.workspace.read_long_term()
