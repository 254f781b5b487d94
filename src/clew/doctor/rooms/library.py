"""The library: whether it is there, who writes in it, and what a check finds."""

from __future__ import annotations

import os

from clew.doctor.modes import inside, wide
from clew.doctor.seen import Fact, ailment
from clew.library.check import check, orphans
from clew.library.clue_file import PATH
from clew.setup.gooses_folder import holds
from clew.setup.moving import unfinished
from clew.state.clue_rows import ClueRows
from clew.stores import lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment
    from clew.library.findings import Finding
    from clew.library.library import Library

ORDER = 30
_ORPHANS = 5  # lines of the screen


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    if patient.home is None:
        return  # where it is, only the settings can say
    root = patient.settings.library or patient.place("memory")
    if not os.path.isdir(root):
        yield Fact("library", "doctor.library-none", {}, root, _counts(0, 0, "missing", 0))
    library = patient.home.library  # raises for a place that was set and is not there
    if not os.path.lexists(root):
        return
    findings = check(library, patient.progress)
    yield _fact(library, findings)
    yield from _place(root)
    yield from wide("library", root, inside(root))
    for rule in dict.fromkeys(finding.rule for finding in findings):
        yield _counted([finding for finding in findings if finding.rule == rule])
    gone = orphans(library)
    for orphan in gone[:_ORPHANS]:
        yield ailment("library", "orphan", orphan.path, urgent=False, dir=orphan.dir, count=orphan.memories)
    if len(gone) > _ORPHANS:
        yield ailment("library", "more-orphans", root, urgent=False, count=len(gone) - _ORPHANS)


def _fact(library: Library, findings: list[Finding]) -> Fact:
    entries = library.clue.entries()
    memories = sum(len(entry.memories) for entry in entries)
    form = _form(library)
    more = _counts(len(entries), memories, form, len(findings))
    return Fact(
        "library", f"doctor.library-{form}", {"projects": len(entries), "memories": memories}, library.root, more
    )


def _counts(projects: int, memories: int, clue: str, findings: int) -> dict[str, object]:
    return {"projects": projects, "memories": memories, "clue": clue, "findings": findings}


def _form(library: Library) -> str:
    """How the clue file is to be had: `canonical`, `slow`, `missing`, `unreadable`."""
    if library.clue.problem is not None:
        return "unreadable"
    if not os.path.lexists(os.path.join(library.root, PATH)):
        return "missing"
    known = ClueRows(library.state, library.root).known()
    return "canonical" if known is not None and known.canonical else "slow"


def _place(root: str) -> Iterator[Ailment]:
    if (old := unfinished(root)) is not None:
        yield ailment("library", "half-moved", root, old=old)
    if holds(root):
        yield ailment("library", "gooses-folder", root)
    if not os.access(root, os.W_OK | os.X_OK):
        yield ailment("library", "read-only", root)
    if lock.holder_died(root):
        yield ailment("library", "holder-died", os.path.join(root, lock.NAME), urgent=False)
    elif holder := _holder(root):
        yield ailment("library", "held", os.path.join(root, lock.NAME), urgent=False, holder=holder)


def _holder(root: str) -> str:
    """Who writes in it now, as the lock says."""
    path = os.path.join(root, lock.NAME)
    try:
        if not os.path.isfile(path):  # a FIFO would never answer
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline(300).strip()
    except OSError:
        return ""


def _counted(findings: list[Finding]) -> Ailment:
    """All findings of one rule in one line."""
    first, *others = findings
    what = "findings" if others else "finding"
    return ailment("library", what, first.path, rule=first.rule, finding=first, more=len(others))
