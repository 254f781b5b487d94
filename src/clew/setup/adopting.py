"""A library that was there before clew: read whole once, so that the history has every byte. No file is changed."""

from __future__ import annotations

from clew.errors import NotFound, Unreadable
from clew.library.check import findings_in
from clew.library.clue_file import PATH
from clew.library.survey import snapshot_of
from clew.setup.gooses_folder import texts
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clew.library.findings import Finding
    from clew.library.library import Library
    from clew.library.survey import Snapshot


class Adopted(Value):
    """What stands in the library."""

    projects: int
    memories: int
    findings: tuple[Finding, ...]
    texts: int  # files of goose's own, left alone


def adopt(library: Library, progress: Callable[[int, int], None]) -> Adopted:
    """Raises `StorageFailed`, `Unreadable` or `Locked` where the history cannot keep what is there."""
    snapshot = snapshot_of(library, progress)
    _keep(library, snapshot)
    return Adopted(
        projects=len(snapshot.entries),
        memories=sum(len(standing.memories) for standing in snapshot.folders),
        findings=tuple(findings_in(library, snapshot)),
        texts=len(texts(library.root)),
    )


def _keep(library: Library, snapshot: Snapshot) -> None:
    """Makes sure of it: a look tells of a history that fails and goes on, and what it has seen before it does not keep again."""
    kept = library.kept
    known = {version.path: version.revision for version in kept.history.paths(kept.key)}
    for path, revision in _standing(library, snapshot):
        if known.get(path) != revision:
            try:
                kept.notice([(path, kept.get(path))])
            except NotFound:  # it went meanwhile
                continue


def _standing(library: Library, snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    for standing in snapshot.folders:
        for memory in standing.memories:
            if memory.revision:  # else it could not be read, which is a finding
                yield memory.path, memory.revision
    try:
        yield PATH, library.kept.get(PATH).revision
    except (NotFound, Unreadable):
        pass
