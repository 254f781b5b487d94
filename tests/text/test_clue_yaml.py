"""The clue file as people and other programs write it: understood in every form, edited without harm, or refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import NotFound, Unreadable
from clew.text.clue import (
    Clue,
    ClueEntry,
    ClueMemory,
    new_clue,
    read_clue,
    salvage_clue,
    with_dir,
    with_entries,
    with_file,
    without_entry,
)
from tests.text.clue_files import (
    ENTRIES,
    any_style,
    as_loaded,
    canonical_with_noise,
    changed,
    comments,
    entry,
    known_only,
    loaded,
    mangled,
    unhurried,
    unknown_only,
)

HAND = """# my library
---
entries:
  - dir: /home/project   # the main one
    dir_slug: home-project
    owner: {name: Kim, since: 2026}
    common_tags:
      - goose   # the bird
      - '配置'
    memories:
      # the oldest
      - file: a.md
        tags: [goose, 配置]   # few
        stars: 3
      - file: "b.md"
        tags:
        - goose
version: 1   # of mine
"""
ONE = ClueEntry(
    "/home/project",
    "home-project",
    "project",
    ("goose", "配置"),
    (ClueMemory("a.md", ("goose", "配置")), ClueMemory("b.md", ("goose",))),
)
OTHER = ClueEntry("/home/other", "home-other", "other", ("x",), (ClueMemory("o.md", ("x",)),))


def test_a_file_written_by_hand_is_understood():
    assert read_clue(HAND.encode()) == Clue((ONE,), False)


def test_a_save_into_a_file_written_by_hand_adds_its_lines_and_changes_no_other():
    new = ONE.but(
        common_tags=("goose", "配置", "新"),
        memories=(ONE.memories[0], ONE.memories[1].but(tags=("goose", "新")), ClueMemory("c.md", ("goose",))),
    )
    assert with_entries(HAND.encode(), [new, OTHER]).decode() == HAND.replace(
        "      - '配置'\n", "      - '配置'\n      - \"新\"\n"
    ).replace(
        "        - goose\n",
        "        - goose\n"
        '        - "新"\n'
        '      - file: "c.md"\n'
        '        tags: ["goose"]\n'
        '  - dir: "/home/other"\n'
        '    dir_slug: "home-other"\n'
        '    name: "other"\n'
        '    common_tags: ["x"]\n'
        "    memories:\n"
        '      - file: "o.md"\n'
        '        tags: ["x"]\n',
    )


def test_a_memory_that_goes_takes_only_its_own_lines_and_leaves_the_comments():
    after = with_entries(HAND.encode(), [ONE.but(memories=ONE.memories[1:])]).decode()
    assert after == HAND.replace(
        "      - file: a.md\n        tags: [goose, 配置]   # few\n        stars: 3\n", "      # few\n"
    )
    none = with_entries(HAND.encode(), [ONE.but(memories=())])
    assert loaded(none)["entries"][0]["memories"] == []
    assert b"# the oldest" in none


def test_the_form_that_other_programs_dump_is_kept():
    dumped = (
        "entries:\n- common_tags:\n  - goose\n  dir: /home/project\n  dir_slug: home-project\n"
        "  memories:\n  - file: a.md\n    tags:\n    - goose\n  name: project\n"
    )
    entry = read_clue(dumped.encode()).entries[0]
    after = with_entries(dumped.encode(), [entry.but(memories=(*entry.memories, ClueMemory("b.md", ("goose",))))])
    assert after.decode() == dumped.replace(
        "    - goose\n  name", '    - goose\n  - file: "b.md"\n    tags: ["goose"]\n  name'
    )


def test_a_json_file_stays_json():
    data = b'{"entries": [{"dir": "/a", "memories": [{"file": "x.md", "tags": ["t"], "my": [1]}]}], "v": 1}'
    entry = read_clue(data).entries[0]
    memories = (entry.memories[0].but(tags=("t", "u")), ClueMemory("y.md", ()))
    after = with_entries(data, [entry.but(dir_slug="a", memories=memories), OTHER])
    assert after.startswith(
        b'{"entries": [{"dir": "/a", "memories": [{"file": "x.md", "tags": ["t", "u"], "my": [1]}, '
        b'{"file": "y.md", "tags": []}], "dir_slug": "a"}, {"dir": "/home/other"'
    )
    assert after.endswith(b', "v": 1}')
    assert known_only(loaded(after)["entries"]) == as_loaded(read_clue(after).entries)
    assert without_entry(after, OTHER.dir) == with_entries(data, [entry.but(dir_slug="a", memories=memories)])


def test_values_of_a_hand_made_file_are_read_as_the_texts_that_stand_there():
    data = b"""
entries:
  -
  - dir: /a
    dir_slug: 007
    name: ~
    common_tags: goose
    memories:
      - {file: 2026, tags: [1.10, yes, null, 0o14]}
      - tags: [of nothing]
      - ~
  - dir: /b
    common_tags:
    memories:
"""
    assert read_clue(data).entries == (
        ClueEntry(
            "/a",
            "007",
            "a",
            ("goose",),
            (ClueMemory("2026", ("1.10", "yes", "0o14")),),
        ),
        ClueEntry("/b", "", "b", (), ()),
    )
    entry = read_clue(data).entries[0]
    tagged = tuple(memory.but(tags=("t",)) for memory in entry.memories)
    after = with_entries(data, [entry.but(common_tags=("goose", "t"), memories=tagged)])
    view = loaded(after)["entries"]
    assert view[1]["memories"] == [{"file": 2026, "tags": [None, "t"]}, {"tags": ["of nothing"]}, None]
    assert view[0] is None


def test_an_emoji_in_the_escapes_of_json_is_that_emoji():
    data = b'entries:\n  - dir: "/\\ud83d\\ude00"\n'
    assert read_clue(data).entries[0].dir == "/😀"
    assert b'dir: "/x"' in with_dir(data, "/😀", "/x", "x")


# Anchors, aliases, merge keys

SHARED = """entries:
  - &base
    dir: /a
    common_tags: &tags [goose, 配置]
    memories:
      - file: a.md
        tags: *tags
        my: *tags
  - <<: *base
    dir: /b
    name: own
"""


def test_anchors_aliases_and_merge_keys_are_understood():
    memories = (ClueMemory("a.md", ("goose", "配置")),)
    assert read_clue(SHARED.encode()).entries == (
        ClueEntry("/a", "", "a", ("goose", "配置"), memories),
        ClueEntry("/b", "", "own", ("goose", "配置"), memories),
    )


def test_a_value_that_others_share_changes_for_itself_alone():
    data = SHARED.partition("  - <<")[0].encode()
    entry = read_clue(data).entries[0]
    after = with_entries(data, [entry.but(common_tags=("goose", "配置", "新"))])
    assert loaded(after)["entries"][0] == {
        "dir": "/a",
        "common_tags": ["goose", "配置", "新"],
        "memories": [{"file": "a.md", "tags": ["goose", "配置"], "my": ["goose", "配置"]}],
    }
    assert b"*" not in after


def test_a_merged_in_value_is_overridden_where_it_changes():
    second = read_clue(SHARED.encode()).entries[1]
    after = with_entries(SHARED.encode(), [second.but(common_tags=("x",))])
    assert after.decode() == SHARED.replace(
        "    dir: /b\n    name: own\n", '    dir: /b\n    name: own\n    common_tags: ["x"]\n'
    )


def test_what_cannot_be_changed_without_harm_to_others_is_refused():
    first = read_clue(SHARED.encode()).entries[0]
    with pytest.raises(Unreadable) as error:
        with_entries(SHARED.encode(), [first.but(common_tags=("x",))], path="/m/.clue")
    assert error.value.key == "clue.cannot-edit"
    assert "/m/.clue" in str(error.value)


def test_a_file_of_nested_aliases_costs_no_more_than_its_size():
    laughs = ["a0: &a0 [lol, lol]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 60)]
    text = "\n".join([*laughs, "entries:", "- dir: /a", "  my: *a59", ""])
    after = with_entries(text.encode(), [read_clue(text.encode()).entries[0].but(name="x")])
    assert after.decode() == text.replace("- dir: /a\n", '- dir: /a\n  name: "x"\n')

    merged = ["m0: &m0 {dir: /a}"] + [f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 60)]
    assert read_clue("\n".join([*merged, "entries: [*m59]"]).encode()).entries[0].dir == "/a"

    many = (
        "t: &t [" + "x," * 2000 + "]\nm: &m [" + "{file: f, tags: *t}," * 2000 + "]\nentries: [{dir: /a, memories: *m}]"
    )
    with pytest.raises(Unreadable):
        read_clue(many.encode())


# Damage

BLOCK = 'entries:\n  - dir: "/a"\n    dir_slug: "a"\n    memories:\n      - file: "x.md"\n        tags: ["t"]\n'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (BLOCK.replace('    dir_slug: "a"\n', '    dir_slug: "a"\n    dir: "/b"\n'), 4, "twice"),
        (BLOCK + '        tags: ["u"]\n', 7, "twice"),
        (BLOCK.replace("entries:", "entries: []"), 2, None),
        (BLOCK + BLOCK, 7, "twice"),
        ("version: 1\n" + BLOCK + "version: 2\n", 8, "twice"),
        (BLOCK + '<<<<<<< HEAD\n  - dir: "/b"\n=======\n  - dir: "/c"\n>>>>>>> other\n', 7, "merge-conflict"),
        (BLOCK.replace("    dir_slug", "\tdir_slug"), 3, None),
        (BLOCK[:-4], 6, None),
        (BLOCK + "%%% garbage }\n", 7, None),
        (BLOCK + "---\n" + BLOCK, 7, "second document"),
        (BLOCK + "x: \x00\n", 7, "U+0000"),
        ("[" * 300, 1, "deep"),
        (BLOCK.replace('dir_slug: "a"', 'dir_slug: "say "so" here"'), 3, None),
        ("a: *b\n", 1, "*b"),
        ('a: "\\UFFFFFFFF"\n', None, None),
    ],
)
def test_damage_is_an_error_that_names_the_line(text, line, reason):
    for data in (text.encode(), text.replace("\n", "\r\n").encode()):
        for read in (read_clue, lambda data, path: with_entries(data, [OTHER], path=path)):
            with pytest.raises(Unreadable) as error:
                read(data, "/m/.clue")
            assert error.value.key == "clue.unparseable"
            assert error.value.path == "/m/.clue"
            assert line is None or error.value.data["line"] == line
            assert error.value.data["column"] >= 1
            assert reason is None or reason in error.value.data["reason"]
            assert "\n" not in error.value.message("zh") + error.value.message("en")


def test_damage_deep_in_a_large_file_is_named_by_its_line_in_that_file():
    before = b"# one\n# two\n" + new_clue([OTHER.but(dir=f"/{number}") for number in range(50)])
    lines = before.count(b"\n")
    for damage, line in (
        (b"  - dir: [\n", 2),
        (b'  - dir: "/x"\n    dir: "/y"\n', 2),
        (b"garbage\n", 2),
        (b"\xff\n", 1),
    ):
        with pytest.raises(Unreadable) as error:
            read_clue(before + damage)
        assert lines + 1 <= error.value.data["line"] <= lines + line


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("- dir: /a\n", "the file", 1),
        ("hello\n", "the file", 1),
        ("\nentries:\n  dir: /a\n", "entries", 3),
        ("entries: /a\n", "entries", 1),
        ("entries:\n  - /a\n", "entries[0]", 2),
        ("entries:\n  - dir: [/a]\n", "entries[0].dir", 2),
        ("entries:\n  - dir: /a\n    memories: {file: x}\n", "entries[0].memories", 3),
        ("entries:\n  - dir: /a\n    memories: x.md\n", "entries[0].memories", 3),
        ("entries:\n  - dir: /a\n    memories:\n      - file: a\n      - [b]\n", "entries[0].memories[1]", 5),
        (BLOCK[:-30], "entries[0].memories[0]", 5),
        ("entries:\n  - dir: /a\n    memories:\n      - file: [b]\n", "entries[0].memories[0].file", 4),
        ("entries:\n  - dir: /a\n    common_tags: {a: 1}\n", "entries[0].common_tags", 3),
        ("entries:\n  - dir: /a\n    common_tags: [[a]]\n", "entries[0].common_tags[0]", 3),
        ("entries:\n  - <<: 7\n", "<<", 2),
    ],
)
def test_a_file_of_another_shape_is_an_error_that_names_the_place(text, place, line):
    with pytest.raises(Unreadable) as error:
        read_clue(text.encode(), "/m/.clue")
    assert error.value.key == "clue.shape"
    assert (error.value.data["place"], error.value.data["line"]) == (place, line)
    with pytest.raises(Unreadable):
        with_entries(text.encode(), [OTHER])


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (new_clue([OTHER]).replace(b"other", b"oth\xe9r", 1), 2, 20),
        (new_clue([OTHER]) + b"# caf\xe9\n", 9, 6),
        (b"\xff\xfeabc", 1, 1),
        ("项目\n".encode("gbk"), 1, 1),
    ],
)
def test_a_file_that_is_not_unicode_is_an_error_that_names_the_byte(data, line, column):
    for read in (read_clue, lambda data: with_entries(data, [OTHER])):
        with pytest.raises(Unreadable) as error:
            read(data)
        assert error.value.key == "clue.unparseable"
        assert (error.value.data["line"], error.value.data["column"]) == (line, column)


# Salvage

MANY = [OTHER.but(dir=f"/p/{number}", dir_slug=f"p-{number}", name=f"p{number}") for number in range(4)]


def test_of_a_file_cut_short_all_but_the_cut_is_still_read():
    data = new_clue(MANY)
    with pytest.raises(Unreadable):
        read_clue(data[:-30])
    assert salvage_clue(data[:-30]).entries[:3] == tuple(MANY[:3])
    last = salvage_clue(data[: -len('"]\n')]).entries[3]
    assert last == MANY[3].but(memories=(ClueMemory("o.md", ()),))


@pytest.mark.parametrize(
    "garbage", ["%%% }{ garbage", "\t", "\udcff\udcfe", "<<<<<<< HEAD", '      - file: "', "\0", "---"]
)
def test_of_a_file_with_a_line_of_garbage_every_good_entry_is_still_read(garbage):
    lines = new_clue(MANY).decode().split("\n")
    for number in range(1, len(lines)):
        text = "\n".join([*lines[:number], garbage, *lines[number:]])
        found = salvage_clue(text.encode("utf-8", "surrogateescape"))
        assert not found.canonical
        assert found.entries[: len(MANY)] == tuple(MANY)


def test_both_sides_of_an_unfinished_merge_are_still_read():
    ours, theirs = MANY[1], MANY[1].but(common_tags=("y",), memories=(ClueMemory("t.md", ("y",)),))
    middle = [new_clue([one]).decode().removeprefix("entries:\n") for one in (ours, theirs)]
    text = f"{new_clue(MANY[:1]).decode()}<<<<<<< HEAD\n{middle[0]}=======\n{middle[1]}>>>>>>> theirs\n"
    both = ours.but(common_tags=("x", "y"), memories=(*ours.memories, *theirs.memories))
    assert salvage_clue(text.encode()).entries == (MANY[0], both)


def test_entries_in_other_forms_are_salvaged_too():
    text = (
        "entries:\n- dir: /a\n  memories:\n  - file: x.md\n    tags:\n    - t\n- dir: /b\n  name: [}\n  dir_slug: b\n"
    )
    assert salvage_clue(text.encode()).entries == (
        ClueEntry("/a", "", "a", (), (ClueMemory("x.md", ("t",)),)),
        ClueEntry("/b", "b", "b", (), ()),
    )
    assert salvage_clue(HAND.encode()).entries == (ONE,)
    assert salvage_clue(new_clue(MANY).decode().encode("utf-16")).entries == tuple(MANY)


@unhurried
@given(st.binary(max_size=200) | st.data())
def test_nothing_that_stands_in_a_file_makes_reading_fail_in_another_way(data):
    if not isinstance(data, bytes):
        entries = data.draw(ENTRIES)
        data = data.draw(mangled(data.draw(canonical_with_noise(entries) | any_style(entries)))).encode()
    salvage_clue(data)
    clue, key = attempt(lambda: read_clue(data))
    after, refused = attempt(lambda: with_entries(data, [OTHER]))
    if clue is None:
        assert key in ("clue.unparseable", "clue.shape")
        assert after is None
    elif after is None:
        assert refused == "clue.cannot-edit"
    else:
        rest = [one for one in clue.entries if one.dir != OTHER.dir]
        assert [one for one in read_clue(after).entries if one.dir != OTHER.dir] == rest


def attempt(act):
    try:
        return act(), None
    except Unreadable as error:
        return None, error.key


# Edits in every style


@unhurried
@given(st.data())
def test_whatever_its_style_a_file_is_read_as_any_yaml_reader_reads_it(data):
    entries = data.draw(ENTRIES)
    text = data.draw(any_style(entries)).encode()
    assert read_clue(text).entries == tuple(entries)


@unhurried
@given(st.data())
def test_whatever_its_style_an_edit_changes_what_was_asked_and_keeps_comments_and_unknown_keys(data):
    entries = data.draw(ENTRIES.filter(bool))
    text = data.draw(any_style(entries))
    old = data.draw(st.sampled_from(entries))
    new = data.draw(changed(old))

    after = with_entries(text.encode(), [new])

    wanted = [new if one is old else one for one in entries]
    view = loaded(after)
    assert known_only(view["entries"]) == as_loaded(wanted)
    unknown, was = unknown_only(view), unknown_only(loaded(text.encode()))
    assert unknown == {place: was.get(place, {}) for place in unknown}
    assert not Counter(comments(text)) - Counter(comments(after.decode()))
    if new == old:
        assert after == text.encode()


@unhurried
@given(st.data())
def test_whatever_its_style_entries_come_and_go_and_are_renamed(data):
    entries = data.draw(ENTRIES.filter(bool))
    text = data.draw(any_style(entries)).encode()
    added = data.draw(entry().filter(lambda one: one.dir not in {other.dir for other in entries}))
    was = unknown_only(loaded(text))

    more = with_entries(text, [added])
    assert read_clue(more).entries == (*entries, added)
    assert unknown_only(loaded(more)) == {**unknown_only({"entries": as_loaded([added])}), **was}

    old = data.draw(st.sampled_from(entries))
    gone = without_entry(more, old.dir)
    assert read_clue(gone).entries == (*(one for one in entries if one is not old), added)
    assert not Counter(comments(text.decode())) - Counter(comments(gone.decode()))

    moved = with_dir(text, old.dir, "/moved", "名")
    assert unknown_only(loaded(moved))[("/moved",)] == was[(old.dir,)]
    if old.memories:
        memory = data.draw(st.sampled_from(old.memories))
        renamed = with_file(moved, "/moved", memory.file, "新.md")
        assert unknown_only(loaded(renamed))[("/moved", "新.md")] == was[(old.dir, memory.file)]


def test_what_is_not_there_cannot_be_moved_in_any_style():
    with pytest.raises(NotFound):
        with_dir(HAND.encode(), "/elsewhere", "/there", "there")
    with pytest.raises(NotFound):
        with_file(HAND.encode(), "/home/project", "no.md", "new.md")
    assert without_entry(HAND.encode(), "/elsewhere") == HAND.encode()
