"""The search index: what it holds, and whether it can be used. It is made from the files, so nothing in it can be lost."""

from __future__ import annotations

import os

from clew.doctor.modes import inside, wide
from clew.doctor.seen import Fact, ailment
from clew.text.sizes import shown_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 65


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    if patient.home is None:
        return  # what is searched, only the settings can say
    yield from _folders(patient)
    index = patient.home.index
    if not os.path.isdir(index.path):
        yield Fact(
            "index", "doctor.index-none", {}, index.path, {"passages": 0, "files": 0, "engine": None, "bytes": 0}
        )
        return
    status = index.standing()
    more = {"passages": status.passages, "files": status.files, "engine": status.engine, "bytes": status.bytes}
    key = "doctor.index" if status.engine else "doctor.index-empty"
    shown = {**more, "size": shown_size(status.bytes)}
    yield Fact("index", key, shown, index.path, {**more, "degraded": status.degraded})
    if status.degraded:
        yield ailment("index", "index-unused", index.path, urgent=False)
    if not os.access(index.path, os.W_OK | os.X_OK):
        yield ailment("index", "read-only", index.path)
    yield from wide("index", index.path, inside(index.path))


def _folders(patient: Patient) -> Iterator[Fact | Ailment]:
    """The extra folders of the settings."""
    for name, root in patient.settings.folders:
        yield Fact(f"folder {name}", "doctor.folder", {"name": name}, root)
        if not os.path.isdir(root):
            yield ailment("index", "no-folder", root, name=name)
