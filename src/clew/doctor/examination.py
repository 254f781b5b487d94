"""Asks every room how it is. There is no list of rooms: each is a file in `rooms/`, found by its name."""

from __future__ import annotations

import os
from importlib import import_module

from clew.doctor import rooms as package
from clew.doctor.seen import Ailment, Fact, ailment, ailment_of
from clew.errors import ClewError
from clew.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from clew.doctor.patient import Patient

    class Room(Protocol):
        """What a file in `rooms/` holds."""

        ORDER: int  # where it stands on the screen

        def examine(self, patient: Patient, /) -> Iterator[Fact | Ailment]:
            """What is to be seen there. Changes nothing."""


class Report(Value):
    """All that was seen."""

    facts: tuple[Fact, ...]
    ailments: tuple[Ailment, ...]

    @property
    def healthy(self) -> bool:
        """Whether nobody need do anything."""
        return not any(each.urgent for each in self.ailments)


def examine(patient: Patient) -> Report:
    """Never raises: a room that cannot be examined is an ailment."""
    rooms = _rooms() if patient.exists or not os.path.lexists(patient.path) else _rooms()[:1]  # else it is no folder
    seen = [each for name, room in rooms for each in _asked(name, room, patient)]
    ailments = [each for each in seen if isinstance(each, Ailment)]
    return Report(
        tuple(each for each in seen if isinstance(each, Fact)),
        tuple(sorted(ailments, key=lambda each: not each.urgent)),
    )


def _rooms() -> list[tuple[str, Room]]:
    stems = {file.partition(".")[0] for folder in package.__path__ for file in os.listdir(folder) if ".py" in file}
    found: list[tuple[str, Room]] = [
        (stem, import_module(f"{package.__name__}.{stem}"))
        for stem in stems - {"__init__"}
        if not stem.startswith("__")
    ]
    return sorted(found, key=lambda pair: pair[1].ORDER)


def _asked(name: str, room: Room, patient: Patient, again: bool = False) -> list[Fact | Ailment]:
    seen: list[Fact | Ailment] = []
    try:
        seen.extend(room.examine(patient))
    except ClewError as problem:
        if problem is patient.state.problem and not again:
            return _asked(name, room, patient, again=True)  # the state room tells of it; the others go on without
        seen.append(ailment_of(name, problem))
    except OSError as problem:
        seen.append(ailment(name, "system", problem.filename, reason=problem.strerror or str(problem)))
    except Exception as problem:  # noqa: BLE001  # one room that breaks must not hide what the others say
        seen.append(ailment(name, "broken", patient.path, reason=f"{type(problem).__name__}: {problem}"))
    return seen
