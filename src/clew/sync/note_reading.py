"""What people ask of the notes themselves: which has a title, and what its versions were."""

from __future__ import annotations

from datetime import UTC, datetime
from difflib import get_close_matches

from clew.errors import NotFound
from clew.sync.note_more import unpacked
from clew.sync.note_object import is_deleted, number, there_of, title_in
from clew.sync.targets.simplenote import Simplenote
from clew.text.characters import caseless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clew.sync.contract import Target
    from clew.sync.simperium.client import Client, Held

_SHOWN = 10  # versions of one note
_NEAR = 3  # titles that are told instead of one that no note has


def ids_titled(target: Target, name: str) -> list[str]:
    """The notes with this id, else with this title; what lies in the trash does not count. Raises `NotFound`."""
    client = _client(target)
    try:
        held = client.get(name)
        if held is not None and not is_deleted(held.data):
            return [name]
        listed, _ = client.index(data=True)
    finally:
        client.close()
    titles = {one.id: title_in(one.data) for one in listed if one.data is not None and not is_deleted(one.data)}
    found = [id for id, title in titles.items() if caseless(title) == caseless(name)]
    if not found:
        problem = NotFound("sync.no-note", id=name)
        problem.suggestions = _near(name, titles.values())
        raise problem
    return found


def versions_of(target: Target, id: str) -> tuple[list[dict[str, object]], list[str]]:
    """The newest versions that the service still has, and the change log of the last. Raises `NotFound`."""
    client = _client(target)
    held = client.get(id)
    if held is None:
        raise NotFound("sync.no-note", id=id)
    numbers = range(held.version, max(0, held.version - _SHOWN), -1)
    kept = [held, *(one for number in numbers[1:] if (one := client.get(id, number)) is not None)]
    return [_shown(one) for one in kept], [*unpacked(there_of(held).text.more).log]


def _client(target: Target) -> Client:
    assert isinstance(target, Simplenote)  # nobody else has notes
    return target.client


def _near(name: str, titles: Iterable[str]) -> list[str]:
    """Titles that may have been meant."""
    by_key = {caseless(title): title for title in titles}
    key = caseless(name)
    keys = [*get_close_matches(key, by_key, _NEAR), *(other for other in by_key if key in other)]
    return [by_key[other] for other in dict.fromkeys(keys)][:_NEAR]


def _shown(held: Held) -> dict[str, object]:
    there = there_of(held)
    modified = number(held.data.get("modificationDate"))
    when = datetime.fromtimestamp(modified, UTC) if 0 < modified < 1e11 else None
    return {
        "version": held.version,
        "modified": when.isoformat(timespec="seconds") if when else "",
        "header": unpacked(there.text.more).version,
        "title": title_in(held.data),
        "deleted": is_deleted(held.data),
    }
