"""The clue file as clew writes it: exact to the byte, read back by anybody, and edited only where asked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clew
from clew.errors import NotFound, Unreadable
from clew.text import clue_splice
from clew.text.clue import (
    Clue,
    ClueEntry,
    ClueMemory,
    new_clue,
    read_clue,
    with_dir,
    with_entries,
    with_file,
    without_entry,
)
from clew.text.clue_entry import Change
from clew.text.quoted import quote, quote_list, unquote, unquote_list
from tests.text.clue_files import (
    ENTRIES,
    TAGS,
    TEXT,
    as_loaded,
    canonical_with_noise,
    changed,
    entry,
    known_only,
    loaded,
    mangled,
    unhurried,
    unknown_only,
)

# The example of the design that clew follows, to the letter.
SEED = """entries:
  - dir: "/home/project"
    dir_slug: "home-project"
    name: "project"
    common_tags: ["goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags"]
    memories:
      - file: "自建goose启动规则.md"
        tags: ["goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags"]
""".encode()
TAGS_OF_SEED = ("goose", "配置", "启动规则", "记忆库", "clue", "sync_notehb", "tags")
PROJECT = ClueEntry(
    "/home/project", "home-project", "project", TAGS_OF_SEED, (ClueMemory("自建goose启动规则.md", TAGS_OF_SEED),)
)
WEB = ClueEntry("/home/project/web", "home-project-web", "web", ("css",), (ClueMemory("a.md", ("css",)),))


# Whole files


def test_the_example_of_the_design_is_read_and_written_to_the_byte():
    assert read_clue(SEED) == Clue((PROJECT,), True)
    assert new_clue([PROJECT]) == SEED


@unhurried
@given(ENTRIES)
def test_a_new_file_says_the_same_to_every_yaml_reader(entries):
    data = new_clue(entries)
    assert loaded(data) == {"entries": as_loaded(entries)}
    assert read_clue(data) == Clue(tuple(entries), True)


@pytest.mark.parametrize("data", [b"", b"\n", b"# nothing yet\n", b"entries:\n", b"entries: []\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_library_without_projects(data):
    assert read_clue(data) == Clue((), True)
    filled = with_entries(data, [WEB], canonical=True)
    assert filled == with_entries(data, [WEB])
    assert read_clue(filled) == Clue((WEB,), True)
    assert loaded(filled) == {"entries": as_loaded([WEB])}


def test_what_a_person_left_out_is_empty_and_the_name_is_the_last_part_of_the_directory():
    assert read_clue(b'entries:\n  - dir: "/home/me/"\n').entries == (ClueEntry("/home/me/", "", "me", (), ()),)
    assert read_clue(b'entries:\n  - dir: "/"\n').entries[0].name == "/"
    assert read_clue(b'entries:\n  - dir: "C:\\\\work\\\\web"\n').entries[0].name == "web"


@unhurried
@given(st.data())
def test_between_canonical_lines_a_person_may_write_comments_blank_lines_and_keys(data):
    entries = data.draw(ENTRIES)
    text = data.draw(canonical_with_noise(entries))
    assert read_clue(text.encode()) == Clue(tuple(entries), True)


@unhurried
@given(st.data())
def test_what_counts_as_canonical_is_read_as_any_yaml_reader_reads_it(data):
    """However a file was mangled: the quick scanner either declines, or agrees with the parser."""
    text = data.draw(mangled(data.draw(canonical_with_noise(data.draw(ENTRIES)))))
    try:
        clue = read_clue(text.encode())
    except Unreadable:
        return
    if clue.canonical:
        assert as_loaded(clue.entries) == known_only((loaded(text.encode()) or {}).get("entries"))


# Edits


@unhurried
@given(st.data())
def test_an_edit_changes_what_was_asked_and_no_other_line(data):
    entries = data.draw(ENTRIES.filter(bool))
    text = data.draw(canonical_with_noise(entries))
    old = data.draw(st.sampled_from(entries))
    new = data.draw(changed(old))
    before = text.encode()

    after = with_entries(before, [new], canonical=True)

    assert after == with_entries(before, [new])
    wanted = [new if entry is old else entry for entry in entries]
    assert read_clue(after) == Clue(tuple(wanted), True)
    view = loaded(after)
    assert known_only(view["entries"]) == as_loaded(wanted)
    unknown, was = unknown_only(view), unknown_only(loaded(before))
    assert unknown == {place: was.get(place, {}) for place in unknown}
    gone = Counter(before.splitlines()) - Counter(after.splitlines())
    own = (b"dir_slug:", b"name:", b"common_tags:", b"memories:", b"- file:", b"tags:", b"my_")
    assert all(line.strip().startswith(own) for line in gone if line.strip())
    start = before.index(b"  - dir: " + quote(old.dir).encode())
    behind = before.find(b"\n  - dir: ", start)
    assert after.startswith(before[:start])
    assert behind < 0 or after.endswith(before[behind:])
    if new == old:
        assert after == before


@unhurried
@given(st.data())
def test_the_two_ways_to_edit_say_the_same(data):
    """The quick one by lines and the general one by the parsed tree hold each other to account."""
    entries = data.draw(ENTRIES.filter(bool))
    text = data.draw(canonical_with_noise(entries))
    old = data.draw(st.sampled_from(entries))
    new = data.draw(changed(old) | st.none())
    quick = with_entries(text.encode(), [new]) if new else without_entry(text.encode(), old.dir)
    general = clue_splice.edited(text, [Change(old.dir, lambda _: new, missing=new, which="first")], "").encode()
    assert loaded(general) == loaded(quick)
    assert Counter(_comments(general)) == Counter(_comments(quick)) == Counter(_comments(text.encode()))


def _comments(data: bytes) -> list[bytes]:
    return [line.strip() for line in data.splitlines() if line.strip().startswith(b"# ")]


@unhurried
@given(st.data())
def test_entries_come_and_go_and_all_else_stays(data):
    entries = data.draw(ENTRIES)
    text = data.draw(canonical_with_noise(entries)).encode()
    added = data.draw(entry().filter(lambda one: one.dir not in {other.dir for other in entries}))

    more = with_entries(text, [added], canonical=True)
    assert read_clue(more) == Clue((*entries, added), True)
    assert unknown_only(loaded(more)) == {**unknown_only({"entries": as_loaded([added])}), **unknown_only(loaded(text))}

    gone = without_entry(more, added.dir, canonical=True)
    assert read_clue(gone) == Clue(tuple(entries), True)
    assert _comments(gone) == _comments(text)
    if entries:
        assert gone == text

    none = text
    for one in entries:
        none = without_entry(none, one.dir, canonical=True)
    assert read_clue(none) == Clue((), True)
    assert _comments(none) == _comments(text)


@unhurried
@given(st.data())
def test_many_edits_at_once_are_the_same_as_one_by_one(data):
    entries = data.draw(ENTRIES)
    text = data.draw(canonical_with_noise(entries)).encode()
    fresh = data.draw(st.lists(entry(), max_size=2, unique_by=lambda one: one.dir))
    wanted = [data.draw(changed(one)) for one in entries if data.draw(st.booleans())]
    wanted += [one for one in fresh if one.dir not in {other.dir for other in entries}]
    one_by_one = text
    for one in wanted:
        one_by_one = with_entries(one_by_one, [one], canonical=True)
    assert with_entries(text, wanted, canonical=True) == one_by_one


@unhurried
@given(st.data())
def test_a_moved_directory_and_a_renamed_memory_keep_their_own_keys(data):
    entries = data.draw(ENTRIES.filter(bool))
    text = data.draw(canonical_with_noise(entries)).encode()
    old = data.draw(st.sampled_from(entries))
    was = unknown_only(loaded(text))

    moved = with_dir(text, old.dir, "/moved/here\\", "名", canonical=True)
    assert old.but(dir="/moved/here\\", name="名") in read_clue(moved).entries
    assert unknown_only(loaded(moved))[("/moved/here\\",)] == was[(old.dir,)]
    assert with_dir(moved, "/moved/here\\", old.dir, old.name, canonical=True) == text

    if old.memories:
        memory = data.draw(st.sampled_from(old.memories))
        renamed = with_file(text, old.dir, memory.file, "新.md", canonical=True)
        assert unknown_only(loaded(renamed))[(old.dir, "新.md")] == was[(old.dir, memory.file)]
        assert with_file(renamed, old.dir, "新.md", memory.file, canonical=True) == text


def test_an_edit_that_changes_nothing_gives_the_same_bytes():
    assert with_entries(SEED, [PROJECT]) == SEED
    assert with_entries(SEED, [PROJECT], canonical=True) == SEED
    assert without_entry(SEED, "/elsewhere") == SEED


def test_what_is_not_there_cannot_be_moved_or_renamed():
    with pytest.raises(NotFound) as error:
        with_dir(SEED, "/elsewhere", "/there", "there", path="/m/.clue")
    assert str(error.value) == "/m/.clue has no entry of /elsewhere"
    with pytest.raises(NotFound) as error:
        with_file(SEED, "/home/project", "no.md", "new.md", path="/m/.clue")
    assert error.value.key == "clue.no-memory"


def test_memories_in_a_new_order_take_their_keys_along():
    data = (
        b'entries:\n  - dir: "/a"\n    memories:\n'
        b'      - file: "1"\n        tags: ["x"]\n        stars: 1\n'
        b'      # on two\n      - file: "2"\n        stars: 2\n      - file: "3"\n        tags: []\n'
    )
    entry = read_clue(data).entries[0]
    one, two, three = entry.memories
    after = with_entries(data, [entry.but(memories=(three, two.but(tags=("y",)), one))], canonical=True)
    assert loaded(after)["entries"][0]["memories"] == [
        {"file": "3", "tags": []},
        {"file": "2", "stars": 2, "tags": ["y"]},
        {"file": "1", "tags": ["x"], "stars": 1},
    ]
    assert b"# on two" in after


def test_of_two_entries_of_one_directory_the_first_is_edited_and_the_spare_ones_can_go():
    data = new_clue([PROJECT, WEB, PROJECT.but(name="again")])
    assert len(read_clue(data).entries) == 3
    edited = with_entries(data, [PROJECT.but(name="first")], canonical=True)
    assert [entry.name for entry in read_clue(edited).entries] == ["first", "web", "again"]
    assert without_entry(data, PROJECT.dir, spare=True, canonical=True) == new_clue([PROJECT, WEB])
    assert without_entry(data, PROJECT.dir, canonical=True) == new_clue([WEB])


def test_a_directory_is_found_by_the_whole_of_its_name_and_in_its_own_place():
    data = (
        b'# dir: "/a"\nentries:\n  # - dir: "/a"\n'
        b'  - dir: "/a/b"\n    name: "x"\n    my_dir: "/a"\n'
        b'  - name: "the second"\n    dir: "/a"\n    dir_slug: "a"\n'
    )
    after = with_entries(data, [read_clue(data).entries[1].but(dir_slug="b")], canonical=True)
    assert after == data.replace(b'dir_slug: "a"', b'dir_slug: "b"')


def test_a_name_that_is_not_utf8_is_refused_and_nothing_is_written():
    for bad in (PROJECT.but(dir="/home/\udcff"), PROJECT.but(memories=(ClueMemory("\udce9.md", ()),))):
        for write in (lambda bad=bad: new_clue([bad]), lambda bad=bad: with_entries(SEED, [bad], canonical=True)):
            with pytest.raises(Unreadable) as error:
                write()
            assert error.value.key == "clue.not-utf8"
            assert "\\udc" in str(error.value)


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
def test_a_byte_order_mark_is_read_past_and_the_encoding_kept(encoding):
    mark = "\ufeff" if encoding in ("utf-16-be", "utf-16-le") else ""
    data = (mark + SEED.decode()).encode(encoding)
    clue = read_clue(data)
    assert clue == Clue((PROJECT,), True)
    for canonical in (True, None):
        after = with_entries(data, [PROJECT.but(name="p"), WEB], canonical=canonical)
        assert read_clue(after) == Clue((PROJECT.but(name="p"), WEB), True)
        assert after[:3] == data[:3]
        assert with_entries(without_entry(after, WEB.dir), [PROJECT]) == data


# Quoted texts


@unhurried
@given(TEXT)
def test_a_quoted_text_means_the_same_to_clew_json_and_yaml(text):
    raw = quote(text)
    assert "\n" not in raw
    assert unquote(raw) == text == json.loads(raw) == loaded(raw.encode())


@unhurried
@given(TAGS)
def test_a_quoted_list_means_the_same_to_clew_json_and_yaml(texts):
    raw = quote_list(texts)
    assert unquote_list(raw) == texts
    assert tuple(json.loads(raw)) == texts == tuple(loaded(raw.encode()))


@pytest.mark.parametrize(
    "raw", ["", '"', "a", "'a'", '"a', '"a" ', '"a"b"', r'"\x41"', r'"\u4e2d"', r'"\/"', r'"\u00"', r'"\ud83d"', '"\\"']
)
def test_a_text_in_another_form_is_left_to_the_parser(raw):
    assert unquote(raw) is None
    assert unquote_list(f"[{raw}]") is None or raw == ""


def test_reading_and_editing_what_clew_wrote_needs_no_heavy_module():
    program = (
        "import sys; sys.path[:0] = sys.argv[1:]; from clew.text.clue import *; data = sys.stdin.buffer.read(); "
        "entry = read_clue(data).entries[0]; with_entries(data, [entry.but(name='\\u2028')], canonical=True); "
        "print({'ruamel', 'typing', 'dataclasses', 're', 'json', 'pathlib', 'hashlib'} & set(sys.modules))"
    )
    source = str(Path(clew.__file__).parent.parent)
    done = subprocess.run([sys.executable, "-S", "-c", program, source], input=SEED, capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"
