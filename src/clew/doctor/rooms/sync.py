"""What was synced and what waits: parked texts, unanswered writes, a token that others can read."""

from __future__ import annotations

import os

from clew.doctor.modes import wide
from clew.doctor.seen import Fact, ailment
from clew.sync.status import status_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 66


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    path, token = patient.place("sync.db"), patient.place("simplenote-token")
    found = status_of(path) if os.path.lexists(path) else []
    names = [one.target for one in found]
    more = [one.as_dict() | {"parked": len(one.parked)} for one in found]
    common = sum(one.common for one in found)
    yield Fact(
        "sync", "doctor.sync" if found else "", {"targets": names, "count": common}, path if found else None, more
    )
    parked = sum(len(one.parked) for one in found)
    if parked:
        yield ailment("sync", "sync-parked", path, count=parked)
    if any(one.unanswered for one in found):
        yield ailment("sync", "sync-unanswered", path, urgent=False)
    yield from wide("sync", path, [one for one in (path, f"{path}-wal", f"{path}-shm", token) if os.path.lexists(one)])
