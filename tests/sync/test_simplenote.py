"""Memories published as notes: what goes there, and what never does."""

from __future__ import annotations

from time import sleep

import pytest

from benchmarks import _library
from benchmarks.syncing import note_of
from clew.errors import RuleBroken


def test_a_memory_becomes_a_note_with_a_header_and_the_memory_says_so(laptop, server):
    file = laptop.save("SQLite it is.")
    done = laptop.push(file)
    assert (
        server.note(done.id)["content"]
        == "# Tides\n\n**Author**: Goose Version: 1.0\n\n## SQLite it is.\n\nSQLite it is.\n"
    )
    assert server.note(done.id)["tags"] == ["a", "b"]
    assert server.note(done.id)["systemTags"] == ["markdown"]
    assert f"- Note: Tides — Simplenote ID: {done.id}, version 1.0\n" in laptop.read(file)
    assert (done.topic, done.version) == ("Tides", "1.0")
    assert {entry.now["name"] for _, entry in server.bucket("tag").live()} == {"a", "b"}


def test_the_header_is_written_in_the_language_of_the_settings(laptop, server):
    done = laptop.push(laptop.save("决定用 SQLite。", "潮汐"), lang="zh")
    assert "**作者**：Goose 版本：1.0\n" in server.note(done.id)["content"]
    assert f"- 笔记：潮汐 — Simplenote ID：{done.id}，版本 1.0\n" in laptop.read(done.file)


def test_the_same_topic_goes_to_the_same_note_one_version_on(laptop, server):
    file = laptop.save("one")
    first = laptop.push(file)
    for number in range(1, 11):
        laptop.save(f"more {number}")
        again = laptop.push(file)
        assert (again.id, again.version) == (first.id, f"1.{number}")
    assert len(server.contents()) == 1
    assert server.notes.entries[first.id].version == 11
    assert laptop.read(file).count("Simplenote") == 1


def test_what_did_not_change_is_not_sent_again(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    assert laptop.push(file).outcome.done == ()
    assert laptop.sync() == []
    assert server.notes.entries[done.id].version == 1


def test_a_message_stands_in_the_change_log(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file, message="begun")
    laptop.save("two")
    laptop.push(file)
    laptop.save("three")
    laptop.push(file, message="three is there")
    assert server.note(done.id)["content"].endswith(
        "## Change log\n\n### 2026-11-30 v1.2\n\n- three is there\n\n### 2026-11-30 v1.1\n\n- changed\n\n"
        "### 2026-11-30 v1.0\n\n- begun\n"
    )
    assert "Change log" not in laptop.read(file)


def test_one_segment_is_a_note_of_its_own(laptop, server):
    file = laptop.save("first thing")
    laptop.save("second thing", tags=("b", "c"))
    done = laptop.push(file, section="second thing")
    assert server.note(done.id)["content"].startswith("# second thing\n\n**Author**: Goose")
    assert "first" not in server.note(done.id)["content"]
    assert server.note(done.id)["tags"] == ["b", "c"]
    laptop.edit(file, "## second thing\n\nsecond", "## second thing\n\nSECOND")
    assert [one.what for one in laptop.sync()] == ["give"]
    server.write(done.id, server.note(done.id)["content"].replace("SECOND", "2nd"))
    assert [one.what for one in laptop.sync()] == ["take"]
    assert "## second thing\n\n2nd thing\n" in laptop.read(file)


def test_a_document_with_its_own_header_goes_on_from_its_version(laptop, server):
    text = "# Design\n\n**作者**：Goose 版本：1.3\n\nbody\n\n## 变更记录\n### 2026-05-07 v1.3\n- a"
    file = laptop.save(text)
    done = laptop.push(file, section="1", topic="Design", lang="zh")
    assert server.note(done.id)["content"] == text + "\n"
    laptop.edit(file, "body", "new body")
    laptop.push(file, section="1", topic="Design", message="b", lang="zh")
    content = server.note(done.id)["content"]
    assert "版本：1.4" in content
    assert "## 变更记录\n### 2026-11-30 v1.4\n- b\n\n### 2026-05-07 v1.3\n- a\n" in content


@pytest.mark.parametrize("line", ["Tides: {id}", "笔记 ID：{id}（tides）", "topic Tides\nID {id}"])
def test_an_id_that_somebody_wrote_beside_the_topic_is_used(laptop, server, line):
    server.write("3264d883b42b469b97c1928a6b6b620f", "# Tides\n\n作者：Goose 版本：1.9\n\n## x\n\n" + line)
    file = laptop.save(line.format(id="3264d883b42b469b97c1928a6b6b620f"))
    done = laptop.push(file)
    assert done.id == "3264d883b42b469b97c1928a6b6b620f"
    assert done.version == "1.10"
    assert len(server.contents()) == 1


def test_of_several_ids_beside_the_topic_none_is_guessed(laptop, server):
    ids = ["3264d883b42b469b97c1928a6b6b620f", "4264d883b42b469b97c1928a6b6b620f"]
    file = laptop.save(f"Tides: {ids[0]}\nTides: {ids[1]}")
    with pytest.raises(RuleBroken) as refusal:
        laptop.push(file)
    assert refusal.value.suggestions == ids
    assert server.contents() == {}
    server.write(ids[1], "# Tides")
    assert laptop.push(file, id=ids[1]).id == ids[1]
    assert laptop.push(laptop.save("x", "Other", "c2"), topic="Tides", new=True).id not in ids


def test_a_note_that_this_home_never_saw_is_kept_beside_before_it_is_written_on(laptop, server):
    server.write("3264d883b42b469b97c1928a6b6b620f", "# Tides\n\nonly the service has this")
    file = laptop.save("Tides 3264d883b42b469b97c1928a6b6b620f")
    laptop.push(file)
    assert laptop.copies() == ["# Tides\n\nonly the service has this\n"]
    assert "only the service" not in server.contents()["3264d883b42b469b97c1928a6b6b620f"]


def test_what_other_programs_keep_in_a_note_stays(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, server.note(done.id)["content"], systemTags=["pinned"], key="x", publishURL="abc")
    laptop.save("two")
    laptop.sync()
    assert server.note(done.id)["systemTags"] == ["pinned", "markdown"]
    assert (server.note(done.id)["key"], server.note(done.id)["publishURL"]) == ("x", "abc")


def test_a_tag_that_would_share_the_note_is_never_sent(laptop, server):
    done = laptop.push(laptop.save("one", tags=("me@example.org", "b", "c")))
    assert server.note(done.id)["tags"] == ["b", "c"]
    assert "me@example.org" in laptop.tags(done.file)
    laptop.sync()
    assert "me@example.org" in laptop.tags(done.file)


def test_a_key_is_not_published_unless_it_is_asked_for(laptop, server):
    file = laptop.save("one")
    laptop.edit(file, "\none\n", "\npassword: hunter2-9QzXk4LmPw\n")
    assert [one.why for one in laptop.push(file).outcome.done] == ["sync.secret"]
    assert server.contents() == {}
    laptop.push(file, allow_secret=True)
    assert len(server.contents()) == 1
    laptop.save("more")
    assert [one.what for one in laptop.sync()] == ["give"]


def test_where_clew_is_off_a_note_is_left_as_it_is(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    laptop.home.off.switch_off("/home/you/tides")
    server.write(done.id, server.note(done.id)["content"] + "\nfrom there")
    laptop.outcome()
    assert list(server.contents()) == [done.id]
    assert "from there" not in laptop.read(file)
    laptop.home.off.switch_on("/home/you/tides")
    laptop.sync()
    assert "from there" in laptop.read(file)


def test_a_plan_writes_nothing_here_nor_there(laptop, server):
    file = laptop.save("one")
    laptop.push(file)
    laptop.save("two")
    sleep(0.05)  # what is younger than 20 ms is looked at again
    laptop.link(keeps=False).sync().plan()  # as any command does, it writes down what was looked at so
    before = laptop.bytes()
    posts = sum(request.method == "POST" for request in server.requests)
    plan = laptop.link(keeps=False).sync().plan()
    assert [(done.what, done.place) for done in plan.done] == [("give", file)]
    assert sum(request.method == "POST" for request in server.requests) == posts
    assert laptop.bytes() == before


def test_an_idle_sync_asks_for_one_page_a_thousand_notes_and_writes_nothing(laptop, server):
    for number in range(2318):
        server.write(f"foreign-{number}", f"note {number}")
    laptop.push(laptop.save("one"))
    sleep(0.05)  # what is younger than 20 ms is looked at again
    laptop.sync()
    before = laptop.bytes()
    asked = len(server.requests)
    assert laptop.sync() == []
    assert [request.path.rpartition("/")[2] for request in server.requests[asked:]] == ["index"] * 3
    assert laptop.bytes() == before


@pytest.mark.slow
def test_two_thousand_notes_are_met_and_brought_here_in_a_few_requests(laptop, server):
    _library.build(laptop.root, memories=2318)
    for number, path in enumerate(sorted(laptop.root.rglob("*.md"))):
        found = note_of(path, number)
        server.write(f"note-{number}", found["content"], tags=found["tags"])
    assert laptop.sync() == []
    for id, content in server.contents().items():
        server.write(id, content + "\nfrom there")
    asked = len(server.requests)
    assert {one.what for one in laptop.sync()} == {"take"}
    assert len(server.requests) - asked < 10
    assert all("from there" in path.read_text("utf-8") for path in laptop.root.rglob("*.md"))
    laptop.sync()
    before = laptop.bytes()
    asked = len(server.requests)
    assert laptop.sync() == []
    assert [request.path.rpartition("/")[2] for request in server.requests[asked:]] == ["index"] * 3
    assert laptop.bytes() == before
