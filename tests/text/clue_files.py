"""Clue files for the tests: made of values in any style that YAML knows, and looked at through ruamel.yaml."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from clew.text.clue import ClueEntry, ClueMemory

# ruamel.yaml is slow, and a machine that is busy no reason to fail.
unhurried = settings(deadline=None, max_examples=int(os.environ.get("CLEW_EXAMPLES", "60")))

AWKWARD = [
    *("goose", "配置", "启动规则", "👩‍💻", "a b", " lead", "trail ", "", "#", "# no comment", "a # b", "- dash", "-"),
    *('say "so"', '", "', '"', "\\", "a\\", '\\"', '", \\', "it's", "a: b", ":", "a:", "{a}", "[a]", "*a", "&a", "!a"),
    *("null", "~", "true", "no", "1.10", "007", "0o14", "2026-11-30", "<<", "%", "@", "`", "|", ">", "?", "? a", "---"),
    *(
        "line\nbreak",
        "tab\there",
        "\r\n",
        "\x00",
        "\x1b",
        "\x7f",
        "\x85",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\ufffe",
        "\uffff",
    ),
    *("e\u0301", "\u3000", "\xa0", "\U0001f9ff", "x" * 3000, "字" * 1100, "memories:", "  - dir: ", "tags: []"),
]
TEXT = st.sampled_from(AWKWARD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TAGS = st.lists(TEXT, max_size=5).map(tuple)
NAME = st.sampled_from(["stars", "owner", "my-note", "备注", "x_1"])
PLAIN = st.sampled_from(["3", "true", "Kim", "自己 写的", "/a/b", "a:b", "2026-11-30", '"quoted, too"', '["a", "b"]'])
UNKNOWN = st.dictionaries(NAME, PLAIN, max_size=2)


@st.composite
def entry(draw: st.DrawFn, dir: st.SearchStrategy[str] = TEXT) -> ClueEntry:
    files = draw(st.lists(TEXT, max_size=5, unique=True))
    memories = tuple(ClueMemory(file, draw(TAGS)) for file in files)
    return ClueEntry(draw(dir), draw(TEXT), draw(TEXT), draw(TAGS), memories)


ENTRIES = st.lists(entry(), max_size=4, unique_by=lambda entry: entry.dir)


def changed(old: ClueEntry) -> st.SearchStrategy[ClueEntry]:
    """What an entry may become: some fields others, some memories gone, some new, some with other tags."""
    memory = st.builds(ClueMemory, TEXT, TAGS)
    same = st.sampled_from(old.memories) if old.memories else memory
    tagged = st.builds(lambda one, tags: one.but(tags=tags), same, TAGS)
    memories = st.lists(same | tagged | memory, max_size=6, unique_by=lambda one: one.file)
    kept = st.builds(
        lambda new: (*old.memories, *(m for m in new if m.file not in {o.file for o in old.memories})), memories
    )
    return st.builds(
        lambda slug, name, common, memories: old.but(
            dir_slug=slug, name=name, common_tags=common, memories=tuple(memories)
        ),
        st.just(old.dir_slug) | TEXT,
        st.just(old.name) | TEXT,
        st.just(old.common_tags) | st.builds(lambda tags: old.common_tags + tags, TAGS) | TAGS,
        st.just(old.memories) | kept | memories,
    )


def loaded(data: bytes) -> Any:
    """What any program sees in the file."""
    return YAML(typ="safe", pure=True).load(data)


def as_loaded(entries: Iterable[ClueEntry]) -> list[dict[str, Any]]:
    return [
        {
            **{key: getattr(entry, key) for key in ("dir", "dir_slug", "name")},
            "common_tags": list(entry.common_tags),
            "memories": [{"file": memory.file, "tags": list(memory.tags)} for memory in entry.memories],
        }
        for entry in entries
    ]


def known_only(entries: Any) -> list[dict[str, Any]]:
    """The view of `loaded` without keys that clew does not know, and with what was left out."""
    return [
        {
            "dir": entry["dir"],
            "dir_slug": entry.get("dir_slug", ""),
            "name": entry.get("name", entry["dir"].rstrip("/").rpartition("/")[2] or entry["dir"]),
            "common_tags": entry.get("common_tags") or [],
            "memories": [
                {"file": memory["file"], "tags": memory.get("tags") or []} for memory in entry.get("memories") or []
            ],
        }
        for entry in entries or []
    ]


def unknown_only(view: Any) -> Any:
    """Only the unknown keys, by what they belong to."""
    found: dict[tuple[str, ...], Any] = {(): {key: value for key, value in (view or {}).items() if key != "entries"}}
    known = ("dir", "dir_slug", "name", "common_tags", "memories")
    for entry in (view or {}).get("entries") or []:
        found[(entry["dir"],)] = {key: value for key, value in entry.items() if key not in known}
        for memory in entry.get("memories") or []:
            rest = {key: value for key, value in memory.items() if key not in ("file", "tags")}
            found[(entry["dir"], memory["file"])] = rest
    return found


@st.composite
def canonical_with_noise(draw: st.DrawFn, entries: list[ClueEntry]) -> str:
    """The canonical form with what a person may have put between: comments, blank lines, keys of their own."""
    numbers = iter(range(10**6))

    def noise(indent: int, key: bool) -> list[str]:
        lines = []
        for kind in draw(st.lists(st.sampled_from(["comment", "blank", "far comment", "key"]), max_size=2)):
            number = next(numbers)
            if kind == "key" and key:
                lines.append(f"{' ' * indent}my_{number}: {draw(PLAIN)}")
            elif kind == "comment":
                words = draw(st.sampled_from(["", 'dir: "x"', '- file: "a"', "配置"]))
                lines.append(f"{' ' * indent}# {number} {words}")
            elif kind == "far comment":
                lines.append(f"# {number}")
            elif kind == "blank":
                lines.append(" " * draw(st.integers(0, 3)))
        return lines

    lines = [*noise(0, key=True), "entries:" if entries else "entries: []", *noise(2, key=False)]
    for entry in entries:
        fields = [f"{key}: {json_text(getattr(entry, key))}" for key in ("dir", "dir_slug", "name")]
        fields.append(f"common_tags: {json_list(entry.common_tags)}")
        lines.append(f"  - {fields[0]}")
        for field in fields[1:]:
            lines += [*noise(4, key=True), f"    {field}"]
        lines += [*noise(4, key=True), "    memories:" if entry.memories else "    memories: []"]
        for memory in entry.memories:
            lines += [*noise(6, key=False), f"      - file: {json_text(memory.file)}", *noise(8, key=True)]
            lines += [f"        tags: {json_list(memory.tags)}", *noise(8, key=True)]
    if entries:
        lines += draw(st.sampled_from([[], ["version: 1"], ["# end", "", "by: goose"]]))
    text = "\n".join(lines) + draw(st.sampled_from(["\n", "", "\n\n"]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


def json_text(text: str) -> str:
    """An independent writer of quoted texts: JSON's, with what YAML forbids escaped as well."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(f"\\u{ord(char):04x}" if char in YAML_FORBIDS else char for char in written)


def json_list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(json_text, texts))}]"


YAML_FORBIDS = {chr(code) for code in range(0x7F, 0xA0)} | set("\u2028\u2029\ufeff\ufffe\uffff")


@st.composite
def any_style(draw: st.DrawFn, entries: list[ClueEntry]) -> str:
    """The same entries as other programs and hands write them, with comments and unknown keys among them."""
    style = _Style(draw)
    lines = [*draw(st.sampled_from([[], ["---"], ["# top"], ["my_top: {a: [1]}"], ["%YAML 1.2", "---"]])), "entries:"]
    for one in entries:
        lines += style.entry(one)
    lines += draw(st.sampled_from([[], ["my_end: 1"], ["# end"], ["my_end:", "  - 1"]]))
    # The end of the file is the end of a block of text that has none: more behind it changes that text.
    text = "\n".join(lines) + draw(st.sampled_from(["\n", "\n" if lines[-1].endswith("- more") else ""]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


class _Style:
    """One way to write a clue file; what may differ from line to line is drawn line by line."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.numbers = iter(range(10**6))
        self.entry_indent, self.memory_indent = draw(st.sampled_from([0, 2, 4])), draw(st.sampled_from([0, 2]))

    def entry(self, one: ClueEntry) -> list[str]:
        indent = self.entry_indent + 2
        pad = " " * indent
        texts = [(key, getattr(one, key)) for key in ("dir", "dir_slug", "name")]
        parts = [[f"{pad}{key}: {self.scalar(text)}{self.comment()}"] for key, text in texts]
        parts += [self.tags("common_tags", one.common_tags, indent), self.mine(indent)]
        if one.memories:
            listed = [line for memory in one.memories for line in self.memory(memory, indent + self.memory_indent)]
            parts.append([f"{pad}memories:{self.comment()}", *listed])
        return self.item(parts, self.entry_indent)

    def memory(self, one: ClueMemory, indent: int) -> list[str]:
        if self.draw(st.integers(0, 5)) == 0:
            tags = ", ".join(map(self.scalar, one.tags))
            return [f"{' ' * indent}- {{file: {self.scalar(one.file)}, tags: [{tags}], 'my': 1}}{self.comment()}"]
        file = [f"{' ' * (indent + 2)}file: {self.scalar(one.file)}{self.comment()}"]
        return self.item([file, self.tags("tags", one.tags, indent + 2), self.mine(indent + 2)], indent)

    def item(self, parts: list[list[str]], indent: int) -> list[str]:
        """The parts in any order, a dash before the first key."""
        lines = [line for part in self.draw(st.permutations(parts)) for line in part]
        first = next(number for number, line in enumerate(lines) if line.strip() and line.lstrip()[0] != "#")
        lines[first] = " " * indent + "- " + lines[first][indent + 2 :]
        return lines

    def scalar(self, text: str) -> str:
        forms = [json_text(text)]
        if text.isprintable():
            forms.append("'" + text.replace("'", "''") + "'")
        if text.isalpha() and text.lower() not in ("null", "true", "false", "yes", "no", "on", "off", "y", "n"):
            forms += [text, text]
        return self.draw(st.sampled_from(forms))

    def comment(self) -> str:
        return self.draw(st.sampled_from(["", "", f"  # {next(self.numbers)}"]))

    def tags(self, key: str, texts: tuple[str, ...], indent: int) -> list[str]:
        pad = " " * indent
        if not texts:
            return [pad + self.draw(st.sampled_from([f"{key}: []", f"{key}:", f"{key}: ~"])) + self.comment()]
        style = self.draw(st.sampled_from(["flow", "block", "wrapped"]))
        if style == "flow":
            return [f"{pad}{key}: [{', '.join(map(self.scalar, texts))}]{self.comment()}"]
        if style == "wrapped":
            return [f"{pad}{key}: [", *(f"{pad}  {self.scalar(text)}," for text in texts), f"{pad}  ]{self.comment()}"]
        return [f"{pad}{key}:{self.comment()}", *(f"{pad}- {self.scalar(text)}{self.comment()}" for text in texts)]

    def mine(self, indent: int) -> list[str]:
        """What a person may have added."""
        pad = " " * indent
        number = next(self.numbers)
        text = [f"{pad}my_{number}: |", f"{pad}  text # no comment", "", f"{pad}  - more"]
        nested = [f"{pad}my_{number}:", f"{pad}  deep: 'x'  # {number}", f"{pad}  list: [1,", f"{pad}    2]"]
        flow, comment = [f"{pad}my_{number}: [1, {{a: b}}]"], [f"{pad}# {number}"]
        return self.draw(st.sampled_from([[], text, nested, flow, comment, [""]]))


@st.composite
def mangled(draw: st.DrawFn, text: str) -> str:
    """The text after an accident or two: lines moved, doubled, lost, indented; characters put in or out."""
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            lines = text.split("\n")
            at, to = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
            line = lines[at]
            if draw(st.booleans()):
                del lines[at]
            bit = draw(st.sampled_from(["", "  ", "    ", "- ", "#", " []", "!"]))
            lines.insert(
                to, draw(st.sampled_from([bit + line, line.removeprefix("  "), line.removeprefix("    "), line + bit]))
            )
            text = "\n".join(lines)
        else:
            at, cut = draw(st.integers(0, len(text))), draw(st.integers(0, 9))
            bits = [
                "",
                " ",
                "\n",
                '"',
                "\\",
                "- ",
                "#",
                ": ",
                "\n  - ",
                "[",
                "{",
                "}",
                "a",
                "&a ",
                "*a",
                "!!x ",
                "\t",
                "\r",
                "? ",
            ]
            text = text[:at] + draw(st.sampled_from(bits)) + text[at + cut :]
    return text


def comments(text: str) -> list[str]:
    """The numbers in the comments of `canonical_with_noise` and `any_style`, in order."""
    found = [line.rpartition("# ")[2].strip() for line in text.splitlines() if "# " in line]
    return [number for number in found if number.isdigit()]
