"""Notes that change on both sides: two devices and other people's programs on one service."""

from __future__ import annotations

import re
import shutil

import pytest

from clew.errors import NotFound, RuleBroken
from clew.library.moving import delete, rename


def test_edits_of_both_sides_meet_in_the_memory_and_in_the_note(laptop, server):
    file = laptop.save("one\n-\ntwo\n-\nthree")
    done = laptop.push(file)
    server.write(
        done.id, server.note(done.id)["content"].replace("\none\n", "\nONE\n").replace("\nthree\n", "\nthree\nfour\n")
    )
    laptop.edit(file, "\ntwo", "\nTWO")
    laptop.save("five")
    assert [one.what for one in laptop.sync()] == ["merge"]
    for text in (laptop.read(file), server.note(done.id)["content"]):
        assert "ONE\n-\nTWO\n-\nthree\nfour\n" in text
        assert text.index("four") < text.index("five")
    assert "Version: 1.1" in server.note(done.id)["content"]
    assert laptop.sync() == []
    assert laptop.copies() == []


def test_where_both_changed_one_line_the_other_text_whole_stays_beside(laptop, server):
    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    server.write(done.id, server.note(done.id)["content"].replace("two", "theirs"))
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
    assert server.note(done.id)["tags"] == ["two-words", "b"]
    server.write(done.id, server.note(done.id)["content"], tags=["two-words", "theirs"])
    laptop.save("more", tags=("b", "mine"))
    laptop.sync()
    assert set(server.note(done.id)["tags"]) == {"two-words", "theirs", "mine"}
    assert set(laptop.tags(file)) == {"two words", "theirs", "mine"}


def test_what_only_differs_in_its_line_ends_is_no_change(laptop, server):
    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    path = laptop.root / file
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    server.write(done.id, server.note(done.id)["content"].replace("\n", "\r\n"))
    assert laptop.sync() == []
    assert server.notes.entries[done.id].version == 2
    server.write(done.id, server.note(done.id)["content"].replace("two", "TWO"))
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
    assert text in server.note(done.id)["content"]
    file = phone.pull(done.id)
    assert text in phone.read(file)
    server.write(done.id, server.note(done.id)["content"].rstrip() + "\n" + text + "!\n")
    laptop.sync()
    assert text + "!" in laptop.read(done.file)


def test_a_note_in_the_trash_takes_the_memory_away_and_the_history_keeps_it(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, server.note(done.id)["content"], deleted=True)
    assert [one.what for one in laptop.sync()] == ["drop"]
    assert not (laptop.root / file).exists()
    assert laptop.home.library.kept.history.versions(laptop.home.library.kept.key, file)
    assert laptop.sync() == []


def test_a_segment_whose_note_went_to_the_trash_stays(laptop, server):
    file = laptop.save("first thing")
    done = laptop.push(file, section="1")
    server.write(done.id, server.note(done.id)["content"], deleted=True)
    laptop.sync()
    assert "first thing" in laptop.read(file)
    assert "Simplenote" not in laptop.read(file)


def test_a_deleted_memory_puts_its_note_into_the_trash_and_never_further(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    delete(laptop.home.library, file)
    assert [one.what for one in laptop.sync()] == ["withdraw"]
    assert server.note(done.id)["deleted"] is True
    assert server.note(done.id)["content"].startswith("# Tides")
    server.write(done.id, server.note(done.id)["content"], deleted=False)  # a program that fills in defaults
    assert laptop.sync() == []
    assert not (laptop.root / file).exists()


def test_an_edit_against_the_trash_takes_the_note_out_again(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, server.note(done.id)["content"], deleted=True)
    laptop.save("two")
    assert [one.what for one in laptop.sync()] == ["give"]
    assert server.note(done.id)["deleted"] is False
    assert "two" in server.note(done.id)["content"]


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
    server.write(done.id, server.note(done.id)["content"].replace("\none\n", "\none\nand more\n"))
    assert [one.what for one in laptop.sync()] == ["take"]
    assert "one\nand more\n" in laptop.read(file)
    assert laptop.home.library.memory_of("c1") == file


def test_pushing_what_lies_in_the_trash_takes_it_out(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    server.write(done.id, server.note(done.id)["content"], deleted=True)
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
    laptop.push(laptop.save("one"))
    shutil.rmtree(laptop.root)
    with pytest.raises(RuleBroken):
        laptop.sync()
    assert len(server.contents()) == 1


def test_a_folder_that_is_missing_puts_nothing_into_the_trash(laptop, server):
    laptop.push(laptop.save("one"))
    shutil.rmtree(laptop.root / "home-you-tides")
    with pytest.raises(NotFound):
        laptop.sync()
    assert len(server.contents()) == 1


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
    file = laptop.save("one\ntwo")
    done = laptop.push(file)
    shutil.copytree(laptop.root, phone.root)
    assert phone.sync() == []
    phone.edit(file, "two", "two\nthree")
    phone.sync(), laptop.sync()
    assert "two\nthree" in laptop.read(file)
    assert len(server.contents()) == 1
    assert server.note(done.id)["content"].count("Version: 1.1") == 1


def test_a_renamed_memory_is_still_its_notes(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    renamed = rename(laptop.home.library, file, "Other name")
    assert laptop.sync() == []
    (laptop.root / renamed).rename(laptop.root / "home-you-tides" / "by hand.md")
    laptop.home.library.project("/home/you/tides").menu()
    assert laptop.sync() == []
    server.write(done.id, server.note(done.id)["content"].replace("\none\n", "\ntwo\n"))
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


def test_others_who_write_at_the_same_moment_lose_nothing(laptop, server):
    file = laptop.save("red\nsame")
    done = laptop.push(file)
    laptop.edit(file, "\nred\n", "\ngreen\n")
    wrote: list[bool] = []

    def race(request):
        if request.method == "POST" and "/note/i/" in request.path and not wrote:
            wrote.append(True)
            server.write(done.id, server.note(done.id)["content"].replace("\nred\n", "\nblue\n"))

    server.before = race
    laptop.sync()
    content = server.note(done.id)["content"]
    assert "\nblue\n" in content
    assert "green" in laptop.copies()[0]
    assert "\nblue\nsame" in laptop.read(file)
    assert laptop.sync() == []


def test_an_edit_at_the_very_moment_of_a_deletion_keeps_the_edit(laptop, server):
    file = laptop.save("one")
    done = laptop.push(file)
    delete(laptop.home.library, file)
    wrote: list[bool] = []

    def race(request):
        if request.method == "POST" and "/note/i/" in request.path and not wrote:
            wrote.append(True)
            server.write(done.id, server.note(done.id)["content"] + "\nfrom there")

    server.before = race
    laptop.sync()
    assert list(server.contents()) == [done.id]
    assert "from there" in laptop.read(file)
    assert laptop.sync() == []
