"""The pages are true: what they show is what clew prints, what they promise is tested, where they point is something."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from changelog import compose
from clew import __version__
from clew.text.secret_shapes import SHAPES
from docs import printed
from tests.test_layers import ROOMS

ROOT = printed.ROOT
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)]*)?\)")
PROMISE = re.compile(r"\[`(test_\w+)`\]\(([^)]+)\)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", printed.PAGES, ids=name)
def test_what_a_page_shows_is_what_clew_prints(page):
    text = page.read_text("utf-8")
    assert printed.renewed(text) == text, "python3 do.py docs --write renews it"


def test_the_command_reference_is_what_the_command_line_says_of_itself():
    assert (ROOT / "docs/cli.md").read_text("utf-8") == printed.reference(), "python3 do.py docs --write renews it"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_link_leads_somewhere(page):
    links = [link for link, _ in LINK.findall(page.read_text("utf-8")) if not re.match(r"https?://", link)]
    lost = [link for link in links if not (page.parent / link).exists()]
    assert not lost


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_promise_names_a_test_that_exists(page):
    promises = PROMISE.findall(page.read_text("utf-8"))
    broken = [test for test, file in promises if f"def {test}(" not in (page.parent / file).read_text("utf-8")]
    assert not broken


def test_the_english_and_the_chinese_page_are_equals():
    english, chinese = [(ROOT / page).read_text("utf-8") for page in ("README.md", "README.zh.md")]
    assert PROMISE.findall(english) == PROMISE.findall(chinese)
    ours, theirs = ([line for line in shape(page) if line != "export"] for page in (english, chinese))  # CLEW_LANG=zh
    assert ours == theirs


def shape(page: str) -> list[str]:
    """The level of each heading, and what each session runs, in order."""
    found = re.findall(r"^(#+) |^\$ (\w+ ?[a-z]*)", page, re.MULTILINE)
    return ["".join(each).strip() for each in found]


def test_the_readme_begins_with_the_two_commands():
    for page in ("README.md", "README.zh.md"):
        commands = re.findall(r"python3 do\.py \w+", (ROOT / page).read_text("utf-8"))
        assert commands[:2] == ["python3 do.py demo", "python3 do.py test"]


def test_the_demo_saves_two_conversations_in_two_steps_each_and_leaves_nothing(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path), "PYTHONUTF8": "1"}
    demo = [sys.executable, str(ROOT / "examples/demo.py")]
    done = subprocess.run(demo, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    shown = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    for conversation in ROOT.glob("examples/conversation.*.md"):
        for heading in re.findall(r"^## (.+)$", conversation.read_text("utf-8"), re.MULTILINE):
            assert f"\n## {heading}\n" in shown
    assert shown.count("<!-- clew ") == 2 * 4, "two memories of two segments, each shown and then on disk"
    assert not list(tmp_path.iterdir())


def test_the_demo_speaks_the_language_of_its_reader_whose_story_comes_first(tmp_path):
    demo = [sys.executable, str(ROOT / "examples/demo.py")]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path), "PYTHONUTF8": "1", "CLEW_LANG": "zh"}
    done = subprocess.run(demo, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    shown = done.stdout.decode()
    assert shown.index("==== conversation.zh.md：") < shown.index("==== conversation.en.md：")
    assert "两次对话，两个记忆" in shown


def test_the_design_names_every_room_in_the_order_of_its_imports():
    design = (ROOT / "docs/design.md").read_text("utf-8")
    built = [room for room in ROOMS if list(ROOT.glob(f"src/clew/{room}*"))]
    rows = re.findall(r"^\| `(\w+)", design, re.MULTILINE)
    assert [row for row in rows if row in built] == built


def test_decisions_are_numbered_without_a_gap():
    numbers = [int(page.name[:4]) for page in sorted(ROOT.glob("docs/decisions/*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_changelog_is_printed_from_its_fragments():
    assert compose.PAGE.read_text("utf-8") == compose.page(__version__), "python3 do.py changelog --write renews it"


def test_version_and_changelog_agree():
    """What is unreleased belongs to a version that is not out yet; without anything unreleased, the last one is this."""
    unreleased, released = list((ROOT / "changelog/unreleased").glob("*.md")), list(compose.released())
    assert unreleased or released[0] == __version__
    assert not unreleased or __version__ not in released


def test_pages_count_the_providers_whose_keys_are_masked_as_the_table_does():
    providers = {kind.partition("-")[0] for kind, *_ in SHAPES} - {"jwt", "age", "sk"}
    counted = re.compile(r"more than (\d+) providers")
    for page in ("docs/secrets.md", "CHANGELOG.md"):
        assert counted.findall((ROOT / page).read_text("utf-8")) == [str(len(providers) // 10 * 10)], page


def test_no_file_names_a_machine_or_a_registry():
    """Such a path or host works for one of us; put together here from its parts, so that this file names none."""
    hosts = [
        ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("debian", "org"))
    ]
    here = re.compile(
        "|".join([r"/work/(main|shared|\.)", r"/root/\.\w", r"/tmp/(team|fresh)", *map(re.escape, hosts)])
    )
    found = []
    for file in tracked():
        try:
            lines = (ROOT / file).read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{file}:{number}: {line}" for number, line in enumerate(lines, 1) if here.search(line)]
    assert not found, "\n".join(found)


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [file for file in listed.stdout.decode().split("\0") if (ROOT / file).is_file()]
