"""One entry of the clue file: its values, and the lines in which clew writes it.

      - dir: "/home/project"
        dir_slug: "home-project"
        name: "project"
        common_tags: ["goose", "配置"]
        memories:
          - file: "自建goose启动规则.md"
            tags: ["goose", "配置"]

Beside these lines a scanned entry may hold what is harmless line by line: blank lines, whole-line comments and
`key: value` of keys that clew does not know. Whatever else is YAML is for `clue_yaml`. Lines here have no
newline at their end; the first one starts with the dash.
"""

from __future__ import annotations

from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.quoted import must_escape, quote, quote_list, unquote, unquote_list
from clew.text.slugs import project_name
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

DASH = "  - "
TEXT_KEYS = ("dir", "dir_slug", "name")
_MEMORY = '\n      - file: "'
_TAGS = '"\n        tags: ["'
_NO_TAGS = '"\n        tags: []'
_ENTRY_INDENT, _ITEM_INDENT, _MEMORY_INDENT = 4, 6, 8


class Change(Value):
    """What is to become of the entry of one directory."""

    dir: str
    become: Callable[[ClueEntry], ClueEntry | None]  # None: it goes
    missing: ClueEntry | None = None  # what is appended where there is no such entry
    was: Mapping[str, str] = {}  # renamed memories: the old file by the new one
    which: str = "first"  # of several entries of that directory: "first", "all", or all but the first: "spare"


def putting(entry: ClueEntry) -> Change:
    """The entry in the place of that of its directory, or appended."""
    return Change(entry.dir, lambda _: entry, missing=entry)


def is_harmless_text(text: str) -> bool:
    """Whether every character but newlines means itself to YAML (no tab either: YAML minds where those stand)."""
    if text.replace("\n", "").isprintable():
        return True
    return not any(map(must_escape, set(text) - set('\n"\\')))


# Reading


def scan_entry(text: str) -> ClueEntry | None:
    """The entry in `text`, from its dash to the next entry; None unless every line is in canonical form or harmless."""
    if not is_harmless_text(text):
        return None
    plain = text.rstrip("\n")
    head, *pieces = plain.split(_MEMORY)
    memories = []
    quotes = newlines = 0
    for piece in pieces:
        # Nearly all memories stand as clew wrote them: then two cuts do, and the doubts are counted for all at once.
        file, tagged, rest = piece.partition(_TAGS)
        if tagged and rest[-2:] == '"]':
            tags = tuple(rest[:-2].split('", "'))
            quotes += 2 + 2 * len(tags)
        elif piece.endswith(_NO_TAGS):
            file, tags = piece[: -len(_NO_TAGS)], ()
            quotes += 2
        else:
            return _scan_lines(text.split("\n"))
        newlines += 2
        memories.append(ClueMemory(file, tags))
    if "\\" in text or plain.count('"') != head.count('"') + quotes or plain.count("\n") != head.count("\n") + newlines:
        return _scan_lines(text.split("\n"))
    return _scan_lines(head.split("\n"), memories)


def _scan_lines(lines: list[str], behind: Iterable[ClueMemory] = ()) -> ClueEntry | None:
    """The scanner proper. The memories `behind` were cut off its end: then the lines must end inside of the list."""
    if not lines[0].startswith(DASH):
        return None
    entry = row = _Row(TEXT_KEYS, "common_tags")
    rows: list[_Row] = []
    in_memories = False
    for number, line in enumerate(lines):
        body = line.lstrip(" ")
        if not body or body[0] == "#":
            continue
        indent = len(line) - len(body)
        if body.startswith("- "):
            body = body[2:]
            if number == 0:
                indent = _ENTRY_INDENT
            elif indent == _ITEM_INDENT and in_memories:
                indent = _MEMORY_INDENT
                row = _Row(("file",), "tags")
                rows.append(row)
            else:
                return None
        if indent == _ENTRY_INDENT:
            row = entry
            in_memories = body == "memories:"
            if in_memories:
                body = "memories: []"
        elif indent != _MEMORY_INDENT or row is entry:
            return None
        if not row.take(body):
            return None
    if "dir" not in entry.texts or not all("file" in row.texts for row in rows) or (behind and not in_memories):
        return None
    memories = [ClueMemory(row.texts["file"], row.lists.get("tags", ())) for row in rows]
    memories += behind
    dir = entry.texts["dir"]
    slug = entry.texts.get("dir_slug", "")
    name = entry.texts["name"] if "name" in entry.texts else project_name(dir)
    return ClueEntry(dir, slug, name, entry.lists.get("common_tags", ()), tuple(memories))


class _Row:
    """The keys of one entry, or of one memory, while its lines are scanned."""

    def __init__(self, text_keys: tuple[str, ...], list_key: str) -> None:
        self.text_keys = text_keys
        self.list_key = list_key
        self.keys: set[str] = set()
        self.texts: dict[str, str] = {}
        self.lists: dict[str, tuple[str, ...]] = {}

    def take(self, body: str) -> bool:
        """Puts one `key: value` in; False where it is not harmless."""
        key, _, raw = body.partition(": ")
        if key in self.keys:
            return False
        self.keys.add(key)
        if key == self.list_key:
            tags = unquote_list(raw)
            if tags is not None:
                self.lists[key] = tags
            return tags is not None
        if key in self.text_keys:
            text = unquote(raw)
            if text is not None:
                self.texts[key] = text
            return text is not None
        if key == "memories" and self.list_key == "common_tags":
            return raw == "[]"
        return is_harmless_key(key) and is_harmless_value(raw)


def is_harmless_key(key: str) -> bool:
    return len(key) <= 128 and key.replace("-", "_").isidentifier()


def is_harmless_value(raw: str) -> bool:
    """Whether this is one whole value on its line: a quoted text, a list of them, or a plain word or words."""
    if raw[:1] == '"':
        return unquote(raw) is not None
    if raw[:1] == "[":
        return unquote_list(raw) is not None
    return (raw[:1].isalnum() or raw[:1] == "/") and ": " not in raw and " #" not in raw and raw[-1] not in ": "


# Writing


def entry_lines(entry: ClueEntry) -> list[str]:
    """A new entry, in canonical form."""
    lines = [
        f"{DASH}dir: {quote(entry.dir)}",
        f"    dir_slug: {quote(entry.dir_slug)}",
        f"    name: {quote(entry.name)}",
        f"    common_tags: {quote_list(entry.common_tags)}",
        "    memories:" if entry.memories else "    memories: []",
    ]
    for memory in entry.memories:
        lines += memory_lines(memory)
    return lines


def memory_lines(memory: ClueMemory) -> list[str]:
    return [f"      - file: {quote(memory.file)}", f"        tags: {quote_list(memory.tags)}"]


def with_entry_after(lines: list[str], added: list[str]) -> list[str]:
    """The lines of a scanned entry and behind its last own line (and the comments that stand inside of it) new ones."""
    end = len(lines)
    while end and _is_loose(lines[end - 1]):
        end -= 1
    end = _behind_comments(lines, end, _ENTRY_INDENT)
    return lines[:end] + added + lines[end:]


def without_own_lines(lines: list[str]) -> list[str]:
    """What stays of a scanned entry that goes: the comments and blank lines of a person."""
    return [line for line in lines if _is_loose(line)]


def spliced(lines: list[str], old: ClueEntry, new: ClueEntry, was: Mapping[str, str]) -> list[str]:
    """The lines of the scanned entry `old`, changed where `new` differs and nowhere else.

    Memories are matched by file, a renamed one by what `was` says it was called; lines of kept ones move only
    where the order of memories changed.
    """
    work = _Splice(lines)
    work.set_fields(old, new)
    work.set_memories(old, new, was)
    return work.result()


def _is_loose(line: str) -> bool:
    return not line.strip(" ") or line.lstrip(" ")[0] == "#"


def _behind_comments(lines: list[str], number: int, indent: int) -> int:
    """The number of the line behind the comments that stand at `number` and are indented at least so far."""
    while number < len(lines) and lines[number].startswith(" " * indent) and lines[number].lstrip(" ")[:1] == "#":
        number += 1
    return number


class _Splice:
    """Changes to the lines of one entry, collected by line number."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.changed: dict[int, str] = {}
        self.dropped: set[int] = set()
        self.behind: dict[int, list[str]] = {}  # new lines behind the line of that number
        self.keys: dict[str, int] = {}  # where each key of the entry stands
        self.rows: list[dict[str, int]] = []  # and each key of each memory
        row = self.keys
        for number, line in enumerate(lines):
            body = line.lstrip(" ")
            if not body or body[0] == "#":
                continue
            if body.startswith("- "):
                body = body[2:]
                if number:
                    row = {}
                    self.rows.append(row)
            elif len(line) - len(body) == _ENTRY_INDENT:
                row = self.keys
            row[body[: body.index(":")]] = number

    def set_fields(self, old: ClueEntry, new: ClueEntry) -> None:
        above = self.keys["dir"]
        for key in (*TEXT_KEYS, "common_tags"):
            before, value = getattr(old, key), getattr(new, key)
            if key == "name" and key not in self.keys:
                before = project_name(new.dir)
            if key in self.keys:
                above = self.keys[key]
            if value == before:
                continue
            written = quote_list(value) if key == "common_tags" else quote(value)
            if key in self.keys:
                self._set(self.keys[key], written)
            else:
                self.behind.setdefault(above, []).append(f"    {key}: {written}")

    def set_memories(self, old: ClueEntry, new: ClueEntry, was: Mapping[str, str]) -> None:
        rows: dict[str, list[int]] = {}
        for index in reversed(range(len(old.memories))):
            rows.setdefault(old.memories[index].file, []).append(index)
        picked = []  # for each memory the row that it had; -1 for a new one
        for memory in new.memories:
            indexes = rows.get(was.get(memory.file, memory.file))
            picked.append(indexes.pop() if indexes else -1)
        for index in set(range(len(old.memories))).difference(picked):
            self.dropped.update(self.rows[index].values())
        anchor = self._list_start(bool(old.memories), bool(new.memories))
        last = -1
        for memory, index in zip(new.memories, picked, strict=True):
            if index < 0:
                self.behind.setdefault(anchor, []).extend(memory_lines(memory))
                continue
            self._set_memory(self.rows[index], old.memories[index], memory)
            numbers = sorted(self.rows[index].values())
            if index > last:
                last = index
                anchor = _behind_comments(self.lines, numbers[-1] + 1, _MEMORY_INDENT) - 1
            else:  # the order changed
                moved = [line for number in numbers for line in self._now(number)]
                for number in numbers:
                    self.dropped.add(number)
                    self.behind.pop(number, None)
                self.behind.setdefault(anchor, []).extend(moved)

    def _list_start(self, had: bool, has: bool) -> int:
        """The line behind which the first memory comes."""
        if "memories" not in self.keys:
            number = max(self.keys.values())
            if has:
                self.behind.setdefault(number, []).append("    memories:")
            return number
        number = self.keys["memories"]
        if has != had:
            key = self.lines[number].partition(":")[0]
            self.changed[number] = f"{key}:" if has else f"{key}: []"
        return number

    def _set_memory(self, row: Mapping[str, int], old: ClueMemory, new: ClueMemory) -> None:
        if new.file != old.file:
            self._set(row["file"], quote(new.file))
        if new.tags != old.tags:
            written = quote_list(new.tags)
            if "tags" in row:
                self._set(row["tags"], written)
            else:
                self.behind.setdefault(row["file"], []).insert(0, f"        tags: {written}")

    def _set(self, number: int, written: str) -> None:
        key = self.lines[number].partition(": ")[0]
        self.changed[number] = f"{key}: {written}"

    def _now(self, number: int) -> list[str]:
        return [self.changed.get(number, self.lines[number]), *self.behind.get(number, ())]

    def result(self) -> list[str]:
        lines: list[str] = []
        for number in range(len(self.lines)):
            now = self._now(number)
            lines += now[1:] if number in self.dropped else now
        return lines
