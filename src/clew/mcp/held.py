"""The home of a server that runs for days, while people and other processes go on using it.

It is opened at the first call, not before: a client waits for the handshake. It is opened anew when its settings
changed, or when somebody moved its databases away: what is written to a file that nobody sees any more is lost.
"""

from __future__ import annotations

import os

from clew.config import config_path, home_path
from clew.home import Home
from clew.stores.fingerprint import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.library.library import Tell

_DATABASES = ("state.db", "history.db")


class HeldHome:
    """Holds the home of one server. `tell` hears what the rooms say on the side."""

    def __init__(self, path: str | None, tell: Tell) -> None:
        self._given = path
        self._tell = tell
        self._home: Home | None = None
        self._seen: tuple[str, ...] = ()

    @property
    def home(self) -> Home:
        """As it is now. Raises what opening it raises: a broken settings file, a zone that is none."""
        if self._home is not None and self._look() != self._seen:
            self.close()
        if self._home is None:
            self._home = Home(self._given, tell=self._tell)
            self.settle()
        return self._home

    def settle(self) -> None:
        """After a call: what it made itself is no change."""
        if self._home is not None:
            self._seen = self._look()

    def goes_on_without(self, problem: Exception) -> bool:
        """Whether the home can do without what failed: its state, read in the middle of a decision (see `State`)."""
        return self._home is not None and self._home.state.problem is problem

    def close(self) -> None:
        """Gives the databases back."""
        home, self._home = self._home, None
        if home is not None:
            home.close()

    def _look(self) -> tuple[str, ...]:
        root = home_path(self._given)
        databases = (_inode(os.path.join(root, name)) for name in _DATABASES)
        return (_settings(config_path(root)), *databases)


def _settings(path: str) -> str:
    try:
        return fingerprint(os.stat(path))
    except OSError:
        return ""


def _inode(path: str) -> str:
    try:
        seen = os.stat(path)
    except OSError:
        return ""
    return f"{seen.st_dev}:{seen.st_ino}"
