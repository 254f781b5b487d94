"""What is where, what is parked and why, as of the last sync. Nobody is asked over the network."""

from __future__ import annotations

from clew.sync.states import States
from clew.sync.states_file import changed_last, counts, states_file
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.sync.parked import Parked


class TargetStatus(Value):
    """One target, as this home knows it."""

    target: str  # with its address
    common: int  # texts that both sides have
    parked: tuple[Parked, ...]
    unanswered: int  # writes of which no answer was heard
    changed: str  # when a sync changed something last, RFC 3339


class Line(Value):
    """What `clew start` says in one line."""

    targets: tuple[str, ...]
    common: int
    parked: int
    unanswered: int
    changed: str


def status_of(path: str) -> list[TargetStatus]:
    """Of every target that was ever synced with; `path` is that of `sync.db`."""
    file = states_file(path)
    try:
        found = []
        for target, common, unanswered in counts(file):
            states = States(file, target)
            parked = tuple(states.parked().values())
            found.append(TargetStatus(target, common, parked, unanswered, states.word("changed")))
        return found
    finally:
        file.close()


def line_of(path: str) -> Line | None:
    """The same in a line; None where nothing was ever synced."""
    file = states_file(path)
    try:
        rows = counts(file)
        if not rows:
            return None
        parked = sum(len(States(file, target).parked()) for target, _, _ in rows)
        names = tuple(dict.fromkeys(target.partition(" ")[0] for target, _, _ in rows))
        common, unanswered = sum(row[1] for row in rows), sum(row[2] for row in rows)
        return Line(names, common, parked, unanswered, changed_last(file))
    finally:
        file.close()
