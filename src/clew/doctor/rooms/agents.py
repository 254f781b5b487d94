"""The agents that clew was added to: whether what was added is there still, and what it runs."""

from __future__ import annotations

import os
from shutil import which

from clew.agents import find, installable
from clew.doctor.seen import Fact, ailment
from clew.installing.plan import Known, digest
from clew.installing.receipts import Receipts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 60


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    receipts = {name: Receipts(patient.path, name) for name in installable()}
    installed = [name for name, one in receipts.items() if os.path.isfile(one.path)]
    titles = [find(name).TITLE for name in installed]
    yield Fact("agents", "doctor.agents" if installed else "doctor.agents-none", {"names": titles}, more=installed)
    for name in installed:
        yield from _of_agent(patient, name, receipts[name])


def _of_agent(patient: Patient, name: str, receipts: Receipts) -> Iterator[Ailment]:
    title = find(name).TITLE
    program = next(iter(receipts.command()), "")
    if which(program) is None:
        yield ailment("agents", "agent-program", receipts.path, agent=title, name=name, program=program)
    for file, known in receipts.read().items():
        if not _is_there(file, known):
            yield ailment("agents", "agent-gone", file, agent=title, name=name)
    if failure := receipts.failure():
        yield ailment("agents", "agent-failed", receipts.path, urgent=False, agent=title, failure=failure)
    variable = getattr(find(name), "MESSAGE_FILE", "")
    if variable and not patient.environ.get(variable):
        yield ailment("agents", "agent-silent", None, urgent=False, agent=title, variable=variable, home=patient.path)


def _is_there(file: str, known: Known) -> bool:
    """Whether what was added stands there still, in a file that others may have changed since."""
    try:
        with open(file, "rb") as opened:
            data = opened.read()
    except OSError:
        return False
    return digest(data) == known.after or b"clew" in data
