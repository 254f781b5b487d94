"""What clew remembers between two commands; the refused texts in it are nowhere else."""

from __future__ import annotations

import os
from datetime import datetime

from clew.doctor.seen import Fact, ailment, ailment_of
from clew.errors import ClewError
from clew.state.pending import PendingTexts
from clew.text.sizes import shown_size
from clew.text.tags import as_options, passing, tags_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment
    from clew.state.pending import Pending

ORDER = 60
_WORDS = 60  # characters of a text that is waiting


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    path = patient.state.path
    if not os.path.lexists(path):
        yield Fact("state", "doctor.state-none", {}, place=path)
        yield Fact("pending", "", {}, more=[])
        return
    yield Fact("state", "doctor.state", {"size": shown_size(os.stat(path).st_size)}, place=path)
    waiting = PendingTexts(patient.state).all()
    if patient.state.problem is not None:
        yield ailment_of("state", patient.state.problem)
    yield Fact("pending", "doctor.pending", {"count": len(waiting)}, more=[_shown(patient, each) for each in waiting])
    now = patient.home.clock() if patient.home else datetime.now().astimezone()
    for each in waiting:
        days = max(0, (now - datetime.fromisoformat(each.time)).days)
        what = "waiting" if days else "waiting-today"
        words, command = _first_words(each.text), _finishing(patient, each)
        yield ailment("state", what, None, dir=each.dir, days=days, words=words, command=command)


def _finishing(patient: Patient, pending: Pending) -> str:
    """The line that saves it, with tags that pass today."""
    try:
        common = patient.home.library.project(pending.dir).common_tags() if patient.home else []
    except ClewError:  # the rooms of the library and of `off` say what is wrong
        common = []
    refused = tags_refusal(pending.tags, common)
    tags = passing(pending.tags, common, pending.text) if refused else []
    return f"clew save --pending {pending.id} {as_options(tags)}".rstrip()


def _shown(patient: Patient, pending: Pending) -> dict[str, object]:
    return {
        "id": pending.id,
        "dir": pending.dir,
        "time": pending.time,
        "reason": pending.reason,
        "text": _first_words(pending.text),
        "command": _finishing(patient, pending),
    }


def _first_words(text: str) -> str:
    """The beginning, in one line, without the marks of a heading."""
    line = " ".join(text.split()).lstrip("# ")
    return line if len(line) <= _WORDS else line[:_WORDS].rstrip() + "…"
