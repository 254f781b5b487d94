"""A home as far as it can be opened, however broken it is."""

from __future__ import annotations

import os

from clew.config import Settings, clock_from, config_path, home_path, read_config, settings_from
from clew.errors import ClewError
from clew.history.database import History
from clew.home import Home
from clew.state.database import State
from clew.stores.failures import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from clew.config import Clock


class Patient:
    """`home` is None where the settings cannot be used (`problem` says why); state and history are there all the same.

    Makes no home: where there is none, nothing is written.
    """

    def __init__(
        self,
        path: str | None = None,
        clock: Clock | None = None,
        environ: Mapping[str, str] = os.environ,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> None:
        self.path = home_path(path, environ)
        self.environ = environ
        self.progress = progress
        self.problem: ClewError | None = None
        self.home: Home | None = None
        try:
            settings_from(read_config(self.path), environ, {}, self.path)
            self.home = Home(path, clock, tell=_deaf, environ=environ)
        except ClewError as problem:
            self.problem = problem
        except OSError as problem:  # the home is a file, or may not be entered
            self.problem = unreadable(config_path(self.path), problem)
        self.settings: Settings = self.home.settings if self.home else Settings()
        self.state = self.home.state if self.home else State(os.path.join(self.path, "state.db"))
        self.history = self.home.history if self.home else History(self.place("history.db"), clock_from(clock, None))

    @property
    def exists(self) -> bool:
        """Whether there is a home."""
        return os.path.isdir(self.path)

    def place(self, name: str) -> str:
        """A path in the home."""
        return os.path.join(self.path, name)

    def close(self) -> None:
        """Gives the databases back."""
        self.state.close()
        self.history.close()


def _deaf(key: str, **data: object) -> None:
    """What a home says on the side, the doctor finds out himself."""
