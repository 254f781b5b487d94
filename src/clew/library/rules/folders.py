"""Folders without an entry, entries without a folder, memories without a clue file."""

from __future__ import annotations

from clew.library.findings import RebuildClue, RebuildEntry, finding
from clew.library.repair_plan import claims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.library.findings import Finding
    from clew.library.survey import Snapshot


def folder_missing(snapshot: Snapshot) -> Iterator[Finding]:
    """Nothing stands of all that a project has; never cleaned, for it may come back."""
    for group in snapshot.groups:
        if group.is_missing and snapshot.could_be(group.slug):
            key = "check.folder-missing" if group.standing is None else "check.folder-empty"
            dirs = ", ".join(entry.dir for entry in group.entries)
            yield finding("folder-missing", snapshot.path(group.slug), key=key, dir=dirs, count=len(group.listed))


def file_as_folder(snapshot: Snapshot) -> Iterator[Finding]:
    """A file has the name that a project's folder has in the clue file: nothing can be saved there."""
    files = {stat.path for stat in snapshot.names if stat.kind == "file"}
    for group in snapshot.groups:
        if group.slug in files:
            dirs = ", ".join(entry.dir for entry in group.entries)
            yield finding("file-as-folder", snapshot.path(group.slug), dir=dirs)


def clue_missing(snapshot: Snapshot) -> Iterator[Finding]:
    """Memories stand, but nothing says what they are."""
    if snapshot.clue == "missing" and snapshot.unlisted:
        count = sum(len(standing.files) for standing in snapshot.unlisted)
        known = snapshot.past.data is not None or any(claim.dir for claim in claims(snapshot))
        yield finding("clue-missing", snapshot.clue_path, RebuildClue() if known else None, count=count)


def unlisted_folder(snapshot: Snapshot) -> Iterator[Finding]:
    """A folder with memories of which the clue file says nothing."""
    if snapshot.clue == "unreadable":
        return
    for claim in claims(snapshot):
        folder, path = claim.standing.folder, snapshot.path(claim.standing.folder)
        if claim.dir is None:
            yield finding("unlisted-folder", path, key="check.unlisted-unknown")
        elif claim.taken is not None:
            yield finding(
                "unlisted-folder", path, key="check.unlisted-taken", dir=claim.dir, other=snapshot.path(claim.taken)
            )
        elif snapshot.clue == "read":
            yield finding("unlisted-folder", path, RebuildEntry(folder, claim.dir), dir=claim.dir)
