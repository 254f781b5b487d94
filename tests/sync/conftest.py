"""What the tests of a sync share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clew.sync.states import States, states_file


@pytest.fixture
def states(tmp_path: Path) -> Callable[[str], States]:
    """The states of a device, by its name."""
    return lambda device: States(states_file(str(tmp_path / f"{device}.db")), "ram")
