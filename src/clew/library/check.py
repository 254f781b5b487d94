"""The check of a whole library: what is not as it should be."""

from __future__ import annotations

import os

from clew.errors import ClewError, Unreadable
from clew.library.directories import is_foreign
from clew.library.findings import AddMemory, DropMemory, RebuildClue, RemoveTemporary, finding, finding_of
from clew.library.repair_plan import plan
from clew.library.rules import findings_of
from clew.library.survey import snapshot_of
from clew.values import Value
from clew.words import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clew.library.findings import Finding, Fix
    from clew.library.library import Library
    from clew.library.repair_plan import Plan
    from clew.library.survey import Snapshot

    Progress = Callable[[int, int], None]

_PATIENCE = 2.0  # seconds for the lock; what is still found without it may be a save in the middle of its two files
# What no save, move or deletion of clew's own passes through: no reason to look twice.
_STEADY = frozenset(
    ["not-utf8", "link", "no-file", "folder-as-memory", "bad-name", "conflict-copy", "temporary", "unreadable"]
)


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

    What another process may just be passing through is looked at again under the lock, if that can be had.
    `progress` hears how many of how many folders were looked at.
    """
    library.kept.recover()
    if library.vanished():
        return [finding("library-vanished", library.root)]
    findings = findings_in(library, snapshot_of(library, progress))
    if any(finding.rule not in _STEADY for finding in findings):
        try:
            with library.kept.lock(_PATIENCE):
                findings = findings_in(library, snapshot_of(library, progress))
        except ClewError:  # read-only, or a writer that takes long: what was seen is told
            pass
    return findings


def orphans(library: Library) -> list[Orphan]:
    """The projects whose directory is not there, in the order of the clue file."""
    library.clue.refresh()
    entries = [entry for entry in library.clue.entries() if os.path.isabs(entry.dir) and not is_foreign(entry.dir)]
    present = {entry.dir_slug for entry in entries if os.path.lexists(entry.dir)}
    return [
        Orphan(entry.dir, entry.dir_slug, library.path(entry.dir_slug), len(entry.memories))
        for entry in entries
        if entry.dir_slug not in present
    ]


def findings_in(library: Library, snapshot: Snapshot) -> list[Finding]:
    """What the rules find. A fix that the clue file's own form does not allow is not offered, and it is said why."""
    findings = findings_of(snapshot)
    left = {finding.fix for finding in findings if finding.fix is not None}
    refusals: list[Finding] = []
    while left:
        wanted = plan(snapshot, left)
        stubborn = _stubborn(library, wanted, [*dict.fromkeys([*(one.dir for one in wanted.changed), *wanted.joined])])
        if not stubborn:
            break
        refusals += [finding_of(problem, snapshot.clue_path, "cannot-edit") for problem in stubborn.values()]
        left = {fix for fix in left if stubborn.keys().isdisjoint(_changes(snapshot, fix))}
    return [*(one if one.fix is None or one.fix in left else one.but(fix=None) for one in findings), *refusals]


def _stubborn(library: Library, wanted: Plan, dirs: Sequence[str]) -> dict[str, Unreadable]:
    """Which of these entries cannot be changed as wanted, and why; found by halves, for a try may take seconds."""
    changed = [entry for entry in wanted.changed if entry.dir in dirs]
    try:
        library.clue.rehearse(changed, [dir for dir in wanted.joined if dir in dirs], wanted.base)
    except Unreadable as problem:
        half = len(dirs) // 2
        parts = (dirs[:half], dirs[half:]) if half else ()
        found = {dir: why for part in parts for dir, why in _stubborn(library, wanted, part).items()}
        return found or dict.fromkeys(dirs, problem)
    return {}


def _changes(snapshot: Snapshot, fix: Fix) -> Iterable[str]:
    """The directories whose entries the fix changes."""
    if isinstance(fix, DropMemory | AddMemory):
        return [entry.dir for group in snapshot.groups if group.slug == fix.slug for entry in group.entries]
    if isinstance(fix, RebuildClue):
        wanted = plan(snapshot, [fix])
        return [*(entry.dir for entry in wanted.changed), *wanted.joined]
    return () if isinstance(fix, RemoveTemporary) else (getattr(fix, "dir", ""),)
