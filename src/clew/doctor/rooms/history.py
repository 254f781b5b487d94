"""The history: how large it is, and whether it can be read."""

from __future__ import annotations

import os

from clew.doctor.seen import Fact, ailment
from clew.errors import Unreadable
from clew.text.sizes import shown_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.doctor.patient import Patient
    from clew.doctor.seen import Ailment

ORDER = 50
_READ_WHOLE = 64 << 20  # bytes; a larger file takes longer than anybody waits for a screen


def examine(patient: Patient) -> Iterator[Fact | Ailment]:
    history = patient.history
    size, limit = _size(history.path), patient.settings.history_limit
    if size is None:
        yield Fact("history", "doctor.history-none", {}, history.path, {"bytes": 0, "limit": limit, "entries": 0})
        return
    more: dict[str, object] = {"bytes": size, "limit": limit}
    try:
        with history.file.reading() as db:
            entries = 0
            if db is not None:
                (entries,) = db.execute("SELECT count(*) FROM entries").fetchone()
                if size <= _READ_WHOLE and (said := db.execute("PRAGMA quick_check(1)").fetchone()) != ("ok",):
                    raise Unreadable("history.damaged", path=history.path, reason=str(said[0]).replace("\n", " "))
    except BaseException:  # whatever it is, where it is and how large stands on the screen too
        yield Fact("history", "doctor.history-unread", {"size": shown_size(size)}, history.path, more)
        raise
    data = {"size": shown_size(size), "limit": shown_size(limit), "entries": entries}
    yield Fact("history", "doctor.history", data, history.path, {**more, "entries": entries})
    if size > limit + (limit >> 2):
        yield ailment("history", "history-large", history.path, urgent=False, **data)


def _size(path: str) -> int | None:
    try:
        return os.stat(path).st_size
    except FileNotFoundError:
        return None
