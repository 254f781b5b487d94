"""What `home.search` promises: the lines of the files as they are, from where one may look, whatever is asked."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clew
from clew.errors import RuleBroken, Usage
from clew.recall.hits import Hit

CONTRACT = {"file", "path", "store", "lines", "score", "heading", "project", "date", "text"}


def lines_of(hit: Hit) -> str:
    lines = Path(hit.path).read_bytes().decode("utf-8", "surrogateescape").split("\n")
    return "\n".join(lines[hit.lines[0] - 1 : hit.lines[1]])


# What a hit is


def test_a_hit_has_what_the_contract_names_and_its_text_is_exactly_its_lines(place):
    saved = place.save("Decided: SQLite.\n\nOne writer,\nno server.", title="Database")
    place.long_term("# Long-term Memory\n\n## Notes\n\n- SQLite is on every machine\n")
    hits = place.search("SQLite server")
    assert set(hits[0].as_dict()) >= CONTRACT
    assert all(hit.text == lines_of(hit) for hit in hits)
    memory = next(hit for hit in hits if "One writer" in hit.text)
    assert (memory.file, memory.path, memory.store) == (saved.file, saved.path, "library")
    assert (memory.project, memory.date, memory.title) == (str(place.shop), "2026-11-30", "Database")
    assert memory.lines == (8, 9)
    assert memory.before == "Decided: SQLite."
    note = next(hit for hit in hits if hit.store == "workspace")
    assert (note.file, note.heading, note.project) == ("memory/MEMORY.md", "Notes", None)
    assert hits.degraded is None
    assert isinstance(hits, list)


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_lines_are_those_of_the_file_whatever_ends_them(place, end):
    place.write("home/memory/x/a.md", f"# Title{end or chr(10)}{end or chr(10)}用Redis缓存。{end}".encode())
    hit = place.first("缓存")
    assert hit.text == lines_of(hit) == "用Redis缓存。" + end.strip("\n")
    assert hit.lines == (3, 3)


def test_bytes_that_are_no_utf8_come_back_as_they_are(place):
    path = place.write("home/memory/x/a.md", b"caf\xe9 and Redis\n")
    assert place.first("Redis").text.encode("utf-8", "surrogateescape") == b"caf\xe9 and Redis"
    assert path.read_bytes() == b"caf\xe9 and Redis\n"


def test_of_a_line_as_long_as_a_book_the_hit_says_where_the_passage_is(place):
    words = " ".join(f"This is sentence number {number}." for number in range(400))
    place.write("home/memory/x/a.md", f"{words} The gauge was silent. {words}\n")
    hit = place.first("silent gauge")
    assert hit.text == lines_of(hit)
    start, end = hit.focus
    assert "The gauge was silent." in hit.text[start:end]
    assert end - start < 2000


def test_the_words_that_were_asked_for_are_marked(place):
    place.save("Decided: SQLite, one writer.")
    hit = place.first("which writer")
    assert [hit.text[start:end] for start, end in hit.marked] == ["writer"]


# Where is looked


def test_a_search_in_a_project_finds_its_own_and_what_belongs_to_none(place):
    place.save("The cache is ours.", title="ours")
    place.save("The cache is theirs.", title="theirs", dir=place.crm)
    place.daily("2026-11-29", "# 2026-11-29\n\n- the cache of the day\n")
    place.long_term("## Notes\n\n- every cache has a limit\n\n## Project: crm\n\n- a cache of customers\n")
    assert len(place.search("cache")) == 5
    found = set(place.texts("cache", project=place.shop))
    assert found == {"The cache is ours.", "- the cache of the day", "- every cache has a limit"}
    assert set(place.texts("cache", project=str(place.crm))) == {
        "The cache is theirs.",
        "- the cache of the day",
        "- every cache has a limit",
        "- a cache of customers",
    }
    assert place.texts("theirs", project=place.home.library.project(place.shop)) == []


def test_a_section_of_a_project_that_nobody_knows_is_found_by_none_but_that_one(place):
    place.long_term("## Project: shop\n\n- a cache of goods\n\n## Project: elsewhere\n\n- a cache of theirs\n")
    assert place.texts("cache", project=place.shop) == ["- a cache of goods"]  # it has saved nothing yet
    assert place.texts("cache", project=place.crm) == []
    place.save("The cache is ours.", dir=place.crm)
    assert place.texts("cache", project=place.crm) == ["The cache is ours."]
    place.save("The goods are here.")
    assert "- a cache of goods" in place.texts("cache", project=place.shop)
    assert len(place.texts("cache")) == 3


def test_parents_are_looked_through_where_they_are_asked_for(place):
    inner = place.shop / "web"
    inner.mkdir()
    place.save("The cache of the shop.", title="outer")
    place.save("The cache of its web.", title="inner", dir=inner)
    assert place.texts("cache", project=inner) == ["The cache of its web."]
    assert set(place.texts("cache", project=inner, parents=True)) == {"The cache of its web.", "The cache of the shop."}
    assert place.texts("cache", project=place.shop, parents=True) == ["The cache of the shop."]


def test_where_only_others_have_something_it_is_said(place):
    place.save("The cache is theirs.", dir=place.crm)
    hits = place.search("cache", project=place.shop)
    assert (list(hits), hits.elsewhere) == ([], True)
    assert not place.search("nothing of it", project=place.shop).elsewhere
    assert not place.search("cache").elsewhere


def test_where_clew_is_off_nothing_is_searched_and_nothing_of_it_is_found(place):
    place.save("The cache is ours.")
    place.save("The cache is theirs.", dir=place.crm)
    assert len(place.search("cache")) == 2
    place.home.off.switch_off(str(place.crm))
    assert place.home.search("cache")[0].project == str(place.shop)  # at once, without a look
    assert place.texts("cache") == ["The cache is ours."]
    with pytest.raises(RuleBroken) as refused:
        place.search("cache", project=place.crm)
    assert refused.value.rule == "off"
    place.home.off.switch_on(str(place.crm))
    assert len(place.search("cache")) == 2


def test_extra_folders_of_the_settings_are_searched_under_their_names(place):
    place.write("vault/deep/note.md", "---\ntags: [redis]\n---\n# Note\n\nA cache of the vault.\n")
    place.write("vault/.hidden/note.md", "A cache that nobody sees.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    hit = place.first("cache", project=place.shop)
    assert (hit.store, hit.file, hit.kind) == ("vault", "deep/note.md", "extra")
    assert hit.path == str(place.root / "vault/deep/note.md")
    assert all("nobody sees" not in text for text in place.texts("cache"))
    place.home.off.switch_off(str(place.root / "vault"))
    assert place.texts("cache") == []


def test_an_extra_folder_that_is_not_there_is_told_and_hides_nothing(place):
    place.save("The cache is ours.")
    place.write("home/config.toml", '[folders]\nvault = "/nowhere/at/all"\n')
    place.reopened()
    hits = place.search("cache")
    assert len(hits) == 1
    assert hits.problems == (("/nowhere/at/all", "index.no-folder"),)


def test_what_belongs_to_nobody_and_cannot_be_read_is_no_other_projects(place):
    place.write("vault/note.md", "A cache.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == ["A cache."]
    (place.root / "vault").rename(place.root / "away")
    hits = place.search("cache", project=place.shop)
    assert (list(hits), hits.elsewhere) == ([], False)


REACHES = ["", "home", "home/memory", "home/workspace", "home/workspace/memory", "link", "home/memory/below"]


@pytest.mark.parametrize("reach", REACHES)
def test_no_extra_folder_shows_one_project_what_is_anothers(place, reach):
    saved = place.save("The cache is ours.", dir=place.crm)
    place.long_term("## Project: crm\n\n- the cache of long-term memory\n")
    place.write("note.md", "The cache of a note.\n")
    (place.root / "link").symlink_to(place.root / "home" / "memory")
    root = place.root / reach.replace("below", saved.file.partition("/")[0])
    place.write("home/config.toml", f'[folders]\nwide = "{root}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == ["The cache of a note."] * (not reach)
    assert {hit.store for hit in place.search("cache", project=place.crm)} >= {"library", "workspace"}


def test_long_term_memory_that_lies_in_a_vault_is_no_note_of_it(place):
    place.write("vault/Mine.md", "## Project: crm\n\n- the cache of crm\n")
    link = place.root / "home/workspace/memory/MEMORY.md"
    link.parent.mkdir(parents=True)
    link.symlink_to(place.root / "vault/Mine.md")
    place.save("x", dir=place.crm)
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    place.reopened()
    assert place.texts("cache", project=place.shop) == []
    assert [hit.store for hit in place.search("cache", project=place.crm)] == ["workspace"]


def test_where_clew_is_off_below_an_extra_folder_nothing_is_found(place):
    place.write("vault/private/deep/note.md", "A private cache.\n")
    place.write("vault/note.md", "A cache.\n")
    (place.root / "link").symlink_to(place.root / "vault")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "link"}"\n')
    place.reopened()
    assert sorted(place.texts("cache")) == ["A cache.", "A private cache."]
    place.home.off.switch_off(str(place.root / "vault" / "private"))
    assert [hit.text for hit in place.home.search("cache")] == ["A cache."]
    assert place.texts("cache") == ["A cache."]
    assert place.home.index.status().files == 1
    place.home.off.switch_on(str(place.root / "vault" / "private"))
    assert len(place.texts("cache")) == 2


def test_a_folder_that_the_settings_name_no_more_is_not_found_and_not_kept(place):
    place.write("vault/note.md", "A cache.\n")
    place.write("home/config.toml", f'[folders]\nvault = "{place.root / "vault"}"\n')
    before = place.reopened()
    assert place.texts("cache") == ["A cache."]
    place.write("home/config.toml", f'[folders]\nother = "{place.root / "vault"}"\n')
    now = clew.open(place.root / "home", place.clock)
    assert [hit.store for hit in now.search("cache")] == ["other"]
    assert now.index.status().stores == {"other": 1}
    before.index.touched()
    assert [hit.store for hit in before.search("cache")] == ["vault"], "it runs on with the settings that it began with"
    now.close()
    place.write("home/config.toml", "")
    place.reopened()
    assert place.texts("cache") == []
    assert place.home.index.status().files == 0


# What is asked for


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({}, {"old", "new", "note"}),
        ({"since": "2026-11"}, {"new", "note"}),
        ({"since": date(2026, 11, 20)}, {"new", "note"}),
        ({"until": "2026-10"}, {"old"}),
        ({"until": "yesterday"}, {"old", "new", "note"}),
        ({"since": "昨天"}, {"note"}),
        ({"since": "2026-11-20", "until": "2026-11-20"}, {"new"}),
        ({"tags": "Redis"}, {"new"}),
        ({"tags": ["缓存，无"]}, {"old"}),
        ({"tags": ["redis", "缓存"]}, {"old", "new"}),
        ({"kinds": "daily"}, {"note"}),
        ({"kinds": ["memory", "extra"]}, {"old", "new"}),
        ({"kinds": "long-term"}, set()),
        ({"limit": 2}, None),
    ],
)
def test_days_tags_kinds_and_a_number_narrow_a_search(place, given, found):
    place.save("old cache 缓存", title="old", tags=("db", "缓存"), day="2026-05-07")
    place.save("new cache 缓存", title="new", tags=("db", "redis"), day="2026-11-20")
    place.daily("2026-11-29", "note cache 缓存\n")
    texts = {text.split()[0] for text in place.texts("cache", **given)}
    assert texts == found if found is not None else len(texts) == 2


@pytest.mark.parametrize("query", ["", "   \n\t ", "-redis", '-"one writer" -sqlite'])
def test_a_query_without_anything_to_find_is_told(place, query):
    with pytest.raises(Usage) as told:
        place.search(query)
    assert told.value.message("en")
    assert told.value.hint("zh")


def test_what_is_no_text_is_no_query_and_what_is_no_directory_no_project(place):
    for query in (None, 1, b"cache", ["cache"]):
        with pytest.raises(Usage):
            place.search(query)
    for project in (1, b"/x", ["x"], place.home):
        with pytest.raises(Usage):
            place.search("cache", project=project)
    for wish in ({"budget": "5"}, {"budget": None}, {"budget": True}, {"conversation": 1}, {"dir": b"/x"}):
        with pytest.raises(Usage):
            place.home.context(**wish)


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "3", None])
def test_a_number_of_hits_that_is_none_is_told(place, limit):
    with pytest.raises(Usage):
        place.search("cache", limit=limit)


@pytest.mark.parametrize("limit", [1, 50, 250, 500])
def test_as_many_as_are_asked_for_come_back(place, limit):
    place.long_term("".join(f"- cache entry{number} other{number * 7}\n" for number in range(300)))
    assert len(place.search("cache", limit=limit)) == min(limit, 300)


def test_a_line_as_long_as_a_book_hides_no_other_hit(place):
    place.long_term("The cache of the book. " * 5000 + "\n")
    place.daily("2026-11-30", "".join(f"- entry{number} of a cache with other{number} words\n" for number in range(20)))
    assert len(place.search("cache", limit=10)) == 10


def test_a_phrase_is_found_as_it_stands_and_nothing_else_is(place):
    place.save("One writer, no server.", title="a")
    place.save("A server with one slow writer.", title="b")
    place.save("只有一个写入者。", title="c")
    place.save("写入者一共有一个。", title="d")
    assert place.texts('"one writer"') == ["One writer, no server."]
    assert place.texts("「一个写入者」") == ["只有一个写入者。"]
    assert len(place.texts("one writer")) == 2
    assert place.texts('"two writers"') == []


def test_what_is_excluded_is_not_found(place):
    place.save("A cache in Redis.", title="a")
    place.save("A cache in memory.\n\nRedis is another matter.", title="b")
    place.save("缓存用Redis。", title="c")
    place.save("缓存用内存。", title="d")
    assert all("Redis" not in text for text in place.texts("cache 缓存 -redis"))
    assert set(place.texts("cache 缓存 -redis")) >= {"A cache in memory.", "缓存用内存。"}
    assert all("内存" not in text for text in place.texts("缓存 -内存"))


def test_phrases_and_exclusions_reach_down_to_what_ranks_low(place):
    common = "".join(f"A cache for everything, number {number}: cache cache.\n\n" for number in range(700))
    place.write("home/memory/x/a.md", common + "Somewhere below a cache of last resort was named.\n")
    assert place.texts('cache "last resort was named"') == ["Somewhere below a cache of last resort was named."]
    assert place.texts("cache -number") == ["Somewhere below a cache of last resort was named."]


LITERAL = {
    "multi-agent": "a multi-agent system",
    "don't": "I don't know",
    '"--flag"': "pass --flag to it",
    "--flag": "pass --flag to it",
    "C++": "written in C++ mostly",
    "a:b": "the pair a:b is kept",
    "GB/s": "it reads 3 GB/s",
    "20.04": "on Ubuntu 20.04",
    "AND": "logical AND of both",
    "NOT x": "NOT x but y",
    "user@example.com": "mail to user@example.com",
    "E_4711": "failed with E_4711",
    "/etc/hosts": "see /etc/hosts",
    "缓": "只写了一个缓字",
}


@pytest.mark.parametrize("query", LITERAL)
def test_fault_r051_a_query_is_literal(place, query):
    place.write("home/memory/x/a.md", "".join(f"{text}\n\n" for text in LITERAL.values()))
    assert place.first(query).text == LITERAL[query]


@pytest.mark.parametrize(
    "query",
    ["(", "*", "^", ")", '"', "'", "\0", "\0cache", "NEAR(a b)", "a* OR", "x" * 10_000, "词" * 10_000, "\udc80"],
)
def test_fault_r051_no_query_is_an_error(place, query):
    place.save("The cache is ours.")
    place.search(query)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.text(max_size=40))
def test_whatever_is_asked_there_is_an_answer_or_a_usage(place, query):
    if not list((place.root / "home").glob("memory/*")):
        place.save("The cache is ours: 缓存 (a:b) C++ don't.")
    try:
        hits = place.home.search(query)
    except Usage:
        return
    assert all(hit.text == lines_of(hit) for hit in hits)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "text",
    [
        "数据库备份放在另一台机器上",
        "データベースの控えを取る",
        "데이터베이스를 백업한다고 정했다",
        "用Redis做缓存层的理由",
    ],
)
def test_fault_r048_any_part_of_a_text_without_spaces_is_found(place, text, size):
    place.save(text, title="a")
    place.save("another text altogether", title="b")
    for start in range(0, len(text) - size + 1, 2):
        part = text[start : start + size]
        if part.strip() == part and not (part.isascii() and size < 5) and " " not in part:
            assert text in place.texts(part), part


@pytest.mark.parametrize(
    ("written", "asked"),
    [("Café Ü", "Cafe\u0301 U\u0308"), ("Cafe\u0301 한글".replace("한글", "\u1112\u1161\u11ab"), "Café 한")],
)
def test_fault_r050_both_forms_of_unicode_are_one(place, written, asked):
    place.save(f"{written} is where we met", title="a")
    assert place.first(asked).text.endswith("is where we met")
    assert place.first(written).text.endswith("is where we met")


# What is there now


def test_a_change_by_another_program_counts_at_the_next_look(place):
    saved = place.save("The cache is Redis.", title="a")
    assert place.texts("Redis") == ["The cache is Redis."]
    path = Path(saved.path)
    path.write_text(path.read_text("utf-8").replace("Redis", "Memcached"), "utf-8")
    assert place.texts("Memcached") == ["The cache is Memcached."]
    assert "The cache is Redis." not in place.texts("Redis")
    path.unlink()
    assert place.texts("Memcached") == []


def test_what_this_process_writes_and_deletes_counts_at_once(place):
    place.home.search("cache")
    place.save("The cache is Redis.", title="a")
    assert len(place.home.search("Redis")) == 1
    place.home.facts.remember("Redis is on port 6379", dir=str(place.shop))
    assert any("6379" in hit.text for hit in place.home.search("Redis"))
    place.home.workspace.append_today("Redis was restarted")
    assert any("restarted" in hit.text for hit in place.home.search("Redis"))


def test_a_file_that_changes_between_the_look_and_the_reading_is_looked_at_again(place):
    saved = place.save("The cache is Redis, here.", title="a")
    place.search("Redis")
    path = Path(saved.path)
    path.write_bytes(b"\n\n\n" + path.read_bytes())
    hits = place.home.search("Redis")  # within the second in which nobody looks
    assert [hit.text for hit in hits] == [lines_of(hit) for hit in hits] == ["The cache is Redis, here."]


def test_text_that_is_gone_is_never_shown_even_from_an_index_that_cannot_be_brought_up_to_date(place, monkeypatch):
    saved = place.save("The cache is Redis.", title="a")
    place.search("Redis")
    place.home.close()
    Path(saved.path).write_text("nothing any more\n", "utf-8")
    monkeypatch.setattr("clew.index.upkeep._WAIT", 0.05)
    index = place.home.index
    with index._upkeep.place.lock(5), pytest.MonkeyPatch.context() as patch:
        patch.setattr("clew.stores.lock.take", _taken)
        hits = place.search("Redis")
    assert list(hits) == []
    assert hits.degraded == "index.busy"


def _taken(*_args, **_named):
    from clew.errors import Locked

    raise Locked(path="index", holder="somebody", seconds=0.05)


def test_near_copies_are_shown_once(place):
    for number in range(4):
        place.write(f"home/memory/x/copy-{number}.md", "# Cache\n\nThe cache is Redis, because it is there.\n")
    assert place.texts("Redis cache") == ["The cache is Redis, because it is there."]


def test_fault_r057_the_newest_comes_first_where_now_is_asked_for_and_the_better_one_otherwise(place):
    for month in range(6, 12):
        place.save(
            f"Decision on the parser, step {month}: rewrite part {month}.", title=f"m{month}", day=f"2026-{month:02}-03"
        )
    place.save("The parser of invoices breaks at umlauts in the supplier's name.", title="umlauts", day="2026-02-03")
    assert place.first("latest decision on the parser").date == "2026-11-03"
    assert place.first("解析 parser 最新 decision").date == "2026-11-03"
    assert "umlauts" in place.first("parser umlauts supplier").text


def test_an_english_question_finds_the_english_memory_and_a_chinese_one_the_chinese(place):
    place.save("SQLite, WAL mode: one writer, 90 MB a year, no server to look after.", title="Tide station database")
    place.save("金额一律存整数分，折扣存万分比，最后一步才取整。", title="价格与日期怎么存", dir=place.crm)
    assert "SQLite" in place.first("which database did we choose, and why?").text
    assert "整数分" in place.first("价格在数据库里怎么存？").text


# Reading makes nothing


def test_a_search_makes_no_home(place):
    assert place.search("anything") == []
    assert not (place.root / "home").exists()


def test_a_library_that_is_not_there_hides_nothing_else(place):
    place.save("The cache is ours.")
    place.daily("2026-11-29", "the cache of the day\n")
    place.search("cache")
    os.rename(place.root / "home/memory", place.root / "away")
    place.write("home/config.toml", f'library = "{place.root / "home/memory"}"\n')
    place.reopened()
    hits = place.search("cache")
    assert [hit.text for hit in hits] == ["the cache of the day"]
    assert hits.problems
    os.rename(place.root / "away", place.root / "home/memory")
    assert len(place.search("cache")) == 2
