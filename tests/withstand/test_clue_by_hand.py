"""A clue file that people and other programs write in their own ways: what they wrote stays, and clew goes on."""

from __future__ import annotations

import shutil

import pytest

from clew.text.clue import read_clue
from tests.withstand.place import Place, tree


@pytest.fixture
def begun(place: Place) -> Place:
    place.save("决定：SQLite", "--title", "数据库", "--conversation", "c1", tags=("db", "配置"))
    place.save("another", "--title", "Other", "--conversation", "c2", tags=("db", "api"))
    place.save("elsewhere", "--title", "Else", "--conversation", "c3", at=place.dir("other"))
    return place


def commented(text: str) -> str:
    return "# my library\n" + text.replace("    common_tags", "    # the tags\n    common_tags") + "# the end\n"


def anchored(text: str) -> str:
    tags = 'tags: ["db", "配置"]'
    return text.replace(f"common_{tags[:-1]}", f"common_{tags[:-1]}").replace(tags, 'tags: &t ["db", "配置"]', 1)


def aliased(text: str) -> str:
    first = text.replace('common_tags: ["db", "配置", "api"]', 'common_tags: &c ["db", "配置", "api"]')
    return first.replace('tags: ["db", "api"]', "tags: *c")


def plain_style(text: str) -> str:
    return text.replace('"', "").replace(": [", ": [ ").replace("]", " ]")


def block_style(text: str) -> str:
    return text.replace('tags: ["db", "api"]', "tags:\n          - db\n          - 'api'")


def unknown_keys(text: str) -> str:
    return (
        text.replace('    name: "shop"', '    name: "shop"\n    colour: {red: 1, "é": [1, 2]}').replace(
            'tags: ["db", "配置"]', 'tags: ["db", "配置"]\n        pinned: true'
        )
        + "version: 7\n"
    )


def with_crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def other_order(text: str) -> str:
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if "name:" in line)
    return "".join([*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]])


def document_marks(text: str) -> str:
    return "%YAML 1.2\n---\n" + text + "...\n"


def deeper(text: str) -> str:
    head, rest = text.split("\n", 1)
    return head + "\n" + "".join("    " + line + "\n" for line in rest.splitlines())


def folded(text: str) -> str:
    return text.replace('name: "shop"', "name: >-\n      shop")


READABLE = {
    "comments": commented,
    "an anchor": anchored,
    "an alias": aliased,
    "no quotes": plain_style,
    "block lists": block_style,
    "unknown keys": unknown_keys,
    "CRLF": with_crlf,
    "another order": other_order,
    "document marks": document_marks,
    "other indentation": deeper,
    "a folded text": folded,
    "a byte-order mark": lambda text: "\ufeff" + text,
    "no newline at the end": lambda text: text.rstrip("\n"),
    "blank lines": lambda text: text.replace("  - dir", "\n\n  - dir"),
}
UNREADABLE = {
    "a tab": lambda text: text.replace("    name:", "\tname:", 1),
    "a conflict marker": lambda text: text.replace(
        '    name: "shop"\n', '<<<<<<< mine\n    name: "shop"\n=======\n    name: "store"\n>>>>>>> theirs\n'
    ),
    "an open quote": lambda text: text.replace('name: "shop"', 'name: "shop'),
    "an unknown alias": lambda text: text.replace('tags: ["db", "api"]', "tags: *nowhere"),
    "no list": lambda text: text.replace("entries:\n", "entries: 7\n#", 1) and "entries: 7\n",
    "another document": lambda text: "- a\n- b\n",
    "cut off": lambda text: text[: text.rindex('", "')],
    "not UTF-8": lambda text: text.replace("数据库", "\udcff\udcfe"),
    "NUL": lambda text: text.replace("shop", "sh\0op", 1),
}


def rewritten(place: Place, change) -> bytes:
    data: bytes = change(place.clue.read_bytes().decode()).encode("utf-8", "surrogateescape")
    assert data != place.clue.read_bytes()
    place.clue.write_bytes(data)
    return data


def words_of(data: bytes) -> set[bytes]:
    """What a person may have written: each line's own words."""
    return {line.strip() for line in data.replace(b"\r\n", b"\n").split(b"\n") if b"tags" not in line and line.strip()}


@pytest.mark.parametrize("change", READABLE.values(), ids=READABLE)
def test_another_way_to_write_it_is_read_and_edited_and_stays(begun, change):
    data = rewritten(begun, change)
    before = read_clue(data).entries
    assert [line["name"] for line in begun.done("menu")["memories"]] == ["Other", "数据库"]
    assert begun.clue.read_bytes() == data, "a look changes nothing"
    assert begun.findings() == []
    receipt = begun.save("and more", "--conversation", "c1", tags=("db", "新的"))
    assert "新的" in receipt["common_tags"]
    after = begun.clue.read_bytes()
    assert words_of(data) <= words_of(after)
    entries = {entry.dir: entry for entry in read_clue(after).entries}
    assert entries.keys() == {entry.dir for entry in before}
    assert entries[str(begun.dir("other"))] == before[1]
    assert begun.findings() == []
    begun.save("a new one", "--conversation", "c9", "--title", "Newest", tags=("db", "x"))
    begun.done("rename", "Other", "Renamed")
    begun.done("delete", "数据库")
    begun.save("a new project", "--title", "First", at=begun.dir("third"))
    assert begun.findings() == []
    assert {memory.file for entry in read_clue(begun.clue.read_bytes()).entries for memory in entry.memories} == {
        path.name for path in begun.library.rglob("*.md")
    }


@pytest.mark.parametrize("fresh", [False, True], ids=["known before", "never seen whole"])
@pytest.mark.parametrize("change", UNREADABLE.values(), ids=UNREADABLE)
def test_what_does_not_parse_is_never_rewritten_reading_goes_on_and_a_save_waits(begun, change, fresh):
    good = begun.clue.read_bytes()
    broken = rewritten(begun, change)
    if fresh:
        begun.home.joinpath("state.db").unlink()
    before = tree(begun.library)
    menu = begun.clew("menu", "--json")
    assert menu.status == 0
    assert str(begun.clue) in menu.talk
    if not fresh or b"dir:" in broken:
        assert {line["name"] for line in menu.json["memories"]} == {"Other", "数据库"}
    assert begun.clew("list", "--all").status == 0
    assert begun.clew("tags").status == 0
    assert ("clue-unreadable", ".clue") in begun.findings()
    assert begun.clew("check", "--fix").status == 1
    done = begun.clew("save", "waits", "--tag", "db", "--tag", "x", "--conversation", "c1", "--json")
    assert done.status == 1
    error = done.json["error"]
    assert error["kind"] == "unreadable"
    assert error["path"] == str(begun.clue)
    assert error["pending"]
    for words in (
        ["rename", "Other", "X"],
        ["delete", "Other"],
        ["move", "Other", "--dir", "/srv"],
        ["relink", ".", "/x"],
    ):
        assert begun.clew(*words).status == 1, words
    assert tree(begun.library) == before
    assert broken in begun.texts_ever(".clue"), "kept, as a person wrote it"
    begun.clue.write_bytes(good)
    assert begun.clew("save", "--pending", error["pending"]).status == 0
    assert begun.findings() == []


def test_where_line_and_column_are_known_they_are_told(begun):
    rewritten(begun, UNREADABLE["a conflict marker"])
    done = begun.clew("save", "x", "--tag", "db", "--tag", "x")
    assert "4" in done.talk
    assert "<<<<<<<" in begun.clue.read_text()


def test_doubled_keys_and_entries_are_told_and_no_word_of_them_is_lost(begun):
    text = begun.clue.read_text()
    entry = text[text.index("  - dir") : text.index("  - dir", 20)]
    begun.clue.write_text(text + entry.replace("数据库.md", "Third.md"))
    (begun.memories / "Third.md").write_text("# by hand\n")
    assert {"Other", "数据库", "Third"} == {line["name"] for line in begun.done("menu")["memories"]}
    assert "doubled-entry" in [rule for rule, _ in begun.findings()]
    begun.clew("check", "--fix")
    assert begun.findings() == []
    entries = read_clue(begun.clue.read_bytes()).entries
    assert [entry.dir for entry in entries].count(str(begun.project)) == 1
    begun.clue.write_text(begun.clue.read_text().replace('    name: "shop"', '    name: "shop"\n    name: "twice"'))
    done = begun.clew("save", "more", "--tag", "db", "--tag", "x", "--conversation", "c1", "--json")
    assert done.status in (0, 1)
    assert '"twice"' in begun.clue.read_text()


def test_the_texts_of_gooses_own_memory_stay_byte_for_byte(begun):
    goose = {"development.txt": b"# a b\r\nuse tabs\n\n", "个人.txt": "# 偏好\n".encode(), "x.md.txt": b"\xff\xfe"}
    for name, data in goose.items():
        (begun.library / name).write_bytes(data)
        (begun.memories / name).write_bytes(data)
    begun.save("more", "--conversation", "c1", tags=("db", "x"))
    begun.done("rename", "Other", "Renamed")
    assert begun.clew("check", "--fix").status == 0
    assert begun.findings() == []
    assert len(begun.done("list", "--all")["memories"]) == 3
    for name, data in goose.items():
        assert (begun.library / name).read_bytes() == (begun.memories / name).read_bytes() == data
    shutil.rmtree(begun.memories)
    assert begun.clew("restore", "--all").status == 0


def test_an_empty_clue_file_is_an_empty_library(begun):
    for data in (b"", b"entries:\n", b"entries: []\n", b"# only a comment\n", b"entries: null\n", b"{}\n"):
        begun.clue.write_bytes(data)
        assert begun.clew("menu").status == 0, data
        begun.clew("check", "--fix")
        assert {entry.dir for entry in read_clue(begun.clue.read_bytes()).entries} == {
            str(begun.project),
            str(begun.dir("other")),
        }, data
        assert begun.findings() == []
