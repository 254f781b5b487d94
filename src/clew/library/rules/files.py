"""Files that are not what they should be: unreadable, no text, links, pipes, leftovers."""

from __future__ import annotations

from clew.library.catalog import TEXT_PROBLEMS, can_be_listed
from clew.library.findings import RemoveTemporary, finding
from clew.stores.paths import addressable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clew.library.findings import Finding
    from clew.library.survey import Snapshot
    from clew.stores.contract import Stat


def unreadable(snapshot: Snapshot) -> Iterable[Finding]:
    """What the look itself met: no permission, a clue file that is no YAML."""
    return snapshot.problems


def not_text(snapshot: Snapshot) -> Iterator[Finding]:
    """Memories that are not UTF-8, each with what it is."""
    for standing in snapshot.folders:
        for path, problem in standing.troubled:
            if problem in TEXT_PROBLEMS:
                yield finding("not-utf8", snapshot.path(path), key=problem)


def links(snapshot: Snapshot) -> Iterator[Finding]:
    """Links are never followed: what they point to is not in the library."""
    for stat in strange(snapshot):
        if stat.kind == "link":
            yield finding("link", snapshot.path(stat.path))


def no_files(snapshot: Snapshot) -> Iterator[Finding]:
    """A folder named like a memory; a pipe, a socket, a device."""
    for stat in strange(snapshot):
        if stat.kind == "folder" and stat.path.endswith(".md"):
            yield finding("folder-as-memory", snapshot.path(stat.path))
        elif stat.kind == "other" and addressable(stat.name):
            yield finding("no-file", snapshot.path(stat.path))


def temporary(snapshot: Snapshot) -> Iterator[Finding]:
    """What was being written when its writer died; that of other programs and machines is only named."""
    for file in snapshot.leftovers:
        yield finding("leftover", snapshot.path(file), RemoveTemporary(file))
    for file in snapshot.strangers:
        yield finding("temporary", snapshot.path(file))


def strange(snapshot: Snapshot) -> Iterator[Stat]:
    """Every name that is no memory, no hidden file, and no text of goose's own."""
    for stat in snapshot.names:
        if stat.kind != "folder" and _concerns_us(stat):
            yield stat
    for standing in snapshot.folders:
        yield from filter(_concerns_us, standing.others)


def _concerns_us(stat: Stat) -> bool:
    name = stat.name
    return not name.startswith(".") and not name.endswith(".txt") and can_be_listed(name)
