"""Names of memories: legal everywhere, one name everywhere, and never taken for something else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clew.errors import Usage
from clew.text.conflicts import is_conflict_copy, is_memory_file
from clew.text.names import (
    FILE_BYTES,
    STEM_BYTES,
    TITLE_BYTES,
    TITLE_CHARACTERS,
    checked_name,
    means_something_else,
    memory_name,
    numbered,
    portable,
    same_name_key,
)

TRICKY = [
    *("CON", "con.txt", "aux.md", "NUL .x", "COM1", "lpt9.log", "COM¹", "CONIN$", "conout$.md", "PRN."),
    *("12", "１２", "0", "2026-11-30", "20261130", "2026.11.30", "2026年11月30日", "today", "Long-Term"),
    *("..", ".hidden", ".tmp-x", "x.", "x ", " .x. ", "-rf", "~x", "a/b", "a\\b", "a:b", 'a"<>|?*b', "..\\..\\etc"),
    *(
        "x (1)",
        "x (conflicted copy 2026-11-30)",
        "x.sync-conflict-20261130-152448-ABCDEFG",
        "x - Copy",
        "计划 (冲突副本)",
        "x_conflict-1",
    ),
    *(
        "a\u200bb",
        "\u202egnp",
        "\u0301x",
        "-\u0301x",
        "e\u0301" * 200,
        "字" * 200,
        "👨\u200d👩\u200d👧" * 60,
        "a" * 300,
        "1" * 300,
        "\udcff",
    ),
    *("CON." + "x" * 300, "x" * 196 + " (1)", "12 (1)", "(12)", "2026-11-30 (1)", "", " ", "_", "2026-11-3" + "0" * 9),
]
ANY_NAME = (
    st.text()
    | st.text(alphabet=" .-_~()[]/:\\*1209CONauxtoday字é年月日\u0301\u200d\u200b🎉", max_size=40)
    | st.sampled_from(TRICKY)
)
WINDOWS_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
    port + digit for port in ("COM", "LPT") for digit in "123456789¹²³"
}


def is_legal_everywhere(name):
    """Said again, plainly, and not with the code under test."""
    return (
        0 < len(name.encode()) <= FILE_BYTES
        and name == unicodedata.normalize("NFC", name)
        and not any(char in '<>:"/\\|?*' or ord(char) < 32 or 0xD800 <= ord(char) < 0xE000 for char in name)
        and name[0] not in ". -~"
        and name[-1] not in ". "
        and name.split(".")[0].rstrip().upper() not in WINDOWS_DEVICES
    )


@given(ANY_NAME)
def test_a_portable_name_is_legal_on_every_system_or_empty(name):
    made = portable(name)
    assert made == "" or is_legal_everywhere(made)
    assert len(made.encode()) <= STEM_BYTES
    assert not means_something_else(made)
    assert not is_conflict_copy(made)


@given(ANY_NAME)
def test_a_portable_name_stays_as_it_is(name):
    assert portable(portable(name)) == portable(name)


@given(ANY_NAME, st.integers(12, 60))
def test_a_portable_name_keeps_the_limit_that_it_is_given(name, limit):
    assert len(portable(name, limit).encode()) <= limit


@pytest.mark.parametrize(
    "name", ["自建goose启动规则", "API-plan", "Plan für Q4", "v2.0", "C++", "don't", "a (b)", "été"]
)
def test_a_good_name_is_left_alone(name):
    assert portable(name) == name
    assert checked_name(name) == name
    assert checked_name(f"{name}.md") == name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("自建 goose 启动规则", "自建goose启动规则"),
        ("自建goose启动规则！", "自建goose启动规则"),
        ("# Caching: how we decided?", "Caching-how-we-decided"),
        ("API  plan ", "API-plan"),
        ("api-plan", "api-plan"),
        ("C++ & C# / Node.js v2.0", "C++-C#-Node.js-v2.0"),
        ("don't panic", "dont-panic"),
        ("2026-11-30 部署 记录", "部署记录"),
        ("Release 2026-11-30T15:24:48+08:00 notes", "Release-notes"),
        ("notes.md", "notes"),
        ("aux.md", "aux_"),
        ("2048", "2048_"),
        ("데이터베이스 설계", "데이터베이스-설계"),
        ("🎉 party", "🎉-party"),
        ("../../etc/passwd", "etc-passwd"),
        ("2026-11-30", ""),
        ("……！？", ""),
        ("", ""),
    ],
)
def test_a_title_becomes_condensed_keywords(title, name):
    assert memory_name(title) == name


@given(ANY_NAME)
@example("字" * 100)
@example("word " * 60)
@example("a" * 300)
@example("🎉" * 200)
@example("2026-11-30T10:00:00Z ERROR [main] " * 100)
def test_a_memory_name_is_short_legal_and_without_spaces(title):
    name = memory_name(title)
    assert name == "" or is_legal_everywhere(name)
    assert len(name) <= TITLE_CHARACTERS + 1
    assert len(name.encode()) <= TITLE_BYTES + 1
    assert not set(name) & set(' \t\n()[]!?"')


def test_a_long_title_ends_with_a_whole_word():
    title = "An extremely long title that goes on and on about every little thing"
    assert memory_name(title) == "An-extremely-long-title-that-goes-on-and-on-about-every"


def test_four_titles_that_look_alike_are_four_names():
    titles = ["API plan", "api-plan", "API_plan", "API  plan "]
    names: list[str] = []
    for title in titles:
        names.append(numbered(memory_name(title), names))
    assert names == ["API-plan", "api-plan-2", "API_plan", "API-plan-3"]


@pytest.mark.parametrize("taken", ["Plan.md", "PLAN.MD", "plan", "plan.md"])
def test_a_name_is_taken_whatever_its_case(taken):
    assert numbered("plan", [taken]) == "plan-2"


def test_a_name_is_taken_in_its_decomposed_form_too():
    assert numbered("été", ["e\u0301te\u0301.md"]) == "été-2"


def test_a_number_never_makes_a_date():
    taken = ["2026-11.md", *(f"2026-11-{number}.md" for number in range(2, 30))]
    assert numbered("2026-11", taken) == "2026-11-32"


@given(st.lists(ANY_NAME, max_size=12))
def test_names_given_in_turn_never_meet(titles):
    names: list[str] = []
    for title in titles:
        names.append(numbered(memory_name(title) or "memory", names))
    assert len({same_name_key(name) for name in names}) == len(titles)
    assert all(is_legal_everywhere(name) for name in names)


def test_a_number_fits_behind_the_longest_name():
    stem = portable("字" * 300)
    for number in range(2, 12):
        taken = [stem, *(f"{stem}-{earlier}" for earlier in range(2, number))]
        assert len(numbered(stem, taken).encode()) + len(".md") <= FILE_BYTES


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("", "empty"),
        (".md", "empty"),
        ("..", "empty"),
        ("a/b", "slash"),
        ("..\\x", "slash"),
        ("a:b", "character"),
        ("NUL", "device"),
        ("con.txt.md", "device"),
        ("7", "means-something-else"),
        ("2026-11-30", "means-something-else"),
        ("today.md", "means-something-else"),
        ("plan (1)", "conflict-copy"),
        ("字" * 70, "too-long"),
        (".hidden", "edge"),
        ("-x", "edge"),
        ("x..md", "edge"),
        ("a\u200bb", "invisible"),
        ("a  b", "invisible"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_its_reason_and_one_that_can(name, key):
    with pytest.raises(Usage) as refused:
        checked_name(name)
    assert refused.value.key == f"names.{key}"
    assert refused.value.message("en") != refused.value.message("zh")
    for suggestion in refused.value.suggestions:
        assert checked_name(suggestion) == suggestion
    assert refused.value.suggestions or key == "empty"


def test_a_decomposed_name_is_taken_in_its_composed_form():
    assert checked_name("e\u0301te\u0301") == "été"


@pytest.mark.parametrize(
    "stem",
    [
        "plan.sync-conflict-20261130-152448-ABCDEFG",  # Syncthing
        "plan (Ann's conflicted copy 2026-11-30)",  # Dropbox
        "plan (Conflicted Copy 2026-11-30 152448)",  # Nextcloud
        "plan_conflict-20261130-152448",  # ownCloud
        "plan (1)",  # Google Drive
        "plan - Copy",  # Windows
        "计划 - 副本",
        "计划 (小王的冲突副本 2026-11-30)",  # Nutstore
    ],
)
def test_no_name_looks_like_a_copy_that_a_sync_program_made(stem):
    with pytest.raises(Usage) as refused:
        checked_name(stem)
    assert refused.value.key == "names.conflict-copy"
    for name in (portable(stem), memory_name(stem)):
        assert is_memory_file(f"{name}.md")
        assert checked_name(name) == name


@pytest.mark.parametrize(
    "stem",
    ["plan (draft)", "f(x)", "sync-conflicts", "计划(二)", "副本", "How to merge a conflicted copy", "冲突副本的处理"],
)
def test_a_name_that_is_none_of_them_is_allowed(stem):
    assert checked_name(stem) == stem


@given(ANY_NAME)
def test_a_memory_is_never_named_so_that_it_does_not_count_as_one(title):
    name = memory_name(title)
    assert name == "" or is_memory_file(f"{numbered(name, [])}.md")
