"""The directories where clew does nothing: who wonders why nothing is saved finds them here."""

from __future__ import annotations

from clew.doctor.seen import Fact
from clew.library.off import OffList

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient

ORDER = 70


def examine(patient: Patient) -> Iterator[Fact]:
    directories = OffList(patient.path).directories()
    key = "doctor.off" if directories else ""
    yield Fact("off", key, {"dirs": directories}, more=directories)
