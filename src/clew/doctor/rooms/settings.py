"""The settings: whether they can be read, and what counts before them."""

from __future__ import annotations

import os

from clew.config import Settings, config_path
from clew.doctor.seen import Fact, ailment, ailment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 20


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    path = config_path(patient.path)
    there = os.path.exists(path)
    yield Fact("settings", "doctor.settings" if there else "doctor.settings-none", {}, place=path)
    if patient.problem is not None:
        yield ailment_of("settings", patient.problem)
    variables = [f"CLEW_{name.upper()}" for name in Settings._fields]
    for variable in variables:
        if value := patient.environ.get(variable):
            yield ailment("settings", "variable", None, urgent=False, variable=variable, value=value)
    if patient.home is not None:
        now = patient.home.clock()
        zone = patient.settings.timezone or now.tzname() or ""
        yield Fact("timezone", "doctor.zone", {"zone": zone, "offset": f"{now:%z}"}, more=zone)
