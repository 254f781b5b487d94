"""The workspace: whether it is there, and who can read it."""

from __future__ import annotations

import os

from clew.doctor.modes import inside, wide
from clew.doctor.seen import Fact, ailment
from clew.stores.folder import FolderStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 40


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    if patient.home is None:
        return  # where it is, only the settings can say
    root = patient.settings.workspace or patient.place("workspace")
    there = os.path.lexists(root)
    yield Fact("workspace", "doctor.workspace" if there else "doctor.workspace-none", {}, place=root)
    store = patient.home.workspace_store.store  # raises for a place that was set and is not there
    if not there:
        return
    store.list()  # raises what is in the way
    if not os.access(root, os.W_OK | os.X_OK):
        yield ailment("workspace", "read-only", root)
    yield from wide("workspace", root, inside(root))
    if isinstance(store, FolderStore):
        for path in store.leftovers():
            yield ailment("workspace", "leftover", store.path_of(path), urgent=False)
