"""Edits of a clue file in whatever YAML: cut out and put in, at the places that the parsed tree tells.

Nothing is written anew that did not change: a list keeps its style, an entry its comments, an unknown key its value,
whatever form it has. Where what changes is shared through an anchor, the aliases get the old value first. The result
is parsed again and held beside what was asked; what would lose a comment or a key is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clew.errors import NotFound, Unreadable
from clew.text.clue_entry import TEXT_KEYS, Change, entry_lines, memory_lines
from clew.text.clue_proof import ENTRY_KEYS, MEMORY_KEYS, Kept, Unfaithful, hold_beside
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.clue_yaml import Document, Node, Reading
from clew.text.cuts import Overlap
from clew.text.quoted import quote, quote_list
from clew.text.slugs import project_name


def edited(text: str, changes: Sequence[Change], path: str) -> str:
    """The text with the changes in it. Raises `Unreadable` where there is no faithful way; `NotFound` as `clue` says."""
    document = Document(text, path)
    if text and not text.endswith("\n"):  # the last line is one like the others, until all is done
        newline = "\r\n" if "\r\n" in text else "\n"
        return edited(text + newline, changes, path).removesuffix(newline)
    reading = Reading(document)
    rows = reading.rows()
    wanted = _decided(rows, changes, path)
    if [entry for _, entry in rows] == [entry for _, entry, _ in wanted]:
        return text
    splice = _Splice(document, reading)
    try:
        splice.set_entries(rows, wanted)
        result = splice.cuts.result()
        hold_beside(document, Document(result, path), [entry for _, entry, _ in wanted], splice.kept)
    except (Unfaithful, Overlap, Unreadable) as error:
        if isinstance(error, Unreadable) and error.key == "clue.not-utf8":
            raise
        raise Unreadable("clue.cannot-edit", path=path, dir=changes[0].dir) from error
    return result


Wanted = tuple[Node | None, ClueEntry, Mapping[str, str]]  # the item it has, what it becomes, renamed memories


def _decided(rows: list[tuple[Node, ClueEntry]], changes: Sequence[Change], path: str) -> list[Wanted]:
    """Every entry that there will be."""
    wanted: list[Wanted | None] = [(item, entry, {}) for item, entry in rows]
    added: dict[str, ClueEntry] = {}
    for change in changes:
        numbers = [number for number, row in enumerate(wanted) if row and rows[number][1].dir == change.dir]
        if not numbers and change.missing:
            added[change.dir] = change.missing
        elif not numbers and change.which == "first":
            raise NotFound("clue.no-entry", path=path, dir=change.dir)
        for number in {"first": numbers[:1], "spare": numbers[1:]}.get(change.which, numbers):
            row = wanted[number]
            entry = change.become(row[1]) if row else None
            wanted[number] = (rows[number][0], entry, change.was) if entry else None
    return [row for row in wanted if row] + [(None, entry, {}) for entry in added.values()]


class _Splice:
    """The edit of one document."""

    def __init__(self, document: Document, reading: Reading) -> None:
        self.text = document.text
        self.reading = reading
        self.root = document.root
        self.nodes = list(self.root.walk()) if self.root else []
        self.cuts = document.cuts()
        self.kept: Kept = []

    # Entries

    def set_entries(self, rows: list[tuple[Node, ClueEntry]], wanted: list[Wanted]) -> None:
        before = {id(item): entry for item, entry in rows}
        for item, entry, was in wanted:
            if item is None:
                continue
            memories = self._set_entry(item, before[id(item)], entry, was)
            self.kept.append((item.value(), memories))
        if [item for item, _ in rows] == [item for item, _, _ in wanted]:
            return
        staying = {id(item) for item, _, _ in wanted}
        for item, _ in rows:
            if id(item) not in staying:
                self._free(item)
        items: list[Node | _New] = [
            item or _New(_undented(entry_lines(entry)), _entry_flow(entry)) for item, entry, _ in wanted
        ]
        if self.root is None or self.root.is_null():
            self._start_file(items)
        else:
            self._set_list(self.root, "entries", [item for item, _ in rows], items, ())

    def _start_file(self, items: list[Node | _New]) -> None:
        lines = ["entries:", *(f"  {line}" for item in items if isinstance(item, _New) for line in item.lines)]
        end = len(self.text)
        if self.root is not None:
            self.cuts.cut(self.root.start, self.root.end)
        self.cuts.insert(end, self.cuts.newline.join([*lines, ""]))

    def _set_entry(self, item: Node, old: ClueEntry, new: ClueEntry, was: Mapping[str, str]) -> list[Node | None]:
        mapping = item.value()
        rows = self.reading.memories(self.reading.fields(mapping).get("memories"))
        if old == new:
            return [row for row, _ in rows]
        if item.kind == "alias" or mapping.kind != "map":
            raise Unfaithful
        name = self.reading.fields(mapping).get("name")
        nameless = name is None or name.value().is_null()
        for key in TEXT_KEYS:
            before = project_name(new.dir) if key == "name" and nameless else getattr(old, key)
            if before != getattr(new, key):
                self._set_value(mapping, key, quote(getattr(new, key)), ENTRY_KEYS)
        if old.common_tags != new.common_tags:
            self._set_tags(mapping, "common_tags", new.common_tags, ENTRY_KEYS)
        return self._set_memories(mapping, rows, new, was)

    # Memories

    def _set_memories(
        self, mapping: Node, rows: list[tuple[Node, ClueMemory]], new: ClueEntry, was: Mapping[str, str]
    ) -> list[Node | None]:
        by_file: dict[str, list[tuple[Node, ClueMemory]]] = {}
        for row in reversed(rows):
            by_file.setdefault(row[1].file, []).append(row)
        items: list[Node | _New] = []
        for memory in new.memories:
            known = by_file.get(was.get(memory.file, memory.file))
            if not known:
                items.append(_New(_undented(memory_lines(memory)), _memory_flow(memory)))
                continue
            item, before = known.pop()
            items.append(item)
            if before != memory:
                self._set_memory(item, before, memory)
        self._set_list(mapping, "memories", [item for item, _ in rows], items, ENTRY_KEYS)
        return [item if isinstance(item, Node) else None for item in items]

    def _set_memory(self, item: Node, old: ClueMemory, new: ClueMemory) -> None:
        if item.kind == "alias":
            raise Unfaithful
        if old.file != new.file:
            self._set_value(item, "file", quote(new.file), MEMORY_KEYS)
        if old.tags != new.tags:
            self._set_tags(item, "tags", new.tags, MEMORY_KEYS)

    def _set_tags(self, mapping: Node, key: str, tags: tuple[str, ...], order: Sequence[str]) -> None:
        node = mapping.own(key)
        if node is None or node.kind != "list":
            self._set_value(mapping, key, quote_list(tags), order)
            return
        self._release(node)
        known = [item for item in node.items if item.value().kind == "scalar" and not item.value().is_null()]
        by_text: dict[str, list[Node]] = {}
        for item in reversed(known):
            by_text.setdefault(item.value().text, []).append(item)
        items: list[Node | _New] = []
        for tag in tags:
            same = by_text.get(tag)
            items.append(same.pop() if same else _New([f"- {quote(tag)}"], quote(tag)))
        self._set_list(mapping, key, known, items, order)

    # Mappings

    def _set_value(self, mapping: Node, key: str, written: str, order: Sequence[str]) -> None:
        node = mapping.own(key)
        if node is None:
            self._add_key(mapping, key, f" {written}", [], order)
            return
        if node.kind in ("list", "map") and (not node.flow or self.cuts.comments(node.start, node.end)):
            raise Unfaithful
        self._release(node)
        start, end = node.start, node.end
        while end > start and self.text[end - 1] in "\r\n":  # a block scalar ends behind its newline
            end -= 1
        if self.cuts.comments(start, end):
            raise Unfaithful
        space = "" if self.text[start - 1 : start] in " \t" else " "
        self.cuts.cut(start, end, space + written)

    def _add_key(self, mapping: Node, key: str, written: str, lines: list[str], order: Sequence[str]) -> None:
        """A new key with its value, and in a block the lines below it, behind those that come before it in `order`."""
        if mapping.flow:
            end = mapping.pairs[-1][1].end if mapping.pairs else mapping.end - 1
            self.cuts.insert(end, f'{", " if mapping.pairs else ""}"{key}":{written}')
            return
        if not mapping.pairs:
            raise Unfaithful
        before = order[: order.index(key)] if key in order else ()
        pairs = [pair for pair in mapping.pairs if pair[0].value().text in before] or mapping.pairs
        indent = " " * self.cuts.column(mapping.pairs[0][0].start)
        end = self.cuts.line_end(max(pairs[-1][1].end, pairs[-1][0].end))
        self.cuts.insert(end, "".join(f"{self.cuts.newline}{indent}{line}" for line in [f"{key}:{written}", *lines]))

    # Lists

    def _set_list(
        self, mapping: Node, key: str, known: list[Node], items: list[Node | _New], order: Sequence[str]
    ) -> None:
        """Makes `items` of the `known` items of a list; what else stands in it stays behind what it stands behind."""
        if items == known:
            return
        staying = {id(item) for item in items}
        for item in known:
            if id(item) not in staying:
                self._free(item)
        node = mapping.own(key)
        if node is None or node.is_null() or (node.kind == "list" and not node.items):
            self._fill_list(mapping, key, items, order)
        elif node.kind != "list":
            raise Unfaithful
        else:
            items = _with_strangers(node.items, known, items)
            if node.flow:
                self._set_flow(node, items)
            else:
                self._set_block(node, items)
                if not items:
                    self._leave_empty(mapping, node)

    def _fill_list(self, mapping: Node, key: str, items: list[Node | _New], order: Sequence[str]) -> None:
        """Puts the first items in, as lines below the key where there can be lines."""
        new = [item for item in items if isinstance(item, _New)]
        if len(new) < len(items):
            raise Unfaithful  # the old ones came in through a merge
        if key in ("tags", "common_tags") or mapping.flow:
            self._set_value(mapping, key, f"[{', '.join(item.flow for item in new)}]", order)
            return
        lines = [f"  {line}" for item in new for line in item.lines]
        node = mapping.own(key)
        if node is None:
            self._add_key(mapping, key, "" if lines else " []", lines, order)
            return
        if self.cuts.comments(node.start, node.end) or node.anchor is not None:
            raise Unfaithful
        start = node.start
        while self.text[start - 1] == " ":
            start -= 1
        self.cuts.cut(start, node.end)
        indent = self.cuts.newline + " " * self.cuts.column(mapping.pairs[0][0].start)
        self.cuts.insert(self.cuts.line_end(node.end), "".join(indent + line for line in lines))

    def _leave_empty(self, mapping: Node, node: Node) -> None:
        """A block list of which nothing stayed is `[]`."""
        if node.anchor is not None:
            raise Unfaithful
        key = next(key for key, value in mapping.pairs if value is node)
        self.cuts.insert(self.text.index(":", key.end) + 1, " []")

    def _set_flow(self, node: Node, items: list[Node | _New]) -> None:
        old = node.items
        if items[: len(old)] == old:
            written = "".join(f", {item.flow}" for item in items[len(old) :] if isinstance(item, _New))
            self.cuts.insert(old[-1].end, written)
            return
        if self.cuts.comments(node.start, node.end):
            raise Unfaithful
        start = self.text.index("[", node.start) + 1
        written = ", ".join(
            self.cuts.take(item.start, item.end) if isinstance(item, Node) else item.flow for item in items
        )
        self.cuts.take(start, node.end - 1)
        self.cuts.cut(start, node.end - 1, written)

    def _set_block(self, node: Node, items: list[Node | _New]) -> None:
        numbers = {id(item): number for number, item in enumerate(node.items)}
        spans = [self._lines_of(item) for item in node.items]
        staying = {id(item) for item in items}
        for old, span in zip(node.items, spans, strict=True):
            if id(old) not in staying:
                self.cuts.take(*span)
                self.cuts.cut(*span, self.cuts.comment_lines(*span))
        indent = " " * self.cuts.column(self._dash(node.items[0]))
        anchor: int | None = None  # the end of the line behind which the next one comes; None: before the first
        first: list[str] = []
        last = -1
        for item in items:
            number = numbers[id(item)] if isinstance(item, Node) else -1
            if number > last:
                last = number
                anchor = self.cuts.line_end(node.items[number].end)
                continue
            if isinstance(item, _New):
                lines = "".join(self.cuts.newline + indent + line for line in item.lines)
            else:  # the order changed: its lines move
                lines = self.cuts.take(*spans[number])
                self.cuts.cut(*spans[number])
            if anchor is None:
                first.append(lines)
            else:
                self.cuts.insert(anchor, lines)
        self.cuts.insert(spans[0][0], "".join(first))

    def _dash(self, item: Node) -> int:
        """Where the dash of an item in a block stands."""
        dash = self.cuts.before(item.start)
        if self.text[dash] != "-":
            raise Unfaithful
        return dash

    def _lines_of(self, item: Node) -> tuple[int, int]:
        """From the end of the line before the dash to the end of the last line.

        So what is put in behind the last line has its place there whether that line stays or goes.
        """
        dash = self._dash(item)
        newline = self.text.rfind("\n", 0, dash)
        if newline < 0 or self.text[newline + 1 : dash].strip(" "):
            raise Unfaithful
        return newline - (self.text[newline - 1] == "\r"), self.cuts.line_end(item.end)

    # Anchors

    def _free(self, gone: Node) -> None:
        for node in gone.walk():
            self._release(node)

    def _release(self, node: Node) -> None:
        """Before a value with an anchor changes or goes, each alias of it gets a copy of the value."""
        if node.anchor is None:
            return
        for other in self.nodes:
            if other.kind == "alias" and other.target is node:
                self.cuts.cut(other.start, other.end, _flow_of(node), again=False)


# What is new


def _with_strangers(old: list[Node], known: list[Node], items: list[Node | _New]) -> list[Node | _New]:
    """The new items, with those old ones that are not for clew to judge (an empty one, say)."""
    own = {id(item) for item in known}
    if len(own) == len(old):
        return items
    result = list(items)
    at = 0
    for item in old:
        if id(item) not in own:
            result.insert(at, item)
        elif item not in result:
            continue
        at = result.index(item) + 1
    return result


class _New:
    """An item to be, in both styles."""

    def __init__(self, lines: list[str], flow: str) -> None:
        self.lines = lines
        self.flow = flow


def _undented(lines: list[str]) -> list[str]:
    """An item whose dash stands at the start of the line."""
    dash = lines[0].index("-")
    return [line[dash:] for line in lines]


def _memory_flow(memory: ClueMemory) -> str:
    return f'{{"file": {quote(memory.file)}, "tags": {quote_list(memory.tags)}}}'


def _entry_flow(entry: ClueEntry) -> str:
    texts = ", ".join(f'"{key}": {quote(getattr(entry, key))}' for key in TEXT_KEYS)
    memories = ", ".join(_memory_flow(memory) for memory in entry.memories)
    return f'{{{texts}, "common_tags": {quote_list(entry.common_tags)}, "memories": [{memories}]}}'


def _flow_of(node: Node) -> str:
    """A text or a list of texts on one line; nothing else is shared by what clew changes."""
    value = node.value()
    if value.kind == "scalar":
        return (value.text or "null") if value.plain and value.is_null() else quote(value.text)
    if value.kind != "list" or any(item.value().kind != "scalar" for item in value.items):
        raise Unfaithful
    return f"[{', '.join(_flow_of(item) for item in value.items)}]"
