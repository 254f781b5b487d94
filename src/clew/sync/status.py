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
        for target, count in counts(file).items():
            states = States(file, target)
            parked = tuple(states.parked().values())
            found.append(TargetStatus(target, count.common, parked, count.unanswered, states.word("changed")))
        return found
    finally:
        file.close()


def line_of(path: str) -> Line | None:
    """The same in a line; None where nothing was ever synced."""
    file = states_file(path)
    try:
        found = counts(file)
        if not found:
            return None
        names = tuple(dict.fromkeys(target.partition(" ")[0] for target in found))
        return Line(
            targets=names,
            common=sum(one.common for one in found.values()),
            parked=sum(one.parked for one in found.values()),
            unanswered=sum(one.unanswered for one in found.values()),
            changed=changed_last(file),
        )
    finally:
        file.close()
