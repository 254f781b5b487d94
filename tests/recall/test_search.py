"""What `home.search` promises: the lines of the files as they are now, whoever changed them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CONTRACT = {"file", "path", "store", "lines", "score", "heading", "project", "date", "text"}


# What a hit is


def test_a_hit_has_what_the_contract_names_and_its_text_is_exactly_its_lines(place):
    saved = place.save("Decided: SQLite.\n\nOne writer,\nno server.", title="Database")
    place.long_term("# Long-term Memory\n\n## Notes\n\n- SQLite is on every machine\n")
    hits = place.search("SQLite server")
    assert set(hits[0].as_dict()) >= CONTRACT
    assert all(hit.text == place.lines_of(hit) for hit in hits)
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
    assert hit.text == place.lines_of(hit) == "用Redis缓存。" + end.strip("\n")
    assert hit.lines == (3, 3)


def test_bytes_that_are_no_utf8_come_back_as_they_are(place):
    path = place.write("home/memory/x/a.md", b"caf\xe9 and Redis\n")
    assert place.first("Redis").text.encode("utf-8", "surrogateescape") == b"caf\xe9 and Redis"
    assert path.read_bytes() == b"caf\xe9 and Redis\n"


def test_of_a_line_as_long_as_a_book_the_hit_says_where_the_passage_is(place):
    words = " ".join(f"This is sentence number {number}." for number in range(400))
    place.write("home/memory/x/a.md", f"{words} The gauge was silent. {words}\n")
    hit = place.first("silent gauge")
    assert hit.text == place.lines_of(hit)
    start, end = hit.focus
    assert "The gauge was silent." in hit.text[start:end]
    assert end - start < 2000


def test_the_words_that_were_asked_for_are_marked(place):
    place.save("Decided: SQLite, one writer.")
    hit = place.first("which writer")
    assert [hit.text[start:end] for start, end in hit.marked] == ["writer"]


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
    assert [hit.text for hit in hits] == [place.lines_of(hit) for hit in hits] == ["The cache is Redis, here."]


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
