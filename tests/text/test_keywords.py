"""What a text is about, for a memory without a title and for tags, in Chinese and English."""

from __future__ import annotations

import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clew.text import keywords as module
from clew.text.keywords import keywords, title_from

ENGLISH = """We decided to use SQLite with a single writer instead of PostgreSQL, because the memory index must work offline.
SQLite keeps one file; backups copy that file. Open points: WAL mode on network drives, and who migrates old databases."""
CHINESE = """我们决定用 Redis 做缓存层，因为 PostgreSQL 的查询在高峰期太慢。缓存过期时间设为 10 分钟。
结论：先缓存商品详情页，订单不缓存。未决：缓存穿透怎么处理？布隆过滤器还没有测试。"""


def test_an_english_text_is_about_its_repeated_and_early_words():
    found = keywords(ENGLISH)
    assert found[0] == "SQLite"
    assert "PostgreSQL" in found


def test_a_chinese_text_is_about_its_repeated_and_early_words():
    found = keywords(CHINESE)
    assert found[0] == "缓存"
    assert {"Redis", "PostgreSQL"} <= set(found)


def test_words_that_only_hold_a_sentence_together_are_none():
    assert keywords("the of and with this that, we have been there") == []
    assert keywords("我们的这个是什么呢，因为那里没有") == []


def test_a_coined_chinese_word_is_not_cut_in_two():
    assert "部署权限" in keywords("每个用户都有自己的部署权限，部署权限由管理员审批。部署权限过期后自动收回。")


def test_one_word_in_several_forms_is_one_keyword():
    found = keywords(
        "Deploying failed. Two deploys later the deploy passed; deployments are slow. cache Cache caches", 9
    )
    assert len([word for word in found if word.lower().startswith("deploy")]) == 1
    assert len([word for word in found if word.lower().startswith("cache")]) == 1


@pytest.mark.parametrize(
    "noise",
    [
        "2026-11-30 20261130 2026年11月30日 15:24",
        "12345 3.14 1,000 v2.0 42%",
        "sk-abc*** ghp_********",
        "password: hunter2, 密码：hunter2",
        "https://user:pw@example.com/secret/path?x=hunter2 ann@example.com",
        "a3f9c2e1b7d4 01J9ZQ4K7W8X2M3N5P6R7S8T9V",
        "```python\nimport hunter2\n```",
        "~~~\nhunter2\n~~~",
        '<!-- clew conversation="hunter2" tags="hunter2" -->',
        "***",
    ],
)
def test_numbers_dates_secrets_code_and_addresses_are_no_keywords(noise):
    assert keywords(noise) == []
    assert set(keywords(f"{noise}\n\nCaching with Redis.\n\n{noise}\n")) == {"Caching", "Redis"}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# 自建goose启动规则\n\n每次启动时读取索引。", "自建goose启动规则"),
        ("<!-- clew x -->\n## Deploying to Fly.io ##\n\nIt failed.", "Deploying-to-Fly.io"),
        ("SQLite it is: one writer.", "SQLite-writer"),
        ("We use tabs.", "tabs"),
        ("今天晚上吃什么好呢", "今天晚上吃什么好呢"),
        ("ok", "ok"),
        ("```\nonly code\n```", "only-code"),
        ("データベースの設計", "データベース設計"),
        ("C++ and C# interop", "C++-C#-interop"),
        ("", ""),
        ("***", ""),
        ("2026-11-30 12:00", ""),
        ("🎉", ""),
        ("sk-abc***", ""),
    ],
)
def test_a_text_without_a_title_gets_one(text, title):
    assert title_from(text) == title


@pytest.mark.parametrize("heading", ["Summary", "## 总结", "# 会议记录", "# Meeting notes", "# Decisions"])
def test_a_heading_that_says_nothing_is_passed_over(heading):
    heading = heading if heading.startswith("#") else f"# {heading}"
    assert "Redis" in title_from(f"{heading}\n\nRedis caches the product pages, Redis expires them.")


def test_keywords_of_a_title_stand_in_the_order_of_the_text():
    assert title_from(ENGLISH).startswith("SQLite-")
    assert title_from(CHINESE).index("Redis") < title_from(CHINESE).index("PostgreSQL")


@settings(deadline=None)  # the first call loads the dictionary
@given(st.text())
@example("\udcff a byte that was no UTF-8 \udcfe 字\udcff")
def test_any_text_has_keywords_and_a_title_without_a_crash(text):
    title_from(text)
    for word in keywords(text):
        assert word == word.strip() != ""


@settings(deadline=None)  # the first call loads the dictionary
@given(st.text(alphabet="abcdefg 字记忆库的了é", min_size=1).filter(str.strip))
def test_a_text_with_letters_never_goes_without_a_title(text):
    assert title_from(text)


@pytest.mark.parametrize(
    "piece", ["word 字 ", "a", "字", "-", "# ", "a/", "a***", "```\n", "<!--", "token", "a@", "记录"]
)
def test_of_fifty_megabytes_the_beginning_counts(piece):
    text = piece * (50_000_000 // len(piece.encode()))
    beginning = text[:1_000_000]
    assert (keywords(text), title_from(text)) == (keywords(beginning), title_from(beginning))


@pytest.fixture
def _no_segmenter(monkeypatch):
    monkeypatch.setitem(sys.modules, "rjieba", None)
    module._segmenter.cache_clear()
    yield
    module._segmenter.cache_clear()


@pytest.mark.usefixtures("_no_segmenter")
def test_where_the_segmenter_cannot_be_installed_chinese_is_cut_at_its_function_words():
    assert keywords("缓存和数据库，缓存与数据库，缓存的过期")[:2] == ["缓存", "数据库"]
    assert title_from(CHINESE)
