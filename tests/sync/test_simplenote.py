"""Memories published as notes, two devices and other people's programs on one service."""

from __future__ import annotations

import re
from time import sleep, time

import pytest

from benchmarks import _library
from benchmarks.syncing import note_of
from clew.errors import NotFound, RuleBroken
from clew.library.moving import delete, rename
from clew.sync.contract import Later, LoginNeeded, Refused


def note(server, id):
    return server.notes.entries[id].now


def test_a_memory_becomes_a_note_with_a_header_and_the_memory_says_so(laptop, server):
    file = laptop.save("SQLite it is.")
    done = laptop.push(file)
    assert (
        note(server, done.id)["content"]
        == "# Tides\n\n**Author**: Goose Version: 1.0\n\n## SQLite it is.\n\nSQLite it is.\n"
    )
    assert note(server, done.id)["tags"] == ["a", "b"]
    assert note(server, done.id)["systemTags"] == ["markdown"]
    assert f"- Note: Tides — Simplenote ID: {done.id}, version 1.0\n" in laptop.read(file)
    assert (done.topic, done.version) == ("Tides", "1.0")
    assert {entry.now["name"] for _, entry in server.bucket("tag").live()} == {"a", "b"}


def test_the_header_is_written_in_the_language_of_the_settings(laptop, server):
    done = laptop.push(laptop.save("决定用 SQLite。", "潮汐"), lang="zh")
    assert "**作者**：Goose 版本：1.0\n" in note(server, done.id)["content"]
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
    assert note(server, done.id)["content"].endswith(
        "## Change log\n\n### 2026-11-30 v1.2\n\n- three is there\n\n### 2026-11-30 v1.1\n\n- changed\n\n"
        "### 2026-11-30 v1.0\n\n- begun\n"
    )
    assert "Change log" not in laptop.read(file)


def test_one_segment_is_a_note_of_its_own(laptop, server):
    file = laptop.save("first thing")
    laptop.save("second thing", tags=("b", "c"))
    done = laptop.push(file, section="second thing")
    assert note(server, done.id)["content"].startswith("# second thing\n\n**Author**: Goose")
    assert "first" not in note(server, done.id)["content"]
    assert note(server, done.id)["tags"] == ["b", "c"]
    laptop.edit(file, "## second thing\n\nsecond", "## second thing\n\nSECOND")
    assert [one.what for one in laptop.sync()] == ["give"]
    server.write(done.id, note(server, done.id)["content"].replace("SECOND", "2nd"))
    assert [one.what for one in laptop.sync()] == ["take"]
    assert "## second thing\n\n2nd thing\n" in laptop.read(file)


def test_a_document_with_its_own_header_goes_on_from_its_version(laptop, server):
    text = "# Design\n\n**作者**：Goose 版本：1.3\n\nbody\n\n## 变更记录\n### 2026-05-07 v1.3\n- a"
    file = laptop.save(text)
    done = laptop.push(file, section="1", topic="Design", lang="zh")
    assert note(server, done.id)["content"] == text + "\n"
    laptop.edit(file, "body", "new body")
    laptop.push(file, section="1", topic="Design", message="b", lang="zh")
    content = note(server, done.id)["content"]
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


# -- edits on both sides


def test_edits_of_both_sides_meet_in_the_memory_and_in_the_note(laptop, server):
    file = laptop.save("one\n-\ntwo\n-\nthree")
    done = laptop.push(file)
    server.write(
        done.id, note(server, done.id)["content"].replace("\none\n", "\nONE\n").replace("\nthree\n", "\nthree\nfour\n")
    )
    laptop.edit(file, "\ntwo", "\nTWO")
    laptop.save("five")
    assert [one.what for one in laptop.sync()] == ["merge"]
    for text in (laptop.read(file), note(server, done.id)["content"]):
        assert "ONE\n-\nTWO\n-\nthree\nfour\n" in text
        assert text.index("four") < text.index("five")
    assert "Version: 1.1" in note(server, done.id)["content"]
    assert laptop.sync() == []
    assert laptop.copies() == []


def test_where_both_changed_one_line_the_other_text_whole_stays_beside(laptop, server):
    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    server.write(done.id, note(server, done.id)["content"].replace("two", "theirs"))
    laptop.edit(file, "\ntwo", "\nmine")
    before = laptop.read(file)
    assert [one.clashes for one in laptop.sync()] == [1]
    assert laptop.copies() == [before]
    assert "one\ntheirs" in laptop.read(file)
    names = [path.name for path in laptop.root.rglob("*.conflict-*")]
    assert re.fullmatch(r"Tides\.conflict-laptop-20261130T\d{6}\.md", names[0])
    assert [memory.name for memory in laptop.home.library.project("/home/you/tides").menu()] == ["Tides"]


def test_tags_of_both_sides_are_united_and_ours_keep_their_spelling(laptop, server):
    file = laptop.save("one", tags=("two words", "b"))
    done = laptop.push(file)
    assert note(server, done.id)["tags"] == ["two-words", "b"]
    server.write(done.id, note(server, done.id)["content"], tags=["two-words", "theirs"])
    laptop.save("more", tags=("b", "mine"))
    laptop.sync()
    assert set(note(server, done.id)["tags"]) == {"two-words", "theirs", "mine"}
    assert set(laptop.tags(file)) == {"two words", "theirs", "mine"}


def test_what_only_differs_in_its_line_ends_is_no_change(laptop, server):
    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    path = laptop.root / file
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    server.write(done.id, note(server, done.id)["content"].replace("\n", "\r\n"))
    assert laptop.sync() == []
    assert server.notes.entries[done.id].version == 2
    server.write(done.id, note(server, done.id)["content"].replace("two", "TWO"))
    laptop.sync()
    assert b"one\r\nTWO\r\n" in path.read_bytes()


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👧‍👦 🇨🇳 👍🏽",
        "e\u0301 é",
        "tab\there\u00a0nbsp",
        "U+2028 \u2028 here",
        "\ufeffbom inside",
        "a" * 5000,
        "- [ ] 待办 🎉",
    ],
)
def test_any_text_makes_the_round_trip_to_the_letter(laptop, phone, server, text):
    done = laptop.push(laptop.save(text))
    assert text in note(server, done.id)["content"]
    file = phone.pull(done.id)
    assert text in phone.read(file)
    server.write(done.id, note(server, done.id)["content"].rstrip() + "\n" + text + "!\n")
    laptop.sync()
    assert text + "!" in laptop.read(done.file)


# -- deletions


def test_a_note_in_the_trash_takes_the_memory_away_and_the_history_keeps_it(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, note(server, done.id)["content"], deleted=True)
    assert [one.what for one in laptop.sync()] == ["drop"]
    assert not (laptop.root / file).exists()
    assert laptop.home.library.kept.history.versions(laptop.home.library.kept.key, file)
    assert laptop.sync() == []


def test_a_segment_whose_note_went_to_the_trash_stays(laptop, server):
    file = laptop.save("first thing")
    done = laptop.push(file, section="1")
    server.write(done.id, note(server, done.id)["content"], deleted=True)
    laptop.sync()
    assert "first thing" in laptop.read(file)
    assert "Simplenote" not in laptop.read(file)


def test_a_deleted_memory_puts_its_note_into_the_trash_and_never_further(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    delete(laptop.home.library, file)
    assert [one.what for one in laptop.sync()] == ["withdraw"]
    assert note(server, done.id)["deleted"] is True
    assert note(server, done.id)["content"].startswith("# Tides")
    server.write(done.id, note(server, done.id)["content"], deleted=False)  # a program that fills in defaults
    assert laptop.sync() == []
    assert not (laptop.root / file).exists()


def test_an_edit_against_the_trash_takes_the_note_out_again(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, note(server, done.id)["content"], deleted=True)
    laptop.save("two")
    assert [one.what for one in laptop.sync()] == ["give"]
    assert note(server, done.id)["deleted"] is False
    assert "two" in note(server, done.id)["content"]


def test_an_edit_against_a_deletion_for_good_goes_on_as_another_note(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.notes.delete(done.id)
    laptop.save("two")
    laptop.sync()
    (id,) = server.contents()
    assert id != done.id
    assert id in laptop.read(file)
    assert done.id not in laptop.read(file)
    assert laptop.sync() == []


def test_an_edited_note_of_a_deleted_memory_brings_it_back_with_its_marks(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    delete(laptop.home.library, file)
    server.write(done.id, note(server, done.id)["content"].replace("\none\n", "\none\nand more\n"))
    assert [one.what for one in laptop.sync()] == ["take"]
    assert "one\nand more\n" in laptop.read(file)
    assert laptop.home.library.memory_of("c1") == file


def test_pushing_what_lies_in_the_trash_takes_it_out(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, note(server, done.id)["content"], deleted=True)
    assert laptop.push(file).id == done.id
    assert list(server.contents()) == [done.id]
    assert (laptop.root / file).exists()


def test_a_listing_that_is_suddenly_empty_removes_nothing(laptop, server):
    for number in range(4):
        laptop.push(laptop.save(f"text {number}", f"T{number}", f"c{number}"))
    entries = dict(server.notes.entries)
    server.notes.entries.clear()
    done = laptop.sync()
    assert {one.what for one in done} == {"withheld"}
    assert len(list(laptop.root.rglob("*.md"))) == 4
    server.notes.entries.update(entries)
    assert laptop.sync() == []


def test_a_library_that_vanished_puts_nothing_into_the_trash(laptop, server):
    import shutil

    laptop.push(laptop.save("one"))
    shutil.rmtree(laptop.root)
    with pytest.raises(RuleBroken):
        laptop.sync()
    assert len(server.contents()) == 1


def test_a_folder_that_is_missing_puts_nothing_into_the_trash(laptop, server):
    import shutil

    laptop.push(laptop.save("one"))
    shutil.rmtree(laptop.root / "home-you-tides")
    with pytest.raises(NotFound):
        laptop.sync()
    assert len(server.contents()) == 1


# -- two devices


def test_two_devices_meet_on_one_note(laptop, phone, server):
    file = laptop.save("one\ntwo\nthree")
    done = laptop.push(file)
    other = phone.pull(done.id)
    assert "one\ntwo\nthree" in phone.read(other)
    assert done.id in phone.read(other)
    assert phone.sync() == []
    laptop.edit(file, "\none\n", "\nONE\n")
    phone.edit(other, "three", "THREE")
    laptop.sync(), phone.sync(), laptop.sync()
    for device, path in ((laptop, file), (phone, other)):
        assert "ONE\ntwo\nTHREE" in device.read(path)
    assert phone.sync() == laptop.sync() == []


def test_a_copied_library_meets_its_notes_again(laptop, phone, server):
    """By its note lines alone: the common states stayed on the other machine."""
    import shutil

    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    shutil.copytree(laptop.root, phone.root)
    assert phone.sync() == []
    phone.edit(file, "two", "two\nthree")
    phone.sync(), laptop.sync()
    assert "two\nthree" in laptop.read(file)
    assert len(server.contents()) == 1
    assert note(server, done.id)["content"].count("Version: 1.1") == 1


def test_a_renamed_memory_is_still_its_notes(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    renamed = rename(laptop.home.library, file, "Other name")
    assert laptop.sync() == []
    (laptop.root / renamed).rename(laptop.root / "home-you-tides" / "by hand.md")
    laptop.home.library.project("/home/you/tides").menu()
    assert laptop.sync() == []
    server.write(done.id, note(server, done.id)["content"].replace("\none\n", "\ntwo\n"))
    laptop.sync()
    assert "two" in laptop.read("home-you-tides/by hand.md")


def test_a_note_line_that_somebody_took_out_comes_back_with_the_next_version(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    laptop.edit(file, f"\n- Note: Tides — Simplenote ID: {done.id}, version 1.0\n", "")
    assert laptop.sync() == []
    laptop.save("two")
    laptop.sync()
    assert f"{done.id}, version 1.1" in laptop.read(file)


# -- what the service and the network do


def test_a_reply_that_was_dropped_after_the_commit_makes_no_second_note(laptop, server):
    file = laptop.save("one")
    server.fail("drop after", 3, method="POST", path="/note/i/")
    with pytest.raises(Later):
        laptop.push(file)
    assert len(server.contents()) == 1
    assert "Simplenote" not in laptop.read(file)
    laptop.save("two")
    laptop.push(file)
    assert len(server.contents()) == 1
    assert [content.count("two") for content in server.contents().values()] == [2]
    assert "version 1.1" in laptop.read(file)


def test_a_request_that_was_lost_is_sent_again_with_the_same_id_by_the_next_sync(laptop, server):
    file = laptop.save("one")
    server.fail("drop before", 3, method="POST", path="/note/i/")
    with pytest.raises(Later):
        laptop.push(file)
    assert server.contents() == {}
    laptop.sync()
    (id,) = server.contents()
    assert id in laptop.read(file)
    assert laptop.push(file).id == id


@pytest.mark.parametrize("how", ["status", "drop before", "drop after"])
def test_a_fault_that_passes_is_not_even_noticed(laptop, server, how):
    file = laptop.save("one")
    for method in ("GET", "POST"):
        server.fail(how, 1, method=method, status=503)
    done = laptop.push(file)
    assert list(server.contents()) == [done.id]
    assert server.notes.entries[done.id].version == 1


def test_a_token_that_expires_in_the_middle_stops_the_sync_and_loses_nothing(laptop, server):
    files = [laptop.save(f"text {number}", f"T{number}", f"c{number}") for number in range(3)]
    for file in files:
        laptop.push(file)
    for file in files:
        laptop.edit(file, "text", "TEXT")
    server.fail("status", 1, method="POST", path="/note/i/", status=401)
    posts = [0]

    def expire(request):
        if request.method == "POST" and "/note/i/" in request.path:
            posts[0] += 1
            if posts[0] == 2:
                server.tokens.clear()

    server.faults.clear()
    server.before = expire
    outcome = laptop.outcome()
    assert isinstance(outcome.stopped, LoginNeeded)
    assert [done.what for done in outcome.done] == ["give"]
    asked = len(server.requests)
    laptop.token = server.token()
    server.before = lambda request: None
    assert [done.what for done in laptop.sync()] == ["give", "give"]
    assert sum(content.count("TEXT") for content in server.contents().values()) == 6
    assert len(server.requests) > asked


def test_a_token_is_never_tried_again_nor_told(laptop, server):
    laptop.save("one")
    laptop.push(laptop.save("one"))
    laptop.token = "wrong-and-secret"
    before = len(server.requests)
    with pytest.raises(LoginNeeded) as problem:
        laptop.sync()
    assert "secret" not in str(problem.value)
    assert len(server.requests) == before + 1


def test_a_note_that_is_too_large_is_parked_and_the_others_go(laptop, server):
    large = laptop.save("x" * 500_000, "Large", "c1")
    small = laptop.save("small", "Small", "c2")
    assert [one.what for one in laptop.push(large).outcome.done] == ["parked"]
    laptop.push(small)
    assert len(server.contents()) == 1
    assert "Simplenote" not in laptop.read(large)


def test_a_note_that_grew_too_large_is_parked_and_not_sent_again_and_again(laptop, server):
    file = laptop.save("one", "Large", "c1")
    other = laptop.save("two", "Small", "c2")
    laptop.push(file), laptop.push(other)
    laptop.edit(file, "one", "x" * 500_000)
    laptop.edit(other, "two", "TWO")
    assert sorted(one.what for one in laptop.sync()) == ["give", "parked"]
    posts = [request for request in server.requests if request.method == "POST"]
    assert [one.what for one in laptop.sync()] == ["parked"]
    assert [request for request in server.requests if request.method == "POST"] == posts
    laptop.edit(file, "x" * 500_000, "short")
    assert [one.what for one in laptop.sync()] == ["give"]


def test_a_captive_portal_and_an_endless_listing_are_no_listing(laptop, server):
    laptop.push(laptop.save("one"))
    for how in ("portal", "repeat mark"):
        server.fail(how, 9, method="GET", path="/note/index")
        with pytest.raises(Later):
            laptop.sync()
        server.faults.clear()
    assert len(list(laptop.root.rglob("*.md"))) == 1


def test_a_service_that_asks_for_patience_gets_it(laptop, server, monkeypatch):
    slept: list[float] = []
    monkeypatch.setattr(
        "clew.sync.simperium.connection.Connection.__init__.__defaults__", (None, slept.append, lambda: 0.0)
    )
    server.fail("status", 1, method="GET", status=429, Retry_After="7")
    laptop.push(laptop.save("one"))
    assert 7.0 in slept


def test_others_who_write_at_the_same_moment_lose_nothing(laptop, server):
    file = laptop.save("red\nsame")
    done = laptop.push(file)
    laptop.edit(file, "\nred\n", "\ngreen\n")
    wrote: list[bool] = []

    def race(request):
        if request.method == "POST" and "/note/i/" in request.path and not wrote:
            wrote.append(True)
            server.write(done.id, note(server, done.id)["content"].replace("\nred\n", "\nblue\n"))

    server.before = race
    laptop.sync()
    content = note(server, done.id)["content"]
    assert "\nblue\n" in content
    assert "green" in laptop.copies()[0]
    assert "\nblue\nsame" in laptop.read(file)
    assert laptop.sync() == []


@pytest.mark.parametrize("switch", ["no version", "version_in_body"])
def test_the_version_is_found_wherever_the_service_says_it(laptop, server, switch):
    if switch == "version_in_body":
        server.version_in_body = True
    else:
        server.fail("no version", 1, method="POST", path="/note/i/")
    done = laptop.push(laptop.save("one"))
    assert laptop.sync() == []
    assert server.notes.entries[done.id].version == 1


def test_a_clock_that_is_a_year_off_writes_the_services_date(laptop, server):
    for days in (400, -400):
        server.clock = lambda days=days: time() + days * 86_400
        done = laptop.push(laptop.save(f"{days} days", f"T{days}", f"c{days}"))
        assert abs(note(server, done.id)["modificationDate"] - server.clock()) < 300


def test_a_note_of_the_far_future_is_edited_all_the_same(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    note(server, done.id)["modificationDate"] = 9_999_999_999
    server.notes.entries[done.id].version += 1
    server.notes.entries[done.id].versions[2] = dict(server.notes.entries[done.id].versions[1])
    laptop.save("two")
    assert [one.what for one in laptop.sync()] == ["give"]


def test_what_other_programs_keep_in_a_note_stays(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, note(server, done.id)["content"], systemTags=["pinned"], key="x", publishURL="abc")
    laptop.save("two")
    laptop.sync()
    assert note(server, done.id)["systemTags"] == ["pinned", "markdown"]
    assert (note(server, done.id)["key"], note(server, done.id)["publishURL"]) == ("x", "abc")


def test_a_tag_that_would_share_the_note_is_never_sent(laptop, server):
    done = laptop.push(laptop.save("one", tags=("me@example.org", "b", "c")))
    assert note(server, done.id)["tags"] == ["b", "c"]
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


def test_half_a_character_in_a_note_is_parked_and_the_memory_stays_text(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    other = laptop.push(laptop.save("two", "Other", "c2"))
    server.write(done.id, note(server, done.id)["content"] + "\ud83d")
    server.write(other.id, note(server, other.id)["content"] + "more")
    assert sorted(one.what for one in laptop.sync()) == ["parked", "take"]
    assert "\ud83d" not in laptop.read(file)


def test_a_memory_that_is_no_text_is_parked(laptop, server):
    file = laptop.save("one")
    laptop.push(file)
    (laptop.root / file).write_bytes(b"\xff\xfe" + "one".encode("utf-16-le"))
    assert [one.what for one in laptop.sync()] == ["parked"]
    assert len(server.contents()) == 1
    with pytest.raises((NotFound, Refused)):
        laptop.push(file)


def test_a_forgotten_cursor_is_no_trouble(laptop, server):
    done = [laptop.push(laptop.save(f"text {number}", f"T{number}", f"c{number}")) for number in range(12)]

    def edit_all(to):
        for one in done:
            server.write(one.id, note(server, one.id)["content"].replace("text", to).replace("TEXT", to))

    edit_all("TEXT")
    assert len(laptop.sync()) == 12
    server.notes.compact()
    edit_all("Text")
    assert len(laptop.sync()) == 12
    assert all("Text" in laptop.read(one.file) for one in done)


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


def test_where_clew_is_off_a_note_is_left_as_it_is(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    laptop.home.off.switch_off("/home/you/tides")
    server.write(done.id, note(server, done.id)["content"] + "\nfrom there")
    laptop.outcome()
    assert list(server.contents()) == [done.id]
    assert "from there" not in laptop.read(file)
    laptop.home.off.switch_on("/home/you/tides")
    laptop.sync()
    assert "from there" in laptop.read(file)


def test_a_service_that_lists_no_tags_takes_notes_all_the_same(laptop, server):
    server.fail("status", 99, path="/tag/", status=404)
    file = laptop.save("one")
    assert [one.what for one in laptop.push(file).outcome.done] == ["give"]
    assert laptop.sync() == []


def test_an_edit_at_the_very_moment_of_a_deletion_keeps_the_edit(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    delete(laptop.home.library, file)
    wrote: list[bool] = []

    def race(request):
        if request.method == "POST" and "/note/i/" in request.path and not wrote:
            wrote.append(True)
            server.write(done.id, note(server, done.id)["content"] + "\nfrom there")

    server.before = race
    laptop.sync()
    assert list(server.contents()) == [done.id]
    assert "from there" in laptop.read(file)
    assert laptop.sync() == []
