"""The few passages that changed lately, looked through by hand. Pure."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from clew.index.contract import Entry, Within


class Young:
    """What an engine would say of these passages."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = [
            (id, frozenset(terms.split()), frozenset(keys.split()), day) for id, terms, keys, day in entries
        ]

    def candidates(self, terms: Sequence[str], within: Within | None, limit: int) -> list[int]:
        """The ids of those that hold most of the terms, the rare ones first."""
        asked = frozenset(terms)
        found = [
            (asked & held, id)
            for id, held, keys, day in self._entries
            if not asked.isdisjoint(held) and (within is None or _is_within(within, keys, day))
        ]
        times = self.frequency(asked)
        found.sort(key=lambda one: (-sum(1 / times[term] for term in one[0]), -one[1]))
        return [id for _, id in found[:limit]]

    def frequency(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many of them each term stands."""
        return {term: sum(term in held for _, held, _, _ in self._entries) for term in terms}


def _is_within(within: Within, keys: frozenset[str], day: int) -> bool:
    if within.since is not None and day < within.since:
        return False
    if within.until is not None and day > within.until:
        return False
    return all(not keys.isdisjoint(group) for group in within.groups)
