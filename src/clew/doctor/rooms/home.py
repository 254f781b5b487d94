"""The home itself: where it is, and who can read it."""

from __future__ import annotations

import os
import platform

from clew import __version__
from clew.doctor.modes import wide
from clew.doctor.seen import Fact, ailment
from clew.setup.places import is_in_python
from clew.stores.folder import FolderStore
from clew.stores.temporary import PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 10

_FILES = (
    "config.toml",
    "off",
    "history.db",
    "history.db-wal",
    "history.db-shm",
    "state.db",
    "state.db-wal",
    "state.db-shm",
)


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    version, python = __version__, platform.python_version()
    yield Fact("version", "doctor.version", {"version": version, "python": python}, more=version)
    yield Fact("home", "doctor.home", {}, place=patient.path)
    if not patient.exists:
        here = os.path.lexists(patient.path)
        yield ailment("home", "home-no-folder" if here else "no-home", patient.path, urgent=here)
        return
    if is_in_python(patient.path):
        yield ailment("home", "home-in-python", patient.path)
    if not os.access(patient.path, os.W_OK | os.X_OK):
        yield ailment("home", "read-only", patient.path)
    yield from wide("home", patient.path, [patient.path, *map(patient.place, _FILES)])
    if any(name.startswith(PREFIX) for name in os.listdir(patient.path)):
        for path in FolderStore(patient.path, "home", makes_root=False).leftovers():
            if "/" not in path:
                yield ailment("home", "leftover", patient.place(path), urgent=False)
