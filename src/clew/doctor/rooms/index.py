"""The search index and the vectors beside it: what they hold, and whether they can be used.

They are made from the files, so nothing in them can be lost.
"""

from __future__ import annotations

import os

from clew.doctor.modes import inside, wide
from clew.doctor.seen import Fact, ailment
from clew.text.sizes import shown_size
from clew.words import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment
    from clew.home import Home

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
    yield from _model(patient.home)


def _model(home: Home) -> Iterator[Fact | Ailment]:
    """What finds by meaning, where somebody wants that."""
    vectors = home.vectors
    standing = vectors.standing()
    if standing.model is None and standing.degraded is None:
        return
    more = {"model": standing.model, "embedded": standing.embedded}
    key = "doctor.model" if standing.embedded else "doctor.model-idle"
    yield Fact("model", key, more, vectors.folder, {**more, "degraded": standing.degraded})
    if standing.degraded:
        yield ailment("index", "model-unused", vectors.folder, urgent=False, reason=Phrase(standing.degraded))


def _folders(patient: Patient) -> Iterator[Fact | Ailment]:
    """The extra folders of the settings."""
    for name, root in patient.settings.folders:
        yield Fact(f"folder {name}", "doctor.folder", {"name": name}, root)
        if not os.path.isdir(root):
            yield ailment("index", "no-folder", root, name=name)
