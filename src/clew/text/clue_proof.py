"""Holds a changed clue file beside what it was: it must say what was asked, and all else that it said before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clew.text.clue_entry import TEXT_KEYS
from clew.text.clue_values import ClueEntry
from clew.text.clue_yaml import Document, Node, Reading

ENTRY_KEYS = (*TEXT_KEYS, "common_tags", "memories")
MEMORY_KEYS = ("file", "tags")

Kept = list[tuple[Node, list[Node | None]]]  # each entry that stayed and, for each memory it has now, the old one


class Unfaithful(Exception):
    """Something was lost, or said otherwise than asked."""


def hold_beside(before: Document, after: Document, wanted: list[ClueEntry], kept: Kept) -> None:
    """Raises `Unfaithful` for an entry that is not as wanted, an unknown key that changed, a comment that is gone."""
    reading = Reading(after)
    rows = reading.rows()
    if [entry for _, entry in rows] != wanted:
        raise Unfaithful
    old_root, new_root = before.root, after.root
    if old_root is not None and old_root.kind == "map" and new_root is not None:
        _hold_same(_unknown(old_root, ("entries",)), _unknown(new_root, ("entries",)))
    for (old, memories), (new, _) in zip(kept, rows):
        _hold_same(_unknown(old, ENTRY_KEYS), _unknown(new.value(), ENTRY_KEYS))
        after_memories = reading.memories(reading.fields(new.value()).get("memories"))
        for old_memory, (memory, _) in zip(memories, after_memories, strict=True):
            if old_memory is not None:
                _hold_same(_unknown(old_memory.value(), MEMORY_KEYS), _unknown(memory.value(), MEMORY_KEYS))
    if Counter(before.cuts().comments()) - Counter(after.cuts().comments()):
        raise Unfaithful


def _unknown(mapping: Node, known: Sequence[str]) -> list[tuple[Node, Node]]:
    return [
        (key, value) for key, value in mapping.pairs if key.value().kind != "scalar" or key.value().text not in known
    ]


def _hold_same(before: list[tuple[Node, Node]], after: list[tuple[Node, Node]]) -> None:
    """Compares without expanding: each pair of values once, however many aliases lead there."""
    stack = [(Node(0, 0, "map", pairs=before), Node(0, 0, "map", pairs=after))]
    seen: set[tuple[int, int]] = set()
    while stack:
        old, new = (node.value() for node in stack.pop())
        if (id(old), id(new)) in seen:
            continue
        seen.add((id(old), id(new)))
        alike = old.kind == new.kind and old.text == new.text and old.is_null() == new.is_null()
        if not alike or len(old.items) != len(new.items) or len(old.pairs) != len(new.pairs):
            raise Unfaithful
        stack += zip(old.items, new.items, strict=True)
        for (old_key, old_value), (new_key, new_value) in zip(old.pairs, new.pairs, strict=True):
            stack += [(old_key, new_key), (old_value, new_value)]
