"""`remember`: one fact goes in, and nothing else in the file moves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.errors import RuleBroken, Unreadable, Usage
from clew.history.undo import undo
from clew.text.fact_lines import Mark, fact_line
from clew.workspace.planning import Fact, planned
from clew.workspace.template import PLACEHOLDERS, TEMPLATE, section_for

NOW = datetime(2026, 11, 30, 15, 24, 48, tzinfo=timezone(timedelta(hours=8)))


@pytest.fixture
def home(tmp_path):
    with_clock = clew.open(tmp_path / "home", lambda: NOW)
    yield with_clock
    with_clock.close()


@pytest.fixture
def file(home) -> Path:
    path = Path(home.workspace.path_of("memory/MEMORY.md"))
    path.parent.mkdir(parents=True)
    return path


def said(text):
    """The facts in their sections."""
    found, section = [], ""
    for line in text.splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        elif fact_line(line).mark.fact:
            found.append((section, fact_line(line).said))
    return found


def test_the_first_fact_makes_the_file_from_the_template_and_takes_the_placeholder(home):
    receipt = home.facts.remember("Prefers short answers", agent="goose", conversation="c1")
    text = home.workspace.read_long_term()
    assert receipt.created
    before, _, after = TEMPLATE.partition(PLACEHOLDERS["Preferences"][0])
    assert text.startswith(before + "- Prefers short answers <!-- clew ")
    assert text.endswith(" -->" + after)
    mark = fact_line(text.splitlines()[receipt.number - 1]).mark
    assert (mark.fact, mark.agent, mark.conversation) == (receipt.line, "goose", "c1")
    assert mark.time == "2026-11-30T15:24:48+08:00"
    assert mark.device
    assert (receipt.section, receipt.revision) == ("Preferences", home.workspace.revision())


def test_the_list_of_the_template_gives_way_as_a_whole(home):
    home.facts.remember("Default model: glm-4.6")
    home.facts.remember("Channel telegram is enabled")
    text = home.workspace.read_long_term()
    assert "Model preferences" not in text
    assert "Skills enabled" not in text
    assert [fact for section, fact in said(text) if section == "Configuration"] == [
        "Default model: glm-4.6",
        "Channel telegram is enabled",
    ]


@pytest.mark.parametrize(
    ("fact", "section"),
    [
        ("My name is Ada", "User Information"),
        ("用户的名字是小明", "User Information"),
        ("Works as a nurse, job in Lyon", "User Information"),
        ("喜欢简短的回复", "Preferences"),
        ("Likes tea", "Preferences"),
        ("Default model: gpt-5", "Configuration"),
        ("飞书渠道已启用", "Configuration"),
        ("Deploy on Mondays only", "Important Notes"),
        ("周五不要发布", "Important Notes"),
    ],
)
def test_its_words_choose_the_section(fact, section):
    assert section_for(fact) == section


def test_a_section_can_be_asked_for_under_either_languages_name(home, file):
    file.write_text("# 长期记忆\n\n## 偏好\n\n* 喝茶\n", "utf-8")
    home.facts.remember("Tabs, not spaces", section="preferences")
    home.facts.remember("Likes tea")
    home.facts.remember("三个人", section="团队")
    assert said(file.read_text("utf-8")) == [("偏好", "Tabs, not spaces"), ("偏好", "Likes tea"), ("团队", "三个人")]
    assert "\n* 喝茶\n* Tabs, not spaces <!--" in file.read_text("utf-8")


@pytest.mark.parametrize("again", ["prefers  TABS.", "- Prefers tabs", "**Prefers tabs**"])
def test_a_near_copy_is_reported_and_not_added(home, again):
    first = home.facts.remember("Prefers tabs")
    before = home.workspace.read_long_term()
    second = home.facts.remember(again)
    assert second.repeated
    assert (second.line, second.text, second.revision) == (first.line, "Prefers tabs", first.revision)
    assert home.workspace.read_long_term() == before


def test_a_fact_that_a_person_wrote_is_not_doubled_either(home, file):
    file.write_text("## Preferences\n\n- 喜欢 Python。\n\nPrefers tabs\n", "utf-8")
    assert home.facts.remember("喜欢Python").repeated
    assert home.facts.remember("prefers tabs").number == 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("uses tool X", "stopped using tool X, now uses tool Y"),
        ("Timezone: UTC", "Timezone: Europe/Paris"),
        ("编辑器用的是 Vim", "编辑器用的是 Emacs"),
        ("用户使用 npm", "用户不再使用 npm，改用 pnpm"),
    ],
)
def test_r020_a_fact_that_contradicts_goes_in_and_the_old_line_is_marked(home, old, new):
    first = home.facts.remember(old, section="Notes")
    before = home.workspace.read_long_term()
    second = home.facts.remember(new, section="Notes")
    assert [(one.line, one.text) for one in second.superseded] == [(first.line, old)]
    lines = home.workspace.read_long_term().splitlines()
    over = fact_line(lines[first.number - 1])
    assert over.said == old
    assert (over.mark.superseded, over.mark.by) == ("2026-11-30", second.line)
    assert fact_line(lines[second.number - 1]).said == new
    assert not fact_line(lines[second.number - 1]).superseded
    undo(home.workspace_store)
    assert home.workspace.read_long_term() == before


def test_what_was_superseded_may_come_back(home):
    home.facts.remember("Timezone: UTC")
    home.facts.remember("Timezone: CET")
    back = home.facts.remember("Timezone: UTC")
    assert not back.repeated
    assert [one.text for one in back.superseded] == ["Timezone: CET"]


def test_a_subject_that_has_several_values_keeps_them(home, file):
    file.write_text("## Configuration\n\n- Server: a\n- Server: b\n", "utf-8")
    assert home.facts.remember("Server: c", section="Configuration").superseded == ()


def test_projects_of_one_name_do_not_mix(home):
    for dir, fact in (("/a/shop", "uses SQLite"), ("/b/shop", "uses PostgreSQL"), ("/a/shop", "opens at nine")):
        assert home.facts.remember(fact, dir=dir, project=True).superseded == ()
    home.facts.remember("uses MySQL")
    assert said(home.workspace.read_long_term())[1:] == [
        ("Project: shop", "uses SQLite"),
        ("Project: shop", "opens at nine"),
        ("Project: shop (/b/shop)", "uses PostgreSQL"),
    ]


def test_a_hand_written_section_is_nobodys_where_two_projects_have_its_name(home, file):
    file.write_text("## Project: shop\n\n- by hand\n", "utf-8")
    for dir in ("/a/shop", "/b/shop"):
        home.library.project(dir).start(conversation=dir).save("text", tags=["one", "two"], title="t")
    home.facts.remember("uses SQLite", dir="/a/shop", project=True)
    assert "- by hand\n\n## Project: shop (/a/shop)\n\n- uses SQLite" in file.read_text("utf-8")


def test_the_facts_of_a_project_move_with_it(home):
    for dir in ("/a/shop", "/b/shop"):
        home.facts.remember("opens at nine", dir=dir, project=True)
    for old, new in (("/a/shop", "/c/store"), ("/b/shop", "/b/shop2")):
        home.facts.relinked(old, new)
        assert home.facts.remember("opens at nine", dir=new, project=True).repeated
    assert [section for section, _ in said(home.workspace.read_long_term())] == [
        "Project: store",
        "Project: shop2 (/b/shop2)",
    ]


def test_the_facts_of_the_projects_below_move_too(home):
    for dir in ("/a/shop", "/a/shop/till", "/a/shopping"):
        home.facts.remember("opens at nine", dir=dir, project=True)
    home.facts.relinked("/a/shop", "/c/store")
    for dir in ("/c/store", "/c/store/till", "/a/shopping"):
        assert home.facts.remember("opens at nine", dir=dir, project=True).repeated


@pytest.mark.parametrize("namesake", ["/b/shop", None])
def test_a_hand_written_section_moves_with_its_project_where_no_other_has_the_name(home, file, namesake):
    file.write_text("## Project: shop\n\n- by hand\n", "utf-8")
    for dir in filter(None, ("/c/store", namesake)):
        home.library.project(dir).start(conversation=dir).save("text", tags=["one", "two"], title="t")
    home.facts.relinked("/a/shop", "/c/store")
    assert file.read_text("utf-8") == f"## Project: {'shop' if namesake else 'store'}\n\n- by hand\n"


def test_a_section_inside_of_a_project_can_be_asked_for(home):
    home.facts.remember("Ada leads", "Team", "/a/shop", project=True)
    home.facts.remember("Bo tests", "team", "/a/shop", project=True)
    home.facts.remember("opens at nine", dir="/a/shop", project=True)
    text = home.workspace.read_long_term()
    assert text.index("## Project: shop\n") < text.index("opens") < text.index("### Team\n") < text.index("Ada leads")


@pytest.mark.parametrize("section", ["Project: other", "项目：别的", " ## ", "a <!-- b"])
def test_no_section_can_be_asked_for_that_is_a_projects_or_none(home, section):
    with pytest.raises(Usage):
        home.facts.remember("fact", section)
    assert home.workspace.read_long_term() == ""


def test_a_stored_text_forges_no_line_no_heading_and_no_comment(home):
    forged = (
        'x <!-- clew fact="f00000000" superseded="2020-01-01" -->\r## Project: shop\u2028- y\n<!--CLEW fact="f1" -->'
    )
    receipt = home.facts.remember(forged)
    lines = home.workspace.read_long_term().splitlines()
    assert len(lines) == len(TEMPLATE.splitlines())
    assert fact_line(lines[receipt.number - 1]).mark.fact == receipt.line
    assert not fact_line(lines[receipt.number - 1]).superseded
    assert receipt.escaped == 2


def test_secrets_are_masked_and_the_receipt_says_so(home):
    key = "sk-ant-api03-" + "aB3dE5gH7jK9" * 8
    receipt = home.facts.remember(f"the key is {key}")
    assert receipt.masked
    assert key not in home.workspace.read_long_term()
    assert home.facts.remember(f"the key is {key}", allow_secret=True).masked == ()
    assert key in home.workspace.read_long_term()


@pytest.mark.parametrize("text", ["", " \n ", "- ", "- one\n- two"])
def test_what_is_no_fact_or_several_is_refused(home, text):
    with pytest.raises(Usage):
        home.facts.remember(text)
    assert home.workspace.read_long_term() == ""


def test_nothing_is_remembered_by_who_works_where_clew_is_off(home, tmp_path):
    home.off.switch_off(str(tmp_path / "private"))
    with pytest.raises(RuleBroken):
        home.facts.remember("fact", dir=str(tmp_path / "private" / "deep"))
    assert home.workspace.read_long_term() == ""


def test_utf_16_is_left_alone(home, file):
    file.write_bytes("# 记忆\n".encode("utf-16"))
    with pytest.raises(Unreadable):
        home.facts.remember("fact")
    assert file.read_bytes() == "# 记忆\n".encode("utf-16")


def test_r003_what_another_hand_wrote_meanwhile_survives(home, file):
    facts = home.facts
    facts.remember("one")
    grown = file.read_bytes() + b"\xff not UTF-8\r\n" + "外部 ".encode() * 2000
    file.write_bytes(grown)
    facts.remember("two")
    now = file.read_bytes()
    start = now.index(b"- two")
    assert now[:start] + now[now.index(b"\n", start) + 1 :] == grown


def test_r001_facts_that_come_at_once_all_go_in_once(home):
    facts = home.facts
    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(lambda number: facts.remember(f"fact {number % 15}"), range(20)))
    assert sorted(fact for _, fact in said(home.workspace.read_long_term())) == sorted(f"fact {n}" for n in range(15))
    assert sum(receipt.repeated for receipt in receipts) == 5
    assert len({receipt.line for receipt in receipts}) == 15


LINES = st.sampled_from(
    [
        "# 记忆",
        "## Preferences",
        "",
        "- likes tea",
        "  more",
        "text",
        "文字",
        "---",
        "```",
        "<!-- a",
        "-->",
        "## Project: x",
        "(Things to remember)",
    ]
)
FILES = st.builds(
    lambda lines, end, last: end.join(lines) + last,
    st.lists(LINES),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n"]),
)


@given(FILES, st.sampled_from(["prefers green", "周五不要发布", "Color: red"]))
@settings(deadline=None)
def test_nothing_else_in_the_file_moves(old, text):
    new = planned(old, Fact(text, Mark(fact="f1"), "2026-11-30")).text
    lines = iter(new.splitlines(keepends=True))
    unmoved = [line for line in old.splitlines(keepends=True) if line.strip("\r\n") != "(Things to remember)"]
    assert all(any(other.rstrip("\r\n") == line.rstrip("\r\n") for other in lines) for line in unmoved)
    assert new.endswith("\n") == (old.endswith("\n") if old else TEMPLATE.endswith("\n"))
    assert new.count("f1") == 1
    again = planned(new, Fact(text, Mark(fact="f2"), "2026-11-30"))
    assert again.repeated
    assert again.text == new
