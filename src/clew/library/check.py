"""The check of a whole library (seed 1's `validate_clue.py`, over everything): what is not as it should be."""

from __future__ import annotations

import os

from clew.errors import ClewError, Unreadable
from clew.library.directories import is_foreign
from clew.library.findings import Retag
from clew.library.mending import plan
from clew.library.rules import findings_of
from clew.library.survey import snapshot_of
from clew.values import Value
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from clew.library.findings import Finding, Fix
    from clew.library.library import Library
    from clew.library.survey import Snapshot

    Progress = Callable[[int, int], None]

_PATIENCE = 2.0  # seconds for the lock; what is still found without it may be a save in the middle of its two files


class Orphan(Value):
    """A project whose directory is not there. That is no fault: it may be on another machine, or not mounted."""

    dir: str
    dir_slug: str
    path: str  # of its folder
    memories: int

    def message(self, lang: str = "en") -> str:
        """One line: what is not there, and where its memories are."""
        return say("check.orphan", lang, dir=self.dir, path=self.path, count=self.memories)

    def hint(self, lang: str = "en") -> str:
        """One line: what to do if it moved."""
        return say("check.orphan.hint", lang, dir=self.dir)


def check(library: Library, progress: Progress = lambda _done, _total: None) -> list[Finding]:
    """Everything that is not as it should be; nothing is changed.

    What a repair would mend is looked at again under the lock, if that can be had: another process may have been
    in the middle of a save. `progress` hears how many of how many folders were looked at.
    """
    library.kept.recover()
    findings = findings_in(library, snapshot_of(library, progress))
    if any(finding.fixable for finding in findings):
        try:
            with library.kept.lock(_PATIENCE):
                findings = findings_in(library, snapshot_of(library, progress))
        except ClewError:  # read-only, or a writer that takes long: what was seen is told
            pass
    return findings


def orphans(library: Library) -> list[Orphan]:
    """The projects whose directory is not there, in the order of the clue file."""
    library.clue.refresh()
    entries = [entry for entry in library.clue.entries() if not is_foreign(entry.dir)]
    present = {entry.dir_slug for entry in entries if os.path.lexists(entry.dir)}
    return [
        Orphan(entry.dir, entry.dir_slug, library.path(entry.dir_slug), len(entry.memories))
        for entry in entries
        if entry.dir_slug not in present
    ]


def findings_in(library: Library, snapshot: Snapshot) -> list[Finding]:
    """What the rules find. A fix that the clue file's own form does not allow is not offered."""
    findings = findings_of(snapshot)
    fixes = {finding.fix for finding in findings if finding.fix is not None}
    refused = _refused(library, snapshot, fixes)
    return [finding.but(fix=None) if finding.fix in refused else finding for finding in findings]


def _refused(library: Library, snapshot: Snapshot, fixes: set[Fix]) -> set[Fix]:
    """Fixes of entries that cannot be edited (anchors that others refer to): found out by trying, on paper."""
    left = set(fixes)
    while True:
        wanted = plan(snapshot, left)
        try:
            library.clue.rehearse(changed=wanted.changed, spared=wanted.joined, base=wanted.base)
            return fixes - left
        except Unreadable as problem:
            dir = problem.data.get("dir")
            bad = {fix for fix in left if dir is None or dir in _dirs(snapshot, fix)}
            if not bad:
                return set(fixes)
            left -= bad


def _dirs(snapshot: Snapshot, fix: Fix) -> Iterable[str]:
    """The directories whose entries the fix changes."""
    if isinstance(fix, Retag) or hasattr(fix, "dir"):
        return (fix.dir,)
    slug = getattr(fix, "slug", None)
    return [entry.dir for group in snapshot.groups if group.slug == slug for entry in group.entries]
