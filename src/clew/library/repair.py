"""`check --fix`: does what the check printed and nothing else, as one entry of the history."""

from __future__ import annotations

from clew.errors import RuleBroken
from clew.library.check import findings_in
from clew.library.drift import is_disaster
from clew.library.findings import RemoveTemporary
from clew.library.repair_plan import plan
from clew.library.survey import snapshot_of
from clew.stores.folder import FolderStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.library.check import Progress
    from clew.library.findings import Finding
    from clew.library.library import Library
    from clew.library.repair_plan import Plan
    from clew.library.survey import Snapshot


def repair(
    library: Library, findings: Sequence[Finding], progress: Progress = lambda _done, _total: None
) -> list[Finding]:
    """Mends those of the findings that can be mended, and says which it did.

    Looks again under the lock: what another process mended or saved meanwhile is left alone, what it broke is not
    touched before somebody saw it. Raises `RuleBroken`, with nothing changed, where a project's folder is missing
    or more would be dropped than any person deletes by hand; `Locked` or `StorageFailed` as every write.
    """
    printed = {finding.fix: finding for finding in findings if finding.fix is not None}
    library.refuse_vanished()
    with library.kept.lock():
        snapshot = snapshot_of(library, progress)
        fixes = [one.fix for one in findings_in(library, snapshot) if one.fix in printed]
        wanted = plan(snapshot, [fix for fix in fixes if fix is not None])
        _refuse_disaster(snapshot, wanted)
        if wanted.changed or wanted.joined or wanted.base is not None:
            library.clue.change(
                library.origin("repair"), changed=wanted.changed, spared=wanted.joined, base=wanted.base
            )
        if wanted.temporary and isinstance(library.kept.store, FolderStore):
            library.kept.store.sweep()
    # A lock whose last holder died is swept by whoever takes it next, which may have been us.
    swept = [fix for fix in printed if isinstance(fix, RemoveTemporary) and library.kept.stat(fix.file) is None]
    return [
        finding for fix, finding in printed.items() if fix in swept or (fix in fixes and fix not in wanted.temporary)
    ]


def _refuse_disaster(snapshot: Snapshot, wanted: Plan) -> None:
    for group in snapshot.groups:
        if group.is_missing and group.standing is None and snapshot.could_be(group.slug):
            dirs = ", ".join(entry.dir for entry in group.entries)
            raise RuleBroken("folder-missing", path=snapshot.path(group.slug), dir=dirs)
    total = snapshot.memories
    if is_disaster(wanted.dropped, total):
        raise RuleBroken("too-much-gone", path=snapshot.clue_path, count=wanted.dropped, total=total)
