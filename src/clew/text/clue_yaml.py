"""A clue file in whatever YAML: a tree that knows where each piece of it stands, and the entries in the tree.

ruamel.yaml reads it, event by event. The tree is ours, since an edit needs the place of every value and must see
an alias as an alias: no loader tells both. Nothing is expanded, so a file of nested aliases costs no more than its size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from clew.errors import Unreadable
from clew.text.clue_values import ClueEntry, ClueMemory
from clew.text.cuts import Cuts
from clew.text.slugs import project_name

_NodeEvent = ScalarEvent | AliasEvent | SequenceStartEvent | MappingStartEvent
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_DEEPEST = 100  # a clue file is five deep; the parser is slow on nested brackets
_LARGEST = 1_000_000  # memories and tags: aliases can list one of them any number of times


@dataclass(slots=True, eq=False)
class Node:
    """A value and its place, from `start` to `end` in the text; a block list or mapping ends with its last value."""

    start: int
    end: int
    kind: str  # "scalar", "list", "map" or "alias"
    text: str = ""  # of a scalar
    plain: bool = False  # a scalar without quotes
    flow: bool = False  # a list or mapping between brackets
    anchor: str | None = None
    items: list[Node] = field(default_factory=list)
    pairs: list[tuple[Node, Node]] = field(default_factory=list)
    target: Node | None = None  # of an alias

    def value(self) -> Node:
        """The node itself, or what an alias stands for."""
        node = self
        while node.target is not None:
            node = node.target
        return node

    def is_null(self) -> bool:
        return self.kind == "scalar" and self.plain and self.text in _NULLS

    def own(self, key: str) -> Node | None:
        """The value of a key that stands in this mapping itself."""
        for name, value in self.pairs:
            if name.value().text == key and name.value().kind == "scalar":
                return value
        return None

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed([child for pair in node.pairs for child in pair] + node.items)


class Document:
    """One text, parsed. Raises `Unreadable`. Behind its first `head` lines it leaves out `skipped` lines of the file."""

    def __init__(self, text: str, path: str, head: int = 0, skipped: int = 0) -> None:
        self.text = text
        self.path = path
        self._skipped = (head, skipped)
        self.root: Node | None = None
        self._build()

    def error(self, key: str, at: int, *, reason: str = "", place: str = "") -> Unreadable:
        """An error about the place `at`, counted in lines and columns of the file."""
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        head, skipped = self._skipped
        if line > head:
            line += skipped
        return Unreadable(key, path=self.path, line=line, column=column, reason=reason, place=place)

    def cuts(self) -> Cuts:
        """The text, to be changed."""
        nodes = self.root.walk() if self.root else ()
        return Cuts(self.text, ((node.start, node.end) for node in nodes if node.kind == "scalar"))

    def _unparseable(self, at: int, reason: str) -> Unreadable:
        marker = f"\n{self.text}".find("\n<<<<<<< ")
        if 0 <= marker <= at + 200:  # the parser stumbles a little behind it
            at, reason = marker, "a merge-conflict marker"
        return self.error("clue.unparseable", at, reason=reason)

    def _events(self) -> Iterator[Event]:
        try:
            yield from YAML(typ="safe", pure=True).parse(self.text)
        except ReaderError as error:
            raise self._unparseable(error.position, f"a character U+{error.character:04X}") from None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = len(self.text) if mark is None else mark.index
            raise self._unparseable(at, error.problem or error.context or "no YAML") from None
        except (YAMLError, ValueError, OverflowError, IndexError, AssertionError, AttributeError) as error:
            # In each of these ways the parser gives up on some text that is no YAML.
            raise self._unparseable(0, str(error) or type(error).__name__) from None

    def _build(self) -> None:
        opened: list[_Open] = []
        anchors: dict[str, Node] = {}
        documents = 0
        for event in self._events():
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self._unparseable(event.start_mark.index, "a second document in the same file")
            elif isinstance(event, (SequenceEndEvent, MappingEndEvent)):
                opened.pop().close(event.end_mark.index)
            elif isinstance(event, (ScalarEvent, AliasEvent, SequenceStartEvent, MappingStartEvent)):
                node = self._node(event, anchors)
                if not opened:
                    self.root = node
                elif not opened[-1].take(node, self.text):
                    raise self._unparseable(node.start, f"the key {node.value().text} stands here twice")
                if node.kind in ("list", "map"):
                    opened.append(_Open(node))
                    if len(opened) > _DEEPEST:
                        raise self._unparseable(node.start, f"nested more than {_DEEPEST} deep")

    def _node(self, event: _NodeEvent, anchors: dict[str, Node]) -> Node:
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, AliasEvent):
            if event.anchor not in anchors:
                raise self._unparseable(start, f"*{event.anchor} stands for nothing")
            return Node(start, end, "alias", target=anchors[event.anchor])
        if isinstance(event, ScalarEvent):
            node = Node(start, end, "scalar", text=_paired(event.value), plain=event.implicit[0])
        else:
            kind = "list" if isinstance(event, SequenceStartEvent) else "map"
            node = Node(start, end, kind, flow=bool(event.flow_style))
        if event.anchor is not None:
            node.anchor = event.anchor
            anchors[event.anchor] = node
        return node


class _Open:
    """A list or mapping whose end is not reached yet."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.key: Node | None = None  # waits for its value
        self.names: set[str] = set()

    def take(self, child: Node, text: str) -> bool:
        """Puts the next value in; False for a key that was there already."""
        if self.node.kind == "list":
            self.node.items.append(child)
        elif self.key is not None:
            if child.kind == "scalar" and child.start == child.end:
                # The parser sees that nothing is there at whatever follows, behind comments: its place is the colon.
                colon = text.find(":", self.key.end, child.start)
                child.start = child.end = colon + 1 if colon >= 0 else child.start
            self.node.pairs.append((self.key, child))
            self.key = None
        else:
            self.key = child
            name = child.value()
            if name.kind == "scalar":
                if name.text in self.names:
                    return False
                self.names.add(name.text)
        return True

    def close(self, end: int) -> None:
        node = self.node
        if node.flow:
            node.end = end
            return
        # The parser notices the end of a block at whatever follows, behind comments and blank lines.
        last = node.items[-1:] + [value for _, value in node.pairs[-1:]]
        node.end = max([node.end, *(child.end for child in last)])


def _paired(text: str) -> str:
    """The text with `\\ud83d\\ude00`, as JSON writes what is beyond U+FFFF, read as the one character that it is."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return text


# What the tree says of entries


def read_document(text: str, path: str, head: int = 0, skipped: int = 0) -> list[ClueEntry]:
    """The entries of a whole text. Raises `Unreadable`, for a wrong shape too."""
    return [entry for _, entry in Reading(Document(text, path, head, skipped)).rows()]


class Reading:
    """The entries of a document, tolerantly: what a person left out is empty, a number is its text."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._fields: dict[int, dict[str, Node]] = {}
        self._tag_lists: dict[int, tuple[str, ...]] = {}
        self._memories: dict[int, list[tuple[Node, ClueMemory]]] = {}
        self._size = 0

    def rows(self) -> list[tuple[Node, ClueEntry]]:
        """Each entry with its item in the list, in order."""
        root = self.document.root
        if root is None or root.is_null():
            return []
        if root.kind != "map":
            raise self._misshapen(root, "the file")
        listed = self.fields(root).get("entries")
        if listed is None or listed.value().is_null():
            return []
        if listed.value().kind != "list":
            raise self._misshapen(listed, "entries")
        rows = []
        for number, item in enumerate(listed.value().items):
            if not item.value().is_null():
                rows.append((item, self.entry(item, f"entries[{number}]")))
        return rows

    def entry(self, item: Node, place: str) -> ClueEntry:
        if item.value().kind != "map":
            raise self._misshapen(item, place)
        fields = self.fields(item.value())
        dir = self._text(fields.get("dir"), f"{place}.dir") or ""
        slug = self._text(fields.get("dir_slug"), f"{place}.dir_slug") or ""
        name = self._text(fields.get("name"), f"{place}.name")
        common = self._tags(fields.get("common_tags"), f"{place}.common_tags")
        memories = tuple(memory for _, memory in self.memories(fields.get("memories"), f"{place}.memories"))
        self._size += len(memories) + sum(len(memory.tags) for memory in memories)
        if self._size > _LARGEST:
            raise self._misshapen(item, place)
        return ClueEntry(dir, slug, project_name(dir) if name is None else name, common, memories)

    def memories(self, node: Node | None, place: str = "") -> list[tuple[Node, ClueMemory]]:
        """Each memory with its item in the list, in order."""
        if node is None or node.value().is_null():
            return []
        node = node.value()
        if id(node) not in self._memories:
            if node.kind != "list":
                raise self._misshapen(node, place)
            rows = [(item, self._memory(item, f"{place}[{number}]")) for number, item in enumerate(node.items)]
            self._memories[id(node)] = [(item, memory) for item, memory in rows if memory is not None]
        return self._memories[id(node)]

    def _memory(self, item: Node, place: str) -> ClueMemory | None:
        """None for what names no file."""
        node = item.value()
        if node.is_null():
            return None
        if node.kind != "map":  # a bare name too: a file that was cut off may end with `- fil`
            raise self._misshapen(item, place)
        fields = self.fields(node)
        file = self._text(fields.get("file"), f"{place}.file")
        tags = self._tags(fields.get("tags"), f"{place}.tags")
        return None if file is None else ClueMemory(file, tags)

    def fields(self, mapping: Node, depth: int = 0) -> dict[str, Node]:
        """The values by key: those of the mapping itself, then those merged in with `<<`."""
        if id(mapping) in self._fields:
            return self._fields[id(mapping)]
        fields: dict[str, Node] = {}
        self._fields[id(mapping)] = fields  # also what a mapping that merges itself gets
        merged: list[Node] = []
        for key, value in mapping.pairs:
            name = key.value()
            if name.kind == "scalar" and name.text == "<<" and name.plain:
                merged += value.value().items if value.value().kind == "list" else [value]
            elif name.kind == "scalar":
                fields[name.text] = value
        for other in merged:
            if other.value().kind != "map" or depth > _DEEPEST:
                raise self._misshapen(other, "<<")
            for text, value in self.fields(other.value(), depth + 1).items():
                fields.setdefault(text, value)
        return fields

    def _text(self, node: Node | None, place: str) -> str | None:
        if node is None or node.value().is_null():
            return None
        if node.value().kind != "scalar":
            raise self._misshapen(node, place)
        return node.value().text

    def _tags(self, node: Node | None, place: str) -> tuple[str, ...]:
        if node is None or node.value().is_null():
            return ()
        node = node.value()
        if node.kind == "scalar":
            return (node.text,)
        if node.kind != "list":
            raise self._misshapen(node, place)
        if id(node) not in self._tag_lists:
            texts = [self._text(item, f"{place}[{number}]") for number, item in enumerate(node.items)]
            self._tag_lists[id(node)] = tuple(text for text in texts if text is not None)
        return self._tag_lists[id(node)]

    def _misshapen(self, node: Node, place: str) -> Unreadable:
        return self.document.error("clue.shape", node.start, place=place)
