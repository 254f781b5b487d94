"""What commands list and say to a person: aligned, in the person's language, and never a half-truth."""

from __future__ import annotations

import re

import pytest

from clew.cli import main
from clew.cli.columns import columns
from clew.language import language


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """A project with two memories, one of them with two versions and a Chinese name."""
    directory = tmp_path / "shop"
    directory.mkdir()
    monkeypatch.chdir(directory)
    for conversation, title, text in (("a", "价格与日期", "整数分。"), ("b", "Cache", "Redis."), ("a", "", "纯日期。")):
        titled = ["--title", title] if title else []
        tags = ["--tag", "shop", "--tag", "数据库"]
        assert main(["save", text, "--conversation", conversation, "--quiet", *titled, *tags]) == 0
    return directory


def shown(capsys, *words: str, status: int = 0) -> list[str]:
    capsys.readouterr()
    assert main(list(words)) == status
    captured = capsys.readouterr()
    return str(captured.err if status else captured.out).splitlines()


def test_a_list_is_aligned_whatever_the_names_and_holds_no_paths(shop, capsys):
    lines = shown(capsys, "list")
    assert len(lines) == 2
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d +\[\d+\]  \S+", line) for line in lines)
    assert len({line.rindex("  ") for line in lines}) == 1


def test_list_takes_no_conversation_for_it_would_filter_nothing(shop, capsys):
    assert "no option --conversation" in shown(capsys, "list", "--conversation", "a", status=2)[0]


@pytest.mark.parametrize(("lang", "did"), [("en", "save"), ("zh", "保存")])
def test_the_history_is_aligned_and_speaks_the_language_of_who_reads_it(shop, capsys, monkeypatch, lang, did):
    monkeypatch.setenv("CLEW_LANG", lang)
    (shop.parent / "home/memory").joinpath(*_folder(shop), "价格与日期.md").write_text("by hand\n", "utf-8")
    lines = shown(capsys, "history", "价格与日期")
    assert did in lines[1]
    assert ("外部修改" in lines[0]) == (lang == "zh")
    sizes = [re.search(r"\d (B|字节)", line) for line in lines]
    assert len({columns(size.string[: size.end()]) for size in sizes if size}) == 1


def _folder(shop):
    return [next(path.name for path in (shop.parent / "home/memory").iterdir() if path.is_dir())]


def test_the_history_in_json_has_the_names_as_they_are(shop, capsys, monkeypatch):
    monkeypatch.setenv("CLEW_LANG", "zh")
    assert '"what": "save"' in "\n".join(shown(capsys, "history", "Cache", "--json"))


def test_the_diff_of_a_first_version_says_that_there_was_nothing(shop, capsys):
    lines = shown(capsys, "diff", "Cache")
    assert lines[0].endswith("(not there yet)")
    assert re.search(r"\(version \d+\)$", lines[1])


def test_a_purge_without_a_text_says_what_it_needs_and_does_not_speak_of_writing(shop, capsys, monkeypatch, tmp_path):
    assert "what is to go" in shown(capsys, "purge", " ", status=2)[0]


def test_a_move_to_where_the_memory_is_says_so(shop, capsys):
    assert shown(capsys, "move", "Cache", "--dir", ".")[0].startswith("it is there already: ")


def test_a_move_without_a_place_to_go_to_is_refused(shop, capsys):
    assert "--dir DIR" in shown(capsys, "move", "Cache", status=2)[1]


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANGUAGE": "zh_CN:en", "LANG": "en_US.UTF-8"}, "zh"),
        ({"LANGUAGE": "en_US:en", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANGUAGE": "fr:zh_CN", "LANG": "fr_FR.UTF-8"}, "zh"),
        ({"LANGUAGE": "zh_CN"}, "zh"),
        ({"LANGUAGE": "zh_CN", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "", "LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANGUAGE": "en", "CLEW_LANG": "zh"}, "zh"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_other_programs(environment, lang, monkeypatch):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(None, None) == lang


@pytest.mark.parametrize("tags", [("nope", "prices"), ("two words", "prices", "it's")])
def test_a_refused_save_says_once_that_the_text_is_kept_and_gives_one_line_that_finishes_it(shop, capsys, tags):
    import shlex

    told = shown(capsys, "save", "Prices.", *(word for tag in tags for word in ("--tag", tag)), status=1)
    assert sum("kept" in line for line in told) == 1
    (line,) = [line for line in told if "clew save --pending" in line]
    words = shlex.split(line[line.index("clew save") :])
    assert main(words[1:]) == 0
    assert not any("kept" in line or "TAG" in line for line in told if line is not told[-1])


def test_what_waits_for_tags_is_finished_by_the_line_that_the_doctor_gives(shop, capsys):
    import shlex

    shown(capsys, "save", "Prices.", "--tag", "nope", "--tag", "prices", status=1)
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    (line,) = [line for line in told.splitlines() if "clew save --pending" in line]
    assert main(shlex.split(line[line.index("clew save") :])[1:]) == 0
